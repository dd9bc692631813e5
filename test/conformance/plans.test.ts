import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { CompiledQuery } from 'kysely';
import { listScope, type Viewer } from '#api/access/permissions.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import {
  countEvents,
  countQuery,
  indexedPage,
  type ListSource,
  pageQuery,
} from '#calendar/events/list/list.ts';
import { ListIndex } from '#calendar/events/list-index/list-index.ts';
import { findOccurrenceAt } from '#calendar/events/series/store.ts';
import { findItemRow, loadEvents } from '#calendar/events/store.ts';
import { listLinkedPage } from '#calendar/linked/list.ts';
import { listTerms } from '#calendar/terms/list.ts';
import { ChangeLogFollower } from '#store/db/change-log-follower.ts';
import type { Database } from '#store/db/engine.ts';
import { openSqlite } from '#store/db/sqlite.ts';
import { TotalsCache } from '#store/db/totals.ts';
import { command, removeAtExit } from '../support/program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-plans-'));
removeAtExit(folder);
const PAGE = { page: 1, per_page: 10 };

let db: Database;
let source: ListSource;
let database: DatabaseSync;
let ran: CompiledQuery[] = [];

before(async () => {
  const env = {
    ...process.env,
    KALENDS_DATA: folder,
    KALENDS_CLOCK: '2026-11-20T18:00:00Z',
    KALENDS_ADMIN_PASSWORD: 'plans of queries',
  };
  const { code, stderr } = await command(env, ['seed', '--events', '5000']);
  assert.equal(code, 0, stderr);
  const file = path.join(folder, 'kalends.db');
  database = new DatabaseSync(file, { readOnly: true });
  db = openSqlite(file);
  source = { db, listIndex: new ListIndex(db, new ChangeLogFollower(db)), totals: new TotalsCache(db) };
  const executor = db.read.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  Object.assign(executor, {
    executeQuery: (query: CompiledQuery) => {
      ran.push(query);
      return execute(query);
    },
  });
});
after(async () => {
  database.close();
  await db.close();
});

/** The steps of a statement's plan, as SQLite tells them. */
function plan({ sql, parameters }: CompiledQuery): string[] {
  const values = parameters.map((value) => (typeof value === 'number' ? value : String(value)));
  const rows = database.prepare(`explain query plan ${sql}`).all(...values);
  return rows.map((row) => String(row['detail']));
}

/** A table of events, or of what they are linked to, read from end to end without an index. */
const whole = (steps: readonly string[]) =>
  steps.filter(
    (step) =>
      /^SCAN (?:o|e|v|t|l|ev|occurrences|events|venues|organizers)\b/.test(step) &&
      !/USING (?:COVERING )?INDEX/.test(step),
  );
const sorting = (steps: readonly string[]) => steps.filter((step) => step === 'USE TEMP B-TREE FOR ORDER BY');

const viewers: Record<string, Viewer> = {
  anonymous: null,
  contributor: { id: 4, role: 'contributor' },
  author: { id: 3, role: 'author' },
  editor: { id: 2, role: 'editor' },
};
const window: EventQuery['bounds'] = [
  { column: 'start_date', operator: '>=', moment: '2026-11-19 00:00:00' },
  { column: 'end_date', operator: '<=', moment: '2028-11-20 23:59:59' },
];
const strict: EventQuery['bounds'] = [
  { column: 'utc_start_date', operator: '>=', moment: '2026-11-19 05:00:00' },
  { column: 'utc_end_date', operator: '<=', moment: '2028-11-21 04:59:59' },
];
const concert = { spellings: ['concert'] };
const narrow: Record<string, Partial<EventQuery>> = {
  include: { include: [4000, 4001, 4002] },
  post_parent: { post_parent: 4000 },
  search: { search: { include: [concert], exclude: [], languages: [] } },
  'two words': {
    search: {
      include: [concert, { spellings: ['jazz'] }],
      exclude: [{ spellings: ['rock'] }],
      languages: [],
    },
  },
  near: { near: { lat: 52.5, lng: 13.4, radiusKm: 20 } },
  organizer: { organizer: [200, 201] },
  venue: { venue: [4, 5] },
  excluded: { search: { include: [], exclude: [concert], languages: [] } },
};
const wide: Record<string, Partial<EventQuery>> = {
  nothing: {},
  'not featured': { featured: false },
  'not ticketed': { ticketed: false },
  'not located': { geoloc: false },
};
/** Found first and sorted then where the order is not that of dates: most are of few events. */
const middling: Record<string, Partial<EventQuery>> = {
  categories: { categories: [2, 3, 4] },
  tags: { tags: [20] },
  'featured only': { featured: true },
  ticketed: { ticketed: true },
  located: { geoloc: true },
};
const windows: Record<string, EventQuery['bounds']> = {
  'the default window': window,
  'no window': [],
  'a strict window': strict,
  starts_after: [{ column: 'start_date', operator: '>', moment: '2026-12-01 23:59:59' }],
  ends_after: [{ column: 'end_date', operator: '>', moment: '2026-12-01 23:59:59' }],
  ends_before: [{ column: 'end_date', operator: '<', moment: '2026-12-01 23:59:59' }],
};

function queryOf(viewer: Viewer, more: Partial<EventQuery>): EventQuery {
  return {
    scope: listScope(viewer),
    bounds: window,
    hidden: 'no',
    unlocked: { password: undefined, editable: 'no' },
    linkedScope: listScope(viewer),
    orderby: 'date',
    order: 'asc',
    ...more,
  };
}

function* queries(): Generator<[string, EventQuery, { isWide: boolean }]> {
  for (const [who, viewer] of Object.entries(viewers))
    for (const [when, bounds] of Object.entries(windows))
      for (const [what, filter] of Object.entries({ ...wide, ...middling, ...narrow }))
        for (const orderby of ['date', 'title', 'modified', 'publication', 'distance'] as const)
          for (const order of ['asc', 'desc'] as const) {
            if (orderby === 'publication' && !filter.include) continue;
            if (orderby === 'distance' && !filter.near) continue;
            const query = queryOf(viewer, { ...filter, bounds, orderby, order });
            const isWide = Object.hasOwn(orderby === 'date' ? { ...wide, ...middling } : wide, what);
            yield [`${who}, ${when}, ${what}, by ${orderby} ${order}`, query, { isWide }];
          }
}

describe('Lists of events', () => {
  test('read no table from end to end', () => {
    const found: string[] = [];
    for (const [name, query] of queries())
      for (const [kind, statement] of [
        ['page', pageQuery(db, query, PAGE)],
        ['count', countQuery(db, query)],
      ] as const) {
        const steps = whole(plan(statement.compile()));
        if (steps.length > 0) found.push(`${kind} of ${name}: ${steps.join('; ')}`);
      }
    assert.deepEqual(found, []);
  });

  test('sort nothing that an index has in order', () => {
    const found: string[] = [];
    for (const [name, query, { isWide }] of queries()) {
      if (!isWide) continue;
      const steps = plan(pageQuery(db, query, PAGE).compile());
      if (sorting(steps).length > 0) found.push(`${name}: ${steps.join('; ')}`);
    }
    assert.deepEqual(found, []);
  });
});

/** The statements that a list runs. */
async function statementsOf(list: () => Promise<unknown>): Promise<CompiledQuery[]> {
  ran = [];
  await list();
  return ran;
}

describe('Totals of events', () => {
  test('read no table from end to end', async () => {
    for (const [name, query] of queries()) {
      if (query.order === 'desc' || query.orderby !== 'date') continue;
      for (const statement of await statementsOf(() => countEvents(db, query)))
        assert.deepEqual(whole(plan(statement)), [], name);
    }
  });
});

describe('What is read to keep events in memory', () => {
  test('comes by an index, in its order, without reading a table from end to end', async () => {
    const found = new Set<string>();
    const statements = await statementsOf(async () => {
      await source.listIndex.load();
      for (const [, query] of queries()) {
        if (query.order === 'desc') continue;
        await indexedPage(source, query, PAGE);
        await source.listIndex.orders.settled();
      }
    });
    assert.ok(statements.length > 20);
    for (const statement of statements) {
      const steps = plan(statement);
      // Of venues few are asked for at once, and those within reach are sorted by how far they are.
      const sorted = /\bkm\b/.test(statement.sql) ? [] : sorting(steps);
      for (const step of [...whole(steps), ...sorted]) found.add(`${step}: ${statement.sql}`);
    }
    assert.deepEqual([...found], []);
  });

  test('tells every list that there is', async () => {
    await source.listIndex.load();
    for (const [name, query] of queries()) assert.ok(await indexedPage(source, query, PAGE), name);
  });
});

describe('Dates of series', () => {
  test('are read by an index, however many dates there are of others', async () => {
    const [series] = database.prepare('select id from series order by id').all();
    const dates = database
      .prepare('select id from occurrences where series_id = ? limit 3')
      .all(Number(series?.['id']));
    const ids = [series, ...dates].map((row) => Number(row?.['id']));
    assert.ok(ids.length === 4 && ids.every(Number.isInteger));
    const reader = { translation: undefined, now: Temporal.Instant.from('2026-11-20T18:00:00Z') };
    const statements = await statementsOf(async () => {
      const { records } = await loadEvents(db.read, ids, reader);
      assert.equal(records.length, 4);
      for (const id of ids) assert.ok(await findItemRow(db.read, id));
      await findOccurrenceAt(db.read, ids[0] ?? 0, '2027-01-01');
    });
    assert.ok(statements.length > 5);
    const scans = statements.flatMap((statement) =>
      plan(statement).filter((step) => /^SCAN (?:o|p|occurrences|former_occurrences)\b/.test(step)),
    );
    assert.deepEqual(scans, []);
  });
});

describe('Lists of venues and organizers', () => {
  const filters: Record<string, object> = {
    nothing: {},
    'published ones': { status: ['publish'] },
    'those of an event': { event: { id: 4000, rowId: 4000, open: true } },
    'those with events': { has_events: true },
    'those without events': { has_events: false },
    'those with upcoming events': { upcoming_at: '2026-11-20 18:00:00' },
    'those found': { search: ['hall'] },
  };
  for (const table of ['venues', 'organizers'] as const)
    test(`of ${table} read no table from end to end, and sort nothing that an index has in order`, async () => {
      const found: string[] = [];
      for (const [who, viewer] of Object.entries(viewers))
        for (const [what, filter] of Object.entries(filters))
          for (const orderby of ['date', 'name', 'modified'] as const)
            for (const order of ['asc', 'desc'] as const) {
              const query = { viewer, password: undefined, editing: false, orderby, order, ...filter };
              const statements = await statementsOf(() =>
                listLinkedPage(source, table, query, { ...PAGE, fields: 6 }),
              );
              for (const statement of statements) {
                const steps = plan(statement);
                const isSorted = !Object.hasOwn(filter, 'event') && sorting(steps).length > 0;
                if (whole(steps).length > 0 || isSorted)
                  found.push(`${who}, ${what}, by ${orderby} ${order}: ${steps.join('; ')}`);
              }
            }
      assert.deepEqual(found, []);
    });
});

describe('Lists of terms', () => {
  for (const kind of ['categories', 'tags'] as const)
    test(`of ${kind} sort no names, and read no events`, async () => {
      for (const hideEmpty of [true, false])
        for (const order of ['asc', 'desc'] as const)
          for (const filter of [
            {},
            { search: 'a' },
            { exclude: [2] },
            { event: { id: 4000, rowId: 4000, open: true } },
            { include: [2, 3] },
          ]) {
            const query = { order, orderby: 'name' as const, hideEmpty, translation: undefined, ...filter };
            for (const statement of await statementsOf(() => listTerms(db.read, kind, query, PAGE))) {
              const steps = plan(statement);
              // `t` are the terms themselves, of which there are few.
              const others = whole(steps).filter((step) => step !== 'SCAN t');
              assert.deepEqual(others, [], steps.join('; '));
              if (Object.hasOwn(filter, 'event') || Object.hasOwn(filter, 'include') || hideEmpty) continue;
              assert.deepEqual(sorting(steps), [], steps.join('; '));
            }
          }
    });
});
