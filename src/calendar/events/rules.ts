import { can } from '#api/access/permissions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { type DerivedColumns, initialColumns, storing } from '#api/routing/field-description.ts';
import { type ImportOrigin, originColumns, originModified } from '#calendar/posts/import-origin.ts';
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
import { endsRepeating } from '#calendar/recurrence/read.ts';
import {
  type RowLanguages,
  shownLanguage,
  type Translations,
  textsOf,
} from '#calendar/translations/rules.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import type { SiteCurrency } from '#foundation/i18n/currency.ts';
import { fold } from '#foundation/text/fold.ts';
import { sanitizeInline, sanitizeRich } from '#foundation/text/html.ts';
import { slugify } from '#foundation/text/slug.ts';
import { utcText } from '#foundation/time/clock.ts';
import { readDate } from '#foundation/time/typed.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { EventStatus, Flag } from '#store/db/tables.ts';
import { newUid } from '#store/db/uids.ts';
import { costColumn, type ForeignCost, isFree } from './cost/cost-column.ts';
import { ticketsOn } from './cost/tickets.ts';
import { eventDescription } from './fields.ts';
import { type EventUpdate, eventUpdateFields, type NewEvent } from './schema.ts';
import { refusing } from './series/rules.ts';
import type { EventRow } from './store.ts';
import {
  type EventTimes,
  eventTimes,
  type PatternedTimes,
  soundUtc,
  type TimesFault,
  timesOfStored,
} from './times/dates.ts';

/** Returns the columns of an event that its fields go into unchanged. */
export const storedColumns = storing(eventUpdateFields);

const NEW_EVENT = {
  ...initialColumns(eventDescription),
  global_id: null,
  global_id_lineage: null,
  series_id: 0,
  sequence: 0,
};

/** Columns of an event that an import sets beside its fields. UTC dates are stored as they are, even where the wall clock says otherwise. */
export interface EventOrigin extends ImportOrigin {
  readonly utc_start_date?: string | undefined;
  readonly utc_end_date?: string | undefined;
  /** null: none, the event's own page is shown; '' is shown as it is. */
  readonly website?: string | null | undefined;
  readonly cost?: ForeignCost | undefined;
  /** The IDs of a series' dates at the source, by `recurrence_id`. */
  readonly occurrenceIds?: Readonly<Record<string, number>> | undefined;
}

/** Returns the columns that an import sets; those it doesn't name keep their values. */
export function eventOriginColumns(origin: EventOrigin) {
  const { utc_start_date, utc_end_date, website } = origin;
  return {
    ...originColumns(origin),
    ...(utc_start_date === undefined ? {} : { utc_start_date }),
    ...(utc_end_date === undefined ? {} : { utc_end_date }),
    ...(website === undefined ? {} : { website }),
  };
}

/** Returns a title as it is stored, with inline markup alone. */
export const cleanTitle = (typed: string): string => sanitizeInline(typed).trim();

/** Returns a flag as a column has it. */
export const asFlag = (value: boolean): Flag => (value ? 1 : 0);

/** Returns the columns that are computed of others in an event's row. Whatever writes a row, an undo too, takes them from here. */
export const derivedColumns = (
  { currency }: { readonly currency: SiteCurrency },
  { title, cost, tickets }: Pick<EventRow, 'title' | 'cost' | 'tickets'>,
): Pick<EventRow, DerivedColumns<typeof eventDescription>> => ({
  title_key: fold(title),
  is_free: asFlag(isFree(cost, currency)),
  ticketed: asFlag(tickets !== '[]'),
});

/** Returns the times of an event after a write. @throws KalendsError naming the date at fault (D2) */
export function resultingTimes(actor: Actor, sent: EventUpdate, before?: PatternedTimes): PatternedTimes {
  const times = eventTimes(sent, {
    now: actor.now,
    siteZone: actor.services.config.timezone,
    ...(before ? { before } : {}),
  });
  if ('fault' in times) throw invalidParameter(times.fault, timesProblem(times.fault));
  return times;
}

/** Returns whether an event repeats after a write. @throws KalendsError 400 naming `recurrence` where that is refused */
export const willRepeat = ({ recurrence }: Pick<EventUpdate, 'recurrence'>, before?: EventRow): boolean =>
  recurrence
    ? !refusing(() => endsRepeating(recurrence.sent))
    : before !== undefined && before.series_id === before.id;

/** The row of a new event as it follows from the request, and the slug that was sent. */
export interface BuiltEvent {
  row: Omit<EventRow, 'id' | 'slug' | 'image_id'>;
  asked: string | undefined;
}

/** Builds the row of a new event. @throws KalendsError `empty_content`, or for dates out of order */
export function buildEvent(actor: Actor, sent: NewEvent, origin?: EventOrigin): BuiltEvent {
  const { services, now } = actor;
  const texts = textsOf(cleanTexts(sent, cleanTitle));
  const { title, description, excerpt } = texts;
  if (title === '' && description.trim() === '' && excerpt.trim() === '')
    throw new KalendsError('empty_content');
  const times = resultingTimes(actor, sent);
  const nowUtc = utcText(now);
  const asked = resultingStatus(actor.viewer, sent.status, NO_DATE, nowUtc);
  const published = publication(sent, { now, zone: services.config.timezone, status: asked });
  const row: Omit<BuiltEvent['row'], keyof ReturnType<typeof derivedColumns>> = {
    ...NEW_EVENT,
    author_id: authorOf(actor, sent.author),
    status: resultingStatus(actor.viewer, sent.status, published.date_utc, nowUtc),
    ...published,
    modified: published.date,
    modified_utc: published.date_utc === NO_DATE ? nowUtc : published.date_utc,
    ...texts,
    language: origin?.language ?? languagesOf(actor).language,
    translations: '',
    ...timeColumns(times, willRepeat(sent)),
    cost: costColumn(sent.cost ?? [], services.config.currency, origin?.cost),
    tickets: sent.tickets ? JSON.stringify(ticketsOn(sent.tickets, { now, zone: times.timezone })) : '[]',
    ...storedColumns(sent),
    ...resultingEventStatus(sent, { now, times }),
    uid: sent.uid ?? newUid(),
    password: newPassword(actor, sent.password),
  };
  if (row.website === '') row.website = null;
  if (origin) Object.assign(row, eventOriginColumns(origin), originModified(actor, origin));
  return { row: { ...row, ...derivedColumns(actor.services.config, row) }, asked: sent.slug };
}

/** Returns the slug that a new event is going to ask for if it gets one, for looking it up beforehand. */
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
 * Returns the slug after a write (reference 5.4): a slug that was sent is made unique, except a draft's; a contributor's
 * pending event has none; drafts have none until they are published; the trash marks it.
 * @param free returns a slug that no other event has
 */
export async function resultingSlug(
  actor: Actor,
  id: number,
  write: {
    asked: string | undefined;
    title: string;
    status: string;
    /** The languages of the row after the write. */
    languages: RowLanguages;
    before?: Pick<EventRow, 'slug' | 'status'>;
  },
  free: (slug: string) => Promise<string>,
): Promise<string> {
  const { asked, title, status, languages, before } = write;
  const { language, site } = languagesOf(actor);
  const current = before?.status === 'trash' ? restoredSlug(before.slug) : (before?.slug ?? '');
  if (status === 'pending' && !can(actor.viewer, 'publish'))
    return before && asked === undefined ? current : '';
  const wanted = asked === undefined ? current : slugify(asked, language);
  if (status === 'trash') return trashedSlug(wanted);
  if (unpublished(status)) return wanted;
  // A draft's own may be somebody else's by now.
  if (before && wanted !== '' && wanted === before.slug && !unpublished(before.status)) return wanted;
  return free(wanted || slugFrom(title, id, shownLanguage(languages, site, site)));
}

/** Returns an event's row with the texts that an import brings in several languages, and its translations into each. */
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
  const written = { ...row, ...texts, ...columns, slug };
  return { row: { ...written, ...derivedColumns(actor.services.config, written) }, translations };
}

/** Returns the times of a stored event; of a series those of its first date, beside the clock times that it repeats. */
export function timesOf(row: EventRow): PatternedTimes {
  const { timezone, start_date, end_date, utc_start_date, utc_end_date } = row;
  const times = { timezone, all_day: row.all_day === 1, utc_start_date, utc_end_date };
  const pattern = { start_date, end_date };
  if (row.series_id !== row.id || times.all_day) return { ...times, ...pattern, pattern };
  return { ...times, ...timesOfStored(row), pattern };
}

/** Returns the columns of an event's times: a series keeps its clock times as they were typed. */
export const timeColumns = (
  { pattern, all_day, ...times }: PatternedTimes,
  repeats: boolean,
): Omit<EventTimes, 'all_day'> & { all_day: Flag } => ({
  ...times,
  ...(repeats ? pattern : {}),
  all_day: asFlag(all_day),
});

const FAULTS = {
  end_date: 'problem.end_before_start',
  start_date: 'problem.start_after_end',
  timezone: 'problem.zone_order',
} as const;

/** Returns the message for the field by which an end came to precede its start. */
export const timesProblem = (fault: TimesFault): Message => message(FAULTS[fault]);

/** The columns that follow from the event's status. */
type StatusColumns = Pick<EventRow, 'event_status' | 'is_virtual' | 'previous_start_date'>;

/** Status fields of a write; `previous_start_date` as typed, on the event's clock, '' for none. */
interface SentStatus {
  readonly event_status?: EventStatus | undefined;
  readonly is_virtual?: boolean | undefined;
  readonly virtual_url?: string | undefined;
  readonly previous_start_date?: string | undefined;
}

/** Returns what is said of being online after a write; a denial counts where there is an online address that says otherwise. */
function virtualChoice(
  sent: SentStatus,
  before?: Pick<EventRow, 'is_virtual' | 'virtual_url'>,
): EventRow['is_virtual'] {
  if (sent.is_virtual === undefined) return before?.is_virtual ?? 0;
  if (sent.is_virtual) return 1;
  return (sent.virtual_url ?? before?.virtual_url ?? '') === '' ? 0 : 2;
}

/**
 * Returns the status of an event after a write, on the clock of its zone after it. What has moved online is virtual, and
 * stays so with its next status. The start that a rescheduled event gives up becomes its previous one, unless the write
 * names another.
 */
export function resultingEventStatus(
  sent: SentStatus,
  at: { now: Temporal.Instant; times: EventTimes },
  before?: Pick<EventRow, keyof StatusColumns | 'virtual_url' | 'start_date' | 'utc_start_date' | 'timezone'>,
): StatusColumns {
  const { now, times } = at;
  const event_status = sent.event_status ?? before?.event_status ?? 'scheduled';
  const typed = sent.previous_start_date;
  let previous_start_date = before?.previous_start_date ?? '';
  if (typed !== undefined)
    previous_start_date = typed === '' ? '' : (readDate(typed, { now, zone: times.timezone })?.wall ?? '');
  if (!typed && before && event_status === 'rescheduled') {
    const { start_date, timezone } = before;
    const utc = soundUtc(start_date, before.utc_start_date, timezone);
    if (utc !== times.utc_start_date)
      previous_start_date = timezone === times.timezone ? start_date : toWall(utc, times.timezone);
  }
  return {
    event_status,
    is_virtual: event_status === 'moved-online' ? 1 : virtualChoice(sent, before),
    previous_start_date,
  };
}
