import { ask, get, steady, varied } from '../answers.ts';
import { type Bench, calendarText, type Scenario, smallCalendar, startService, using } from '../bench.ts';
import { type Calendar, copied } from '../calendars.ts';
import { filled, type Plan } from '../drive/plan.ts';
import { type Row, ratioRow } from '../results.ts';
import { inTurn } from '../rounds.ts';
import { planOf } from './creation.ts';
import { EACH_ANOTHER, EVENTS } from './windows.ts';

const TOKEN = 'metrics-token-of-the-bench';
const SCRAPE_EVERY_MS = 1_000;
const LIST = `${EVENTS}?per_page=10`;

/** Asks for the metrics each second, as an eager Prometheus would, until it is ended. */
function scrapeEachSecond(url: string): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let failure: unknown;
  const timer = setInterval(() => {
    last = ask(url, { path: '/metrics', headers: { Authorization: `Bearer ${TOKEN}` } }).then(
      ({ status }) => {
        if (status !== 200) failure = new Error(`The metrics gave ${status}.`);
      },
      (error: unknown) => {
        failure = error;
      },
    );
  }, SCRAPE_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await last;
    if (failure) throw failure;
  };
}

/** The requests, and the number of clients at once. */
interface Load {
  readonly scenario: string;
  readonly connections: number;
  readonly plan: (url: string, mark: string) => Promise<Plan>;
}

/** Compares a service as it is with one that logs every request and whose metrics are scraped each second. */
async function compare(
  [alone, watched]: readonly [Calendar, Calendar],
  bench: Bench,
  { scenario, plan, connections }: Load,
): Promise<Row> {
  const silent = await startService(alone);
  return using([silent], async () => {
    const observed = await startService(watched, {
      KALENDS_LOG_LEVEL: 'info',
      KALENDS_METRICS_TOKEN: TOKEN,
    });
    return using([observed], async () => {
      const measured = await inTurn(
        [
          { label: 'as it is', ...silent, plan: await plan(silent.url, 'silent'), connections },
          {
            label: 'logged and scraped',
            ...observed,
            plan: await plan(observed.url, 'observed'),
            connections,
            beside: () => scrapeEachSecond(observed.url),
          },
        ],
        bench.pace,
      );
      return ratioRow(
        {
          scenario,
          calendar: calendarText(alone),
          tells: 'requests/s, with --log-level info and a scrape a second to without',
          measured,
          wanted: { comparison: '≥', value: 0.8 },
        },
        'perSecond',
      );
    });
  });
}

async function observe(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of bench.options.engines) {
    const calendar = await smallCalendar(bench, engine);
    const both = [calendar, calendar] as const;
    rows.push(
      await compare(both, bench, {
        scenario: 'kept list of 10, observed',
        connections: 32,
        plan: async (url) => steady(LIST, await get(url, LIST)),
      }),
      await compare(both, bench, {
        scenario: 'list of 10 not kept, observed',
        connections: 32,
        plan: async (url) => {
          const { path, lists } = EACH_ANOTHER;
          return varied(path, lists, await get(url, filled(path, lists, 0)));
        },
      }),
    );
    const copies = [await copied(calendar), await copied(calendar)] as const;
    rows.push(
      await compare(copies, bench, {
        scenario: 'creation, 8 clients, observed',
        connections: 8,
        plan: (_url, mark) => planOf(calendar, mark),
      }),
    );
    for (const copy of copies) await copy.remove();
  }
  return rows;
}

/** Scenarios of the cost of logging and metrics. */
export const observedScenarios: readonly Scenario[] = [
  {
    name: 'observed',
    about: 'kept and other lists and creations with --log-level info and metrics scraped each second',
    run: observe,
  },
];
