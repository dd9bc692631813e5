import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../service.ts';
import { workFor } from '../submissions.ts';

type Kept = Pick<Service, 'url' | 'as' | 'anonymous'>;

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
async function importSample({ as, url }: Kept): Promise<void> {
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

/** Adds to the programme what a calendar in use has: people, doubles, proposals that wait, an import that went wrong in part. */
export async function addKeptWork(service: Kept): Promise<void> {
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
