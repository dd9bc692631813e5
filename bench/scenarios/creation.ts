import { get, ask as request, steady } from '../answers.ts';
import {
  type Bench,
  calendarText,
  type Scenario,
  smallCalendar,
  startBaseline,
  startService,
  using,
} from '../bench.ts';
import { ask, type Calendar, copied, mixedIds } from '../calendars.ts';
import { filled, type Plan } from '../drive/plan.ts';
import type { EngineName } from '../options.ts';
import { type Row, ratioRow } from '../results.ts';
import { inTurn } from '../rounds.ts';
import { days, EVENTS } from './windows.ts';

/** The body of a creation; `@n@` keeps names apart, so that each makes a venue and an organizer too. */
function creation(
  mark: string,
  [category = 0]: readonly number[],
  [first = 0, second = 0]: readonly number[],
) {
  return {
    title: `Measured evening ${mark} @n@`,
    description: 'Doors open half an hour before the start.\n\nPlaces are limited, so please come early.',
    excerpt: 'Tickets are available at the box office.',
    start_date: '@0@ 19:00:00',
    end_date: '@0@ 21:30:00',
    timezone: 'UTC',
    // The bare program doesn't know zones; the service derives the same itself.
    utc_start_date: '@0@ 19:00:00',
    utc_end_date: '@0@ 21:30:00',
    cost: '$15',
    categories: [category],
    tags: [first, second],
    venue: {
      venue: `Measured hall ${mark} @n@`,
      address: '12 Garden Street',
      city: 'Berlin',
      country: 'Germany',
      zip: '10115',
      phone: '+49 30 123456',
      website: 'https://hall.example.org/',
      geo_lat: 52.5,
      geo_lng: 13.4,
    },
    organizer: {
      organizer: `Measured friends ${mark} @n@`,
      phone: '+49 40 123456',
      email: 'friends@example.org',
      website: 'https://friends.example.org/',
    },
  };
}

/** Creations on a calendar, each another by its number; `mark` tells them from those of other rounds. */
export async function planOf(calendar: Calendar, mark: string): Promise<Plan> {
  const sent = creation(mark, await mixedIds(calendar, 'categories'), await mixedIds(calendar, 'tags'));
  const body = JSON.stringify(sent);
  return {
    method: 'POST',
    path: EVENTS,
    headers: { Authorization: `Bearer ${calendar.token}`, 'Content-Type': 'application/json' },
    body,
    lists: [days(1, 600)],
    bytes: { from: 100, to: 20_000 },
  };
}

const TABLES =
  'events occurrences venues organizers categories tags event_venues event_organizers event_categories event_tags event_search changes'.split(
    ' ',
  );

async function rowsOf(calendar: Calendar): Promise<Map<string, number>> {
  const tables = calendar.engine === 'sqlite' ? [...TABLES, 'venue_locations'] : TABLES;
  const counted = new Map<string, number>();
  for (const table of tables) {
    const [row] = await ask(calendar, `select count(*) as n from ${table}`);
    counted.set(table, Number(row?.['n']));
  }
  return counted;
}

async function create(url: string, plan: Plan, n: number): Promise<void> {
  const body = filled(plan.body ?? '', plan.lists, n);
  const answer = await request(url, { ...plan, body });
  if (answer.status !== 201) throw new Error(`A creation gave ${answer.status}: ${answer.body}`);
}

/** Counts the rows that a creation adds to each table. */
async function addedRows(calendar: Calendar, url: string, plan: Plan): Promise<Map<string, number>> {
  const before = await rowsOf(calendar);
  await create(url, plan, 0);
  const after = await rowsOf(calendar);
  return new Map([...after].map(([table, n]) => [table, n - (before.get(table) ?? 0)]));
}

async function compare(bench: Bench, engine: EngineName): Promise<Row[]> {
  const source = await smallCalendar(bench, engine);
  const theirs = await copied(source);
  const ours = await copied(source);
  const service = await startService(ours);
  const rows = await using([service], async () => {
    const bare = await startBaseline(`insert-${engine}`, [], theirs);
    return using([bare], async () => {
      const probe = await planOf(source, 'probe');
      const [told, made] = [
        await addedRows(theirs, bare.url, probe),
        await addedRows(ours, service.url, probe),
      ];
      for (const [table, n] of made)
        if (told.get(table) !== n)
          throw new Error(`A creation makes ${n} rows in ${table}, the bare one ${told.get(table)}.`);
      const found: Row[] = [];
      for (const connections of [1, 8]) {
        const plan = await planOf(source, `with ${connections}`);
        const measured = await inTurn(
          [
            { label: 'bare durable inserts', ...bare, plan, connections },
            { label: 'service', ...service, plan, connections },
          ],
          bench.pace,
        );
        found.push(
          ratioRow(
            {
              scenario: `creation, ${connections} client${connections > 1 ? 's' : ''}`,
              calendar: calendarText(source),
              tells: 'requests/s, service to baseline',
              measured,
              wanted: { comparison: '≥', value: 0.5 },
            },
            'perSecond',
          ),
        );
      }
      return found;
    });
  });
  for (const copy of [theirs, ours]) await copy.remove();
  return rows;
}

/** Writes once a second until it's ended. */
function writeEachSecond(url: string, plan: Plan, next: { n: number }): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let failure: unknown;
  const timer = setInterval(() => {
    last = create(url, plan, next.n++).catch((error: unknown) => {
      failure = error;
    });
  }, 1000);
  return async () => {
    clearInterval(timer);
    await last;
    if (failure) throw failure;
  };
}

async function besideWrites(bench: Bench): Promise<Row[]> {
  const source = await smallCalendar(bench, 'sqlite');
  const calendar = await copied(source);
  const service = await startService(calendar);
  const rows = await using([service], async () => {
    const path = `${EVENTS}?per_page=10`;
    const plan = steady(path, await get(service.url, path));
    const writes = await planOf(source, 'beside');
    const next = { n: 0 };
    const measured = await inTurn(
      [
        { label: 'alone', ...service, plan, connections: 32 },
        {
          label: 'beside 1 write/s',
          ...service,
          plan,
          connections: 32,
          beside: () => writeEachSecond(service.url, writes, next),
        },
      ],
      bench.pace,
    );
    return [
      ratioRow(
        {
          scenario: 'kept list of 10 beside writes',
          calendar: calendarText(source),
          tells: 'requests/s, beside to alone',
          measured,
          wanted: { comparison: '≥', value: 0.8 },
        },
        'perSecond',
      ),
    ];
  });
  await calendar.remove();
  return rows;
}

/** Scenarios of creations, and of readers beside writes. */
export const creationScenarios: readonly Scenario[] = [
  {
    name: 'create',
    about: 'an event with venue, organizer and terms, beside bare durable inserts of the same rows',
    run: async (bench) => {
      const rows: Row[] = [];
      for (const engine of bench.options.engines) rows.push(...(await compare(bench, engine)));
      return rows;
    },
  },
  { name: 'beside', about: 'readers of a kept list beside a write a second', run: besideWrites },
];
