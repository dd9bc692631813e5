import { eachLine } from '#calendar/events/fields.ts';
import type { eventFields } from '#calendar/events/schema.ts';
import type { organizerFields } from '#calendar/organizers/schema.ts';
import type { venueFields } from '#calendar/venues/schema.ts';

/** Two values of a field, neither of which is what it is where nothing was sent. */
export interface Sample {
  readonly one: unknown;
  readonly other: unknown;
  /** Whether null makes it again what it is where nothing was sent. */
  readonly empties: boolean;
}

/** The IDs that samples refer to: two of each kind. */
export interface Named {
  readonly users: readonly [number, number];
  readonly pictures: readonly [number, number];
  readonly categories: readonly [number, number];
  readonly tags: readonly [number, number];
  readonly venues: readonly [number, number];
  readonly organizers: readonly [number, number];
  readonly events: readonly [number, number];
}

const two = (one: unknown, other: unknown): Sample => ({ one, other, empties: true });
const stays = (one: unknown, other: unknown): Sample => ({ one, other, empties: false });
const text = (about: string): Sample => two(`<b>One</b> ${about}`, `Another ${about}`);

/** Samples of the texts of one line, which need no line of their own here. */
const lines = eachLine(text);

const post = ({ users }: Named) => ({
  author: stays(users[0], users[1]),
  date: stays('2026-01-02 03:04:05', '2026-02-03 04:05:06'),
  date_utc: stays('2026-01-02 08:04:05', '2026-02-03 09:05:06'),
  description: text('description'),
  password: two('sesame', 'simsim'),
});

/** Samples of all fields of an event but `slug`, `status` and `recurrence`, which rules of their own decide. Whoever adds a field adds one. */
export const eventSamples = (named: Named) =>
  ({
    ...post(named),
    title: stays('One title', 'Another title'),
    start_date: stays('2027-03-01 10:00:00', '2027-02-27 11:00:00'),
    end_date: stays('2027-03-05 12:00:00', '2027-03-06 13:00:00'),
    timezone: stays('Europe/Berlin', 'Asia/Tokyo'),
    excerpt: text('excerpt'),
    all_day: stays(true, false),
    image: two(...named.pictures),
    cost: two(['10', '20'], '30'),
    website: two('https://one.example.org/', 'https://another.example.org/'),
    show_map: stays(true, false),
    show_map_link: stays(true, false),
    hide_from_listings: stays(true, false),
    sticky: stays(true, false),
    featured: stays(true, false),
    categories: two([named.categories[0]], [named.categories[1]]),
    tags: two([named.tags[0]], [named.tags[1]]),
    venue: two([named.venues[0]], [named.venues[1]]),
    organizer: two([named.organizers[0]], [named.organizers[1]]),
    post_parent: two(...named.events),
    tickets: two([{ name: 'Seat', price: 5 }], [{ name: 'Box', price: 9 }]),
    event_status: two('canceled', 'postponed'),
    ...lines,
    previous_start_date: two('2027-02-01 10:00:00', '2027-02-02 11:00:00'),
    is_virtual: stays(true, false),
    virtual_url: two('https://meet.example.org/one', 'http://meet.example.org/another'),
    uid: stays('one@example.org', 'another@example.org'),
    accessibility: two(['wheelchair', 'captions'], ['quiet']),
    spoken_languages: two(['de-AT', 'en'], ['es']),
    door_time: two('19:30', '00:15'),
    opening_hours: two(
      [{ days: ['tuesday', 'sunday'], opens: '10:00', closes: '18:00' }],
      [{ days: ['friday'], opens: '20:00', closes: '02:00' }, { closed: ['2027-03-05'] }],
    ),
  }) satisfies Record<Exclude<keyof typeof eventFields, 'slug' | 'status' | 'recurrence'>, Sample>;

const linked = (named: Named) => ({
  ...post(named),
  image: two(...named.pictures),
  phone: two('+1 555 0100', '+1 555 0101'),
  website: two('https://one.example.org/', 'https://another.example.org/'),
});

/** Samples of all fields of a venue, likewise. */
export const venueSamples = (named: Named) =>
  ({
    ...linked(named),
    venue: stays('One hall', 'Another hall'),
    address: two('1 Main St', '2 High St'),
    city: two('Berlin', 'Tokyo'),
    country: two('Germany', 'Japan'),
    province: two('Ontario', 'Quebec'),
    state: two('Ohio', 'Iowa'),
    zip: two('10115', '1000001'),
    stateprovince: two('One region', 'Another region'),
    district: two('One quarter', 'Another quarter'),
    geo_lat: stays(52.5, 35.6),
    geo_lng: stays(13.4, 139.7),
    show_map: stays('false', 'true'),
    show_map_link: stays('false', 'true'),
  }) satisfies Record<Exclude<keyof typeof venueFields, 'slug' | 'status'>, Sample>;

/** Samples of all fields of an organizer, likewise. */
export const organizerSamples = (named: Named) =>
  ({
    ...linked(named),
    organizer: stays('One club', 'Another club'),
    email: two('one@example.org', 'another@example.org'),
  }) satisfies Record<Exclude<keyof typeof organizerFields, 'slug' | 'status'>, Sample>;
