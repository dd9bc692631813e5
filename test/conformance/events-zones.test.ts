import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Client;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  admin = service.as('admin');
});
after(() => service.stop());

const text = (at: Temporal.PlainDateTime | Temporal.Instant) =>
  at.toString({ smallestUnit: 'second' }).replace('T', ' ').replace('Z', '');

/** The next change of a zone's clock after 2027-01-01 by which it goes back, or (`forward`) on. */
function changeOf(zone: string, forward: boolean): Temporal.ZonedDateTime | undefined {
  let next = Temporal.Instant.from('2027-01-01T00:00:00Z')
    .toZonedDateTimeISO(zone)
    .getTimeZoneTransition('next');
  while (next && next.year < 2029) {
    const before = next.subtract({ nanoseconds: 1 }).offsetNanoseconds;
    if (next.offsetNanoseconds !== before && next.offsetNanoseconds > before === forward) return next;
    next = next.getTimeZoneTransition('next');
  }
  return undefined;
}

/** One zone for each way in which clocks change; many zones share one. */
function zonesThatChange(forward: boolean): Map<string, Temporal.ZonedDateTime> {
  const zones = new Map<string, [string, Temporal.ZonedDateTime]>();
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'Antarctica/Troll']) {
    const change = changeOf(zone, forward);
    if (change) zones.set(`${change.epochMilliseconds} ${change.offset}`, [zone, change]);
  }
  return new Map(zones.values());
}

test('POST /events takes the first of two equal wall clocks, in every way that clocks go back', async () => {
  const zones = zonesThatChange(false);
  assert.ok(zones.size > 10 && zones.has('Pacific/Chatham'));
  for (const [timezone, change] of zones) {
    const lost = change.subtract({ nanoseconds: 1 }).offsetNanoseconds - change.offsetNanoseconds;
    // A third of the way into what comes twice: the clock has passed it once before it is set back.
    const wall = change.toPlainDateTime().add({ seconds: Math.round(lost / 3e9) });
    const first = wall.toZonedDateTime(timezone, { disambiguation: 'earlier' });
    const second = wall.toZonedDateTime(timezone, { disambiguation: 'later' });
    assert.notEqual(first.epochMilliseconds, second.epochMilliseconds, timezone);
    for (const [sent, instant] of [
      [text(wall), first],
      [`${text(wall)}${second.offset}`, second],
      [`${text(wall)} ${timezone}`, first],
      [text(second.toInstant()).replace(' ', 'T').concat('Z'), second],
      [String(second.epochMilliseconds / 1000), second],
    ] as const) {
      const made = await makeEvent(admin, { start_date: sent, end_date: sent, timezone });
      assert.deepEqual(
        [made.at('start_date'), made.at('utc_start_date'), made.at('utc_end_date')],
        [text(wall), text(instant.toInstant()), text(instant.toInstant())],
        `${sent} in ${timezone}`,
      );
    }
  }
});

test('POST /events moves a wall clock that does not exist by the gap, in every way that clocks go forward', async () => {
  const zones = zonesThatChange(true);
  assert.ok(zones.size > 10 && zones.has('Pacific/Chatham'));
  for (const [timezone, change] of zones) {
    const wall = change.subtract({ nanoseconds: 1 }).toPlainDateTime().add({ minutes: 20 });
    const expected = wall.toZonedDateTime(timezone, { disambiguation: 'compatible' });
    const start_date = text(wall);
    assert.notEqual(start_date, text(expected.toPlainDateTime()), timezone);
    for (const sent of [start_date, `${start_date} ${timezone}`]) {
      const made = await makeEvent(admin, { start_date: sent, end_date: sent, timezone });
      assert.deepEqual(
        [made.at('start_date'), made.at('utc_start_date')],
        [text(expected.toPlainDateTime()), text(expected.toInstant())],
        `${sent} in ${timezone}`,
      );
    }
  }
});

test('the publication date on the site’s clock is the first of two, and moves out of a gap', async () => {
  for (const [date, shown, utc] of [
    ['2026-10-25 02:30:00', '2026-10-25 02:30:00', '2026-10-25 00:30:00'],
    ['2026-10-25 02:30:00+01:00', '2026-10-25 02:30:00', '2026-10-25 01:30:00'],
    ['2026-03-29 02:30:00', '2026-03-29 03:30:00', '2026-03-29 01:30:00'],
  ] as const) {
    const made = await makeEvent(admin, { date });
    assert.deepEqual([made.at('date'), made.at('date_utc')], [shown, utc], date);
  }
});

test('a strict filter takes the first of two on the site’s clock too', async () => {
  const night = { start_date: '2028-10-29T00:30:00Z', end_date: '2028-10-29T00:45:00Z', title: 'first' };
  await makeEvent(admin, night);
  await makeEvent(admin, {
    ...night,
    start_date: '2028-10-29T01:30:00Z',
    end_date: '2028-10-29T01:45:00Z',
    title: 'second',
  });
  const titles = async (query: string) => {
    const answer = (await service.anonymous.get(`/events?strict_dates=true&${query}`)).expect(200);
    return [0, 1, 2].flatMap((index) => answer.at(`events.${index}.title`) ?? []);
  };
  const till = 'end_date=2028-10-29 03:00';
  assert.deepEqual(await titles(`start_date=2028-10-29 02:30&${till}`), ['first', 'second']);
  assert.deepEqual(await titles(`start_date=2028-10-29 02:30%2B01:00&${till}`), ['second']);
  assert.deepEqual(await titles('start_date=2028-10-29 02:00&end_date=2028-10-29 02:45'), ['first']);
});
