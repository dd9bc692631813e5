import assert from 'node:assert/strict';
import type { Answer, Client } from './client.ts';
import { listEvents, makeEvent } from './events.ts';
import type { JsonObject } from './json.ts';

/** A window of lists that has every date of the tests' series in it. */
export const ALL_DATES = 'start_date=2026-01-01&end_date=2030-12-31&per_page=50';

/** Makes a series, four Mondays from 1 March 2027 at ten unless `fields` say otherwise. */
export async function makeSeries(by: Client, fields: object = {}): Promise<Answer> {
  return makeEvent(by, {
    title: 'Series',
    start_date: '2027-03-01 10:00:00',
    end_date: '2027-03-01 12:00:00',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
    ...fields,
  });
}

/** The dates of a series as a list shows them, by their start. */
export async function datesOf(by: Client, series: number, query = ''): Promise<JsonObject[]> {
  return listEvents(by, `post_parent=${series}&${ALL_DATES}${query}`);
}

/** The IDs of the dates of a series as a list shows them. */
export async function idsOf(by: Client, series: number, query = ''): Promise<number[]> {
  return (await datesOf(by, series, query)).map(({ id }) => Number(id));
}

/** Holds that two lists are of the same IDs with the same values; the members that differ are named. */
export function assertSameItems(
  actual: readonly JsonObject[],
  wanted: readonly JsonObject[],
  told: string,
): void {
  assert.deepEqual(
    actual.map(({ id }) => id),
    wanted.map(({ id }) => id),
    told,
  );
  for (const [at, item] of wanted.entries())
    for (const name of new Set([...Object.keys(item), ...Object.keys(actual[at] ?? {})]))
      assert.deepEqual(actual[at]?.[name], item[name], `${told}: ${name} of ${item['id']}`);
}
