import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loginProblem } from '#api/access/rules.ts';
import { loginFor } from './authors.ts';

test('an author is named after the place', () => {
  assert.equal(loginFor({ source: 'example.org', id: '3' }), 'example.org-3');
  assert.equal(loginFor({ source: '127.0.0.1:8080/sub', id: '3' }), '127.0.0.1-8080-sub-3');
});

test('whatever the source is called, the login is one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 2 ** 31 - 1 }), (source, id) => {
      assert.equal(loginProblem(loginFor({ source, id: String(id) })), undefined);
    }),
  );
});
