import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { interfaceTypes, TYPES } from '../support/interface-types.ts';

test('the client of the administration has the types of the interface as it is', async () => {
  assert.equal(readFileSync(TYPES, 'utf8'), await interfaceTypes(), 'npm run types renews them');
});
