import { deepStrictEqual } from 'node:assert/strict';
import { get, varied } from '../answers.ts';
import {
  type Bench,
  calendarText,
  type Scenario,
  smallCalendar,
  startBaseline,
  startService,
  using,
} from '../bench.ts';
import { type Calendar, mixedIds, seeded } from '../calendars.ts';
import { filled, type Plan } from '../drive/plan.ts';
import type { EngineName } from '../options.ts';
import { type Row, ratioRow } from '../results.ts';
import { inTurn } from '../rounds.ts';
import { EACH_ANOTHER, EVENTS } from './windows.ts';

const CONNECTIONS = 32;
/** So many requests are looked at before any is counted. */
const COMPARED = 25;

/** Refuses where two programs answer something else. The one speaks of its own address, the other of its own. */
async function mustAgree(bare: string, service: string, plan: Pick<Plan, 'path' | 'lists'>): Promise<void> {
  for (let n = 0; n < COMPARED; n++) {
    const address = filled(plan.path, plan.lists, n * 37);
    const [ours, theirs] = await Promise.all([get(service, address), get(bare, address)]);
    const told = JSON.parse(theirs.body.toString().replaceAll(bare, service));
    try {
      deepStrictEqual(told, JSON.parse(ours.body.toString()));
    } catch (error) {
      throw new Error(`The bare program answers otherwise than the service at ${address}: ${String(error)}`);
    }
  }
}

async function compare(
  bench: Bench,
  about: { scenario: string; wanted: number },
  calendar: Calendar,
  plan: Pick<Plan, 'path' | 'lists'>,
): Promise<Row[]> {
  const service = await startService(calendar);
  return using([service], async () => {
    const bare = await startBaseline(`bare-${calendar.engine}`, [], calendar);
    return using([bare], async () => {
      await mustAgree(bare.url, service.url, plan);
      const path = filled(plan.path, plan.lists, 0);
      const planFor = async (url: string) => varied(plan.path, plan.lists, await get(url, path));
      const measured = await inTurn(
        [
          {
            label: calendar.engine === 'sqlite' ? 'bare node:sqlite' : 'bare pg',
            ...bare,
            plan: await planFor(bare.url),
            connections: CONNECTIONS,
          },
          { label: 'service', ...service, plan: await planFor(service.url), connections: CONNECTIONS },
        ],
        bench.pace,
      );
      return [
        ratioRow(
          {
            scenario: about.scenario,
            calendar: calendarText(calendar),
            tells: 'requests/s, service to baseline',
            measured,
            wanted: { comparison: '≥', value: about.wanted },
          },
          'perSecond',
        ),
      ];
    });
  });
}

/** Events by number: of the middle size, so that there are more than are asked for while a cache is warm. */
async function singles(bench: Bench, engine: EngineName): Promise<[Calendar, Pick<Plan, 'path' | 'lists'>]> {
  const sizes = bench.options.sizes.toSorted((a, b) => a - b);
  const size = sizes.find((one) => one >= 100_000) ?? bench.large;
  const calendar = engine === 'sqlite' ? await seeded(engine, size) : await smallCalendar(bench, engine);
  return [calendar, { path: `${EVENTS}/@0@`, lists: [await mixedIds(calendar, 'events')] }];
}

/** Compares lists for an administrator with those for a stranger, by turns from one service. */
async function signedIn(bench: Bench, engine: EngineName): Promise<Row[]> {
  const calendar = await smallCalendar(bench, engine);
  const service = await startService(calendar);
  const { path, lists } = EACH_ANOTHER;
  const headers = { Authorization: `Bearer ${calendar.token}` };
  return using([service], async () => {
    const sample = await get(service.url, filled(path, lists, 0), { headers });
    const plan = varied(path, lists, sample);
    const measured = await inTurn(
      [
        { label: 'stranger', ...service, plan, connections: CONNECTIONS },
        // Another address: what the one has asked for is no help to the other.
        {
          label: 'administrator',
          ...service,
          plan: { ...plan, path: `${path}&context=view`, headers },
          connections: CONNECTIONS,
        },
      ],
      bench.pace,
    );
    return [
      ratioRow(
        {
          scenario: 'list of 10 not kept, administrator',
          calendar: calendarText(calendar),
          tells: "requests/s, an administrator's to a stranger's",
          measured,
          wanted: { comparison: '≥', value: 0.5 },
        },
        'perSecond',
      ),
    ];
  });
}

const perEngine = async (bench: Bench, work: (engine: EngineName) => Promise<Row[]>): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const engine of bench.options.engines) rows.push(...(await work(engine)));
  return rows;
};

/** Scenarios of answers that are made anew. */
export const uncachedScenarios: readonly Scenario[] = [
  {
    name: 'list',
    about: 'lists of 10, each from another day, beside a bare program on the same data',
    run: (bench) =>
      perEngine(bench, async (engine) =>
        compare(
          bench,
          { scenario: 'list of 10 not kept', wanted: 1.5 },
          await smallCalendar(bench, engine),
          EACH_ANOTHER,
        ),
      ),
  },
  {
    name: 'signed-in',
    about: "lists of 10, each from another day, an administrator's beside a stranger's",
    run: (bench) => perEngine(bench, (engine) => signedIn(bench, engine)),
  },
  {
    name: 'single',
    about: 'one event, each time another, beside a bare program on the same data',
    run: (bench) =>
      perEngine(bench, async (engine) => {
        const [calendar, plan] = await singles(bench, engine);
        return compare(bench, { scenario: 'event not kept', wanted: 0.6 }, calendar, plan);
      }),
  },
];
