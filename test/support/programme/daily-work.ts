import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { isObject } from '../json.ts';
import type { Service } from '../service.ts';
import { workFor } from '../submissions.ts';

type InUse = Pick<Service, 'url' | 'as' | 'anonymous'>;

/** The IDs of events that screens are about. */
export interface DailyWork {
  /** A series whose rule leaves a date out. */
  readonly series: number;
  /** A concert that has a translation. */
  readonly concert: number;
}

const SAMPLE = path.join(import.meta.dirname, '..', '..', 'samples', 'tec', 'det_community_education.json');
const names = ['Mira Kowalczyk', 'Jonas Eggers', 'Fatma Yıldız', 'Pilar Sánchez-Montero', 'Ole Brandt'];
/** What is there twice, or looks so. */
const doubles = [
  ['/venues', { venue: 'Granary No. 4', address: 'Timber Quay 4', city: 'Altenfleet' }],
  ['/venues', { venue: 'St. Gertrud’s', district: 'Old Town', city: 'Altenfleet' }],
  ['/organizers', { organizer: 'Granary 4 e.V.', email: 'office@granary4.example' }],
  ['/organizers', { organizer: 'Granary 4 eV', email: 'office@granary4.example' }],
] as const;
const proposals = [
  {
    title: 'Lantern parade along the Fleet',
    venue_name: 'Fish Market',
    start_date: '2026-10-10 18:00',
    end_date: '2026-10-10 20:00',
    contact_name: 'Day nursery Nordufer',
    contact_email: 'kita@nordufer.example',
  },
  {
    title: 'Ukulele orchestra, open rehearsal',
    venue_name: 'Old Powerhouse',
    venue_city: 'Altenfleet',
    start_date: '2026-09-23 19:00',
    end_date: '2026-09-23 21:00',
    contact_name: 'M. Oduya',
    contact_email: 'oduya@post.example',
    description: 'Bring an instrument, or borrow one of ours.',
  },
  {
    title: 'Taller de cerámica, segunda parte',
    venue_name: 'Casa del Sur',
    language: 'es',
    start_date: '2026-09-26 17:00',
    end_date: '2026-09-26 19:00',
    contact_name: 'Casa del Sur',
    contact_email: 'hola@casa.example',
  },
];

/** Imports a saved answer in which some of it is broken, and waits for its end. */
async function importSample({ as, url }: InUse): Promise<void> {
  const sample: { events: Record<string, unknown>[] } = JSON.parse(readFileSync(SAMPLE, 'utf8'));
  const [, website, title, begin] = sample.events;
  if (website) website['website'] = 'not an address';
  if (title) title['title'] = '';
  if (begin) begin['start_date'] = 'soon';
  const form = new FormData();
  form.set('kind', 'tec');
  form.set('file', new Blob([JSON.stringify(sample)]), 'community-education.json');
  const id = (await as('admin').send('POST', `${url}/kalends/v1/imports`, form)).expect(202).id();
  for (let state = ''; state !== 'done'; await pause(20))
    state = String((await as('admin').get(`${url}/kalends/v1/imports/${id}`)).at('state'));
}

/** Adds people, doubles, proposals that wait, and an import that went wrong in part. */
async function addWaiting(service: InUse): Promise<void> {
  const { url, anonymous, as } = service;
  const own = `${url}/kalends/v1`;
  const admin = as('admin');
  for (const [place, name] of names.entries())
    (await admin.send('POST', `${own}/users/${place + 1}`, { name })).expect(200);
  for (const [list, body] of doubles) (await as('editor').post(list, body)).expect(201);
  (await admin.send('POST', `${own}/settings`, { submissions: true })).expect(200);
  for (const proposal of proposals) {
    const body = { ...proposal, ...(await workFor(anonymous, url)) };
    (await anonymous.send('POST', `${own}/submissions`, body)).expect(201);
  }
  await importSample(service);
}

/** Events that nobody has published. */
const unpublished: readonly Readonly<Record<string, unknown>>[] = [
  {
    title: 'Night walk along the outer dyke',
    status: 'draft',
    start_date: '2026-09-19 21:30:00',
    end_date: '2026-09-19 23:30:00',
  },
  {
    title: 'Long Night: the map room',
    status: 'draft',
    start_date: '2026-09-19 19:00:00',
    end_date: '2026-09-19 23:00:00',
  },
  {
    title: 'Autumn lectures: what tides remember',
    status: 'pending',
    start_date: '2026-09-29 18:15:00',
    end_date: '2026-09-29 19:45:00',
  },
];

/** Returns the ID of something of the programme by its name, of an event that repeats that of all its dates. */
async function idOf(client: Client, path: string, kind: 'events' | 'venues', name: string): Promise<number> {
  const rows = (await client.get(path)).expect(200).rows(kind);
  const found = rows.find(({ title, venue }) => (title ?? venue) === name);
  if (!found) throw new Error(`There is no ${name} in the programme.`);
  const { recurrence } = found;
  return Number((isObject(recurrence) ? recurrence['series'] : undefined) ?? found['id']);
}

/** Adds events that aren't published, translations, and a hall that is taken twice. Returns a series and a concert among them. */
async function addDrafts({ as }: InUse): Promise<DailyWork> {
  const admin = as('admin');
  const editor = as('editor');
  const author = as('author');
  const hall = await idOf(admin, '/venues?search=Granary', 'venues', 'Granary 4');
  const opening = await idOf(
    admin,
    '/events?search=Season',
    'events',
    'Season opening: Nielsen, Grieg, Madetoja',
  );
  const walk = await idOf(
    admin,
    '/events?search=Stone',
    'events',
    'Stone by Stone: a walk through the lock quarter',
  );
  const sculling = await idOf(
    admin,
    '/events?search=After-work',
    'events',
    'After-work sculling, doubles and beginners',
  );
  const night = await idOf(admin, '/events?search=Long+Night+of', 'events', 'Long Night of the Collections');
  for (const fields of unpublished) (await author.post('/events', fields)).expect(201);
  (
    await author.post('/events', {
      title: 'Open rehearsal of the youth orchestra',
      status: 'draft',
      venue: hall,
      start_date: '2026-09-19 18:30:00',
      end_date: '2026-09-19 20:00:00',
    })
  ).expect(201);
  const translate = async (id: number, language: string, fields: object) =>
    (await editor.send('POST', `/events/${id}?translation_language=${language}`, fields)).expect(200);
  await translate(opening, 'de', {
    title: 'Saisoneröffnung: Nielsen, Grieg, Madetoja',
    excerpt: 'Die Marsch-Philharmonie beginnt ihre zehnte Spielzeit mit drei Partituren aus dem Norden.',
  });
  await translate(night, 'de', { title: 'Lange Nacht der Sammlungen' });
  await translate(night, 'es', { title: 'La larga noche de las colecciones' });
  await translate(walk, 'de', { title: 'Stein auf Stein: ein Gang durch das Schleusenviertel' });
  (await editor.send('POST', `/events/${walk}`, { cost: '9 €' })).expect(200);
  const recurrence = {
    rrule: 'FREQ=WEEKLY;BYDAY=FR;UNTIL=20261030',
    exdate: '2026-10-02',
    rdate: '2026-10-24 16:30:00',
  };
  (await editor.send('POST', `/events/${sculling}`, { recurrence })).expect(200);
  return { series: sculling, concert: opening };
}

/** Adds to the programme what a calendar in use has: people, doubles, proposals, an import, drafts and translations. */
export async function addDailyWork(service: InUse): Promise<DailyWork> {
  await addWaiting(service);
  return addDrafts(service);
}
