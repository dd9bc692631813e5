import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { get } from '../answers.ts';
import { type Bench, calendarText, type Scenario, startService, using } from '../bench.ts';
import { seeded } from '../calendars.ts';
import type { Row } from '../results.ts';
import { medianOf } from '../rounds.ts';
import { usageOf } from '../usage.ts';
import { compareKept } from './cached.ts';
import { EVENTS } from './windows.ts';

/** A calendar file of three months, with a thousand events, small enough to be cached. */
const KEPT = `${EVENTS}.ics?start_date=2026-11-01&end_date=2027-01-31`;
/** Days within which all made-up events are. */
const EVERYTHING = `${EVENTS}.ics?start_date=2000-01-01&end_date=2040-01-01`;
const SIZE = 100_000;
const MEMORY_EVERY_MS = 50;
/** Requests that a service has answered before its memory is looked at, as one has that runs for longer. */
const BEFORE = 100;
const SETTLE_MS = 3_000;

interface Streamed {
  firstMs: number;
  megabytes: number;
  growthMb: number;
}

/** Reads a long feed to its end, and looks at the memory of the service meanwhile. */
async function readWhole(url: string, pid: number): Promise<Streamed> {
  const resident = () => usageOf([pid]).residentBytes / 2 ** 20;
  const before = resident();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, resident());
  }, MEMORY_EVERY_MS);
  try {
    const began = performance.now();
    let firstMs: number | undefined;
    let bytes = 0;
    await new Promise<void>((resolve, reject) => {
      request(url + EVERYTHING, { agent: false }, (answer) => {
        answer.on('data', (chunk: Buffer) => {
          firstMs ??= performance.now() - began;
          bytes += chunk.length;
        });
        answer.on('end', resolve).on('error', reject);
      })
        .on('error', reject)
        .end();
    });
    return { firstMs: firstMs ?? 0, megabytes: bytes / 1e6, growthMb: most - before };
  } finally {
    clearInterval(timer);
  }
}

/** Measures a feed of all events, which is made as it is read: its first byte, and what it adds to the service's memory. */
async function everything(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of bench.options.engines) {
    const calendar = await seeded(engine, bench.options.sizes.includes(SIZE) ? SIZE : bench.small);
    const service = await startService(calendar);
    const read = await using([service], async () => {
      for (let page = 1; page <= BEFORE; page++)
        await get(service.url, `${EVENTS}?per_page=50&page=${page}&start_date=2000-01-01`);
      await get(service.url, KEPT);
      // What it loads into memory for such lists isn't the feed's.
      await pause(SETTLE_MS);
      const found: Streamed[] = [];
      for (let round = 0; round < bench.pace.rounds; round++)
        found.push(await readWhole(service.url, service.pid));
      return found;
    });
    const about = { calendar: calendarText(calendar), measured: [] };
    const megabytes = read[0]?.megabytes.toFixed(0);
    rows.push(
      {
        ...about,
        scenario: 'calendar file of all events, first byte',
        tells: 'median time until it comes',
        value: medianOf(read.map(({ firstMs }) => firstMs)),
        unit: 'ms',
        wanted: { comparison: '<', value: 200 },
      },
      {
        ...about,
        scenario: 'calendar file of all events, memory',
        tells: 'resident memory that the first one adds at most',
        note: `${megabytes} MB`,
        value: read[0]?.growthMb ?? 0,
        unit: 'MB',
        wanted: { comparison: '<', value: 50 },
      },
    );
  }
  return rows;
}

/** Measures the feed of all events as the first that a process is asked for: all that it does once counts. */
async function firstOfAll(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of bench.options.engines) {
    const calendar = await seeded(engine, bench.options.sizes.includes(SIZE) ? SIZE : bench.small);
    const service = await startService(calendar);
    const read = await using([service], async () => {
      await pause(SETTLE_MS);
      return readWhole(service.url, service.pid);
    });
    rows.push({
      calendar: calendarText(calendar),
      scenario: 'calendar file of all events, memory of a new process',
      tells: 'resident memory that it adds at most to a process that has answered nothing else',
      note: `${read.megabytes.toFixed(0)} MB, first byte after ${read.firstMs.toFixed(0)} ms`,
      value: read.growthMb,
      unit: 'MB',
      wanted: { comparison: '<', value: 50 },
      measured: [],
    });
  }
  return rows;
}

/** Scenarios of feeds. */
export const feedScenarios: readonly Scenario[] = [
  {
    name: 'kept-feed',
    about: 'the same calendar file of a thousand events, and with If-None-Match',
    run: (bench) => compareKept(bench, 'kept calendar file', async () => KEPT),
  },
  {
    name: 'feed-all',
    about: 'a calendar file of 100k events: its first byte, and the memory that it takes',
    run: everything,
  },
  {
    name: 'feed-first',
    about: 'a calendar file of 100k events as the first answer of a process: the memory that it takes',
    run: firstOfAll,
  },
];
