import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { isObject, type JsonObject } from '../support/json.ts';
import { type ModelDate, ModelSeries } from '../support/series-model.ts';
import { type Ask, creation, doStep, ModelCalendar, step } from '../support/series-steps.ts';
import { people, type Service, startService } from '../support/service.ts';

/** `npm run test:series` takes more. */
const RUNS = Number(process.env['KALENDS_TEST_SERIES'] ?? 8);
const SEED = Number(process.env['KALENDS_TEST_SEED'] ?? 14);
const NOW = '2026-11-20 18:00:00';
/** The window of all lists, within what is laid out. */
const FROM = '2026-01-01';
const TO = '2027-04-05';
const HORIZON = '140';

/** One answers lists from its index and what it keeps, the other one from the database. */
let services: Service[] = [];
before(async () => {
  const env = { KALENDS_HORIZON: HORIZON };
  const clock = `${NOW.replace(' ', 'T')}Z`;
  services = await Promise.all([
    startService({ clock, env }),
    startService({ clock, env: { ...env, KALENDS_CACHE: '0' } }),
  ]);
  await Promise.all(services.map(people));
});
after(() => Promise.all(services.map((service) => service.stop())));

/** An answer without what is each service's own. */
function common(service: Service, text: string): string {
  return text
    .replaceAll(service.url, 'ORIGIN')
    .replaceAll(JSON.stringify(service.url).slice(1, -1), 'ORIGIN')
    .replaceAll(service.url.slice(7), 'HOST')
    .replaceAll(/"uid":"[^"]*"/g, '"uid":""');
}

async function onAll<T extends { text: string; status: number }>(
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const answers = await Promise.all(
    services.map(async (service) => ({ service, answer: await work(service) })),
  );
  const [one, other] = answers;
  assert.ok(one && other);
  assert.equal(common(other.service, other.answer.text), common(one.service, one.answer.text));
  assert.equal(other.answer.status, one.answer.status);
  return one.answer;
}

const ask: Ask = (method, path, body) => onAll((service) => service.as('editor').send(method, path, body));
const read = (path: string) => onAll((service) => service.anonymous.get(path));

async function list(query: string): Promise<{ rows: JsonObject[]; total: unknown }> {
  const rows: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const address = `/events?start_date=${FROM}&end_date=${TO}&per_page=50&page=${page}${query}`;
    const answer = (await read(address)).expect(200);
    rows.push(...answer.rows('events'));
    if (answer.at('next_rest_url') === undefined) return { rows, total: answer.at('total') };
  }
}

const isListed = ({ times, trashed, hidden }: Pick<ModelDate, 'times' | 'trashed' | 'hidden'>) =>
  !trashed && !hidden && times.start >= `${FROM} 00:00:00` && times.end <= `${TO} 23:59:59`;
const lengthOf = (rows: readonly unknown[]) => rows.length;

/** Holds an item against a date of the model. */
function assertDate(item: JsonObject, series: ModelSeries, date: ModelDate): void {
  const { times, title, utc, utcEnd, recurrenceId } = date;
  const {
    start_date,
    end_date,
    timezone,
    all_day,
    utc_start_date,
    utc_end_date,
    post_parent,
    recurrence_id,
  } = item;
  assert.deepEqual(
    {
      title: item['title'],
      start_date,
      end_date,
      timezone,
      all_day,
      utc_start_date,
      utc_end_date,
      post_parent,
      recurrence_id,
    },
    {
      title,
      start_date: times.start,
      end_date: times.end,
      timezone: times.zone,
      all_day: times.allDay,
      utc_start_date: utc,
      utc_end_date: utcEnd,
      post_parent: series.id,
      recurrence_id: recurrenceId,
    },
  );
  assert.ok(isObject(item['recurrence']) && item['recurrence']['series'] === series.id);
}

/** Holds all that services show of a calendar against the model; `seen` are all IDs that there ever were. */
async function compare(calendar: ModelCalendar, seen: Set<number>): Promise<void> {
  const { rows, total } = await list('');
  const left = new Map(rows.map((row) => [Number(row['id']), row]));
  assert.equal(left.size, rows.length, 'an ID is listed twice');
  for (const series of calendar.series) {
    const items = new Map<unknown, JsonObject>();
    for (const row of rows) if (row['post_parent'] === series.id) items.set(row['recurrence_id'], row);
    for (const date of series.dates().filter(isListed)) {
      const item = items.get(date.recurrenceId);
      assert.ok(item, `${series.id} has no ${date.recurrenceId}`);
      assertDate(item, series, date);
      const id = Number(item['id']);
      const known = series.ids.get(date.recurrenceId) ?? series.gone.get(date.recurrenceId);
      if (known !== undefined) assert.equal(id, known, `another ID at ${date.recurrenceId}`);
      else assert.ok(!seen.has(id), `${id} is not new`);
      series.gone.delete(date.recurrenceId);
      series.ids.set(date.recurrenceId, id);
      seen.add(id);
      left.delete(id);
    }
  }
  for (const single of calendar.singles.filter((one) => isListed({ ...one, hidden: false }))) {
    const item = left.get(single.id);
    assert.deepEqual(
      [item?.['title'], item?.['start_date'], item?.['end_date'], item?.['recurrence']],
      [single.title, single.times.start, single.times.end, null],
    );
    left.delete(single.id);
  }
  assert.deepEqual([...left.keys()], [], 'more is listed');
  assert.equal(total, rows.length);
  const starts = rows.map((row) => String(row['start_date']));
  assert.deepEqual(starts, starts.toSorted());
  await compareOthers(calendar, rows);
}

async function compareOthers(calendar: ModelCalendar, rows: readonly JsonObject[]): Promise<void> {
  const repeating = rows.filter((row) => row['recurrence'] !== null);
  const condensed =
    new Set(repeating.map((row) => row['post_parent'])).size + rows.length - lengthOf(repeating);
  assert.equal((await list('&condense=true')).total, condensed);
  assert.equal((await list('&recurring=true')).total, repeating.length);
  for (const series of calendar.series) {
    const own = repeating.filter((row) => row['post_parent'] === series.id);
    const query = `start_date=${FROM}&end_date=${TO}&per_page=1`;
    assert.equal((await read(`/events?${query}&post_parent=${series.id}`)).at('total'), own.length);
    const asked = own.slice(-3).map((row) => row['id']);
    if (asked.length > 0)
      assert.equal((await read(`/events?include=${asked.join()}&per_page=1`)).at('total'), asked.length);
    await compareReads(series);
  }
  for (const id of calendar.dead.slice(-4)) await assertGone(id);
}

async function assertGone(id: number): Promise<void> {
  const answer = (await read(`/events/${id}`)).expect(410);
  assert.equal(answer.at('code'), 'event-no-longer-available');
}

/** Reads of a series, of some of its dates, and of some that are gone. */
async function compareReads(series: ModelSeries): Promise<void> {
  for (const id of [...series.gone.values()].slice(-2)) await assertGone(id);
  const dates = series.dates();
  const known = dates.filter(({ recurrenceId }) => series.ids.has(recurrenceId));
  for (const date of [known[0], known[known.length >> 1], known.at(-1), known.find(({ hidden }) => hidden)]) {
    if (!date) continue;
    const answer = await read(`/events/${series.ids.get(date.recurrenceId)}`);
    if (date.trashed) answer.expect(403);
    else {
      const { body } = answer.expect(200);
      assert.ok(isObject(body));
      assertDate(body, series, date);
    }
  }
  const answer = await read(`/events/${series.id}`);
  if (series.trashed) {
    answer.expect(403);
    return;
  }
  const pattern = new ModelSeries(0, '', series.times, { rrule: [], rdate: [], exdate: [] });
  pattern.puts = series.puts;
  const plain = pattern.dates();
  const next = dates
    .filter(({ utcEnd, trashed }) => utcEnd > NOW && !trashed)
    .sort((a, b) => (a.utc < b.utc ? -1 : 1))[0];
  const shown = answer.expect(200).at('recurrence');
  assert.ok(isObject(shown));
  const { first_date, last_date, count, continues, continued_by } = shown;
  assert.deepEqual(
    {
      start: answer.at('start_date'),
      end: answer.at('end_date'),
      first_date,
      last_date,
      count,
      continues,
      continued_by,
    },
    {
      start: series.times.start,
      end: series.times.end,
      first_date: plain[0]?.times.start,
      last_date: series.isEndless ? null : plain.at(-1)?.times.start,
      count: series.isEndless ? null : plain.length,
      continues: series.continues,
      continued_by: series.continuedBy,
    },
  );
  const laidOut = next && next.times.start < TO ? next.times.start : undefined;
  if (laidOut) assert.equal(answer.at('recurrence.next.start_date'), laidOut);
  if (!next) assert.equal(answer.at('recurrence.next'), null);
}

/** Trashes what is left, so that the next calendar begins empty. */
async function empty(calendar: ModelCalendar): Promise<void> {
  for (const { id, trashed } of [...calendar.series, ...calendar.singles])
    if (!trashed) await ask('DELETE', `/events/${id}`);
  assert.equal((await list('')).total, 0);
}

test(`${RUNS} random histories of series are those of a model`, async (t) => {
  const seen = new Set<number>();
  let [done, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(creation, fc.array(step, { minLength: 4, maxLength: 16 }), async (first, steps) => {
      const calendar = new ModelCalendar();
      try {
        for (const one of [first, ...steps]) {
          try {
            await doStep(ask, calendar, one);
            await compare(calendar, seen);
          } catch (error) {
            throw new Error(JSON.stringify(one), { cause: error });
          }
        }
        await empty(calendar);
      } finally {
        done += calendar.done;
        refused += calendar.refused;
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: process.env['KALENDS_TEST_SHRINK'] === undefined },
  );
  t.diagnostic(`${done} writes, ${refused} refused`);
  assert.ok(refused * 5 < done, `${refused} of ${done} were refused`);
  for (const service of services) {
    const { code, stdout } = await service.cli(['check']);
    assert.equal(code, 0, stdout);
  }
});
