import Type from 'typebox';
import { mayRead } from '#api/access/permissions.ts';
import { integerOf } from '#api/http/coercion.ts';
import {
  oneOf,
  type Parameter,
  parameter,
  type ReadContext,
  refuse,
  refuseType,
  text,
} from '#api/routing/parameter.ts';
import { websiteField } from '#calendar/posts/schema.ts';
import { findIdBySlug } from '#calendar/posts/store.ts';
import { englishDate } from '#foundation/time/languages.ts';
import { readDate } from '#foundation/time/typed.ts';
import { findZone } from '#foundation/time/zone.ts';
import { type EventStatus, eventStatuses } from '#store/db/tables.ts';
import { MAX_PIECES, readCost } from './cost/cost.ts';
import { findEventRow } from './store.ts';

const inPath = <T>(p: Parameter<T>): Parameter<T, true> => ({ ...p, required: true, always: true });

/** The ID in the path; one that is too large for any event is 0. The handler finds out whether it exists (reference 3.3). */
export const eventId = inPath(
  parameter<number>(Type.Integer({ minimum: 1 }), (value) => ({ value: integerOf(value) ?? 0 })),
);

/** The slug in the path of reads and deletes, read as an event's ID; an unknown slug is refused (reference 3.3). */
export const existingEventSlug = inPath(
  parameter<number>(Type.String({ minLength: 1 }), async (value, { call }) => {
    const id =
      typeof value === 'string' ? await findIdBySlug(call.services.db.read, 'events', value) : undefined;
    return id === undefined ? refuse('problem.unknown_slug') : { value: id };
  }),
);

/** The slug in the path of an update, read as an event's ID; an unknown slug is 0, the ID of no event (D31). */
export const eventSlug: Parameter<number, true> = {
  ...parameter<number>(Type.String({ minLength: 1 }), async (value, { call }) => {
    const id =
      typeof value === 'string' ? await findIdBySlug(call.services.db.read, 'events', value) : undefined;
    return { value: id ?? 0 };
  }),
  required: false,
  always: true,
};

/** The ID of an event that the caller may read; any other ID is refused. */
const readableEvent: Parameter<number, false> = parameter<number>(
  Type.Integer({ minimum: 1 }),
  async (value, { call }) => {
    const id = integerOf(value);
    const row = id !== undefined && id > 0 ? await findEventRow(call.services.db.read, id) : undefined;
    return id !== undefined && row && mayRead(call.viewer, row)
      ? { value: id }
      : refuse('problem.event_unknown');
  },
);

/** `post_parent` of a write: the ID of an event that the caller may read, or 0 for none. */
export const parentField: Parameter<number, false> = parameter<number>(
  Type.Integer({ minimum: 0 }),
  (value, around) => (integerOf(value) === 0 ? { value: 0 } : readableEvent.read(value, around)),
);

function siblingZone({ call, sent }: ReadContext): string {
  const zone = sent['timezone'];
  return typeof zone === 'string' && zone !== '' && findZone(zone) ? zone : call.services.config.timezone;
}

/** A date of an event as typed, translated into English; it must be readable in the `timezone` sent with it. */
export const eventDate: Parameter<string, false> = parameter<string>(
  Type.String({ examples: ['2027-03-01 10:00:00'] }),
  (value, around) => {
    if (typeof value !== 'string') return refuseType('problem.type_string');
    const { now, language } = around.call;
    // Digits mean the same in each language.
    const date = /^[\d :-]*$/.test(value) ? value : englishDate(value, language);
    return date !== undefined && readDate(date, { now, zone: siblingZone(around) })
      ? { value: date }
      : refuse('problem.date');
  },
);

/** A parameter for which an empty text is a value. */
const orEmpty = <T>(p: Parameter<T, false>, empty: T): Parameter<T, false> => ({
  ...p,
  read: (value, around) => (value === '' ? { value: empty } : p.read(value, around)),
});

/** `event_status` of a write; an empty one is `scheduled`. */
export const eventStatusField: Parameter<EventStatus, false> = orEmpty(oneOf(eventStatuses), 'scheduled');

/** `previous_start_date`: as the dates of an event, or '' for none. */
export const previousStartField: Parameter<string, false> = orEmpty(eventDate, '');

/** `virtual_url`: an absolute address of the web, or '' for none. */
export const virtualUrlField: Parameter<string, false> = parameter<string>(
  websiteField.schema,
  (value, around) =>
    value === '' || (typeof value === 'string' && /^https?:/i.test(value))
      ? websiteField.read(value, around)
      : refuse('problem.web_address'),
);

const UID_LENGTH = 255;
const uidText = text({ max: UID_LENGTH });

/** `uid`: a text of RFC 5545 §3.8.4.7 of one line; blanks around it don't count. */
export const uidField: Parameter<string, false> = parameter<string>(uidText.schema, (value, around) => {
  const uid = typeof value === 'string' ? value.trim() : value;
  if (typeof uid === 'string' && (/[\p{Cc}\u2028\u2029]/u.test(uid) || !uid.isWellFormed()))
    return refuse('problem.control_characters');
  return uidText.read(uid, around);
});

/** `cost`: a text, a number, or a flat list of them, read as a list of texts. */
export const costField: Parameter<string[], false> = parameter<string[]>(
  Type.Union([
    Type.String(),
    Type.Number(),
    Type.Array(Type.Union([Type.String(), Type.Number()]), { maxItems: MAX_PIECES }),
  ]),
  (value, { call }) => {
    const cost = readCost(value, call.services.config.currency);
    return 'problem' in cost ? refuse('problem.cost') : { value: cost.pieces };
  },
);

/** `context` of reads and lists; anything but `edit` is read as `view` (reference 3.1). */
export const contextParameter: Parameter<string, false> = parameter<string>(
  Type.String({ examples: ['view', 'edit'] }),
  (value) => ({ value: value === 'edit' ? 'edit' : 'view' }),
);
