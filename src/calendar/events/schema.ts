import Type, { type Static } from 'typebox';
import { pictureField } from '#api/media/parameters.ts';
import { Image } from '#api/media/schema.ts';
import { zoneField } from '#api/routing/date-parameters.ts';
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
} from '#api/routing/parameter.ts';
import { organizersField } from '#calendar/organizers/parameters.ts';
import { Organizer } from '#calendar/organizers/schema.ts';
import { postFields, postUpdateFields } from '#calendar/posts/fields.ts';
import { websiteField } from '#calendar/posts/parameters.ts';
import { termsField } from '#calendar/terms/parameters.ts';
import { EmbeddedTerm } from '#calendar/terms/schema.ts';
import { translatable } from '#calendar/translations/parameter.ts';
import { venuesField } from '#calendar/venues/parameters.ts';
import { Venue } from '#calendar/venues/schema.ts';
import { listParameters } from './filters/parameters.ts';
import { contextParameter, costField, eventDate, parentField } from './parameters.ts';
import { Ticket, ticketsField } from './tickets.ts';

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
};

/** Fields of a new event (spec 2.1), and those of ours beside them. */
export const eventFields = documentDefaults(ofNew(fields), {
  website: null,
  categories: null,
  tags: null,
  venue: null,
  organizer: null,
  all_day: false,
});

/** Fields of an update: all optional, absent ones keep their value (D1). */
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
};

const { password: _, ...withoutPassword } = eventUpdateFields;

/** The same by slug: only the route by ID takes a password (spec 2.1). */
export const eventBySlugUpdateFields = withoutPassword;

export type NewEvent = Input<typeof eventFields>;
export type EventUpdate = Input<typeof eventUpdateFields>;

/** Parameters of the list (spec 4.3, then those of contract 1). */
export const eventListParameters = {
  ...paging,
  ...listParameters,
  password: text(),
  context: withDefault(contextParameter, 'view'),
};

export type EventListInput = Input<typeof eventListParameters>;

/** Parameters of a single read and of a delete. */
export const eventReadParameters = { password: text(), context: withDefault(contextParameter, 'view') };
export const eventDeleteParameters = { password: text() };

const dateTime = () =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$', examples: ['2027-03-01 10:00:00'] });

export const DateDetails = Type.Object({
  year: Type.String(),
  month: Type.String(),
  day: Type.String(),
  hour: Type.String(),
  minutes: Type.String(),
  seconds: Type.String(),
});

export const CostDetails = Type.Object({
  currency_symbol: Type.String(),
  currency_code: Type.String(),
  currency_position: Type.String({ examples: ['prefix', 'postfix', ''] }),
  values: Type.Array(Type.String()),
});

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
  categories: Type.Array(EmbeddedTerm),
  tags: Type.Array(EmbeddedTerm),
  venue: Type.Union([Venue, Type.Array(Venue)]),
  organizer: Type.Array(Organizer),
  custom_fields: Type.Array(Type.Never()),
  language: Type.String(),
  translations: Type.Array(Type.String()),
  raw: Type.Optional(
    Type.Object({
      title: Type.String(),
      description: Type.String(),
      excerpt: Type.String(),
      cost: Type.Array(Type.String()),
      website: Type.Union([Type.String(), Type.Null()]),
      password: Type.String(),
    }),
  ),
  json_ld: Type.Optional(Type.Object({}, { additionalProperties: true })),
});
export type Event = Static<typeof Event>;

export const EventList = Type.Object({
  events: Type.Array(Event),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});
