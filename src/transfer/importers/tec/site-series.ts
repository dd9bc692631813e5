import { integerOf } from '#api/http/coercion.ts';
import { namesWhere } from '#api/routing/field-description.ts';
import { eventDescription, linkFields, textColumns, timeFields } from '#calendar/events/fields.ts';
import { boundedSteps } from '#calendar/recurrence/check.ts';
import { expand } from '#calendar/recurrence/expand.ts';
import { readRecurrence } from '#calendar/recurrence/read.ts';
import { type FirstDate, RecurrenceError } from '#calendar/recurrence/recurrence.ts';
import { type Language, message } from '#foundation/i18n/catalogue.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import { findZone } from '#foundation/time/zone.ts';
import type { Remark } from '../import-item.ts';
import type { SiteClient } from './client.ts';
import { isJsonObject, type JsonObject, listIn, textIn } from './json-object.ts';
import { labelOf, recurrenceIn } from './members.ts';
import { ALL_STATUSES, fetchPages, shownAnswer, since } from './site.ts';

/** Members by which a date is compared with its series as they are; the others need a way of their own. */
const comparedFields: readonly string[] = namesWhere(eventDescription, (field) =>
  field.translated || field.group === 'times' || field.ofDate === 'never'
    ? false
    : field.ofDate === 'compared' || field.imported === 'field' || field.imported === 'emptied',
);
/** Bounds of the dates of a series that are looked at, and of those asked for one by one since no list has them. */
const MOST_DATES = 20_000;
const MOST_ASKED = 200;
/** Days past today up to which a date of a series that ends may lie for it to be asked for; most sites show so many. */
const ASKED_AHEAD = 760;

/** Whether credentials show unpublished items too, and the language requested. */
export interface SiteReading {
  readonly all: boolean;
  readonly requestedLanguage?: Language | undefined;
}

/** A series of a site as items of an export, those it continues before it; or the reason why there is none. */
export interface SeriesItems {
  readonly items: readonly JsonObject[];
  readonly remarks: readonly Remark[];
}

const NOTHING: SeriesItems = { items: [], remarks: [] };

/** Returns the ID of the series that an item is a date of, or is itself; undefined for an event that doesn't repeat. */
export function seriesIdOf(item: unknown): number | undefined {
  if (!isJsonObject(item) || !isJsonObject(item['recurrence'])) return undefined;
  return integerOf(item['recurrence']['series']);
}

/** Reads the series of a site, each once, where its lists have their dates alone (contract R5). */
export class SiteSeriesReader {
  readonly #client: SiteClient;
  readonly #root: string;
  readonly #reading: SiteReading;
  readonly #met = new Set<number>();

  constructor(client: SiteClient, root: string, reading: SiteReading) {
    this.#client = client;
    this.#root = root;
    this.#reading = reading;
  }

  /** Returns a series that a list has a date of, unless it was read before. @throws ImportError if the site gives no answer */
  async read(id: number, met: JsonObject): Promise<SeriesItems> {
    if (this.#met.has(id)) return NOTHING;
    this.#met.add(id);
    const { requestedLanguage } = this.#reading;
    const answer = await this.#client.get(this.#address(String(id), {}, requestedLanguage));
    const { body: series } = answer;
    if (answer.status !== 200 || !isJsonObject(series) || !isJsonObject(series['recurrence'])) {
      const isProtected = isJsonObject(series) && textIn(series, 'code') === 'event-password-protected';
      const reason = isProtected
        ? message('import.protected')
        : message('import.not_given', { answer: shownAnswer(answer) });
      return { items: [], remarks: [{ kind: 'events', item: labelOf({ ...met, id }, 'title'), reason }] };
    }
    const dates = await this.#dates(id, requestedLanguage);
    // What no list shows isn't there.
    if (dates.size === 0) return NOTHING;
    const continues = integerOf(series['recurrence']['continues']);
    const before = continues ? await this.read(continues, { title: '' }) : NOTHING;
    const item = await this.#withDates(id, series, dates);
    return { items: [...before.items, { ...item, continues }], remarks: continues ? [] : before.remarks };
  }

  #address(path: string, query: Readonly<Record<string, string>>, language: Language | undefined): string {
    const search = new URLSearchParams(query);
    if (language) search.set('translation_language', language);
    if (this.#reading.all) search.set('context', 'edit');
    const text = search.toString();
    const base = `${this.#root}/events${path === '' ? '' : `/${path}`}`;
    return text === '' ? base : `${base}${base.includes('?') ? '&' : '?'}${text}`;
  }

  /** Returns the dates of a series that lists show, by `recurrence_id`; with credentials those in the trash too. */
  async #dates(id: number, language: Language | undefined): Promise<Map<string, JsonObject>> {
    const found = new Map<string, JsonObject>();
    for (const status of this.#reading.all ? [ALL_STATUSES, 'trash'] : [undefined])
      for await (const items of fetchPages(this.#client, (page) =>
        this.#address(
          '',
          { ...since, page, post_parent: String(id), ...(status ? { status } : {}) },
          language,
        ),
      ))
        for (const item of items) {
          if (!isJsonObject(item) || seriesIdOf(item) !== id) continue;
          const recurrenceId = textIn(item, 'recurrence_id');
          if (secondsOf(recurrenceId) !== undefined) found.set(recurrenceId, item);
        }
    return found;
  }

  /** Returns a series with the IDs of its dates and those of them that differ from it, in the language in which they are read. */
  async #withDates(id: number, series: JsonObject, listed: Map<string, JsonObject>): Promise<JsonObject> {
    const made = datesMade(series);
    const dates = new Map(listed);
    const unlisted = await this.#unlisted(id, { series, listed, made });
    for (const [recurrenceId, item] of unlisted) if (item) dates.set(recurrenceId, item);
    const overrides: JsonObject[] = [];
    for (const [recurrenceId, item] of dates) {
      const overridden = differences(item, series, made.get(recurrenceId));
      // A date that a password protects is left out as an event is, and told.
      const isClosed = item['all_day'] === null && !isJsonObject(item['raw']);
      if (isClosed) {
        overrides.push({ ...item, recurrence_id: recurrenceId, overridden: ['password'] });
        overrides.push(trashed(series, recurrenceId));
      } else if (overridden.length > 0) {
        overrides.push({ ...item, recurrence_id: recurrenceId, overridden });
      }
    }
    for (const [recurrenceId, item] of unlisted) if (!item) overrides.push(trashed(series, recurrenceId));
    const ids = [...dates].map(([recurrenceId, item]) => [recurrenceId, integerOf(item['id'])] as const);
    return { ...series, occurrence_ids: Object.fromEntries(ids), overrides };
  }

  /**
   * Returns the dates that the rule makes and no list shows, among those that are shown and after the last of a series that
   * ends: undefined for what lies in the trash.
   */
  async #unlisted(
    id: number,
    {
      series,
      listed,
      made,
    }: { series: JsonObject; listed: ReadonlyMap<string, JsonObject>; made: DatesMade },
  ): Promise<Map<string, JsonObject | undefined>> {
    const found = new Map<string, JsonObject | undefined>();
    const { requestedLanguage } = this.#reading;
    const last = [...listed.keys()].reduce((a, b) => (a > b ? a : b), '');
    const recurrence = isJsonObject(series['recurrence']) ? series['recurrence'] : {};
    const isEnding = typeof recurrence['count'] === 'number';
    const ahead = Temporal.Now.plainDateISO('UTC').add({ days: ASKED_AHEAD }).toString();
    for (const recurrenceId of made.keys()) {
      if (listed.has(recurrenceId)) continue;
      const isAfter = recurrenceId > last;
      if (found.size >= MOST_ASKED || (isAfter && (!isEnding || recurrenceId > ahead))) break;
      const query = { occurrence: recurrenceId };
      const { status, body } = await this.#client.get(this.#address(String(id), query, requestedLanguage));
      if (status === 200 && isJsonObject(body)) {
        // The site had not laid it out: nor need those after it be.
        if (isAfter && body['hide_from_listings'] !== true) break;
        found.set(recurrenceId, body);
      } else found.set(recurrenceId, undefined);
    }
    return found;
  }
}

const trashed = (series: JsonObject, recurrenceId: string): JsonObject => ({
  ...series,
  status: 'trash',
  recurrence_id: recurrenceId,
  overridden: ['status'],
});

/** The start and end that the recurrence gives to each of the dates of a series, by `recurrence_id`, in order. */
type DatesMade = ReadonlyMap<string, { readonly start_date: string; readonly end_date: string }>;

/** Returns the dates of a series; none where its recurrence is refused, which the import tells. */
function datesMade(series: JsonObject): DatesMade {
  const timezone = textIn(series, 'timezone');
  const first: FirstDate = {
    start_date: textIn(series, 'start_date'),
    end_date: textIn(series, 'end_date'),
    timezone,
    all_day: series['all_day'] === true,
  };
  const made = new Map<string, { start_date: string; end_date: string }>();
  if (secondsOf(first.start_date) === undefined || secondsOf(first.end_date) === undefined) return made;
  if (findZone(timezone) === undefined) return made;
  try {
    const now = Temporal.Now.instant();
    const recurrence = readRecurrence(recurrenceIn(series), first, { now, language: 'en' });
    const to = `${now.toZonedDateTimeISO('UTC').toPlainDate().add({ years: 11 }).toString()} 00:00:00`;
    // Nobody has checked it yet.
    for (const date of expand(recurrence, first, { to, limit: MOST_DATES }, boundedSteps()))
      made.set(date.recurrence_id, date);
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
  }
  return made;
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const idsIn = (item: JsonObject, name: string): unknown[] =>
  listIn(item, name).map((one) => (isJsonObject(one) ? one['id'] : one));
const imageIn = ({ image }: JsonObject): unknown => (isJsonObject(image) ? image['id'] : false);
const costsIn = (item: JsonObject): unknown[] => [
  item['cost'],
  item['cost_details'],
  isJsonObject(item['raw']) ? item['raw']['cost'] : undefined,
];
/** Without a website answers show the item's own page. */
const websiteOf = ({ website, url }: JsonObject): unknown => (website === url ? '' : website);
const passwordIn = ({ raw }: JsonObject): unknown => (isJsonObject(raw) ? raw['password'] : undefined);

/** Returns the names of the fields in which a date differs from its series, or from the times that its rule gives it. */
function differences(
  date: JsonObject,
  series: JsonObject,
  made: { readonly start_date: string; readonly end_date: string } | undefined,
): string[] {
  const names: string[] = [...textColumns, ...comparedFields].filter(
    (name) => !isEqual(date[name], series[name]),
  );
  names.push(...linkFields.filter((name) => !isEqual(idsIn(date, name), idsIn(series, name))));
  if (imageIn(date) !== imageIn(series)) names.push('image');
  if (!isEqual(costsIn(date), costsIn(series))) names.push('cost');
  if (websiteOf(date) !== websiteOf(series)) names.push('website');
  if (passwordIn(date) !== passwordIn(series)) names.push('password');
  const times = { ...series, ...made };
  names.push(...timeFields.filter((name) => !isEqual(date[name], Reflect.get(times, name))));
  return names;
}
