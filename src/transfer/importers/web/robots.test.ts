import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRobots } from './robots.ts';

const allowed = (text: string, ...paths: readonly string[]) => {
  const rules = readRobots(text, 'Kalends');
  return paths.filter((path) => rules.allows(`https://example.org${path}`));
};

test('the group that names the program decides, else that for all', () => {
  const text = 'User-agent: *\nDisallow: /\n\nUser-Agent: Other\nUser-agent: kalends\nDisallow: /private/\n';
  assert.deepEqual(allowed(text, '/', '/events/1', '/private/1'), ['/', '/events/1']);
  assert.deepEqual(allowed('User-agent: *\nDisallow: /private', '/a', '/private/1'), ['/a']);
  assert.deepEqual(allowed('User-agent: Other\nDisallow: /', '/a'), ['/a']);
  assert.deepEqual(allowed('', '/a'), ['/a']);
});

test('the longest rule decides, and allows where two are as long', () => {
  const text =
    'User-agent: *\nDisallow: /events\nAllow: /events/public # but not all\nDisallow: /*.php$\nAllow: /a\nDisallow: /a';
  assert.deepEqual(allowed(text, '/events/1', '/events/public/1', '/x.php', '/x.php5', '/a'), [
    '/events/public/1',
    '/x.php5',
    '/a',
  ]);
  assert.deepEqual(allowed('User-agent: *\nDisallow:', '/a'), ['/a']);
  assert.deepEqual(allowed('User-agent: *\nDisallow: /*?print=', '/a?print=1', '/a'), ['/a']);
});

test('a delay is read', () => {
  assert.equal(readRobots('User-agent: *\nCrawl-delay: 5', 'Kalends').delay, 5);
  assert.equal(readRobots('User-agent: *\nDisallow: /', 'Kalends').delay, undefined);
});
