import { get, steady, varied } from '../answers.ts';
import { type Bench, calendarText, type Scenario, startService, using } from '../bench.ts';
import { seeded } from '../calendars.ts';
import type { Plan } from '../drive/plan.ts';
import type { EngineName } from '../options.ts';
import { type Row, ratioRow } from '../results.ts';
import { inTurn, type Rounds } from '../rounds.ts';
import { days, EVENTS } from './windows.ts';

const CONNECTIONS = 8;
/** Events of either calendar, and how many of them repeat without end in the one. */
const EVENT_COUNT = 110_000;
const SERIES_COUNT = 10_000;
const WANTED = 1.5;
const DAYS = 30;

const firstDays = days(-100, 500);
const months = firstDays.map((first, at) => {
  const last = days(-100 + at + DAYS, -99 + at + DAYS)[0] ?? first;
  return `start_date=${first}&end_date=${last}`;
});
const pages = Array.from({ length: 20 }, (_, at) => at + 1);

/** Each time another month, or another page of it. */
const EACH_ANOTHER: Pick<Plan, 'path' | 'lists'> = {
  path: `${EVENTS}?per_page=50&@0@&page=@1@`,
  lists: [months, pages],
};
const SAME = `${EVENTS}?per_page=50&${months[110]}`;

/** Returns the memory of each contender in words. */
const memoryOf = (measured: readonly Rounds[]): string =>
  measured.map(({ label, median }) => `${label} ${median.residentMb.toFixed(0)} MB`).join(', ');

async function compare(bench: Bench, engine: EngineName): Promise<Row[]> {
  const plain = await seeded(engine, EVENT_COUNT);
  const repeating = await seeded(engine, EVENT_COUNT, SERIES_COUNT);
  const singles = await startService(plain);
  return using([singles], async () => {
    const series = await startService(repeating);
    return using([series], async () => {
      const contenders = [
        { label: 'single events', ...singles, connections: CONNECTIONS },
        { label: 'series and single events', ...series, connections: CONNECTIONS },
      ];
      const rowOf = async (scenario: string, planFor: (url: string) => Promise<Plan>): Promise<Row> => {
        const plans = await Promise.all(
          contenders.map(async (one) => ({ ...one, plan: await planFor(one.url) })),
        );
        const measured = await inTurn(plans, bench.pace);
        return ratioRow(
          {
            scenario,
            calendar: calendarText(plain),
            tells: 'latency, series to single events',
            measured,
            wanted: { comparison: '≤', value: WANTED },
            note: memoryOf(measured),
          },
          'p50Ms',
        );
      };
      return [
        await rowOf('month, not kept', async (url) => {
          const { path, lists } = EACH_ANOTHER;
          return varied(path, lists, await get(url, `${SAME}&page=2`));
        }),
        await rowOf('month, kept', async (url) => steady(SAME, await get(url, SAME))),
      ];
    });
  });
}

/** Scenarios of events that repeat. */
export const seriesScenarios: readonly Scenario[] = [
  {
    name: 'series',
    about:
      "a month's list with 10,000 series without end beside 100,000 single events, and over as many single events",
    async run(bench) {
      const rows: Row[] = [];
      for (const engine of bench.options.engines) rows.push(...(await compare(bench, engine)));
      return rows;
    },
  },
];
