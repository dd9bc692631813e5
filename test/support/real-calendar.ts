import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { isObject, type JsonObject, parseJson } from './json.ts';
import { type Service, startService } from './service.ts';
import type { ShownPage } from './shown-pages.ts';

const SAMPLES = path.join(import.meta.dirname, '..', 'samples');

/** A picture larger than any window, in place of those that texts of the calendar take from other hosts. */
export const hugePicture = await sharp({
  create: { width: 4000, height: 3000, channels: 3, background: '#8a7a5a' },
})
  .png()
  .toBuffer();

/** Returns the conferences of a year as events of the year in which the imported ones are. */
function conferences(): JsonObject[] {
  const read = parseJson(readFileSync(path.join(SAMPLES, 'conferences', 'javascript-2026.json'), 'utf8'));
  assert.ok(Array.isArray(read));
  return read.filter(isObject).map(({ name, url, startDate, endDate, city, country, online }) => ({
    title: String(name),
    all_day: true,
    start_date: String(startDate).replace('2026', '2018'),
    end_date: String(endDate).replace('2026', '2018'),
    website: String(url),
    categories: ['JavaScript'],
    ...(online === true ? { is_virtual: true, virtual_url: String(url) } : {}),
    ...(typeof city === 'string'
      ? { venue: { venue: `${city}, ${country}`, city, country: String(country) } }
      : {}),
  }));
}

/** Starts the service with events of two real calendars: an import of a site's answer, and conferences of all the world. */
export async function startRealCalendar(): Promise<Service> {
  const service = await startService({ clock: '2018-12-04T15:00:00Z', timezone: 'America/Detroit' });
  const { code, stderr } = await service.cli([
    'import',
    'tec',
    path.join(SAMPLES, 'tec', 'det_community_education.json'),
  ]);
  assert.equal(code, 0, stderr);
  const admin = service.as('admin');
  for (const event of conferences()) (await admin.post('/events', event)).expect(201);
  return service;
}

/** Pages of that calendar. */
export const realPages: readonly ShownPage[] = [
  { name: 'list', address: '/events/' },
  { name: 'month', address: '/events/month/2018-11/' },
  { name: 'week', address: '/events/week/2018-12-03/' },
  { name: 'day', address: '/events/2018-12-05/' },
  { name: 'map', address: '/events/map/' },
  { name: 'event', address: '/event/dpn-cec-school-rating-system-for-detroit-community-meeting/' },
  { name: 'venue', address: '/venue/samaritan-center-kilpatrick-room/' },
  { name: 'organizer', address: '/organizer/community-education-commission/' },
  { name: 'category', address: '/events/category/school-rating-system/' },
];
