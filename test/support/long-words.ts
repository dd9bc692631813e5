import type { Service } from './service.ts';

/** A word that has no place to break at. */
const LONG = 'Wort'.repeat(20);

/** Fills a calendar whose clock stands at 2026-11-20 with items whose every name is one long word. Returns the paths of its pages. */
export async function fillWithLongWords(service: Service): Promise<readonly string[]> {
  const admin = service.as('admin');
  const settings = { name: LONG, submissions: true };
  (await admin.post(`${service.url}/kalends/v1/settings`, settings)).expect(200);
  const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, LONG]));
  const place = { ...texts('venue', 'address', 'city', 'district', 'phone'), geo_lat: 1, geo_lng: 1 };
  const venue = (await admin.post('/venues', place)).expect(201);
  const organizer = (await admin.post('/organizers', texts('organizer', 'phone', 'description'))).expect(201);
  const category = (await admin.post('/categories', texts('name', 'description'))).expect(201);
  const tag = (await admin.post('/tags', texts('name'))).expect(201);
  const fields = {
    ...texts('title', 'excerpt', 'accessibility_note', 'event_status_reason'),
    description: `${LONG} ${LONG}`,
    cost: '12',
    status: 'publish',
    venue: [venue.id()],
    organizer: [organizer.id()],
    categories: [category.id()],
    tags: [tag.id()],
  };
  const dates = [
    { start_date: '2026-11-21 10:00:00', end_date: '2026-11-21 11:00:00' },
    // Its description is that excerpt, and not shown again.
    { start_date: '2026-11-20 10:00:00', end_date: '2026-12-24 11:00:00', description: LONG },
    { start_date: '2026-11-20 19:00:00', end_date: '2026-11-20 22:00:00', event_status: 'canceled' },
    {
      start_date: '2026-11-22 10:00:00',
      end_date: '2026-11-22 11:00:00',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5' },
    },
  ];
  const events = [];
  for (const when of dates) events.push((await admin.post('/events', { ...fields, ...when })).expect(201));
  const pathOf = (address: unknown) => new URL(String(address)).pathname;
  return [
    ...events.map((event) => pathOf(event.at('url'))),
    ...[venue, organizer].map((one) => pathOf(one.at('url'))),
    `/events/category/${String(category.at('slug'))}/`,
    `/events/tag/${String(tag.at('slug'))}/`,
    ...['/', '/events/month/', '/events/week/', '/events/today/', '/events/map/'],
    ...['/embed/', '/embed/calendar/', `/events/list/?search=${LONG}`, '/submit'],
  ];
}
