import { can, mayEdit } from '#api/access/permissions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { initialColumns, storedColumns } from '#calendar/posts/field-description.ts';
import { type Origin, originColumns, originModified } from '#calendar/posts/origin.ts';
import {
  authorOf,
  NO_DATE,
  newPassword,
  publication,
  restoredSlug,
  resultingStatus,
  slugFrom,
  trashedSlug,
} from '#calendar/posts/rules.ts';
import { cleanTexts, importedTexts } from '#calendar/posts/write-texts.ts';
import {
  type RowLanguages,
  shownLanguage,
  type Translations,
  textsOf,
} from '#calendar/translations/rules.ts';
import type { Call } from '#context.ts';
import { invalidParameter, KalendsError, type Problem } from '#errors.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { fold } from '#foundation/text/fold.ts';
import { sanitizeInline, sanitizeRich } from '#foundation/text/html.ts';
import { slugify } from '#foundation/text/slug.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Flag } from '#store/db/tables.ts';
import { costColumn, type ForeignCost } from './cost/cost-column.ts';
import { ticketsOn } from './cost/tickets.ts';
import { type EventUpdate, eventDescription, eventUpdateFields, type NewEvent } from './schema.ts';
import { type EventRow, findEventRow, isBelow } from './store.ts';
import { type EventTimes, eventTimes, type TimesFault } from './times/dates.ts';

const NEW_EVENT = {
  ...initialColumns(eventDescription),
  global_id: null,
  global_id_lineage: null,
  series_id: 0,
};

/** What an import brings of an event beside its fields. UTC dates are kept even where they aren't those of the wall clock. */
export interface EventOrigin extends Origin {
  readonly utc_start_date?: string | undefined;
  readonly utc_end_date?: string | undefined;
  /** null: none, the event's own page is shown; '' is shown as it is. */
  readonly website?: string | null | undefined;
  readonly cost?: ForeignCost | undefined;
}

/** The columns that an origin fills; what it doesn't say stays as it is. */
export function eventOriginColumns(origin: EventOrigin) {
  const { utc_start_date, utc_end_date, website } = origin;
  return {
    ...originColumns(origin),
    ...(utc_start_date === undefined ? {} : { utc_start_date }),
    ...(utc_end_date === undefined ? {} : { utc_end_date }),
    ...(website === undefined ? {} : { website }),
  };
}

/** Returns a title as it is kept: with the markup of a line. */
export const cleanTitle = (typed: string): string => sanitizeInline(typed).trim();

/** A flag as it is kept. */
export const asFlag = (value: boolean): Flag => (value ? 1 : 0);

/** @throws KalendsError naming the date at fault (D2) */
export function resultingTimes(actor: Actor, sent: EventUpdate, before?: EventTimes): EventTimes {
  const times = eventTimes(sent, {
    now: actor.now,
    siteZone: actor.deps.config.timezone,
    ...(before ? { before } : {}),
  });
  if ('fault' in times) throw invalidParameter(times.fault, timesProblem(times.fault));
  return times;
}

/** All of a new event's row that follows from what was sent, and the slug that was. */
export interface BuiltEvent {
  row: Omit<EventRow, 'id' | 'slug' | 'image_id'>;
  asked: string | undefined;
}

/** @throws KalendsError for what can't become an event */
export function buildEvent(actor: Actor, sent: NewEvent, origin?: EventOrigin): BuiltEvent {
  const { deps, now } = actor;
  const texts = textsOf(cleanTexts(sent, cleanTitle));
  const { title, description, excerpt } = texts;
  if (title === '' && description.trim() === '' && excerpt.trim() === '')
    throw new KalendsError('empty_content');
  const times = resultingTimes(actor, sent);
  const nowUtc = utcText(now);
  const asked = resultingStatus(actor.viewer, sent.status, NO_DATE, nowUtc);
  const published = publication(sent, { now, zone: deps.config.timezone, status: asked });
  const row: BuiltEvent['row'] = {
    ...NEW_EVENT,
    author_id: authorOf(actor, sent.author),
    status: resultingStatus(actor.viewer, sent.status, published.date_utc, nowUtc),
    ...published,
    modified: published.date,
    modified_utc: published.date_utc === NO_DATE ? nowUtc : published.date_utc,
    ...texts,
    title_key: fold(title),
    language: origin?.language ?? languagesOf(actor).language,
    translations: '',
    ...times,
    all_day: asFlag(times.all_day),
    cost: costColumn(sent.cost ?? [], deps.config.currency, origin?.cost),
    tickets: sent.tickets ? JSON.stringify(ticketsOn(sent.tickets, { now, zone: times.timezone })) : '[]',
    ticketed: sent.tickets && sent.tickets.length > 0 ? 1 : 0,
    ...storedColumns(eventUpdateFields, sent),
    password: newPassword(actor, sent.password),
  };
  if (row.website === '') row.website = null;
  if (origin) Object.assign(row, eventOriginColumns(origin), originModified(actor, origin));
  return { row, asked: sent.slug };
}

/** The slug that a draft is going to ask for, where it gets one. */
export function wantedSlug(
  actor: Actor,
  { row, asked }: Pick<BuiltEvent, 'asked'> & { row: DraftTitle },
): string {
  const { language, site } = languagesOf(actor);
  const own = asked === undefined ? '' : slugify(asked, language);
  return own || slugify(row.title, shownLanguage(row, site, site));
}

type DraftTitle = RowLanguages & { title: string };

const unpublished = (status: string) => status === 'draft' || status === 'pending';

/**
 * The slug after a write (reference 5.4): one given is made unique, except a draft's; a contributor's pending event
 * has none; drafts have none until they are published; the trash marks it.
 * @param free gives one that no other event has
 */
export async function resultingSlug(
  actor: Actor,
  id: number,
  write: {
    asked: string | undefined;
    title: string;
    status: string;
    /** Of the row after the write. */
    languages: RowLanguages;
    before?: Pick<EventRow, 'slug' | 'status'>;
  },
  free: (slug: string) => Promise<string>,
): Promise<string> {
  const { asked, title, status, languages, before } = write;
  const { language, site } = languagesOf(actor);
  const kept = before?.status === 'trash' ? restoredSlug(before.slug) : (before?.slug ?? '');
  if (status === 'pending' && !can(actor.viewer, 'publish')) return before && asked === undefined ? kept : '';
  const wanted = asked === undefined ? kept : slugify(asked, language);
  if (status === 'trash') return trashedSlug(wanted);
  if (unpublished(status)) return wanted;
  // A draft's own may be somebody else's by now.
  if (before && wanted !== '' && wanted === before.slug && !unpublished(before.status)) return wanted;
  return free(wanted || slugFrom(title, id, shownLanguage(languages, site, site)));
}

/** An event's row with the texts of all languages that an import brings, and what it has in each. */
export async function rowInLanguages(
  actor: Actor,
  row: EventRow,
  origin: EventOrigin,
  free: (slug: string) => Promise<string>,
): Promise<{ row: EventRow; translations: Translations }> {
  const { site } = languagesOf(actor);
  const { texts, columns, translations, slug } = await importedTexts(origin, row, site, {
    title: cleanTitle,
    rich: sanitizeRich,
    free,
  });
  return { row: { ...row, ...texts, ...columns, slug, title_key: fold(texts.title) }, translations };
}

type Sent = Readonly<Record<string, unknown>>;

/** When a stored event is. */
export function timesOf(row: EventRow): EventTimes {
  const { timezone, start_date, end_date, utc_start_date, utc_end_date } = row;
  return { timezone, all_day: row.all_day === 1, start_date, end_date, utc_start_date, utc_end_date };
}

const FAULTS = {
  end_date: 'problem.end_before_start',
  start_date: 'problem.start_after_end',
  timezone: 'problem.zone_order',
} as const;

/** What to say of the field by which an end came to precede its start. */
export const timesProblem = (fault: TimesFault): Message => message(FAULTS[fault]);

/** An end before the start, unless a field that decides it couldn't be read (D2). */
function validateTimes(
  call: Call,
  input: EventUpdate,
  sent: Sent,
  before?: EventTimes,
): Record<string, Problem> {
  for (const name of ['start_date', 'end_date', 'timezone', 'all_day'] as const)
    if (Object.hasOwn(sent, name) && input[name] === undefined) return {};
  const times = eventTimes(input, {
    now: call.now,
    siteZone: call.deps.config.timezone,
    ...(before ? { before } : {}),
  });
  return 'fault' in times ? { [times.fault]: { message: timesProblem(times.fault) } } : {};
}

/** What is wrong with a new event's fields beside each other; of those, null is absent (D40). */
export const validateNewEvent = async (call: Call, input: EventUpdate, sent: Sent) =>
  validateTimes(call, input, Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)));

/** What is wrong with an update beside what is stored; nothing to those who may not edit the event, lest they learn it. */
export async function validateUpdate(
  call: Call,
  id: number | undefined,
  input: EventUpdate,
  sent: Sent,
): Promise<Record<string, Problem>> {
  const { read } = call.deps.db;
  const row = id ? await findEventRow(read, id) : undefined;
  if (!row || !mayEdit(call.viewer, row)) return {};
  const problems = validateTimes(call, input, sent, timesOf(row));
  if (input.post_parent && (await isBelow(read, input.post_parent, row.id)))
    problems['post_parent'] = { message: message('problem.parent_circle') };
  return problems;
}
