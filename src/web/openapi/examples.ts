import Type, { type TObject } from 'typebox';
import { Value } from 'typebox/value';
import { Event } from '#calendar/events/schema.ts';
import { type Language, message, translate } from '#foundation/i18n/catalogue.ts';

/** The beginning of what `navigator.credentials` gives. */
const credential = { id: 'AQID', rawId: 'AQID', type: 'public-key', clientExtensionResults: {} };

/** Returns example bodies by operation, with descriptions in a language. A test validates them against the schemas. */
export const bodyExamples = (language: Language): Readonly<Record<string, object>> => ({
  createEvent: {
    title: 'Summer concert',
    start_date: '2027-06-19 19:30:00',
    end_date: '2027-06-19 22:00:00',
    timezone: 'Europe/Berlin',
    description: translate(language, message('example.event')),
    cost: '€12',
    categories: ['Music'],
    venue: [{ venue: 'Town Hall', address: '1 Market Square', city: 'Freiburg', country: 'Germany' }],
    organizer: [{ organizer: 'Friends of Music', email: 'music@example.org' }],
  },
  updateEvent: { cost: '€15', featured: true },
  previewRecurrence: {
    start_date: '2027-06-21 19:30:00',
    end_date: '2027-06-21 22:00:00',
    timezone: 'Europe/Berlin',
    recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=10' },
  },
  updateEventBySlug: { cost: '€15', featured: true },
  createVenue: {
    venue: 'Town Hall',
    address: '1 Market Square',
    city: 'Freiburg',
    zip: '79098',
    country: 'Germany',
    geo_lat: 47.9959,
    geo_lng: 7.8522,
  },
  updateVenue: { phone: '+49 761 123456' },
  updateVenueBySlug: { phone: '+49 761 123456' },
  createOrganizer: { organizer: 'Friends of Music', email: 'music@example.org' },
  updateOrganizer: { website: 'https://music.example.org/' },
  updateOrganizerBySlug: { website: 'https://music.example.org/' },
  mergeVenues: { from: [2] },
  mergeOrganizers: { from: [2] },
  mergeCategories: { from: [2] },
  mergeTags: { from: [2] },
  createBatch: {
    requests: [
      { path: '/calendar/events/v1/tags', body: { name: 'By the water' } },
      { path: '/calendar/events/v1/tags', body: { name: 'For children' } },
    ],
    atomic: true,
  },
  createImport: { kind: 'kalends', url: 'https://calendar.example/kalends.ndjson', dry_run: true },
  replaceMediaFile: { crop: { x: 0, y: 0.1, width: 1, height: 0.8 } },
  undoEntries: { since: '2027-06-19T09:00:00Z' },
  createCategory: { name: 'Jazz', slug: 'jazz' },
  updateCategory: { description: translate(language, message('example.category')) },
  createTag: { name: 'Open air' },
  updateTag: { slug: 'outdoors' },
  createUser: { login: 'ada', role: 'author', email: 'ada@example.org', name: 'Ada' },
  updateUser: { role: 'editor' },
  updateOwnUser: { name: 'Ada L.' },
  createToken: { name: 'Website' },
  confirmTotp: { code: '123456' },
  disableSecondFactor: { passkeys: true },
  requestPasswordReset: { login: 'ada@example.org' },
  previewPasswordReset: { code: 'CODE' },
  confirmPasswordReset: { code: 'CODE', password: 'nothing old at all' },
  createPasskey: {
    name: 'Laptop',
    response: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
  },
  updatePasskey: { name: 'Phone' },
  createPasskeySession: {
    response: {
      ...credential,
      response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
    },
  },
  createSubmission: {
    title: 'Breakfast under the chestnut',
    start_date: '2027-09-26 10:00',
    end_date: '2027-09-26 13:00',
    venue_name: 'Chestnut Yard',
    contact_name: 'Ada',
    contact_email: 'ada@example.org',
    challenge: 'CHALLENGE',
    proof: '12345',
  },
  updateOwnSubmission: { end_date: '2027-09-26 13:30' },
  askSubmitter: { message: 'Is there a fee?' },
  rejectSubmission: { message: 'We list public events only.' },
  createInvitation: { role: 'author', email: 'grace@example.org' },
  previewInvitation: { code: 'CODE' },
  acceptInvitation: { code: 'CODE', login: 'grace', password: 'first bug in a moth', name: 'Grace' },
  setUp: {
    code: 'CODE',
    password: 'nineteen letters long',
    name: 'Mira Kowalczyk',
    site_name: 'Brückhafen Programme',
    week_start: 'monday',
  },
  createSession: { login: 'LOGIN', password: 'PASSWORD' },
  createSecretFeed: { name: 'Phone', query: 'featured=true', form: 'ics' },
});

const written = {
  date: '2026-11-20 13:00:00',
  date_utc: '2026-11-20 18:00:00',
  modified: '2026-11-20 13:00:00',
  modified_utc: '2026-11-20 18:00:00',
};
const details = (day: string, hour: string, minutes: string) => ({
  year: '2027',
  month: '06',
  day,
  hour,
  minutes,
  seconds: '00',
});
const languages = { language: 'en', translations: ['en'] };

const venue = {
  id: 11,
  author: '1',
  status: 'publish',
  ...written,
  url: 'https://calendar.example.org/venue/town-hall/',
  venue: 'Town Hall',
  slug: 'town-hall',
  address: '1 Market Square',
  city: 'Freiburg',
  country: 'Germany',
  zip: '79098',
  geo_lat: 47.9959,
  geo_lng: 7.8522,
  show_map: false,
  show_map_link: false,
  global_id: 'calendar.example.org?id=11',
  global_id_lineage: ['calendar.example.org?id=11'],
  ...languages,
};

const organizer = {
  id: 12,
  author: '1',
  status: 'publish',
  ...written,
  url: 'https://calendar.example.org/organizer/friends-of-music/',
  organizer: 'Friends of Music',
  slug: 'friends-of-music',
  email: 'music@example.org',
  global_id: 'calendar.example.org?id=12',
  global_id_lineage: ['calendar.example.org?id=12'],
  ...languages,
};

/** Completes an example with the empty values of the members it lacks. */
function completed(schema: TObject, example: Readonly<Record<string, unknown>>): object {
  const lacking = schema.required.filter((name) => !(name in example));
  return { ...example, ...Value.Create(Type.Pick(schema, lacking)) };
}

const root = 'https://calendar.example.org/calendar/events/v1';
const urls = { self: `${root}/categories/7`, collection: `${root}/categories` };

/** Returns example answers by schema name. A test validates them against the schemas. */
export const schemaExamples = (language: Language): Readonly<Record<string, object>> => ({
  Event: completed(Event, {
    id: 13,
    global_id: 'calendar.example.org?id=13',
    global_id_lineage: ['calendar.example.org?id=13'],
    author: '1',
    status: 'publish',
    ...written,
    url: 'https://calendar.example.org/event/summer-concert/',
    rest_url: `${root}/events/13`,
    title: 'Summer concert',
    description: `<p>${translate(language, message('example.event'))}</p>`,
    excerpt: '',
    slug: 'summer-concert',
    image: false,
    all_day: false,
    start_date: '2027-06-19 19:30:00',
    start_date_details: details('19', '19', '30'),
    end_date: '2027-06-19 22:00:00',
    end_date_details: details('19', '22', '00'),
    utc_start_date: '2027-06-19 17:30:00',
    utc_start_date_details: details('19', '17', '30'),
    utc_end_date: '2027-06-19 20:00:00',
    utc_end_date_details: details('19', '20', '00'),
    timezone: 'Europe/Berlin',
    timezone_abbr: 'CEST',
    cost: '€12',
    cost_details: { currency_symbol: '€', currency_code: 'EUR', currency_position: 'prefix', values: ['12'] },
    website: 'https://calendar.example.org/event/summer-concert/',
    show_map: false,
    show_map_link: false,
    hide_from_listings: false,
    sticky: false,
    featured: true,
    ticketed: false,
    event_status: 'scheduled',
    uid: '9d0c9e2e-6a7b-4c5d-8e1f-0a2b3c4d5e6f',
    accessibility: ['wheelchair', 'hearing_loop'],
    accessibility_note: '',
    spoken_languages: ['de'],
    door_time: '19:00',
    tickets: [],
    post_parent: 0,
    categories: [
      {
        name: 'Music',
        slug: 'music',
        term_group: 0,
        term_taxonomy_id: 7,
        taxonomy: 'tribe_events_cat',
        description: translate(language, message('example.category')),
        parent: 0,
        count: 4,
        filter: 'raw',
        id: 7,
        urls,
        color: 'violet',
        mark: 'star',
        ...languages,
      },
    ],
    tags: [],
    venue,
    organizer: [organizer],
    custom_fields: [],
    ...languages,
  }),
  Venue: venue,
  Organizer: organizer,
  Category: {
    id: 7,
    count: 4,
    description: translate(language, message('example.category')),
    name: 'Music',
    slug: 'music',
    taxonomy: 'tribe_events_cat',
    parent: 0,
    color: 'violet',
    mark: 'star',
    meta: [],
    url: 'https://calendar.example.org/events/category/music/',
    urls,
    ...languages,
  },
});
