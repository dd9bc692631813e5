import assert from 'node:assert/strict';
import type { RequestHeaders } from './client.ts';
import { type Exposition, parseExposition } from './exposition.ts';
import type { Service } from './service.ts';

/** The token with which metrics are read. */
export const METRICS_TOKEN = 'metrics-token-of-the-tests';

/** Headers of whoever has a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Reads the metrics of a service. */
export async function scrape(
  of: Service,
  headers: RequestHeaders = bearer(METRICS_TOKEN),
): Promise<Exposition> {
  const answer = (await of.anonymous.get(`${of.url}/metrics`, undefined, headers)).expect(200);
  assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  return parseExposition(answer.text);
}
