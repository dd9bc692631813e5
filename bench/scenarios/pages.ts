import { get, varied } from '../answers.ts';
import { type Bench, calendarText, type Scenario, smallCalendar, startService, using } from '../bench.ts';
import { filled, type Plan } from '../drive/plan.ts';
import type { EngineName } from '../options.ts';
import type { Row } from '../results.ts';
import { inTurn } from '../rounds.ts';
import { compareKept } from './cached.ts';
import { days } from './windows.ts';

/** A page that the minute doesn't change, in which today's shows what is on now. */
const KEPT = `/events/list/?tribe-bar-date=${days(1, 2)[0]}`;

/** Pages of the list from another day each time; an address of its own makes each anew that was shown before. */
const LISTS: Pick<Plan, 'path' | 'lists'> = {
  path: '/events/list/?tribe-bar-date=@0@&turn=@1@',
  lists: [days(0, 300), Array.from({ length: 1_000 }, (_, turn) => turn)],
};

/** Measures pages that are made anew, one after the other: the latency is what one takes to make. */
async function notKept(
  bench: Bench,
  engine: EngineName,
  asked: { scenario: string; plan: Pick<Plan, 'path' | 'lists'>; wantedMs: number },
): Promise<Row> {
  const calendar = await smallCalendar(bench, engine);
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
    run: async (bench) => {
      const rows: Row[] = [];
      for (const engine of bench.options.engines)
        rows.push(
          await notKept(bench, engine, { scenario: 'page list not kept', plan: LISTS, wantedMs: 20 }),
        );
      return rows;
    },
  },
];
