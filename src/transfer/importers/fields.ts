import { importedFields, namesHaving, namesWith } from '#api/routing/field-description.ts';
import { ofNew, type Parameter, parameter, refuse, required, text } from '#api/routing/parameter.ts';
import { termDescription } from '#calendar/categories/fields.ts';
import { categoryFields } from '#calendar/categories/schema.ts';
import { eventDescription } from '#calendar/events/fields.ts';
import { eventFields, eventUpdateFields } from '#calendar/events/schema.ts';
import { nameField } from '#calendar/linked/schema.ts';
import { organizerDescription } from '#calendar/organizers/fields.ts';
import { organizerFields } from '#calendar/organizers/schema.ts';
import { leadsToInterface, postFields } from '#calendar/posts/schema.ts';
import { termFields } from '#calendar/terms/schema.ts';
import { venueDescription } from '#calendar/venues/fields.ts';
import { venueFields, venueUpdateFields } from '#calendar/venues/schema.ts';

const { date, date_utc, description, slug, status } = postFields;
const shared = { date, date_utc, description, slug, status };
const shownWebsite = text({ empty: true, max: 2000 });
/** An address as its source shows it: `websiteIn` has looked at its form. */
const website: Parameter<string, false> = parameter<string>(shownWebsite.schema, (value, around) =>
  typeof value === 'string' && leadsToInterface(value, around.call)
    ? refuse('problem.interface')
    : shownWebsite.read(value, around),
);

const { color, mark } = ofNew(categoryFields);
const { all_day, ...plainEventFields } = importedFields(eventDescription, eventFields);

/** The fields of each kind, validated as those of requests are. Links, pictures and authors are imported separately. */
export const importFields = {
  terms: { ...termFields, name: required(termFields.name), color, mark },
  venues: {
    venue: required(nameField),
    ...shared,
    ...importedFields(venueDescription, venueFields),
    // null at the source removes the coordinate here.
    geo_lat: venueUpdateFields.geo_lat,
    geo_lng: venueUpdateFields.geo_lng,
    website,
  },
  organizers: {
    organizer: required(nameField),
    ...shared,
    ...importedFields(organizerDescription, organizerFields),
    website,
  },
  events: {
    ...shared,
    // An event without a title is valid if it has a description.
    title: required(text({ empty: true, max: 2000 })),
    start_date: eventFields.start_date,
    end_date: eventFields.end_date,
    excerpt: eventFields.excerpt,
    timezone: eventFields.timezone,
    all_day,
    cost: eventFields.cost,
    ...plainEventFields,
    tickets: eventFields.tickets,
    recurrence: eventFields.recurrence,
  },
} as const;

const { slug: _slug, ...overrideFields } = importFields.events;

/** The fields of a date of a series with values of its own; all may be absent. */
export const importedOverrideFields = {
  ...overrideFields,
  title: text({ empty: true, max: 2000 }),
  status: eventUpdateFields.status,
  start_date: eventUpdateFields.start_date,
  end_date: eventUpdateFields.end_date,
};

/** Fields whose faults reject the whole item; faults in other fields only drop the field. */
export const essentialFields = {
  terms: namesHaving(termDescription, 'essential'),
  venues: namesHaving(venueDescription, 'essential'),
  organizers: namesHaving(organizerDescription, 'essential'),
  events: namesHaving(eventDescription, 'essential'),
  overrides: namesWith(eventDescription, 'essential', 'always'),
} as const;
