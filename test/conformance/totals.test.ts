import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import { countEvents, countQuery } from '#calendar/events/list/list.ts';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { dropCalendar, openCalendar } from '../support/engine.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-total-'));
let db: Database;

const day = (n: number) => Temporal.PlainDate.from('2026-01-01').add({ days: n }).toString();

function windowed(from: number, to: number, statuses: EventQuery['scope']['statuses']): EventQuery {
  return {
    scope: { statuses, owner: null },
    bounds: [
      { column: 'start_date', operator: '>=', moment: `${day(from)} 00:00:00` },
      { column: 'end_date', operator: '<=', moment: `${day(to)} 23:59:59` },
    ],
    hidden: 'no',
    unlocked: { password: undefined, editable: 'no' },
    linkedScope: { statuses: ['publish'], owner: null },
    orderby: 'date',
    order: 'asc',
  };
}

before(async () => {
  db = await openCalendar(folder);
  await migrate(db);
  let random = 7;
  const next = (below: number) => {
    random = (random * 48_271) % 2_147_483_647;
    return random % below;
  };
  await db.write(async (trx) => {
    for (let id = 1; id <= 3000; id++) {
      const first = next(700);
      const days = next(20) === 0 ? next(400) : next(3);
      const times = {
        start_date: `${day(first)} 1${next(10)}:00:00`,
        end_date: `${day(first + days)} 2${next(4)}:00:00`,
      };
      const row = {
        status: next(5) === 0 ? 'draft' : 'publish',
        hide_from_listings: next(9) === 0 ? 1 : 0,
        date: times.start_date,
      } as const;
      const utc = { utc_start_date: times.start_date, utc_end_date: times.end_date };
      await trx
        .insertInto('events')
        .values({
          id,
          author_id: 1,
          password: '',
          date: row.date,
          date_utc: row.date,
          modified: row.date,
          modified_utc: row.date,
          description: '',
          excerpt: '',
          slug: '',
          image_id: null,
          global_id: null,
          global_id_lineage: null,
          language: 'en',
          translations: '',
          title: '',
          title_key: '',
          all_day: 0,
          timezone: 'UTC',
          cost: '',
          website: null,
          show_map: 0,
          show_map_link: 0,
          sticky: 0,
          featured: 0,
          post_parent: 0,
          tickets: '[]',
          ticketed: 0,
          event_status: 'scheduled',
          event_status_reason: '',
          previous_start_date: '',
          is_virtual: 0,
          virtual_url: '',
          is_free: 0,
          accessibility: '[]',
          accessibility_note: '',
          spoken_languages: '[]',
          door_time: '',
          status: row.status,
          hide_from_listings: row.hide_from_listings,
          ...times,
          ...utc,
        })
        .execute();
      await trx
        .insertInto('occurrences')
        .values({ id, event_id: id, ...row, ...times, ...utc, days })
        .execute();
    }
    await trx.updateTable('occurrences').set({ status: 'publish' }).where('event_id', '<', 200).execute();
    await trx.deleteFrom('occurrences').where('event_id', '>', 2900).execute();
  });
});

after(async () => {
  await db.close();
  await dropCalendar(folder);
  rmSync(folder, { recursive: true });
});

test('adding up days gives the same total as counting', async () => {
  const days = fc.integer({ min: -10, max: 1200 });
  const statuses = fc.constantFrom(['publish'] as const, ['publish', 'draft'] as const);
  await fc.assert(
    fc.asyncProperty(days, days, statuses, async (a, b, among) => {
      const query = windowed(Math.min(a, b), Math.max(a, b), among);
      const counted = Number((await countQuery(db, query).executeTakeFirst())?.total);
      assert.equal(await countEvents(db, query), counted);
    }),
    { numRuns: 200 },
  );
});
