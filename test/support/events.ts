import assert from 'node:assert/strict';
import type { Answer, Client } from './client.ts';
import type { JsonObject } from './json.ts';

/** When an event is of which a test says nothing else: within the default window of 20 November 2026. */
export const SOMEDAY = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' };

/** Makes an event, `SOMEDAY` unless `fields` say otherwise, and gives what was answered. */
export async function makeEvent(by: Client, fields: object = {}): Promise<Answer> {
  return (await by.post('/events', { title: 'Event', ...SOMEDAY, ...fields })).expect(201);
}

/** The rows of a list of events. */
export async function listEvents(by: Client, query: string): Promise<JsonObject[]> {
  return (await by.get(`/events?${query}`)).expect(200).rows('events');
}

/** The titles of a list of events, in its order. */
export async function titles(by: Client, query: string): Promise<unknown[]> {
  return (await listEvents(by, query)).map((event) => event['title']);
}

/** Holds that an answer is the 400 that names these parameters and no other. */
export function assertRefused(answer: Answer, names: readonly string[]): void {
  answer.expect(400);
  assert.equal(answer.at('code'), 'rest_invalid_param', answer.text);
  assert.deepEqual(Object.keys(answer.at('data.params') ?? {}).sort(), [...names].sort(), answer.text);
}
