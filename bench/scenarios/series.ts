import { get, steady, varied } from '../answers.ts';
import { type Bench, calendarText, type Scenario, startService, using } from '../bench.ts';
import { seeded } from '../calendars.ts';
import type { Plan } from '../drive/plan.ts';
import type { EngineName } from '../options.ts';
import { type Row, ratioRow } from '../results.ts';
import { inTurn, type Rounds } from '../rounds.ts';
import { days, EVENTS } from './windows.ts';

const CONNECTIONS = 8;
const SIZE = 100_000;
/** How many events beside those of the size repeat without end. */
const SERIES_SHARE = 0.1;
const WANTED = 1.2;
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
  const size = bench.options.sizes.includes(SIZE) ? SIZE : bench.small;
  const series = size * SERIES_SHARE;
  const plain = await seeded(engine, size + series);
  const repeating = await seeded(engine, size + series, series);
  const singles = await startService(plain);
  return using([singles], async () => {
    const mixed = await startService(repeating);
    return using([mixed], async () => {
      const contenders = [
        { label: 'single events', ...singles, connections: CONNECTIONS },
        { label: 'series and single events', ...mixed, connections: CONNECTIONS },
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
      "a month's list with 10,000 series without end beside 100k single events, and over as many single events",
    async run(bench) {
      const rows: Row[] = [];
      for (const engine of bench.options.engines) rows.push(...(await compare(bench, engine)));
      return rows;
    },
  },
];
