import type { Agent } from 'node:http';
import { Random } from '#transfer/seed/random.ts';
import { at, parseJson } from '../support/json.ts';
import { Timeline } from './timeline.ts';
import { exchange } from './wire.ts';

/** Where requests go: a node, or any of the processes behind one address. */
export interface Place {
  origin: string;
  /** Of one connection where whoever uses it wants the same process each time. */
  agent: Agent;
}

/** An event that a writer made, and how it went on. */
export interface Kept {
  id: number;
  /** Its title, or GONE while it's in the trash. */
  shown: Timeline<string>;
  category: number;
  writes: number;
}

/** What one writer has, which nobody else changes. */
export interface Desk {
  number: number;
  tag: number;
  events: Kept[];
  /** How many of its events are public: the count of its tag, and the total of its lists. */
  published: Timeline<number>;
}

/** What a load brought. */
export interface LoadReport {
  writes: number;
  reads: number;
  /** Of reads that came back with something out of date: how many, and the oldest. */
  stale: number;
  oldestMs: number;
  slowestWriteMs: number;
  slowestReadMs: number;
  faults: string[];
}

/** What the load needs to know. */
export interface LoadOptions {
  writers: Desk[];
  readers: number;
  categories: readonly number[];
  seconds: number;
  seed: number;
  authorization: string;
  /** A place to write to; the next read goes there too, and must show what was written. */
  writingPlace: (random: Random, writer: number) => Place;
  readingPlace: (random: Random) => Place;
}

const GONE = '(gone)';
const ROOT = '/calendar/events/v1';
const OLDEST_MS = 1_000;
const ANSWER_WITHIN_MS = 30_000;
const FAULTS_ENOUGH = 50;
const EVERYTHING = 'start_date=2000-01-01&end_date=2100-01-01';

/** What an answer says, and when. */
export interface Told {
  status: number;
  body: ReturnType<typeof parseJson>;
  sentMs: number;
  cameMs: number;
}

/** Asks one thing. */
export async function ask(
  { origin, agent }: Place,
  authorization: string,
  method: string,
  path: string,
  body?: object,
): Promise<Told> {
  const sentMs = performance.now();
  const headers = { host: '127.0.0.1', authorization, 'content-type': 'application/json' };
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const answer = await exchange(
    agent,
    origin,
    { method, path: ROOT + path, headers, body: sent },
    ANSWER_WITHIN_MS,
  );
  return {
    status: answer.status,
    body: parseJson(answer.bytes.toString()),
    sentMs,
    cameMs: performance.now(),
  };
}

/** One thing that may be read of what a writer has, with the value that it has in the answer. */
interface Look {
  path: string;
  line: Timeline<string> | Timeline<number>;
  value: (told: Told) => string | number | undefined;
}

const shownTitle = ({ status, body }: Told): string =>
  status === 200 ? String(at(body, 'title')) : status >= 403 && status <= 410 ? GONE : `status ${status}`;

function numberAt(path: string): Look['value'] {
  return ({ status, body }) => {
    const value = at(body, path);
    return status === 200 && typeof value === 'number' ? value : undefined;
  };
}

function looksAt(desk: Desk, event: Kept | undefined): Look[] {
  const looks: Look[] = [
    { path: `/tags/${desk.tag}`, line: desk.published, value: numberAt('count') },
    {
      path: `/events?tags=${desk.tag}&per_page=1&${EVERYTHING}`,
      line: desk.published,
      value: numberAt('total'),
    },
    {
      path: `/events?search=deskword${desk.number}x&per_page=1&${EVERYTHING}`,
      line: desk.published,
      value: numberAt('total'),
    },
  ];
  if (event) looks.push({ path: `/events/${event.id}`, line: event.shown, value: shownTitle });
  return looks;
}

function ageOf(line: Look['line'], value: string | number | undefined, told: Told): number | undefined {
  if (line.latest === undefined || value === undefined) return undefined;
  // A title is never looked for among numbers, nor the other way round.
  return (line as Timeline<string | number>).ageOf(value, told);
}

/** Writers and readers at once, until the time is over. */
export async function load(options: LoadOptions): Promise<LoadReport> {
  const report: LoadReport = {
    writes: 0,
    reads: 0,
    stale: 0,
    oldestMs: 0,
    slowestWriteMs: 0,
    slowestReadMs: 0,
    faults: [],
  };
  const until = performance.now() + options.seconds * 1_000;
  const goesOn = () => performance.now() < until && report.faults.length < FAULTS_ENOUGH;
  const { authorization, categories } = options;

  const look = async (place: Place, { path, line, value }: Look, mostMs: number) => {
    const told = await ask(place, authorization, 'GET', path);
    report.reads++;
    report.slowestReadMs = Math.max(report.slowestReadMs, told.cameMs - told.sentMs);
    const seen = value(told);
    const ageMs = ageOf(line, seen, told);
    if (ageMs === undefined)
      report.faults.push(`${path} told ${String(seen)} (${told.status}), which it never was`);
    else {
      if (ageMs > 0) report.stale++;
      report.oldestMs = Math.max(report.oldestMs, ageMs);
      if (ageMs > mostMs)
        report.faults.push(
          `${path} told ${String(seen)} instead of ${String(line.latest)}, ${ageMs.toFixed(0)} ms late`,
        );
    }
  };

  const write = async (desk: Desk, random: Random) => {
    const send = async (place: Place, method: string, path: string, status: number, body?: object) => {
      const told = await ask(place, authorization, method, path, body);
      report.writes++;
      report.slowestWriteMs = Math.max(report.slowestWriteMs, told.cameMs - told.sentMs);
      if (told.status === status) return told;
      throw new Error(`${method} ${path} was answered with ${told.status} ${JSON.stringify(told.body)}`);
    };
    for (let n = 0; goesOn(); n++) {
      const place = options.writingPlace(random, desk.number);
      const category = random.pick(categories as [number, ...number[]]);
      const total = desk.published.latest;
      let event = desk.events[random.integer(desk.events.length)];
      const chance = random.next();
      if (!event || chance < 0.4) {
        // All writers give the same titles: slugs are what they fight for.
        const title = `Contended ${desk.events.length}`;
        const acknowledge = desk.published.write(total + 1);
        const told = await send(place, 'POST', '/events', 201, {
          title,
          description: `deskword${desk.number}x`,
          start_date: '2027-01-01 10:00:00',
          end_date: '2027-01-01 12:00:00',
          tags: [desk.tag],
          categories: [category],
          venue: { venue: `Venue ${title}` },
        });
        acknowledge();
        event = { id: Number(at(told.body, 'id')), shown: new Timeline(title), category, writes: 1 };
        desk.events.push(event);
      } else if (event.shown.latest === GONE) {
        const title = `Restored ${n}`;
        const acknowledged = [event.shown.write(title), desk.published.write(total + 1)];
        await send(place, 'POST', `/events/${event.id}`, 200, { status: 'publish', title });
        for (const acknowledge of acknowledged) acknowledge();
        event.writes++;
      } else if (chance < 0.55) {
        const acknowledged = [event.shown.write(GONE), desk.published.write(total - 1)];
        await send(place, 'DELETE', `/events/${event.id}`, 200);
        for (const acknowledge of acknowledged) acknowledge();
        event.writes++;
      } else {
        const title = `Retitled ${n}`;
        const acknowledge = event.shown.write(title);
        await send(place, 'PUT', `/events/${event.id}`, 200, { title, categories: [category] });
        acknowledge();
        event.category = category;
        event.writes++;
      }
      // Nobody else writes there: what the writing node says now is exact.
      const looks = looksAt(desk, event);
      for (const one of [looks.at(-1), looks[random.integer(looks.length)]])
        if (one) await look(place, one, 0);
    }
  };

  const read = async (random: Random) => {
    while (goesOn()) {
      const desk = options.writers[random.integer(options.writers.length)];
      if (!desk) return;
      const event = desk.events[random.integer(desk.events.length)];
      const looks = looksAt(desk, event);
      const one = looks[random.integer(looks.length)];
      if (one) await look(options.readingPlace(random), one, OLDEST_MS);
    }
  };

  const guarded = async (work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      report.faults.push(String(error));
    }
  };
  await Promise.all([
    ...options.writers.map((desk) => guarded(write(desk, new Random(options.seed * 1_000 + desk.number)))),
    ...Array.from({ length: options.readers }, (_, n) =>
      guarded(read(new Random(options.seed * 1_000 + 500 + n))),
    ),
  ]);
  return report;
}

/**
 * Whether the calendar, as a place shows it, is what the writers' acknowledged writes make it: at once, or as soon as what
 * answers there may no longer be behind another process. Gives what isn't.
 */
export async function compareWithDesks(
  place: Place,
  made: Pick<LoadOptions, 'writers' | 'categories' | 'authorization'>,
): Promise<string[]> {
  const untilMs = performance.now() + OLDEST_MS;
  for (;;) {
    const isOver = performance.now() > untilMs;
    const faults = await differencesFromDesks(place, made);
    if (faults.length === 0 || isOver) return faults;
  }
}

async function differencesFromDesks(
  place: Place,
  { writers, categories, authorization }: Pick<LoadOptions, 'writers' | 'categories' | 'authorization'>,
): Promise<string[]> {
  const faults: string[] = [];
  const get = (path: string) => ask(place, authorization, 'GET', path);
  const ids = new Set<number>();
  const slugs = new Set<string>();
  const counts = new Map(categories.map((id) => [id, 0]));
  for (const desk of writers) {
    const wanted = new Map<number, string>();
    for (const { id, shown, category } of desk.events) {
      if (ids.has(id)) faults.push(`${id} was given twice`);
      ids.add(id);
      if (shown.latest === GONE) continue;
      wanted.set(id, shown.latest);
      counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    const found = new Map<number, string>();
    for (let page = 1; ; page++) {
      const { body } = await get(`/events?tags=${desk.tag}&per_page=50&page=${page}&${EVERYTHING}`);
      const rows = at(body, 'events');
      if (Array.isArray(rows))
        for (const row of rows) {
          const slug = String(at(row, 'slug'));
          if (slugs.has(slug)) faults.push(`the slug ${slug} is there twice`);
          slugs.add(slug);
          found.set(Number(at(row, 'id')), String(at(row, 'title')));
        }
      if (at(body, 'next_rest_url') === undefined) break;
    }
    for (const [id, title] of wanted)
      if (found.get(id) !== title) faults.push(`event ${id} is ${found.get(id)} instead of ${title}`);
    for (const id of found.keys()) if (!wanted.has(id)) faults.push(`event ${id} should not be there`);
    const count = at((await get(`/tags/${desk.tag}`)).body, 'count');
    if (count !== wanted.size)
      faults.push(`tag ${desk.tag} counts ${String(count)} instead of ${wanted.size}`);
  }
  for (const [id, wanted] of counts) {
    const count = at((await get(`/categories/${id}`)).body, 'count');
    if (count !== wanted) faults.push(`category ${id} counts ${String(count)} instead of ${wanted}`);
  }
  return faults;
}
