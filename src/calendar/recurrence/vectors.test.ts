import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { secondsOf } from '#foundation/time/clock.ts';
import { expand } from './expand.ts';
import { readRecurrence } from './read.ts';
import { type FirstDate, type RecurrenceDate, RecurrenceError } from './recurrence.ts';

/** A rule with the dates that at least two engines agree on: see test/samples/recurrence/README.md. */
interface Vector {
  id: string;
  source: string;
  dtstart: string;
  dtend: string;
  tzid: string;
  all_day?: boolean;
  rrule?: string[];
  rdate?: string[];
  exdate?: string[];
  total: number | null;
  dates: string;
}

const file = path.join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'test',
  'samples',
  'recurrence',
  'vectors.json',
);
const vectors: readonly Vector[] = JSON.parse(readFileSync(file, 'utf8'));

const digits = (text: string) => text.replaceAll(/[-:]/g, '').replace(' ', 'T');
const minutesBetween = (wall: string, utc: string) => ((secondsOf(wall) ?? 0) - (secondsOf(utc) ?? 0)) / 60;

/** A date as vectors write it: the offset where it is another one, the end where it isn't as long after the start as usual. */
function written(date: RecurrenceDate, before: string | undefined, first: FirstDate, offset: string): string {
  const start = digits(date.start_date);
  const ends = String(minutesBetween(date.end_date, date.utc_end_date));
  const isUsual =
    minutesBetween(date.end_date, date.start_date) === minutesBetween(first.end_date, first.start_date);
  if (isUsual && ends === offset) return offset === before ? start : `${start}/${offset}`;
  return `${start}/${offset}/${digits(date.end_date)}/${ends}`;
}

/** An example of the RFC with a date before the first one, which contract R1 doesn't let in. */
const stored = new Map([
  [
    'v463',
    { rrule: [], rdate: ['1997-07-14 08:30:00', '1997-07-15 08:00:00', '1997-09-01 12:30:00'], exdate: [] },
  ],
]);

/** A rule that the RFC wants to be read without its BYMINUTE, and contract R2 refused. */
const REFUSED = 'v78';

for (const vector of vectors) {
  const { id, source, rrule, rdate, exdate, total } = vector;
  test(`${id} (${source}): ${rrule?.join(' + ') ?? rdate?.join(', ')} from ${vector.dtstart} ${vector.tzid}`, () => {
    const first: FirstDate = {
      start_date: vector.dtstart,
      end_date: vector.dtend,
      timezone: vector.tzid,
      all_day: vector.all_day ?? false,
    };
    const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
    const read = () => readRecurrence({ rrule, rdate, exdate }, first, { now, language: 'en' });
    if (id === REFUSED || stored.has(id)) assert.throws(read, RecurrenceError);
    if (id === REFUSED) return;
    const recurrence = stored.get(id) ?? read();
    const expected = vector.dates.split(' ');
    const dates = [...expand(recurrence, first, total === null ? { limit: expected.length } : {})];
    if (total !== null) assert.equal(dates.length, total);
    let before: string | undefined;
    const texts = dates.slice(0, expected.length).map((date, index) => {
      const offset = String(minutesBetween(date.start_date, date.utc_start_date));
      let text = written(date, before, first, offset);
      // Where the engines had no rule for an end that the change of the clock would put before its start.
      if (expected[index]?.endsWith('/?')) text = `${text.split('/').slice(0, 2).join('/')}/?`;
      before = offset;
      return text;
    });
    assert.deepEqual(texts, expected);
  });
}
