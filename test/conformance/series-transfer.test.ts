import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../support/json.ts';
import { removeAtExit } from '../support/program.ts';
import { people, type Service, startService } from '../support/service.ts';

const CLOCK = { clock: '2026-11-22T12:00:00Z', timezone: 'America/New_York' };
const ALL = '/events?start_date=2026-01-01&end_date=2029-01-01&per_page=50';

async function started(t: TestContext): Promise<Service> {
  const service = await startService(CLOCK);
  t.after(() => service.stop());
  await people(service);
  return service;
}

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'kalends-series-'));
  removeAtExit(made);
  return made;
}

async function run(service: Service, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await service.cli(args);
  assert.equal(code, 0, stderr + stdout);
  return stdout;
}

const WEEKLY = {
  title: 'Choir',
  description: 'Songs of all kinds.',
  start_date: '2027-01-04 19:00:00',
  end_date: '2027-01-04 21:00:00',
  venue: { venue: 'Parish Hall' },
  categories: ['Music'],
};

/** Makes a series with each kind of override, one without end, one that was split, and a single event. */
async function fill(service: Service): Promise<number> {
  const admin = service.as('admin');
  const made = await admin.post('/events', { ...WEEKLY, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=8' } });
  const series = made.expect(201).id();
  const dates = (await admin.get(`${ALL}&post_parent=${series}`)).expect(200).rows('events');
  const idOf = (at: number) => Number(dates[at]?.['id']);
  const change = async (at: number, body: object, query = '') =>
    (await admin.post(`/events/${idOf(at)}${query}`, body)).expect(200);
  await change(1, { title: 'Choir with <em>guests</em>', venue: { venue: 'Town Hall' } });
  await change(1, { title: 'Chor mit Gästen' }, '?translation_language=de');
  await change(2, { start_date: '2027-01-19 18:00:00', end_date: '2027-01-19 20:30:00' });
  await change(3, { event_status: 'canceled', event_status_reason: 'Snow.', categories: [], tags: ['Snow'] });
  (await admin.delete(`/events/${idOf(4)}`)).expect(200);
  const endless = await admin.post('/events', {
    ...WEEKLY,
    title: 'Dance',
    start_date: '2026-12-01 20:00:00',
    end_date: '2026-12-02 01:00:00',
    recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=1TU', exdate: ['2027-02-02'] },
  });
  const dance = (await admin.get(`${ALL}&post_parent=${endless.expect(201).id()}`))
    .expect(200)
    .rows('events');
  const third = Number(dance[3]?.['id']);
  (await admin.post(`/events/${third}`, { scope: 'following', title: 'Dance, new' })).expect(200);
  (
    await admin.post('/events', {
      title: 'Once',
      start_date: '2027-01-05 10:00',
      end_date: '2027-01-05 11:00',
    })
  ).expect(201);
  return series;
}

/** The pages of the list as everybody sees it, without addresses and users. */
async function listed(service: Service, query = ''): Promise<JsonObject[]> {
  const items: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const answer = (await service.anonymous.get(`${ALL}&page=${page}${query}`)).expect(200);
    items.push(...answer.rows('events'));
    if (page >= Number(answer.at('total_pages'))) break;
  }
  const text = JSON.stringify(items).replaceAll(service.url, '').replaceAll(new URL(service.url).host, '');
  const read: JsonObject[] = JSON.parse(text);
  return read;
}

const idsAside = (items: JsonObject[]) =>
  items.map(
    ({ global_id: _, global_id_lineage: __, author: ___, modified: ____, modified_utc: _____, ...item }) =>
      JSON.parse(
        JSON.stringify(item, (name, value) =>
          /^(global_id|author|modified)/.test(name) ? undefined : value,
        ),
      ),
  );

test('export and import into an empty calendar: series, their dates and overrides are the same', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  const series = await fill(first);
  const file = path.join(folder(), 'calendar.json');
  await run(first, ['export', '--out', file]);
  const report = await run(second, ['import', 'tec', file]);
  assert.match(report, /^events +4 +0 +0 +0$/m);
  for (const query of ['', '&translation_language=de', '&condense=true', `&post_parent=${series}`])
    assert.deepEqual(idsAside(await listed(second, query)), idsAside(await listed(first, query)), query);
  const again = path.join(folder(), 'again.json');
  await run(second, ['export', '--out', again]);
  const overrides = (name: string): unknown =>
    JSON.parse(readFileSync(name, 'utf8')).events.map(
      ({ id, recurrence, occurrence_ids, overrides, continues }: JsonObject) => ({
        id,
        recurrence,
        occurrence_ids,
        continues,
        overrides: idsAside(Array.isArray(overrides) ? (overrides as JsonObject[]) : []),
      }),
    );
  assert.deepEqual(overrides(again), overrides(file));
  assert.match(await run(second, ['import', 'tec', file]), /^Everything is up to date/);
  assert.match(await run(second, ['check']), /No problems/);
});

test('an import brings what changed of a series, resets what is no override any more, and leaves out what is wrong alone', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  const series = await fill(first);
  const file = path.join(folder(), 'calendar.json');
  await run(first, ['export', '--out', file]);
  await run(second, ['import', 'tec', file]);
  const admin = first.as('admin');
  const [, renamed] = (await admin.get(`${ALL}&post_parent=${series}`)).expect(200).rows('events');
  (await admin.post(`/events/${renamed?.['id']}`, { recurrence_reset: true })).expect(200);
  (await admin.post(`/events/${series}`, { title: 'Choir, new', scope: 'all' })).expect(200);
  await run(first, ['export', '--out', file]);
  assert.match(await run(second, ['import', 'tec', file]), /^events +0 +1 +3 +0$/m);
  assert.deepEqual(idsAside(await listed(second)), idsAside(await listed(first)));

  const document = JSON.parse(readFileSync(file, 'utf8'));
  const [choir, dance] = document.events;
  dance.recurrence.rrule = ['FREQ=FORTNIGHTLY'];
  choir.overrides[0].start_date = 'never';
  choir.overrides[0].overridden = ['start_date'];
  writeFileSync(file, JSON.stringify(document));
  const third = await started(t);
  const report = await run(third, ['import', 'tec', file]);
  assert.match(report, /^events +3 +0 +0 +2$/m);
  assert.match(report, /“Dance”: recurrence/);
  assert.equal((await third.anonymous.get(`${ALL}&post_parent=${series}`)).at('total'), 7);
});
