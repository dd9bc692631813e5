import { get, varied } from '../answers.ts';
import { type Bench, calendarText, type Scenario, startService, using } from '../bench.ts';
import { seeded } from '../calendars.ts';
import { filled, type Plan } from '../drive/plan.ts';
import type { EngineName } from '../options.ts';
import type { Row } from '../results.ts';
import { inTurn } from '../rounds.ts';
import { compareKept } from './cached.ts';
import { days } from './windows.ts';

/** The size of a calendar with two thousand events a month and more. */
const MONTH_SIZE = 100_000;
const TURNS = Array.from({ length: 1_000 }, (_, turn) => turn);

/** A page that the minute doesn't change, in which today's shows what is on now. */
const KEPT = `/events/list/?tribe-bar-date=${days(1, 2)[0]}`;

/** Pages of the list from another day each time; an address of its own makes each anew that was shown before. */
const LISTS: Pick<Plan, 'path' | 'lists'> = {
  path: '/events/list/?tribe-bar-date=@0@&turn=@1@',
  lists: [days(0, 300), TURNS],
};

/** Returns months from the next one on, `YYYY-MM`. */
function months(count: number): string[] {
  const first = Temporal.Now.plainDateISO('UTC').toPlainYearMonth();
  return Array.from({ length: count }, (_, n) => first.add({ months: n + 1 }).toString());
}

/** Months of the calendar, each of which has some thousand events in one of 100,000, of which a page shows two thousand. */
const MONTHS: Pick<Plan, 'path' | 'lists'> = {
  path: '/events/month/@0@/?turn=@1@',
  lists: [months(18), TURNS],
};

/** Words of the seed as people mistype them; none of them occurs. */
const MISSPELT = [
  'Astornomy',
  'Bycicle',
  'Photograhpy',
  'Ceramcis',
  'Robotcis',
  'Barouqe',
  'Documentray',
  'Improvsation',
  'Sourdouhg',
  'Workhsop',
  'Lectrue',
  'Tournement',
  'Botancial',
  'Planetaruim',
];

/** Searches of one wrong letter, each at an address of its own. */
const SEARCHES: Pick<Plan, 'path' | 'lists'> = {
  path: '/events/list/?search=@0@&turn=@1@',
  lists: [MISSPELT, TURNS],
};

/** Measures pages that are made anew, one after the other: the latency is what one takes to make. */
async function notKept(
  bench: Bench,
  engine: EngineName,
  asked: { scenario: string; size: number; plan: Pick<Plan, 'path' | 'lists'>; wantedMs: number },
): Promise<Row> {
  const calendar = await seeded(engine, asked.size);
  const service = await startService(calendar);
  return using([service], async () => {
    const { path, lists } = asked.plan;
    const plan = varied(path, lists, await get(service.url, filled(path, lists, 0)));
    const measured = await inTurn([{ label: 'page', ...service, plan, connections: 1 }], bench.pace);
    return {
      scenario: asked.scenario,
      calendar: calendarText(calendar),
      tells: 'median latency',
      value: measured[0]?.median.p50Ms ?? 0,
      unit: 'ms',
      wanted: { comparison: '<', value: asked.wantedMs },
      measured,
    };
  });
}

async function perEngine(bench: Bench, row: (engine: EngineName) => Promise<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of bench.options.engines) rows.push(await row(engine));
  return rows;
}

/** Scenarios of the public pages. */
export const pageScenarios: readonly Scenario[] = [
  {
    name: 'page-list-kept',
    about: 'the page of the list again and again, and with If-None-Match',
    run: (bench) => compareKept(bench, 'page list kept', async () => KEPT),
  },
  {
    name: 'page-list',
    about: 'pages of the list, each from another day, one after the other',
    run: (bench) =>
      perEngine(bench, (engine) =>
        notKept(bench, engine, {
          scenario: 'page list not kept',
          size: bench.small,
          plan: LISTS,
          wantedMs: 20,
        }),
      ),
  },
  {
    name: 'page-month-kept',
    about: 'the page of a month again and again, and with If-None-Match',
    run: (bench) => compareKept(bench, 'page month kept', async () => `/events/month/${months(1)[0]}/`),
  },
  {
    name: 'page-month',
    about: 'pages of months of two thousand events, one after the other',
    run: (bench) =>
      perEngine(bench, (engine) =>
        notKept(bench, engine, {
          scenario: 'page month not kept',
          size: bench.options.sizes.includes(MONTH_SIZE) ? MONTH_SIZE : bench.small,
          plan: MONTHS,
          wantedMs: 50,
        }),
      ),
  },
  {
    name: 'page-misspelt',
    about: 'searches of one wrong letter, one after the other, in two sizes of calendars',
    run: async (bench) => {
      const rows: Row[] = [];
      for (const size of new Set([MONTH_SIZE, bench.large]))
        if (bench.options.sizes.includes(size))
          rows.push(
            ...(await perEngine(bench, (engine) =>
              notKept(bench, engine, { scenario: 'misspelt search', size, plan: SEARCHES, wantedMs: 50 }),
            )),
          );
      return rows;
    },
  },
];
