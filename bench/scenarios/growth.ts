import { at, parseJson } from '../../test/support/json.ts';
import { get, varied } from '../answers.ts';
import { type Bench, type Scenario, type Served, startService, using } from '../bench.ts';
import { type Calendar, FREQUENT_WORD, mixedIds, RARE_WORD, seeded } from '../calendars.ts';
import { filled, type Plan } from '../drive/plan.ts';
import { type EngineName, sizeText } from '../options.ts';
import { type Row, ratioRow } from '../results.ts';
import { type Contender, inTurn, type Rounds } from '../rounds.ts';
import { days, EACH_ANOTHER, EVENTS } from './windows.ts';

/** Requests come one after the other, so that a latency is the time that an answer takes to make. */
const CONNECTIONS = 1;

type Varied = Pick<Plan, 'path' | 'lists'>;

interface Growing {
  name: string;
  plan(calendar: Calendar): Promise<Varied>;
  /** Fewest events that each answer holds. */
  least: number;
}

/**
 * Lists that are asked of calendars of several sizes. A new last day each time keeps answers out of the cache; what is
 * on their pages is some hundred pages' worth of events in each calendar, as the first days are few: how long events
 * take that nobody has asked for before is another matter, and the same in calendars of any size.
 */
const LAST_DAYS = [720, 2_700] as const;

const growing: readonly Growing[] = [
  { name: 'list', least: 10, plan: async () => EACH_ANOTHER },
  {
    name: 'category',
    least: 10,
    plan: async (calendar) => ({
      path: `${EVENTS}?categories=@0@&start_date=@1@&end_date=@2@`,
      lists: [await mixedIds(calendar, 'categories'), days(-150, -130), days(...LAST_DAYS)],
    }),
  },
  {
    name: 'venue',
    least: 10,
    plan: async (calendar) => ({
      path: `${EVENTS}?venue=@0@&start_date=@1@&end_date=@2@`,
      lists: [(await mixedIds(calendar, 'venues')).slice(0, 50), days(-180, -170), days(...LAST_DAYS)],
    }),
  },
  {
    name: 'organizer',
    least: 10,
    plan: async (calendar) => ({
      path: `${EVENTS}?organizer=@0@&start_date=@1@&end_date=@2@`,
      lists: [(await mixedIds(calendar, 'organizers')).slice(0, 50), days(-180, -170), days(...LAST_DAYS)],
    }),
  },
  {
    name: 'include',
    least: 10,
    plan: async (calendar) => {
      const ids = (await mixedIds(calendar, 'events')).slice(0, 10_000);
      const tens = Array.from({ length: 1_000 }, (_, i) => ids.slice(i * 10, i * 10 + 10).join(','));
      return {
        path: `${EVENTS}?include=@0@&per_page=@1@`,
        lists: [tens, Array.from({ length: 41 }, (_, i) => 10 + i)],
      };
    },
  },
  {
    name: 'page 1,000',
    least: 10,
    // All events of the smallest calendar have just so many pages.
    plan: async () => ({
      path: `${EVENTS}?page=1000&start_date=@0@&end_date=@1@`,
      lists: [days(-4_000, -400), days(900, 4_000)],
    }),
  },
  {
    name: 'search of a rare word',
    least: 5,
    plan: async () => ({
      path: `${EVENTS}?search=${RARE_WORD}&start_date=@0@&end_date=@1@`,
      lists: [days(-150, 0), days(400, 700)],
    }),
  },
];

const frequent: Growing = {
  name: 'search of a frequent word',
  least: 10,
  plan: async () => ({
    path: `${EVENTS}?search=${FREQUENT_WORD}&start_date=@0@&end_date=@1@`,
    lists: [days(-150, 300), days(700, 1_000)],
  }),
};

/** Looks at some answers before any is counted: all of them hold what they should. */
async function checked({ name, least }: Growing, url: string, plan: Varied): Promise<Plan> {
  for (const n of [0, 7, 41, 333]) {
    const path = filled(plan.path, plan.lists, n);
    const { body } = await get(url, path);
    const events = at(parseJson(body.toString()), 'events');
    if (!Array.isArray(events) || events.length < least)
      throw new Error(`${name}: ${path} gave ${Array.isArray(events) ? events.length : 'no'} events.`);
  }
  const sample = await get(url, filled(plan.path, plan.lists, 0));
  const asked = varied(plan.path, plan.lists, sample);
  // Few events are more on some days than on others.
  return least < 10 ? { ...asked, bytes: { from: 300, to: 100_000 } } : asked;
}

async function measure(bench: Bench, one: Growing, calendars: readonly Calendar[]): Promise<Rounds[]> {
  const services: Served[] = [];
  for (const calendar of calendars) services.push(await startService(calendar));
  return using(services, async () => {
    const contenders: Contender[] = [];
    for (const [i, calendar] of calendars.entries()) {
      const service = services[i];
      if (!service) throw new Error('A service is missing.');
      const plan = await checked(one, service.url, await one.plan(calendar));
      contenders.push({ label: sizeText(calendar.size), ...service, plan, connections: CONNECTIONS });
    }
    return inTurn(contenders, bench.pace);
  });
}

async function growth(bench: Bench, engine: EngineName): Promise<Row[]> {
  const small = await seeded(engine, bench.small);
  const large = await seeded(engine, bench.large);
  const calendar = `${sizeText(bench.small)}, ${sizeText(bench.large)} ${engine}`;
  const rows: Row[] = [];
  for (const one of growing) {
    const measured = await measure(bench, one, [small, large]);
    const wanted = { comparison: '≤', value: 1.5 } as const;
    const tells = 'median latency, large to small calendar';
    rows.push(ratioRow({ scenario: one.name, calendar, tells, measured, wanted }, 'p50Ms'));
  }
  const [most] = await measure(bench, frequent, [large]);
  if (most)
    rows.push({
      scenario: frequent.name,
      calendar: `${sizeText(bench.large)} ${engine}`,
      tells: 'median latency',
      value: most.median.p50Ms,
      unit: 'ms',
      wanted: { comparison: '<', value: 30 },
      measured: [most],
    });
  return rows;
}

/** Scenarios of lists in growing calendars. */
export const growthScenarios: readonly Scenario[] = [
  {
    name: 'growth',
    about: 'the same lists, filters, pages and searches in the smallest and in the largest calendar',
    run: async (bench) => {
      const rows: Row[] = [];
      for (const engine of bench.options.engines) rows.push(...(await growth(bench, engine)));
      return rows;
    },
  },
];
