import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnPathOf } from './client/shell/return-path.ts';

test('a sign-in leads back to a path of the administration as it was asked', () => {
  for (const path of ['/admin/', '/admin/events?q=choir&page=2', '/admin/history?since=2026-11-20T10:00:00'])
    assert.equal(returnPathOf(path), path);
});

test('a sign-in leads nowhere else, however that is spelled', () => {
  for (const asked of [
    undefined,
    ['/admin/events'],
    '',
    'https://evil.example/admin/',
    '//evil.example/admin/',
    '///evil.example/admin/',
    '/\\evil.example/admin/',
    '\\\\evil.example/admin/',
    '/admin//evil.example',
    '/admin/\\evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/admin/\t/evil.example',
    '\n//evil.example',
    ' //evil.example',
    '/admin.evil.example/',
    '/admin@evil.example/',
    '@evil.example/admin/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//admin/',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '/admin/"><script>alert(1)</script>',
    '/admin/../submit',
    '/admin/%2e%2e/submit',
    '/admin/.%2E/..//evil.example',
    '/submit',
    '/admins/',
  ])
    assert.equal(returnPathOf(asked), '/admin', JSON.stringify(asked));
});
