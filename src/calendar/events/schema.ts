import Type, { type Static } from 'typebox';
import { pictureField } from '#api/media/parameters.ts';
import { Image } from '#api/media/schema.ts';
import type { DescribedNames } from '#api/routing/field-description.ts';
import { paging } from '#api/routing/paging.ts';
import {
  documentDefaults,
  emptied,
  flag,
  type Input,
  ofNew,
  optional,
  required,
  stored,
  text,
  withDefault,
  zoneField,
} from '#api/routing/parameter.ts';
import { organizersField } from '#calendar/organizers/parameters.ts';
import { Organizer } from '#calendar/organizers/schema.ts';
import { postFields, postUpdateFields, websiteField } from '#calendar/posts/schema.ts';
import { termsField } from '#calendar/terms/parameters.ts';
import { EmbeddedTerm } from '#calendar/terms/schema.ts';
import { translatable } from '#calendar/translations/parameters.ts';
import { typedTexts } from '#calendar/translations/rules.ts';
import { venuesField } from '#calendar/venues/parameters.ts';
import { Venue } from '#calendar/venues/schema.ts';
import { accessibilityFeatures } from '#store/db/field-values.ts';
import { eventStatuses } from '#store/db/tables.ts';
import { Overlap } from './busy/overlaps.ts';
import { Ticket, ticketsField } from './cost/tickets.ts';
import { eachLine, type eventDescription } from './fields.ts';
import { listParameters } from './filters/parameters.ts';
import {
  contextParameter,
  costField,
  eventDate,
  eventStatusField,
  parentField,
  previousStartField,
  uidField,
  virtualUrlField,
} from './parameters.ts';
import { occurrenceParameter, recurrenceField, resetField, scopeField } from './series/parameters.ts';
import { RecurrenceAnswer } from './series/schema.ts';
import { accessibilityField, doorTimeField, spokenLanguagesField } from './visitors/fields.ts';
import { OpeningHours, openingHoursField } from './visitors/opening-hours.ts';

const lines = eachLine(() => text({ empty: true, max: 2000 }));
// These keep their places in documents and answers; others come last.
const { event_status_reason, accessibility_note, ...furtherLines } = lines;
const {
  event_status_reason: _reason,
  accessibility_note: _note,
  ...furtherMembers
} = eachLine(() => Type.String());

const fields = {
  title: required(text({ max: 2000 })),
  start_date: required(eventDate),
  end_date: required(eventDate),
  ...postFields,
  excerpt: text({ empty: true }),
  timezone: zoneField,
  all_day: flag,
  image: pictureField({ empty: false }),
  cost: costField,
  website: stored(websiteField),
  show_map: stored(flag),
  show_map_link: stored(flag),
  hide_from_listings: stored(flag),
  sticky: stored(flag),
  featured: stored(flag),
  categories: termsField('categories'),
  tags: termsField('tags'),
  venue: venuesField,
  organizer: organizersField,
  post_parent: stored(parentField),
  tickets: ticketsField,
  event_status: eventStatusField,
  event_status_reason,
  previous_start_date: previousStartField,
  is_virtual: flag,
  virtual_url: stored(virtualUrlField),
  uid: stored(uidField),
  accessibility: stored(accessibilityField),
  accessibility_note,
  spoken_languages: stored(spokenLanguagesField),
  door_time: stored(doorTimeField),
  opening_hours: stored(openingHoursField),
  recurrence: recurrenceField,
  ...furtherLines,
};

/** The fields of a request that creates an event (spec 2.1), those of contract 1 among them. */
export const eventFields = documentDefaults(ofNew(fields), {
  website: null,
  categories: null,
  tags: null,
  venue: null,
  organizer: null,
  all_day: false,
});

/** The fields of an update: all optional; absent ones keep their value (D1). */
export const eventUpdateFields = {
  ...fields,
  ...postUpdateFields,
  title: translatable(text({ max: 2000 })),
  excerpt: translatable(emptied(fields.excerpt, '')),
  start_date: optional(eventDate),
  end_date: optional(eventDate),
  image: emptied(fields.image, 'none'),
  cost: emptied(fields.cost, []),
  website: emptied(fields.website, ''),
  categories: emptied(fields.categories, []),
  tags: emptied(fields.tags, []),
  post_parent: emptied(fields.post_parent, 0),
  tickets: emptied(fields.tickets, []),
  event_status: emptied(fields.event_status, 'scheduled'),
  previous_start_date: emptied(fields.previous_start_date, ''),
  virtual_url: emptied(fields.virtual_url, ''),
  accessibility: emptied(fields.accessibility, []),
  spoken_languages: emptied(fields.spoken_languages, []),
  door_time: emptied(fields.door_time, ''),
  opening_hours: emptied(fields.opening_hours, []),
  ...eachLine((name) => translatable(emptied(lines[name], ''))),
};

/** The fields of an update by ID, and for which dates of a series it is (contract R8). */
export const eventUpdateParameters = {
  ...eventUpdateFields,
  scope: scopeField,
  recurrence_reset: resetField,
};

const { password: _, ...withoutPassword } = eventUpdateParameters;

/** The fields of an update by slug, where a password can't be sent (spec 2.1). */
export const eventBySlugUpdateFields = withoutPassword;

/** A request that creates an event, as read. */
export type NewEvent = Input<typeof eventFields>;
/** A request that updates an event, as read; a field that wasn't sent is undefined. */
export type EventUpdate = Input<typeof eventUpdateFields>;

/** The parameters of the list of events (spec 4.3, then those of contract 1). */
export const eventListParameters = {
  ...paging,
  ...listParameters,
  password: text(),
  context: withDefault(contextParameter, 'view'),
};

/** A request for a list of events, as read. */
export type EventListInput = Input<typeof eventListParameters>;

/** The parameters of a read of one event, by ID or slug. */
export const eventReadParameters = {
  password: text(),
  context: withDefault(contextParameter, 'view'),
  occurrence: occurrenceParameter,
};

/** The parameters of a delete by ID. */
export const eventDeleteParameters = { password: text(), scope: scopeField };
/** The parameters of a delete by slug. */
export const eventBySlugDeleteParameters = { scope: scopeField };

const dateTime = () =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$', examples: ['2027-03-01 10:00:00'] });

/** The parts of a wall clock text as an answer lists them beside it, with leading zeros. */
export const DateDetails = Type.Object({
  year: Type.String(),
  month: Type.String(),
  day: Type.String(),
  hour: Type.String(),
  minutes: Type.String(),
  seconds: Type.String(),
});

/** The numbers and the currency of a cost, as an answer has them beside its text (reference 5.7). */
export const CostDetails = Type.Object({
  currency_symbol: Type.String(),
  currency_code: Type.String(),
  currency_position: Type.String({ examples: ['prefix', 'postfix', ''] }),
  values: Type.Array(Type.String()),
});

/** Stored texts, which editors of an event get. */
const rawTexts = typedTexts(Type.String());

/** Flags are null where a password hides them. */
const shownFlag = () => Type.Union([Type.Boolean(), Type.Null()]);

/** An event as answered (reference 2.1). */
export const Event = Type.Object({
  id: Type.Integer(),
  global_id: Type.String(),
  global_id_lineage: Type.Array(Type.String()),
  author: Type.String(),
  status: Type.String(),
  date: dateTime(),
  date_utc: dateTime(),
  modified: dateTime(),
  modified_utc: dateTime(),
  url: Type.String(),
  rest_url: Type.String(),
  title: Type.String(),
  description: Type.String(),
  excerpt: Type.String(),
  slug: Type.String(),
  image: Type.Union([Image, Type.Literal(false)]),
  all_day: shownFlag(),
  start_date: dateTime(),
  start_date_details: DateDetails,
  end_date: dateTime(),
  end_date_details: DateDetails,
  utc_start_date: dateTime(),
  utc_start_date_details: DateDetails,
  utc_end_date: dateTime(),
  utc_end_date_details: DateDetails,
  timezone: Type.String(),
  timezone_abbr: Type.String(),
  cost: Type.String(),
  cost_details: CostDetails,
  website: Type.String(),
  show_map: shownFlag(),
  show_map_link: shownFlag(),
  hide_from_listings: shownFlag(),
  sticky: shownFlag(),
  featured: shownFlag(),
  ticketed: shownFlag(),
  tickets: Type.Array(Ticket),
  post_parent: Type.Integer(),
  event_status: Type.Enum([...eventStatuses]),
  event_status_reason: Type.String(),
  previous_start_date: Type.Union([Type.Null(), dateTime()]),
  is_virtual: Type.Boolean(),
  virtual_url: Type.String(),
  uid: Type.String(),
  accessibility: Type.Array(Type.Enum([...accessibilityFeatures])),
  accessibility_note: Type.String(),
  spoken_languages: Type.Array(Type.String()),
  door_time: Type.Union([Type.Null(), Type.String({ pattern: '^\\d\\d:\\d\\d$', examples: ['19:30'] })]),
  opening_hours: OpeningHours,
  recurrence_id: Type.Union([Type.Null(), dateTime()]),
  recurrence: Type.Union([Type.Null(), RecurrenceAnswer]),
  categories: Type.Array(EmbeddedTerm),
  tags: Type.Array(EmbeddedTerm),
  venue: Type.Union([Venue, Type.Array(Venue)]),
  organizer: Type.Array(Organizer),
  custom_fields: Type.Array(Type.Never()),
  language: Type.String(),
  translations: Type.Array(Type.String()),
  raw: Type.Optional(
    Type.Object({
      ...rawTexts,
      cost: Type.Array(Type.String()),
      website: Type.Union([Type.String(), Type.Null()]),
      password: Type.String(),
    }),
  ),
  json_ld: Type.Optional(Type.Object({}, { additionalProperties: true })),
  revision: Type.Optional(Type.Integer()),
  warnings: Type.Optional(Type.Array(Overlap)),
  ...furtherMembers,
});
/** An event as answered. */
export type Event = Static<typeof Event>;

/** The name of a field of an event, which `fields.ts` describes. */
export type EventField = DescribedNames<typeof fields & Event, typeof eventDescription>;

/** A page of a list of events as answered (reference 4.10); `total` counts occurrences on all pages. */
export const EventList = Type.Object({
  events: Type.Array(Event),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});
