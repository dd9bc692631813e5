import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Answered, get, steady } from '../answers.ts';
import {
  type Bench,
  calendarText,
  type Scenario,
  smallCalendar,
  startBaseline,
  startService,
  using,
} from '../bench.ts';
import { type Calendar, mixedIds } from '../calendars.ts';
import { type Row, ratioRow } from '../results.ts';
import { inTurn } from '../rounds.ts';
import { EVENTS } from './windows.ts';

const CONNECTIONS = 32;
const LIST = `${EVENTS}?per_page=10`;
/** Headers that belong to the connection, which every server writes by itself. */
const HOP = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);

/** Starts Fastify with the bytes of an answer, and the headers of it and of its 304. */
export async function startBytes({ headers, body }: Answered, notModified: Answered) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-bytes-'));
  const file = path.join(folder, 'answer.json');
  const sent = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !HOP.has(name)));
  const answer = {
    headers: sent(headers),
    body: body.toString('base64'),
    unchanged: sent(notModified.headers),
  };
  writeFileSync(file, JSON.stringify(answer));
  const program = await startBaseline('fastify-bytes', [file]);
  rmSync(folder, { recursive: true });
  return program;
}

/** Compares the service, which has an answer in memory, with Fastify that sends the same bytes. */
export async function compareKept(
  bench: Bench,
  name: string,
  addressOf: (calendar: Calendar) => Promise<string>,
): Promise<Row[]> {
  const calendar = await smallCalendar(bench, 'sqlite');
  const address = await addressOf(calendar);
  const service = await startService(calendar);
  return using([service], async () => {
    const answer = await get(service.url, address);
    const headers = { 'If-None-Match': answer.headers['etag'] ?? '' };
    const unchanged = await get(service.url, address, { status: 304, headers });
    const bytes = await startBytes(answer, unchanged);
    return using([bytes], async () => {
      const same = await get(bytes.url, '/bytes');
      if (!same.body.equals(answer.body)) throw new Error('Fastify sends other bytes than the service.');
      const sent = await inTurn(
        [
          { label: 'Fastify, same bytes', ...bytes, plan: steady('/bytes', same), connections: CONNECTIONS },
          { label: 'service', ...service, plan: steady(address, answer), connections: CONNECTIONS },
        ],
        bench.pace,
      );
      const same304 = await get(bytes.url, '/unchanged', { status: 304 });
      const asked = await inTurn(
        [
          {
            label: 'Fastify, same 304',
            ...bytes,
            plan: steady('/unchanged', same304, headers),
            connections: CONNECTIONS,
          },
          {
            label: 'service',
            ...service,
            plan: steady(address, unchanged, headers),
            connections: CONNECTIONS,
          },
        ],
        bench.pace,
      );
      const about = { calendar: calendarText(calendar), tells: 'requests/s, service to baseline' };
      return [
        ratioRow(
          { scenario: name, ...about, measured: sent, wanted: { comparison: '≥', value: 0.7 } },
          'perSecond',
        ),
        ratioRow(
          {
            scenario: `${name}, If-None-Match`,
            ...about,
            measured: asked,
            wanted: { comparison: '≥', value: 0.8 },
          },
          'perSecond',
        ),
      ];
    });
  });
}

/** Measures the cost of logging each request: a service with the log and one without. */
async function compareLogged(bench: Bench): Promise<Row[]> {
  const calendar = await smallCalendar(bench, 'sqlite');
  const silent = await startService(calendar);
  return using([silent], async () => {
    const logged = await startService(calendar, { KALENDS_LOG_LEVEL: 'info' });
    return using([logged], async () => {
      const measured = await inTurn(
        await Promise.all(
          [
            { label: 'log level warn', ...silent },
            { label: 'log level info', ...logged },
          ].map(async (service) => ({
            ...service,
            plan: steady(LIST, await get(service.url, LIST)),
            connections: CONNECTIONS,
          })),
        ),
        bench.pace,
      );
      const about = { calendar: calendarText(calendar), tells: 'requests/s, logged to not logged' };
      const wanted = { comparison: '≥', value: 0.8 } as const;
      return [ratioRow({ scenario: 'kept list of 10, logged', ...about, measured, wanted }, 'perSecond')];
    });
  });
}

/** Scenarios of answers that come from the cache. */
export const cachedScenarios: readonly Scenario[] = [
  {
    name: 'kept-10',
    about: 'the same list of 10 again and again, and with If-None-Match',
    run: (bench) => compareKept(bench, 'kept list of 10', async () => LIST),
  },
  {
    name: 'kept-50',
    about: 'the same list of 50, and with If-None-Match',
    run: (bench) => compareKept(bench, 'kept list of 50', async () => `${EVENTS}?per_page=50`),
  },
  {
    name: 'kept-single',
    about: 'the same event, and with If-None-Match',
    run: (bench) =>
      compareKept(
        bench,
        'kept event',
        async (calendar) => `${EVENTS}/${(await mixedIds(calendar, 'events'))[0]}`,
      ),
  },
  {
    name: 'kept-logged',
    about: 'the same list of 10, with --log-level info and without',
    run: compareLogged,
  },
];
