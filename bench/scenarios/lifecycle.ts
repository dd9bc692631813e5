import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { at, parseJson } from '../../test/support/json.ts';
import { freePort } from '../../test/support/server.ts';
import { ask, get, varied } from '../answers.ts';
import { type Bench, calendarText, type Scenario, smallCalendar, startService, using } from '../bench.ts';
import { ask as query, seeded } from '../calendars.ts';
import { sizeText } from '../options.ts';
import { kalends, runProgram, startProgram } from '../programs.ts';
import { type Row, ratioRow } from '../results.ts';
import { inTurn, medianOf } from '../rounds.ts';
import { usageOf } from '../usage.ts';
import { EACH_ANOTHER, EVENTS } from './windows.ts';

/** Two workers beside one, for lists that aren't kept. The load generator takes its share of the cores too. */
async function workers(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of bench.options.engines) {
    const calendar = await smallCalendar(bench, engine);
    const one = await startService(calendar);
    rows.push(
      ...(await using([one], async () => {
        const two = await startService(calendar, { KALENDS_WORKERS: '2' });
        return using([two], async () => {
          const { path, lists } = EACH_ANOTHER;
          const sample = await get(one.url, `${EVENTS}?per_page=10&start_date=2020-01-01`);
          const plan = varied(path, lists, sample);
          const measured = await inTurn(
            [
              { label: '1 worker', ...one, plan, connections: 32 },
              { label: '2 workers', ...two, plan, connections: 32 },
            ],
            bench.pace,
          );
          return [
            ratioRow(
              {
                scenario: 'lists not kept, two workers',
                calendar: calendarText(calendar),
                tells: 'requests/s, two to one',
                measured,
                wanted: { comparison: '≥', value: 1.7 },
              },
              'perSecond',
            ),
          ];
        });
      })),
    );
  }
  return rows;
}

const WANTED_IMPORT = 100_000;

/** An import of an exported file into an empty calendar, once. */
async function importing(bench: Bench): Promise<Row[]> {
  const sizes = bench.options.sizes;
  const size = sizes.includes(WANTED_IMPORT) ? WANTED_IMPORT : bench.small;
  const source = await seeded('sqlite', size);
  const file = path.join(source.env.KALENDS_DATA, 'export.json');
  if (!existsSync(file)) {
    await kalends(['export', '--out', `${file}.part`], source.env);
    renameSync(`${file}.part`, file);
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-bench-'));
  try {
    const env = { KALENDS_DATA: folder };
    const began = performance.now();
    await kalends(['import', 'tec', file], env);
    const seconds = (performance.now() - began) / 1000;
    const [row] = await query({ engine: 'sqlite', size, env, token: '' }, 'select count(*) as n from events');
    if (Number(row?.['n']) < size) throw new Error(`An import of ${size} events brought ${row?.['n']}.`);
    return [
      {
        scenario: 'import of an exported file',
        calendar: `${sizeText(size)} sqlite`,
        tells: 'the whole command, once',
        value: seconds,
        unit: 's',
        ...(size === WANTED_IMPORT ? { wanted: { comparison: '<', value: 60 } } : {}),
        measured: [],
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const POLL_MS = 2;
const GIVE_UP_MS = 60_000;
/** After its first answer a service is left alone for so long before its memory is looked at. */
const SETTLE_MS = 3_000;

async function firstAnswer(url: string): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      const { status, body } = await ask(url, { path: EVENTS });
      const events = at(parseJson(body.toString()), 'events');
      if (status === 200 && Array.isArray(events) && events.length === 10) return;
      throw new Error(`The first answer has status ${status}.`);
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
      if (!isRefused || performance.now() > until) throw error;
      await pause(POLL_MS);
    }
  }
}

/** From the start of the command to the first list, and the memory of an idle service. */
async function starting(bench: Bench): Promise<Row[]> {
  const calendar = await seeded('sqlite', bench.large);
  const times: number[] = [];
  const memory: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < bench.pace.rounds; round++) {
    const port = await freePort();
    const began = performance.now();
    const started = startProgram('bin/kalends.js', ['serve'], {
      ...calendar.env,
      KALENDS_PORT: String(port),
    });
    await firstAnswer(`http://127.0.0.1:${port}`);
    times.push(performance.now() - began);
    const service = await started;
    processor.push(usageOf([service.pid]).cpuSeconds * 1000);
    await using([service], async () => {
      await pause(SETTLE_MS);
      memory.push(usageOf([service.pid]).residentBytes / 2 ** 20);
    });
  }
  const about = { calendar: calendarText(calendar), measured: [] };
  return [
    {
      scenario: 'first answer after a start',
      ...about,
      tells: 'from the start of the command to a list of 10, median',
      note: `${medianOf(processor).toFixed(0)} ms of processor time`,
      value: medianOf(times),
      unit: 'ms',
      wanted: { comparison: '<', value: 500 },
    },
    {
      scenario: 'idle memory',
      ...about,
      tells: `resident, ${SETTLE_MS / 1000} s after the first answer, median`,
      value: medianOf(memory),
      unit: 'MB',
      wanted: { comparison: '<', value: 120 },
    },
  ];
}

/** Measures what an installation of the package takes, as `du` counts node_modules. */
async function installing(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-bench-'));
  try {
    const said = await runProgram('npm', ['pack', '--silent', '--pack-destination', folder]);
    const file = said.trim().split('\n').at(-1) ?? '';
    await runProgram('npm', [
      'install',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
      path.join(folder, file),
    ]);
    const counted = await runProgram('du', ['-sk', 'node_modules'], { cwd: folder });
    return [
      {
        scenario: 'installed size',
        calendar: '',
        tells: 'node_modules where the package is installed',
        value: Number.parseInt(counted, 10) / 1024,
        unit: 'MB',
        wanted: { comparison: '<', value: 250 },
        measured: [],
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Scenarios of the whole program: workers, an import, a start, an installation. */
export const lifecycleScenarios: readonly Scenario[] = [
  { name: 'workers', about: 'two workers beside one, for lists not kept', run: workers },
  { name: 'import', about: 'an import of an exported file of 100k events', run: importing },
  {
    name: 'start',
    about: 'first answer after a start, and idle memory, in the largest calendar',
    run: starting,
  },
  { name: 'install', about: 'size of an installation of the package', run: installing },
];
