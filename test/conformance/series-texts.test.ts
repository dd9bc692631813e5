import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { startNewYork } from '../support/new-york.ts';
import { datesOf, idsOf, makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';

/* Texts that dates of a series have of their own, in any language (contract R8). */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const write = async (id: number | undefined, fields: object, language = 'en') =>
  (await admin.patch(`/events/${id}?translation_language=${language}`, fields)).expect(200);
/** The titles of a date in all languages, as single reads and as lists of dates have them. */
async function titlesOf(series: number, id: number | undefined): Promise<unknown[]> {
  const titles: unknown[] = [];
  for (const language of ['en', 'de', 'es']) {
    const read = (await anyone.get(`/events/${id}?translation_language=${language}`)).expect(200);
    const listed = await datesOf(anyone, series, `&translation_language=${language}`);
    titles.push(read.at('title'));
    assert.equal(listed.find((item) => item['id'] === id)?.['title'], read.at('title'), language);
  }
  return titles;
}

test('A title of a date in one language leaves those in the others to its series', async () => {
  const series = (await makeSeries(admin, { title: 'Choir' })).id();
  await write(series, { title: 'Chor' }, 'de');
  const [date, other] = await idsOf(anyone, series);
  await write(date, { title: 'Weihnachtschor' }, 'de');
  assert.deepEqual(await titlesOf(series, date), ['Choir', 'Weihnachtschor', 'Choir']);
  await write(series, { title: 'Great Choir' });
  await write(series, { title: 'Gran Coro' }, 'es');
  await write(series, { title: 'Großer Chor' }, 'de');
  assert.deepEqual(await titlesOf(series, date), ['Great Choir', 'Weihnachtschor', 'Gran Coro']);
  assert.deepEqual(await titlesOf(series, other), ['Great Choir', 'Großer Chor', 'Gran Coro']);
  await write(date, { title: 'Christmas Choir' });
  await write(series, { title: 'Choir again' });
  assert.deepEqual(await titlesOf(series, date), ['Christmas Choir', 'Weihnachtschor', 'Gran Coro']);
  // What is found is what is shown.
  for (const [word, language, wanted] of [
    ['weihnachtschor', 'de', 1],
    ['christmas', 'en', 1],
    ['großer', 'de', 3],
  ] as const)
    assert.equal(
      (await datesOf(anyone, series, `&search=${word}&translation_language=${language}`)).length,
      wanted,
    );
  await write(date, { recurrence_reset: ['title'] });
  assert.deepEqual(await titlesOf(series, date), ['Choir again', 'Großer Chor', 'Gran Coro']);
});

test('A date that was translated before its series was keeps its own title', async () => {
  const series = (await makeSeries(admin, { title: 'Market' })).id();
  const [date, other] = await idsOf(anyone, series);
  await write(date, { title: 'Markt im Advent' }, 'de');
  await write(series, { title: 'Markt' }, 'de');
  assert.deepEqual(await titlesOf(series, date), ['Market', 'Markt im Advent', 'Market']);
  assert.deepEqual(await titlesOf(series, other), ['Market', 'Markt', 'Market']);
});

test('Texts of dates by language survive a split and an end of the repeating', async () => {
  const series = (await makeSeries(admin, { title: 'Yoga', description: 'Bring a mat.' })).id();
  const dates = await idsOf(anyone, series);
  await write(dates[3], { title: 'Yoga im Park', description: 'Im Park.' }, 'de');
  const rest = (await write(dates[2], { scope: 'following', title: 'Yoga outside' })).id();
  assert.deepEqual(await titlesOf(rest, dates[3]), ['Yoga outside', 'Yoga im Park', 'Yoga outside']);
  await write(rest, { recurrence: null });
  const shown = (await anyone.get(`/events/${rest}?translation_language=de`)).expect(200);
  assert.equal(shown.at('title'), 'Yoga outside');
});

test('An export and an import keep in which language a text of a date is its own', async () => {
  const series = (await makeSeries(admin, { title: 'Chess' })).id();
  const [date] = await idsOf(anyone, series);
  await write(date, { title: 'Schach im Freien' }, 'de');
  const { stdout } = await service.cli(['export']);
  const events: { title: string; overrides?: { overridden: string[] }[] }[] = JSON.parse(stdout).events;
  const exported = events.find(({ title }) => title === 'Chess');
  assert.deepEqual(
    exported?.overrides?.map(({ overridden }) => overridden),
    [['title.de']],
  );
});
