import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanWebsite, isWebsite } from './website.ts';

test('isWebsite takes absolute ASCII URLs with a harmless scheme', () => {
  for (const url of [
    'https://example.org',
    'HTTP://example.org:8080/a?b=1&c=<2>#d',
    'http://localhost',
    'http://[::1]/',
    'ftp://example.org',
    'mailto:me@example.org',
    'tel:+4930123',
    'https://user:pass@example.org/',
  ])
    assert.equal(isWebsite(url), true, url);
});

test('isWebsite refuses the rest', () => {
  for (const url of [
    '',
    'foo',
    'example.org',
    '//a.b',
    'javascript:alert(1)',
    'JavaScript://example.org/%0aalert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'https://exämple.org/ü',
    'https://example.org/a b',
    'https://',
    'https:/example.org',
    'http://foo_bar.example.org',
    'http://-a.example.org',
    'https://example.org\n',
  ])
    assert.equal(isWebsite(url), false, url);
});

test('cleanWebsite keeps what isWebsite takes, apart from characters that no URL has', () => {
  assert.equal(cleanWebsite(' https://example.org/?a=1&b=<2> '), 'https://example.org/?a=1&b=');
  assert.equal(cleanWebsite('https://example.org/a b'), 'https://example.org/a%20b');
  assert.equal(cleanWebsite('https://exämple.org/ü'), 'https://exämple.org/ü');
  assert.equal(cleanWebsite('example.org:8080/x'), 'http://example.org:8080/x');
  assert.equal(cleanWebsite('example.org'), 'http://example.org');
  assert.equal(cleanWebsite('java\nscript:alert(1)'), '');
  assert.equal(cleanWebsite('data:text/html,x'), '');
  assert.equal(cleanWebsite(''), '');
});
