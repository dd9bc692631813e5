import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PieceWriter } from './pieces.ts';

test('a piece takes the memory of its bytes alone, and the next one leaves it as it is', () => {
  const writer = new PieceWriter();
  writer.add('ä'.repeat(1_000));
  const first = writer.take();
  assert.equal(writer.length, 0);
  writer.add('b'.repeat(300_000));
  const second = writer.take();
  assert.equal(first.toString(), 'ä'.repeat(1_000));
  assert.equal(second.toString(), 'b'.repeat(300_000));
  for (const piece of [first, second]) assert.equal(piece.buffer.byteLength, piece.length);
});
