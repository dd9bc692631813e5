import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroupCommit } from './group-commit.ts';

const LOCKED = new Error('locked');

/** A ledger whose transactions take a turn each, and take back what fails. */
function ledger() {
  const state = { entries: [] as string[], commits: 0 };
  const transact = async <T>(work: (entries: string[]) => Promise<T>): Promise<T> => {
    const before = [...state.entries];
    try {
      const result = await work(state.entries);
      await new Promise((resolve) => setImmediate(resolve));
      state.commits++;
      return result;
    } catch (error) {
      state.entries.splice(0, state.entries.length, ...before);
      throw error;
    }
  };
  return {
    state,
    commits: new GroupCommit<string[]>(transact, { isHopeless: (error) => error === LOCKED, patienceMs: 0 }),
  };
}

const adding = (name: string) => async (entries: string[]) => {
  await Promise.resolve();
  return entries.push(name);
};

test('writes that wait together share a commit, in their order', async () => {
  const { state, commits } = ledger();
  const first = commits.write(adding('a'));
  const results = await Promise.all([first, ...['b', 'c', 'd'].map((name) => commits.write(adding(name)))]);
  assert.deepEqual(results, [1, 2, 3, 4]);
  assert.deepEqual(state.entries, ['a', 'b', 'c', 'd']);
  assert.equal(state.commits, 1);
});

test('one that fails takes nobody along, and leaves nothing', async () => {
  const { state, commits } = ledger();
  const failing = async (entries: string[]) => {
    entries.push('half');
    throw new Error('no');
  };
  const results = await Promise.allSettled([
    commits.write(adding('a')),
    commits.write(failing),
    commits.write(adding('b')),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(state.entries, ['a', 'b']);
});

test('what comes while a transaction is under way waits for the next', async () => {
  const { state, commits } = ledger();
  const first = commits.write(async (entries) => {
    entries.push('a');
    await new Promise((resolve) => setImmediate(resolve));
  });
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, commits.write(adding('b')), commits.write(adding('c'))]);
  assert.equal(state.commits, 2);
  assert.deepEqual(state.entries, ['a', 'b', 'c']);
});

test('where nobody can write, all who wait are told, and nobody waits again', async () => {
  const { state, commits } = ledger();
  let tries = 0;
  const locked = async () => {
    tries++;
    throw LOCKED;
  };
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => commits.write(locked)));
  assert.ok(results.every((result) => result.status === 'rejected' && result.reason === LOCKED));
  assert.equal(tries, 1);
  assert.equal(await commits.write(adding('a')), 1);
  assert.deepEqual(state.entries, ['a']);
});
