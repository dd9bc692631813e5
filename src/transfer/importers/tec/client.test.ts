import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from './client.ts';

test('Retry-After is seconds or a date (RFC 9110 §10.2.3)', () => {
  const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  assert.equal(retryAfterMs('3', now), 3000);
  assert.equal(retryAfterMs('Fri, 20 Nov 2026 12:00:10 GMT', now), 10_000);
  assert.equal(retryAfterMs('Fri, 20 Nov 2026 11:00:00 GMT', now), 0);
  assert.equal(retryAfterMs('soon-ish', now), undefined);
  assert.equal(retryAfterMs(undefined, now), undefined);
});
