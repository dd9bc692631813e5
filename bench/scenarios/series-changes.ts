import { setTimeout as pause } from 'node:timers/promises';
import { at, type Json, parseJson } from '../../test/support/json.ts';
import { ask } from '../answers.ts';
import {
  type Bench,
  calendarText,
  type Scenario,
  type Served,
  smallCalendar,
  startService,
  using,
} from '../bench.ts';
import { type Calendar, copied } from '../calendars.ts';
import type { EngineName } from '../options.ts';
import type { Row } from '../results.ts';
import { isTold, usageOf } from '../usage.ts';
import { days, EVENTS } from './windows.ts';

const DATES = 3_000;
const WANTED_MS = 300;
/** Pause of the other writer between its writes, so that it is no load by itself. */
const BETWEEN_MS = 5;
/** A busy service may refuse a write, which is sent again, for so long. */
const REPEAT_MS = 60_000;

const TAGS = EVENTS.replace(/events$/, 'tags');
const [TODAY = '', TOMORROW = ''] = days(0, 2);
const SERIES = {
  title: 'Measured ferry',
  description: 'Departs every six hours, whatever the weather.',
  timezone: 'Europe/Berlin',
  start_date: `${TODAY} 00:15:00`,
  end_date: `${TODAY} 01:15:00`,
  recurrence: `RRULE:FREQ=HOURLY;INTERVAL=6;COUNT=${DATES}`,
};

/** Sends a write, again where it is refused for the time being, and returns its answer and how long all of that took. @throws Error where its status is another */
type Send = (
  method: string,
  path: string,
  fields?: object,
  status?: number,
) => Promise<{ body: Json | undefined; tookMs: number }>;

function sender({ url }: { url: string }, { token }: Calendar): Send {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return async (method, path, fields, status = 200) => {
    const beganMs = performance.now();
    const sent = { method, path, headers, ...(fields ? { body: JSON.stringify(fields) } : {}) };
    let answer = await ask(url, sent);
    while (answer.status === 503 && performance.now() - beganMs < REPEAT_MS) {
      await pause(Number(answer.headers['retry-after'] ?? 1) * 1_000);
      answer = await ask(url, sent);
    }
    const tookMs = performance.now() - beganMs;
    if (answer.status !== status)
      throw new Error(
        `${method} ${path} gave ${answer.status}, not ${status}: ${answer.body.subarray(0, 500)}`,
      );
    return { body: parseJson(answer.body.toString()), tookMs };
  };
}

/** The milliseconds of a change, and those of processor time, which other work on the machine changes less. */
interface Took {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Changes series of 3,000 dates in each way, once. Returns what each change took, by its name. */
async function changeAll(send: Send, { pids }: Served): Promise<Map<string, Took>> {
  const took = new Map<string, Took>();
  const change = async (name: string, ...asked: Parameters<Send>): Promise<Json | undefined> => {
    const before = usageOf(pids).cpuSeconds;
    const { body, tookMs } = await send(...asked);
    took.set(name, { ms: tookMs, cpuMs: (usageOf(pids).cpuSeconds - before) * 1_000 });
    return body;
  };
  const idOf = (body: Json | undefined) => Number(at(body, 'id'));
  const create = async () => idOf((await send('POST', EVENTS, SERIES, 201)).body);
  /** The ID of a date of a series; the first has number 0. */
  const dateOf = async (series: number, number: number) => {
    const list = `${EVENTS}?post_parent=${series}&per_page=1&page=${number + 1}&start_date=2000-01-01`;
    const { body } = await send('GET', list);
    return Number(at(body, 'events.0.id'));
  };
  const whole = idOf(await change('create', 'POST', EVENTS, SERIES, 201));
  const path = `${EVENTS}/${whole}`;
  await change('rename', 'PUT', path, { title: 'Measured ferry, renamed' });
  const later = { start_date: `${TODAY} 00:45:00`, end_date: `${TODAY} 01:45:00` };
  await change('another time', 'PUT', path, later);
  const moved = { start_date: `${TOMORROW} 00:45:00`, end_date: `${TOMORROW} 01:45:00` };
  await change('other days', 'PUT', path, moved);
  const one = await dateOf(whole, DATES / 2);
  await change('override of one', 'PUT', `${EVENTS}/${one}`, { title: 'Measured ferry, out of order' });
  await change('another rule', 'PUT', path, {
    recurrence: `RRULE:FREQ=HOURLY;INTERVAL=6;COUNT=${DATES - 1}`,
  });
  await change('trash', 'DELETE', path);
  await change('restore', 'PUT', path, { status: 'publish' });
  await change('no recurrence', 'PUT', path, { recurrence: null });
  const split = await create();
  const middle = await dateOf(split, DATES / 2);
  await change('following', 'PUT', `${EVENTS}/${middle}?scope=following`, { title: 'Measured ferry, since' });
  const ended = await create();
  const second = await dateOf(ended, 1);
  await change('following the second', 'PUT', `${EVENTS}/${second}?scope=following`, later);
  const cut = await create();
  await change('delete following', 'DELETE', `${EVENTS}/${await dateOf(cut, DATES / 2)}?scope=following`);
  for (const id of [split, ended, cut]) await send('DELETE', `${EVENTS}/${id}`);
  return took;
}

/** Writes one small thing after another until it is ended. Returns the longest that one waited, in milliseconds. */
function writeMeanwhile(send: Send): () => Promise<number> {
  let isOver = false;
  const work = (async () => {
    let longestMs = 0;
    for (let n = 0; !isOver; n++) {
      const { body, tookMs } = await send('POST', TAGS, { name: `Measured ${n}` }, 201);
      longestMs = Math.max(longestMs, tookMs);
      await send('DELETE', `${TAGS}/${Number(at(body, 'id'))}`);
      await pause(BETWEEN_MS);
    }
    return longestMs;
  })();
  // Whoever ends it is told of a failure.
  work.catch(() => {});
  return () => {
    isOver = true;
    return work;
  };
}

const toldOf = ({ ms, cpuMs }: Took): string =>
  isTold ? `${ms.toFixed(0)} (CPU ${cpuMs.toFixed(0)})` : ms.toFixed(0);

async function compare(bench: Bench, engine: EngineName): Promise<Row[]> {
  const calendar = await copied(await smallCalendar(bench, engine));
  const service = await startService(calendar);
  const rows = await using([service], async () => {
    const send = sender(service, calendar);
    await changeAll(send, service);
    // The least of several rounds: what else the machine does is no matter of the change.
    const least = new Map<string, Took>();
    let waitMs = Number.POSITIVE_INFINITY;
    for (let round = 0; round < bench.pace.rounds; round++) {
      const end = writeMeanwhile(send);
      const took = await changeAll(send, service).finally(async () => {
        waitMs = Math.min(waitMs, await end());
      });
      for (const [name, { ms, cpuMs }] of took) {
        const known = least.get(name) ?? { ms, cpuMs };
        least.set(name, { ms: Math.min(ms, known.ms), cpuMs: Math.min(cpuMs, known.cpuMs) });
      }
    }
    const row = { calendar: calendarText(calendar), unit: 'ms', measured: [] } as const;
    const wanted = { comparison: '<', value: WANTED_MS } as const;
    return [
      {
        ...row,
        scenario: 'series, a change of 3,000 dates',
        tells: 'the slowest kind of change',
        value: Math.max(...Array.from(least.values(), ({ ms }) => ms)),
        wanted,
        note: [...least].map(([name, took]) => `${name} ${toldOf(took)}`).join(', '),
      },
      {
        ...row,
        scenario: 'series, a change of 3,000 dates',
        tells: 'the longest wait of another writer',
        value: waitMs,
        wanted,
      },
    ];
  });
  await calendar.remove();
  return rows;
}

/** Scenarios of changes of series with as many dates as they may have. */
export const seriesChangeScenarios: readonly Scenario[] = [
  {
    name: 'series-changes',
    about: 'changes of a series with 3,000 dates in each way, and what another writer waits for meanwhile',
    async run(bench) {
      const rows: Row[] = [];
      for (const engine of bench.options.engines) rows.push(...(await compare(bench, engine)));
      return rows;
    },
  },
];
