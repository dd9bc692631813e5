import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { posterNames, posterOf, posterTexts } from '#transfer/seed/posters.ts';
import { TOWN_MAP, townMap } from '#transfer/seed/town-map.ts';
import { categories, described, venues } from '#transfer/seed/town-places.ts';
import type { Client } from '../client.ts';
import { engine, VARIABLES } from '../engine.ts';
import { removeAtExit } from '../program.ts';
import { knowPeople, people, type Service, type ServiceOptions, startService } from '../service.ts';
import { exhibitions, type ProgrammeEvent, series, singles } from './days.ts';

/** The name of the made-up calendar. */
export const PROGRAMME_NAME = 'Altenfleet Programme';
/** Its present: 15:20 on Thursday, 17 September 2026. */
export const PROGRAMME_CLOCK = '2026-09-17T13:20:00Z';

const nextDay = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

/** Returns the fields of the interface that give an event its dates. */
function datesOf({ day, from, to, days = 1 }: ProgrammeEvent): Record<string, unknown> {
  if (from === undefined)
    return { all_day: true, start_date: `${day} 00:00:00`, end_date: `${nextDay(day, days - 1)} 23:59:59` };
  const until = to ?? from;
  const lastDay = until < from ? nextDay(day, 1) : day;
  return { start_date: `${day} ${from}:00`, end_date: `${lastDay} ${until}:00` };
}

async function createPictures(client: Client, url: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const name of posterNames) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await posterOf(name))], { type: 'image/png' }), `${name}.png`);
    for (const [field, text] of Object.entries(posterTexts[name] ?? {})) form.set(field, text);
    ids.set(name, (await client.post(`${url}/wp/v2/media`, form)).expect(201).id());
  }
  return ids;
}

async function createCategories(client: Client): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [slug, look] of Object.entries(categories))
    ids.set(slug, (await client.post('/categories', { slug, ...look })).expect(201).id());
  return ids;
}

async function createVenues(
  client: Client,
  pictures: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [venue, [district, geo_lat, geo_lng]] of Object.entries(venues)) {
    const { picture, ...more } = described[venue] ?? {};
    const image = picture === undefined ? {} : { image: pictures.get(picture) };
    const body = { venue, district, city: 'Altenfleet', geo_lat, geo_lng, ...more, ...image };
    const created = await client.post('/venues', body);
    ids.set(venue, created.expect(201).id());
  }
  return ids;
}

/** Creates the made-up programme over HTTP: nine categories, nineteen venues on a map, pictures, series, long and single events. */
export async function createProgramme(service: Pick<Service, 'url' | 'as' | 'data'>): Promise<void> {
  const client = service.as('admin');
  writeFileSync(path.join(service.data, TOWN_MAP), townMap());
  (await client.patch(`${service.url}/kalends/v1/settings`, { map_tiles: TOWN_MAP })).expect(200);
  const pictures = await createPictures(client, service.url);
  const terms = await createCategories(client);
  const places = await createVenues(client, pictures);
  for (const event of [...exhibitions, ...series, ...singles]) {
    const { picture, language, ...fields } = event.fields;
    const image = typeof picture === 'string' ? { image: pictures.get(picture) } : {};
    const venue = event.venue === 'Online' ? {} : { venue: places.get(event.venue) };
    const body = {
      title: event.title,
      ...datesOf(event),
      categories: [terms.get(event.category)],
      cost: event.cost === '0' ? '0 €' : event.cost.includes('€') ? event.cost : `${event.cost} €`,
      ...venue,
      ...image,
      ...fields,
    };
    const address = typeof language === 'string' ? `/events?translation_language=${language}` : '/events';
    (await client.post(address, body)).expect(201);
  }
}

const withDefaults = (options: ServiceOptions): ServiceOptions => ({
  clock: PROGRAMME_CLOCK,
  timezone: 'Europe/Berlin',
  ...options,
  env: { KALENDS_SITE_NAME: PROGRAMME_NAME, KALENDS_CURRENCY: 'EUR', ...options.env },
});

const roles = ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const;

/** Starts a service on a copy of what `programme/keep.ts` has made. */
async function startCopy(kept: string, clock: string): Promise<Service> {
  const data = mkdtempSync(path.join(tmpdir(), 'kalends-programme-'));
  removeAtExit(data);
  cpSync(path.join(kept, 'data'), data, { recursive: true });
  const service = await startService(withDefaults({ data, clock }));
  const known = roles.map((role) => [role, readFileSync(path.join(kept, role), 'utf8')] as const);
  knowPeople(service, known);
  return service;
}

/** Makes the programme in a folder, with the credentials of each role in a file beside the data. */
export async function keepProgramme(folder: string): Promise<void> {
  const data = path.join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const service = await startService(withDefaults({ data }));
  await people(service);
  await createProgramme(service);
  await service.stop();
  for (const role of roles) writeFileSync(path.join(folder, role), service.credentials(role));
}

/** Starts a service that has the made-up programme, with its zone and name. @param clock its present */
export async function startProgramme(clock = PROGRAMME_CLOCK): Promise<Service> {
  const kept = process.env[VARIABLES.programme];
  if (kept && engine === 'sqlite') return startCopy(kept, clock);
  const service = await startService(withDefaults({ clock }));
  await people(service);
  await createProgramme(service);
  return service;
}
