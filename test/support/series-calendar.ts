import assert from 'node:assert/strict';
import type { Json, JsonObject } from './json.ts';
import { datesOf } from './series.ts';
import type { Service } from './service.ts';

/** The moment and the zone of a calendar of series. */
export const CLOCK = { clock: '2026-11-22T12:00:00Z', timezone: 'America/New_York' };

/** What is to be read of a calendar of series. */
export interface SeriesCalendar {
  readonly choir: number;
  readonly dance: number;
  readonly leap: number;
  /** IDs that answer 410. */
  readonly former: readonly number[];
}

/**
 * Fills a calendar with series: one with an override of each kind, in three languages, one without end that was split, one
 * in which dates were taken out, one that repeats no more, one that makes a date each four years, and a single event.
 */
export async function fillWithSeries(service: Service): Promise<SeriesCalendar> {
  const admin = service.as('admin');
  const make = async (body: object) => (await admin.post('/events', body)).expect(201).id();
  const change = async (id: number, body: object, query = '') =>
    (await admin.post(`/events/${id}${query}`, body)).expect(200).id();
  const idsOf = async (series: number) => (await datesOf(admin, series)).map(({ id }) => Number(id));
  const choir = await make({
    title: 'Choir',
    description: 'Songs of all kinds.',
    excerpt: 'Songs',
    start_date: '2026-11-02 19:00:00',
    end_date: '2026-11-02 21:00:00',
    cost: '$10',
    venue: { venue: 'Parish Hall', city: 'Boston' },
    organizer: { organizer: 'Friends of Song' },
    categories: ['Music'],
    tags: ['Weekly'],
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=14' },
  });
  await change(choir, { title: 'Chor', description: 'Lieder aller Art.' }, '?translation_language=de');
  const songs = await idsOf(choir);
  const song = (at: number) => songs[at] ?? 0;
  await change(song(1), { title: 'Choir with <em>guests</em>', venue: { venue: 'Town Hall' } });
  await change(song(1), { title: 'Chor mit Gästen' }, '?translation_language=de');
  await change(song(2), { start_date: '2026-11-17 18:00:00', end_date: '2026-11-17 20:30:00' });
  await change(song(3), {
    event_status: 'canceled',
    event_status_reason: 'Snow.',
    categories: [],
    tags: ['Snow'],
  });
  (await admin.delete(`/events/${song(4)}`)).expect(200);
  await change(song(5), { description: 'Nur auf Deutsch anders.' }, '?translation_language=de');
  await change(song(6), { hide_from_listings: true });
  await change(song(10), { accessibility: ['wheelchair'], spoken_languages: ['de'], door_time: '18:30' });
  await change(song(7), { cost: 'free', website: 'https://example.org/choir', featured: true });
  await change(song(8), {
    event_status: 'rescheduled',
    start_date: '2026-12-29 19:00:00',
    end_date: '2026-12-29 21:00:00',
  });
  await change(song(9), { organizer: [], excerpt: '', venue: [] });
  (await admin.delete(`/events/${song(13)}`)).expect(200);
  const first = await make({
    title: 'Dance',
    start_date: '2026-12-01 20:00:00',
    end_date: '2026-12-02 01:00:00',
    recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=1TU', exdate: ['2027-02-02'] },
  });
  const dance = await change((await idsOf(first))[3] ?? 0, { scope: 'following', title: 'Dance, new' });
  const yoga = await make({
    title: 'Yoga',
    all_day: true,
    start_date: '2026-12-03',
    end_date: '2026-12-04',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' },
  });
  const days = await idsOf(yoga);
  await change(yoga, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5', exdate: ['2026-12-17'] }, scope: 'all' });
  const walk = await make({
    title: 'Walk',
    start_date: '2026-12-05 09:00',
    end_date: '2026-12-05 10:00',
    recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
  });
  const walks = await idsOf(walk);
  await change(walk, { recurrence: null, scope: 'all' });
  const leap = await make({
    title: 'Leap day',
    start_date: '2024-02-29 18:00:00',
    end_date: '2024-02-29 19:00:00',
    recurrence: { rrule: 'FREQ=YEARLY;INTERVAL=4' },
  });
  await make({ title: 'Once', start_date: '2027-01-05 10:00', end_date: '2027-01-05 11:00' });
  const former = [days[2] ?? 0, days[5] ?? 0, ...walks];
  for (const id of former) (await service.anonymous.get(`/events/${id}`)).expect(410);
  return { choir, dance, leap, former };
}

const WINDOW = 'start_date=2024-01-01&end_date=2029-01-01&per_page=50';
/** Lists of all filters that tell series and their dates apart, or look at what dates set themselves. */
const LISTS = [
  '',
  'condense=true',
  'recurring=true',
  'recurring=false',
  'search=guests',
  'search=Chor&translation_language=de',
  'translation_language=de',
  'translation_language=es',
  'categories=music',
  'tags=snow',
  'tags=weekly&condense=true',
  'event_status=canceled',
  'featured=true',
  'starts_after=2026-12-20',
];
/** A list beyond what is laid out, whose dates get the next IDs. */
const FAR = 'start_date=2030-01-01&end_date=2032-12-31';

/** Members that tell the installation, not the calendar. */
const ASIDE = /^(global_id|author|modified|json_ld|revision)/;

/** Returns what a service answers, without addresses of its own and members that tell the installation. */
export function withoutPlace(service: Service, value: Json | undefined, aside: RegExp = ASIDE): Json {
  const text = JSON.stringify(value ?? null, (name, member) => (aside.test(name) ? undefined : member));
  const read: Json = JSON.parse(
    text.replaceAll(service.url, '').replaceAll(new URL(service.url).host, '') || 'null',
  );
  return read;
}

async function listed(service: Service, query: string): Promise<JsonObject[]> {
  const items: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const window = /start/.test(query) ? 'per_page=50' : WINDOW;
    const answer = (await service.anonymous.get(`/events?${window}&page=${page}&${query}`)).expect(200);
    items.push(...answer.rows('events'));
    if (page >= Number(answer.at('total_pages'))) return items;
  }
}

/**
 * Holds that two calendars show the same lists of all filters, total by total and member by member.
 * @param far whether dates that nobody has seen have the same IDs too
 */
export async function assertSameLists(
  actual: Service,
  wanted: Service,
  { far = true, aside = ASIDE }: { far?: boolean; aside?: RegExp } = {},
): Promise<void> {
  for (const query of far ? [...LISTS, FAR] : LISTS) {
    const [ours, theirs] = await Promise.all([listed(actual, query), listed(wanted, query)]);
    assert.deepEqual(
      ours.map((item) => withoutPlace(actual, item, aside)),
      theirs.map((item) => withoutPlace(wanted, item, aside)),
      query,
    );
    assert.ok(theirs.length > 0, query);
  }
}

/** Holds that two calendars answer alike for each ID up to one, and give the same one to what comes next. */
export async function assertSameReads(actual: Service, wanted: Service, last: number): Promise<void> {
  for (let id = 1; id <= last; id++) {
    const [ours, theirs] = await Promise.all([
      actual.anonymous.get(`/events/${id}`),
      wanted.anonymous.get(`/events/${id}`),
    ]);
    assert.equal(ours.status, theirs.status, String(id));
    assert.deepEqual(withoutPlace(actual, ours.body), withoutPlace(wanted, theirs.body), String(id));
  }
}
