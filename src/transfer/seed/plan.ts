import type { AccessibilityFeature } from '#store/db/field-values.ts';
import type { EventStatus } from '#store/db/tables.ts';
import type { Random } from './random.ts';
import { type PlannedSeries, planSeries, type SeededSeries } from './series.ts';
import { cities, eventKinds, organizerNames, sentences, subjects, tagNames, venueNames } from './words.ts';

/** A generated venue: fields as a request would send them, and its city's time zone. */
export interface PlannedVenue {
  venue: string;
  address: string;
  city: string;
  country: string;
  zip: string;
  phone: string;
  website: string;
  geo_lat: number;
  geo_lng: number;
  timezone: string;
}

/** A generated organizer: fields as a request would send them. */
export interface PlannedOrganizer {
  organizer: string;
  phone: string;
  email: string;
  website: string;
}

/** A generated event; links are positions in the lists of created resources. Dates are wall clock in `timezone`. */
export interface PlannedEvent {
  title: string;
  description: string;
  excerpt: string;
  start_date: string;
  end_date: string;
  timezone: string;
  all_day: boolean;
  cost: string;
  featured: boolean;
  event_status: EventStatus;
  event_status_reason: string;
  previous_start_date: string;
  is_virtual: boolean;
  virtual_url: string;
  accessibility: AccessibilityFeature[];
  accessibility_note: string;
  spoken_languages: string[];
  door_time: string;
  /** Recurrence of the event; undefined: it doesn't repeat. */
  series: PlannedSeries | undefined;
  venue: number;
  organizers: number[];
  categories: number[];
  tags: number[];
}

/** Numbers of days before and after today. */
export interface DayRange {
  readonly back: number;
  readonly ahead: number;
}

/** From half a year back to two years ahead. */
export const DEFAULT_DAYS: DayRange = { back: 180, ahead: 720 };
/** Maximum days from an event's first day to its last. */
const LONGEST = 10;

/** Returns `count` generated venues, spread around the cities. */
export function planVenues(random: Random, count: number): PlannedVenue[] {
  return Array.from({ length: count }, (_, i) => {
    const place = random.pick(cities);
    return {
      venue: `${random.pick(venueNames)} ${place.city} ${i + 1}`,
      address: `${1 + random.integer(200)} ${random.pick(subjects)} Street`,
      city: place.city,
      country: place.country,
      zip: String(10_000 + random.integer(89_999)),
      phone: `+49 30 ${100_000 + random.integer(899_999)}`,
      website: `https://venue-${i + 1}.example.org/`,
      geo_lat: Number((place.lat + (random.next() - 0.5) * 0.2).toFixed(5)),
      geo_lng: Number((place.lng + (random.next() - 0.5) * 0.2).toFixed(5)),
      timezone: place.timezone,
    };
  });
}

/** Returns `count` generated organizers. */
export function planOrganizers(random: Random, count: number): PlannedOrganizer[] {
  return Array.from({ length: count }, (_, i) => ({
    organizer: `${random.pick(organizerNames)} ${i + 1}`,
    phone: `+49 40 ${100_000 + random.integer(899_999)}`,
    email: `organizer-${i + 1}@example.org`,
    website: `https://organizer-${i + 1}.example.org/`,
  }));
}

/** Of a hundred events, those that don't take place as planned, and why; by their place, so that all else stays as it was drawn. */
const UNPLANNED: Readonly<Record<number, readonly [EventStatus, string]>> = {
  17: ['canceled', 'The artists have fallen ill.'],
  38: ['canceled', 'Too few tickets were sold.'],
  59: ['postponed', 'A new date will be announced.'],
  71: ['rescheduled', 'The hall was taken on the first date.'],
  94: ['moved-online', 'A storm is forecast.'],
};
/** Every so many events one is virtual. */
const VIRTUAL_EACH = 12;

/** Accessibility and spoken languages of twelve events in turn; some have none. */
const OFFERED: Readonly<Record<number, readonly AccessibilityFeature[]>> = {
  1: ['wheelchair', 'accessible_toilet'],
  4: ['step_free', 'hearing_loop'],
  6: ['wheelchair', 'step_free', 'accessible_toilet', 'captions'],
  9: ['sign_language', 'quiet'],
};
const SPOKEN: Readonly<Record<number, readonly string[]>> = {
  2: ['en'],
  5: ['de', 'en'],
  6: ['es'],
  10: ['de-AT'],
};
const CYCLE = 12;
/** Every so many events has doors that open half an hour before. */
const DOORS_EACH = 5;

/** Properties of an event that follow from its place among all. */
function circumstances(place: number, start_date: string) {
  const [event_status, event_status_reason] = UNPLANNED[place % 100] ?? ['scheduled', ''];
  const is_virtual = event_status === 'moved-online' || place % VIRTUAL_EACH === 0;
  return {
    event_status,
    event_status_reason,
    previous_start_date: event_status === 'rescheduled' ? `${start_date.slice(0, 11)}07:00:00` : '',
    is_virtual,
    virtual_url: is_virtual ? `https://meet.example.org/${place}` : '',
    accessibility: [...(OFFERED[place % CYCLE] ?? [])],
    accessibility_note: place % CYCLE === 4 ? 'The lift is at the side entrance.' : '',
    spoken_languages: [...(SPOKEN[place % CYCLE] ?? [])],
    door_time:
      place % DOORS_EACH === 0
        ? Temporal.PlainTime.from(start_date.slice(11)).subtract({ minutes: 30 }).toString().slice(0, 5)
        : '',
  } satisfies Partial<PlannedEvent>;
}

const two = (n: number) => String(n).padStart(2, '0');

/** Yields generated events around today (site's zone), in no order. */
export function* planEvents(
  random: Random,
  count: number,
  from: {
    today: Temporal.PlainDate;
    days: DayRange;
    venues: readonly PlannedVenue[];
    organizers: number;
    categories: number;
    series: SeededSeries;
  },
): Generator<PlannedEvent> {
  const { back, ahead } = from.days;
  const dayTexts = Array.from({ length: back + ahead + LONGEST }, (_, i) =>
    from.today.add({ days: i - back }).toString(),
  );
  for (let i = 0; i < count; i++) {
    const venue = random.integer(from.venues.length);
    const series = planSeries(i + 1, count, from.series);
    const drawn = random.integer(back + ahead);
    // Series began in the past, so that their dates are spread over all days.
    const day = series ? drawn % Math.max(1, back) : drawn;
    const hour = 8 + random.integer(14);
    const allDay = random.chance(0.06);
    const length = random.chance(0.08) ? 1 + random.integer(LONGEST) : 0;
    const days = series ? 0 : length;
    const price = random.chance(0.3) ? 0 : 5 * (1 + random.integer(12));
    const dearer = price > 0 && random.chance(0.3) ? price + 5 * (1 + random.integer(6)) : 0;
    const paragraphs = Array.from(
      { length: 1 + random.integer(3) },
      () => `${random.pick(sentences)} ${random.pick(sentences)}`,
    );
    const title = `${random.pick(subjects)} ${random.pick(eventKinds)} ${i + 1}`;
    const excerpt = random.pick(sentences);
    const start_date = `${dayTexts[day]} ${two(hour)}:${random.pick(['00', '15', '30', '45'])}:00`;
    yield {
      title,
      description: paragraphs.join('\n\n'),
      excerpt,
      start_date,
      end_date: `${dayTexts[day + days]} ${two(Math.min(23, hour + 1 + random.integer(3)))}:59:00`,
      timezone: from.venues[venue]?.timezone ?? 'UTC',
      all_day: allDay,
      cost: price === 0 ? 'Free' : dearer ? `$${price} - $${dearer}` : `$${price}`,
      featured: random.chance(0.03),
      ...circumstances(i + 1, start_date),
      series,
      venue,
      organizers: random.chance(0.25)
        ? [random.integer(from.organizers), random.integer(from.organizers)]
        : [random.integer(from.organizers)],
      categories: random.chance(0.2)
        ? [random.integer(from.categories), random.integer(from.categories)]
        : [random.integer(from.categories)],
      tags: Array.from({ length: random.integer(4) }, () => random.integer(tagNames.length)),
    };
  }
}
