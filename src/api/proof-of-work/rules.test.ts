import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isProof, makeChallenge, readChallenge, VALID_SECONDS } from './rules.ts';

test('a challenge is read by whoever made it, until it ends', () => {
  const made = makeChallenge('key', 8, 1000, 'nonce');
  assert.deepEqual(readChallenge('key', made.challenge, 1000), { ...made, madeSeconds: 1000 });
  assert.equal(readChallenge('other', made.challenge, 1000), undefined);
  assert.ok(readChallenge('key', made.challenge, 1000 + VALID_SECONDS - 1));
  assert.equal(readChallenge('key', made.challenge, 1000 + VALID_SECONDS), undefined);
});

test('a challenge that was changed anywhere is none of ours', () => {
  const { challenge } = makeChallenge('key', 18, 1000, 'nonce');
  fc.assert(
    fc.property(fc.nat(challenge.length - 1), fc.string({ maxLength: 2 }), (at, by) => {
      const changed = challenge.slice(0, at) + by + challenge.slice(at + 1);
      assert.equal(readChallenge('key', changed, 1000) !== undefined, changed === challenge);
    }),
  );
});

test('a proof has as many zero bits as were asked for', () => {
  const challenge = makeChallenge('key', 8, 1000, 'nonce');
  let proof = 0;
  while (!isProof(challenge, String(proof))) proof++;
  assert.ok(isProof({ ...challenge, difficulty: 0 }, 'anything'));
  assert.ok(!isProof({ ...challenge, difficulty: 60 }, String(proof)));
});
