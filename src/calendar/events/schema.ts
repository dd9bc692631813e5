import Type, { type Static } from 'typebox';
import { pictureField } from '#api/media/parameters.ts';
import { Image } from '#api/media/schema.ts';
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
import { describeFields } from '#calendar/posts/field-description.ts';
import { postDescription, postFields, postUpdateFields, websiteField } from '#calendar/posts/schema.ts';
import { termsField } from '#calendar/terms/parameters.ts';
import { EmbeddedTerm } from '#calendar/terms/schema.ts';
import { translatable } from '#calendar/translations/parameters.ts';
import { typedTexts } from '#calendar/translations/rules.ts';
import { venuesField } from '#calendar/venues/parameters.ts';
import { Venue } from '#calendar/venues/schema.ts';
import type { EventsTable } from '#store/db/tables.ts';
import { Ticket, ticketsField } from './cost/tickets.ts';
import { listParameters } from './filters/parameters.ts';
import { contextParameter, costField, eventDate, parentField } from './parameters.ts';
import { Recurrence } from './series/schema.ts';

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

/** Texts as stored, as who may edit an event gets them. */
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
  recurrence_id: Type.Union([Type.Null(), dateTime()]),
  recurrence: Type.Union([Type.Null(), Recurrence]),
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
});
export type Event = Static<typeof Event>;

const flagField = { initial: 0, exported: 'flag', imported: 'field' } as const;
const links = { exported: 'apart', imported: 'apart' } as const;

/**
 * All fields of an event: what is sent, kept, answered, shown behind a password, exported and imported. Whatever handles
 * fields derives from it or is held against it, and the order is that of an export.
 */
export const eventDescription = describeFields<EventsTable, typeof fields & Event>()({
  ...postDescription,
  title: {
    columns: ['title', 'title_key'],
    translated: true,
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
  },
  description: { columns: ['description'], translated: true, exported: 'column', imported: 'apart' },
  slug: { columns: ['slug'], protected: 'shown', exported: 'column', imported: 'apart' },
  image: { columns: ['image_id'], exported: 'apart', imported: 'apart' },
  excerpt: { columns: ['excerpt'], translated: true, exported: 'column', imported: 'apart' },
  all_day: { columns: ['all_day'], exported: 'flag', imported: 'field' },
  start_date: { columns: ['start_date'], protected: 'shown', exported: 'column', imported: 'apart' },
  end_date: { columns: ['end_date'], protected: 'shown', exported: 'column', imported: 'apart' },
  utc_start_date: { columns: ['utc_start_date'], protected: 'shown', exported: 'column', imported: 'apart' },
  utc_end_date: { columns: ['utc_end_date'], protected: 'shown', exported: 'column', imported: 'apart' },
  timezone: { columns: ['timezone'], protected: 'shown', exported: 'column', imported: 'apart' },
  cost: { columns: ['cost'], exported: 'apart', imported: 'apart' },
  cost_details: { exported: 'derived', imported: 'derived' },
  website: { columns: ['website'], initial: null, exported: 'column', imported: 'apart' },
  show_map: { columns: ['show_map'], ...flagField },
  show_map_link: { columns: ['show_map_link'], ...flagField },
  hide_from_listings: { columns: ['hide_from_listings'], ...flagField },
  sticky: { columns: ['sticky'], ...flagField },
  featured: { columns: ['featured'], ...flagField },
  tickets: { columns: ['tickets'], exported: 'apart', imported: 'apart' },
  ticketed: { columns: ['ticketed'], exported: 'derived', imported: 'derived' },
  post_parent: {
    columns: ['post_parent'],
    initial: 0,
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
  },
  recurrence_id: { protected: 'shown', exported: 'no', imported: 'no' },
  recurrence: { columns: ['series_id'], protected: 'shown', exported: 'apart', imported: 'apart' },
  categories: links,
  tags: links,
  venue: links,
  organizer: links,
  language: { columns: ['language'], protected: 'shown', exported: 'apart', imported: 'apart' },
  translations: { columns: ['translations'], protected: 'shown', exported: 'derived', imported: 'derived' },
  url: { protected: 'shown', exported: 'no', imported: 'no' },
  rest_url: { protected: 'shown', exported: 'no', imported: 'no' },
  start_date_details: { protected: 'shown', exported: 'derived', imported: 'derived' },
  end_date_details: { protected: 'shown', exported: 'derived', imported: 'derived' },
  utc_start_date_details: { protected: 'shown', exported: 'derived', imported: 'derived' },
  utc_end_date_details: { protected: 'shown', exported: 'derived', imported: 'derived' },
  timezone_abbr: { protected: 'shown', exported: 'derived', imported: 'derived' },
  custom_fields: { protected: 'shown', exported: 'no', imported: 'no' },
  raw: { exported: 'derived', imported: 'derived' },
  json_ld: { exported: 'derived', imported: 'derived' },
});

export const EventList = Type.Object({
  events: Type.Array(Event),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});
