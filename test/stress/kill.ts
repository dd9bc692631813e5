import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '#transfer/seed/random.ts';
import { isObject } from '../support/json.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';

/** What a round of creations that ends with a crash leaves to be looked at. */
export interface KillRound {
  /** Creations that were answered with 201 before the crash. */
  acknowledged: number;
  /** Creations under way at the crash that are there nevertheless, which is their right. */
  unacknowledged: number;
  /** What must not be. */
  faults: string[];
}

const WRITERS = 4;
const CATEGORIES = ['Kill one', 'Kill two'] as const;

/** No part of any other round's, since a search finds parts of words. */
const roundWord = (round: number) => `rd${round}rd`;

async function events(
  service: ServiceProcess,
  search: string,
): Promise<{ id: number; title: string; whole: boolean }[]> {
  const found: { id: number; title: string; whole: boolean }[] = [];
  for (let page = 1; ; page++) {
    const answer = await service
      .as('admin')
      .get(`/events?search=${encodeURIComponent(search)}&per_page=50&page=${page}&start_date=2000-01-01`);
    if (answer.status === 404 && page > 1) return found;
    for (const row of answer.expect(200).rows('events')) {
      const { id, title, venue, organizer, categories, tags } = row;
      const whole =
        isObject(venue) &&
        Array.isArray(organizer) &&
        organizer.length === 1 &&
        Array.isArray(categories) &&
        categories.length === 1 &&
        Array.isArray(tags) &&
        tags.length === 1;
      found.push({ id: Number(id), title: String(title), whole });
    }
    if (answer.at('next_rest_url') === undefined) return found;
  }
}

async function countFaults(
  service: ServiceProcess,
  kind: 'categories' | 'tags',
  wanted: Map<string, number>,
) {
  const faults: string[] = [];
  for (const [name, count] of wanted) {
    const answer = await service.as('admin').get(`/${kind}?search=${encodeURIComponent(name)}&hide_empty=0`);
    const rows = answer
      .expect(200)
      .rows(kind)
      .filter((row) => row['name'] === name);
    if (rows.length !== 1) faults.push(`${rows.length} ${kind} have the name ${name}`);
    else if (rows[0]?.['count'] !== count)
      faults.push(`${name} of ${kind} counts ${String(rows[0]?.['count'])} instead of ${count}`);
  }
  return faults;
}

/**
 * Creates events, each with a venue, an organizer and terms of its own, kills the service somewhere among them,
 * starts it again and compares. `creations` are asked for; the crash comes after a random part of them.
 */
async function killOnce(
  service: ServiceProcess,
  round: number,
  creations: number,
  random: Random,
): Promise<KillRound> {
  const acknowledged = new Map<number, string>();
  const asked = new Set<string>();
  const crashAfter = 1 + random.integer(creations - 1);
  let next = 0;
  let crashed = false;
  let crash: Promise<void> | undefined;
  const faults: string[] = [];
  const write = async () => {
    while (!crashed && next < creations) {
      const number = next++;
      const title = `Kill ${roundWord(round)} number ${number}`;
      asked.add(title);
      const body = {
        title,
        start_date: `2027-01-${String(1 + (number % 28)).padStart(2, '0')} 10:00:00`,
        end_date: '2027-02-01 12:00:00',
        status: 'publish',
        venue: { venue: `${title} venue`, city: 'Berlin', geo_lat: 52.5, geo_lng: 13.4 },
        organizer: [{ organizer: `${title} organizer` }],
        categories: [CATEGORIES[number % CATEGORIES.length]],
        tags: [`Kill tag ${number % 7}`],
      };
      try {
        const answer = await service.as('editor').post('/events', body);
        if (answer.status === 201) acknowledged.set(answer.id(), title);
        else faults.push(`${title} was answered with ${answer.status} ${answer.text.slice(0, 200)}`);
      } catch (error) {
        if (!crashed) faults.push(`${title} failed before the crash: ${String(error)}`);
      }
      if (acknowledged.size >= crashAfter && !crash) {
        crash = (async () => {
          // Not always between two answers.
          await pause(random.integer(12));
          crashed = true;
          await service.kill();
        })();
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await crash;
  await service.restart();

  const found = await events(service, roundWord(round));
  const byId = new Map(found.map(({ id, title }) => [id, title]));
  for (const [id, title] of acknowledged)
    if (byId.get(id) !== title) faults.push(`${title} was acknowledged as ${id} and is ${byId.get(id)}`);
  const titles = new Set<string>();
  for (const { title, whole } of found) {
    if (titles.has(title)) faults.push(`${title} is there twice`);
    if (!asked.has(title)) faults.push(`nobody asked for ${title}`);
    if (!whole) faults.push(`${title} lacks its venue, organizer or terms`);
    titles.add(title);
  }
  const unacknowledged = found.length - acknowledged.size;
  if (unacknowledged > WRITERS)
    faults.push(`${unacknowledged} more than acknowledged, of ${WRITERS} writers`);
  const checked = await service.cli(['check']);
  if (checked.code !== 0) faults.push(`check: ${checked.stdout}${checked.stderr}`);
  return { acknowledged: acknowledged.size, unacknowledged, faults };
}

/** Rounds of creations on one calendar, a crash in each; tells of each round as it ends. */
export async function killRounds(
  asked: { rounds: number; creations: number; seed: number },
  tell: (round: number, result: KillRound) => void,
): Promise<string[]> {
  const random = new Random(asked.seed);
  const service = await startProcess({ clock: '2026-11-20T18:00:00Z' });
  const faults: string[] = [];
  try {
    await people(service);
    for (let round = 1; round <= asked.rounds; round++) {
      const result = await killOnce(service, round, asked.creations, random);
      tell(round, result);
      faults.push(...result.faults);
    }
    const all = await events(service, 'Kill');
    const number = ({ title }: { title: string }) => Number(title.split(' ').at(-1));
    const counts = (name: (n: number) => string) => {
      const counted = new Map<string, number>();
      for (const event of all) counted.set(name(number(event)), (counted.get(name(number(event))) ?? 0) + 1);
      return counted;
    };
    faults.push(
      ...(await countFaults(
        service,
        'categories',
        counts((n) => CATEGORIES[n % CATEGORIES.length] ?? ''),
      )),
      ...(await countFaults(
        service,
        'tags',
        counts((n) => `Kill tag ${n % 7}`),
      )),
    );
  } finally {
    await service.stop();
  }
  return faults;
}
