import type { Answer } from './client.ts';
import type { Service } from './service.ts';

const RUN = 'document.documentElement.dataset.ran=1';

/** Returns markup that runs wherever a text isn't escaped: in elements, attributes, scripts, styles and addresses. */
export const hostile = (name: string): string =>
  `${name}</title></style></textarea>"'><svg onload=${RUN}><img src=x onerror=${RUN}></script><script>${RUN}</script>\u2028<a href="javascript:${RUN}">x</a>`;

/** Returns markup that runs as that of `hostile` does, also where an element takes it as its content, and is short enough for a name. */
export const hostileName = (name: string): string => `${name}"'><img src=x onerror=${RUN}>`;

/** An address with a script in it. */
export const hostileAddress = `https://example.org/"><script>${RUN}</script>`;

/** A picture with a script in it. */
export const hostilePicture = `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script></svg>`;

/** Expression that is true in a page in which a script of these has run, or that has a link to one. */
export const HAS_RUN = `document.documentElement.dataset.ran !== undefined
  || [...document.querySelectorAll('[href],[src],[action]')].some((one) => /^\\s*(javascript|data:text)/i.test(one.getAttribute('href') ?? one.getAttribute('src') ?? one.getAttribute('action')))`;

/** Items whose every text is hostile, as they were made. */
export interface HostileItems {
  readonly category: Answer;
  readonly tag: Answer;
  readonly venue: Answer;
  readonly organizer: Answer;
  readonly event: Answer;
  readonly series: Answer;
  readonly locked: Answer;
}

/** Fills a calendar whose clock stands at 2026-11-20 with items whose every text is hostile. */
export async function fillHostile(service: Service): Promise<HostileItems> {
  const admin = service.as('admin');
  (await admin.post(`${service.url}/kalends/v1/settings`, { name: hostile('Site') })).expect(200);
  const texts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, hostile(name)]));
  const category = (await admin.post('/categories', texts(['name', 'description']))).expect(201);
  const tag = (await admin.post('/tags', texts(['name', 'description']))).expect(201);
  const venueTexts = [
    'venue',
    'description',
    'excerpt',
    'address',
    'city',
    'zip',
    'country',
    'province',
    'phone',
    'district',
  ];
  const venue = (await admin.post('/venues', { ...texts(venueTexts), geo_lat: 1, geo_lng: 1 })).expect(201);
  const organizer = (await admin.post('/organizers', texts(['organizer', 'description', 'phone']))).expect(
    201,
  );
  const fields = {
    ...texts(['title', 'description', 'excerpt', 'cost', 'event_status_reason', 'accessibility_note']),
    event_status: 'postponed',
    categories: [category.id()],
    tags: [tag.id()],
    venue: venue.id(),
    organizer: [organizer.id()],
    tickets: [{ name: `"><img src=x onerror=${RUN}><script>${RUN}</script>`, price: 5 }],
    featured: true,
  };
  const dates = { start_date: '2026-11-20 20:00:00', end_date: '2026-11-20 21:00:00' };
  const event = (await admin.post('/events', { ...fields, ...dates })).expect(201);
  const over = { start_date: '2026-11-19 20:00:00', end_date: '2026-11-19 21:00:00' };
  (await admin.post('/events', { ...fields, ...over })).expect(201);
  const repeated = { ...fields, ...dates, recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } };
  const series = (await admin.post('/events', repeated)).expect(201);
  const locked = (await admin.post('/events', { ...fields, ...dates, password: 'sesame' })).expect(201);
  return { category, tag, venue, organizer, event, series, locked };
}
