import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import { databasePage, indexedPage } from '#calendar/events/list/list.ts';
import { ListIndex } from '#calendar/events/list-index/list-index.ts';
import { occurrencesOf } from '#calendar/events/list-index/rows.ts';
import { ChangeLogFollower } from '#store/db/change-log-follower.ts';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { TotalsCache } from '#store/db/totals.ts';
import { dropCalendar, openCalendar } from '../support/engine.ts';
import {
  deleteTerm,
  eventFacts,
  eventQueries,
  LINKED,
  linkedFacts,
  listedOneByOne,
  TERMS,
  writeEvent,
  writeLinked,
} from '../support/list-index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-list-index-'));
let db: Database;

before(async () => {
  db = await openCalendar(folder);
  await migrate(db);
  await db.complete();
  for (const kind of ['venues', 'organizers'] as const)
    for (const id of LINKED)
      await writeLinked(db, {
        kind,
        id,
        author: 1,
        status: 'publish',
        password: '',
        point: { lat: 52, lng: 13 },
      });
  for (const facts of fc.sample(eventFacts, { numRuns: 120, seed: 1 })) await writeEvent(db, facts);
});

after(async () => {
  await db.close();
  await dropCalendar(folder);
  rmSync(folder, { recursive: true });
});

const steps = fc.oneof(
  { weight: 3, arbitrary: eventFacts.map((facts) => ({ event: facts })) },
  { weight: 1, arbitrary: linkedFacts.map((facts) => ({ linked: facts })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('category' as const, 'tag' as const), fc.constantFrom(...TERMS))
      .map(([kind, id]) => ({ kind, id })),
  },
);
const pages = fc.record({ page: fc.constantFrom(1, 1, 2, 5), per_page: fc.constantFrom(1, 3, 10, 50) });

/** In an order that the list can have. */
const sortable = (query: EventQuery): EventQuery =>
  (query.orderby === 'distance' && !query.near) || (query.orderby === 'publication' && !query.include)
    ? { ...query, orderby: 'date' }
    : query;

describe('A page of a list of events and its total', () => {
  for (const [from, read] of [
    ['the database', databasePage],
    ['memory, while anything is written', indexedPage],
  ] as const)
    test(`are the same from ${from} as of all dates looked at one by one`, async () => {
      const listIndex = new ListIndex(db, new ChangeLogFollower(db));
      const source = { db, listIndex, totals: new TotalsCache(db) };
      await listIndex.load();
      let told = 0;
      const lists = fc.array(fc.tuple(eventQueries, pages), { minLength: 3, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { maxLength: 3 }), lists, async (writes, asked) => {
          // What is asked while it is written may get either answer; what is kept of it has to be right afterwards.
          const reading = Promise.all(asked.map(([query, page]) => read(source, sortable(query), page)));
          for (const step of writes) {
            if ('event' in step) await writeEvent(db, step.event);
            else if ('linked' in step) await writeLinked(db, step.linked);
            else await deleteTerm(db, step.kind, step.id);
          }
          await reading;
          for (const [wanted, page] of asked) {
            const query = sortable(wanted);
            const answer = await read(source, query, page);
            if (!answer) {
              await listIndex.load();
              await listIndex.orders.settled();
              continue;
            }
            told += 1;
            const listed = await listedOneByOne(db, query);
            const first = (page.page - 1) * page.per_page;
            const shown = listed.slice(first, first + page.per_page);
            if (answer.ids.length > 0 || page.page === 1) assert.equal(answer.total, listed.length);
            assert.deepEqual(answer.ids, shown);
          }
        }),
        { numRuns: 100 },
      );
      assert.ok(told > 300, `only ${told} lists were answered`);
    });
});

test('a list catches up with more dates of series than a call takes arguments', async () => {
  const [dates, part] = [130_000, 10_000];
  const large = mkdtempSync(path.join(tmpdir(), 'kalends-list-index-'));
  const calendar = await openCalendar(large);
  try {
    await migrate(calendar);
    const [facts] = fc.sample(eventFacts, { numRuns: 1, seed: 1 });
    assert.ok(facts);
    await writeEvent(calendar, facts);
    const before = (await occurrencesOf(calendar.read, [facts.id])).get(facts.id)?.length ?? 0;
    for (let from = 0; from < dates; from += part)
      await calendar.write(async (trx) => {
        await sql`insert into occurrences (id, event_id, series_id, recurrence_id, overrides, start_date, end_date,
            utc_start_date, utc_end_date, status, date, hide_from_listings, days)
          with recursive numbers (n) as (select ${sql.lit(from)} union all
            select n + 1 from numbers where n < ${sql.lit(from + part - 1)})
          select 50000000 + n, event_id, event_id, concat(n, ''), '', start_date, end_date, utc_start_date, utc_end_date,
            status, date, hide_from_listings, days
          from occurrences, numbers
          where occurrences.id = (select min(id) from occurrences where event_id = ${facts.id})`.execute(trx);
      });
    const read = await occurrencesOf(calendar.read, [facts.id]);
    assert.equal(read.get(facts.id)?.length, before + dates);
  } finally {
    await calendar.close();
    await dropCalendar(large);
    rmSync(large, { recursive: true });
  }
});
