import { integerOf } from '#api/http/coercion.ts';
import { termDescription } from '#calendar/categories/fields.ts';
import { eventDescription, timeFields } from '#calendar/events/fields.ts';
import type { EventOrigin } from '#calendar/events/rules.ts';
import { fieldOfOwn } from '#calendar/events/series/layout.ts';
import { organizerDescription } from '#calendar/organizers/fields.ts';
import type { ImportOrigin } from '#calendar/posts/import-origin.ts';
import { NO_DATE } from '#calendar/posts/rules.ts';
import { eachText } from '#calendar/translations/rules.ts';
import { venueDescription } from '#calendar/venues/fields.ts';
import { type Language, languageOf, languages, type Message, message } from '#foundation/i18n/catalogue.ts';
import { importTitle } from '#foundation/text/html.ts';
import { decodeText } from '#foundation/text/markup.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import { digested } from '../digest.ts';
import type {
  ImportEvent,
  ImportFormerDate,
  ImportItems,
  ImportKind,
  ImportOverride,
  ImportPicture,
  ImportPost,
  ImportSeries,
  ImportTerm,
  Remark,
  SourceKey,
} from '../import-item.ts';
import { LABEL_LENGTH } from '../named-items.ts';
import type { SourceDocument } from './document.ts';
import { ExportedPictures } from './exported-pictures.ts';
import { isJsonObject, type JsonObject, listIn, textIn, textsIn } from './json-object.ts';
import {
  costIn,
  labelOf,
  momentIn,
  plainFields,
  pointIn,
  presentMembers,
  recurrenceIn,
  shownIn,
  websiteIn,
} from './members.ts';

/** The properties of a document that decide how its items are read. */
type SourceTraits = Pick<SourceDocument, 'form' | 'home' | 'media'>;
type EmbeddedItemKind = Exclude<ImportKind, 'events'>;

/** Collects adapted items, and remarks about those that cannot be adapted. */
export interface AdaptedItems {
  items: ImportItems;
  remarks: Remark[];
}

const GLOBAL_ID = /^([^?\s]+)\?id=(\d+)$/;
const ID_MISSING = message('import.field', { field: 'id', reason: message('import.missing') });
const PROTECTED = message('import.protected');

/**
 * Converts items in the JSON of The Events Calendar, Kalends or an export to import items. Keys are global IDs, so
 * that an item is recognized whichever system serves it; else the site and the ID there.
 */
export class ItemAdapter {
  readonly #found: SourceTraits;
  readonly #raw: boolean;
  readonly pictures: ExportedPictures;
  readonly #keys = new Map<string, SourceKey>();

  constructor(found: SourceTraits) {
    this.#found = found;
    this.#raw = found.form === 'raw';
    this.pictures = new ExportedPictures(found.media, (picture) => this.#authorIn(picture));
  }

  /** Adapts one item of a list and the items embedded in it. */
  add(to: AdaptedItems, kind: ImportKind, item: unknown): void {
    if (!isJsonObject(item)) {
      to.remarks.push({
        kind,
        item: JSON.stringify(item)?.slice(0, LABEL_LENGTH) ?? '?',
        reason: message('import.no_object'),
      });
      return;
    }
    if (kind === 'events') this.#event(to, item);
    else this.#linked(to, kind, item, false);
  }

  #linked(to: AdaptedItems, kind: EmbeddedItemKind, item: JsonObject, embedded: boolean): void {
    if (kind === 'categories' || kind === 'tags') {
      const term = this.#term(kind, item, embedded);
      if (term) to.items[kind].push(term);
      else if (!embedded) to.remarks.push({ kind, item: labelOf(item, 'name'), reason: ID_MISSING });
      return;
    }
    const name = kind === 'venues' ? 'venue' : 'organizer';
    const post = this.#named(to, kind, name, item, embedded);
    if ('sent' in post) to.items[kind].push(post);
    else if (!embedded) to.remarks.push({ kind, item: labelOf(item, name), reason: post });
  }

  #term(kind: 'categories' | 'tags', item: JsonObject, embedded: boolean): ImportTerm | undefined {
    const id = integerOf(item['id']);
    const slug = textIn(item, 'slug');
    // An ID means nothing without its site; then only the slug identifies the term.
    const key = this.#found.home
      ? id === undefined
        ? undefined
        : { source: this.#found.home.key, id: String(id) }
      : slug === ''
        ? undefined
        : { source: 'file', id: `slug:${slug}` };
    if (!key) return undefined;
    if (id !== undefined) this.#keys.set(`${kind} ${id}`, key);
    const parent = kind === 'categories' ? integerOf(item['parent']) : undefined;
    return digested<ImportTerm>({
      key,
      label: labelOf(item, 'name'),
      wantedId: id,
      embedded,
      ...this.#languages(item, 'name'),
      sent: {
        name: item['name'],
        description: textIn(item, 'description') || null,
        ...(slug === '' ? {} : { slug }),
        ...(kind === 'categories' ? plainFields(termDescription, item, undefined) : {}),
      },
      parent: parent ? this.keyOf('categories', parent) : undefined,
    });
  }

  /** Returns the language of an item's texts; exports hold the texts of all languages. */
  #languages(item: JsonObject, name: string): Pick<ImportTerm, 'language' | 'translations'> {
    const language = languageOf(item['language']);
    if (!this.#raw || !language) return { language, translations: undefined };
    const byLanguage = isJsonObject(item['translations']) ? item['translations'] : { [language]: item };
    const texts = languages.flatMap((one) => {
      const of = byLanguage[one];
      if (!isJsonObject(of)) return [];
      const slug = of === item ? '' : textIn(of, 'slug');
      return [[one, { ...eachText((text) => textIn(of, text === 'title' ? name : text)), slug }] as const];
    });
    return { language, translations: Object.fromEntries(texts) };
  }

  /** Returns an item's key; undefined if nothing identifies it. */
  #postKey(kind: ImportKind, item: JsonObject): SourceKey | undefined {
    const id = integerOf(item['id']);
    const { home } = this.#found;
    const globalId = textIn(item, 'global_id');
    const [, host, number] = GLOBAL_ID.exec(globalId) ?? [];
    let key: SourceKey | undefined;
    if (host !== undefined && number !== undefined)
      key = { source: host === home?.host ? home.key : host, id: number };
    else if (globalId !== '') key = { source: 'global', id: globalId };
    else if (id !== undefined) key = { source: home?.key ?? 'file', id: String(id) };
    if (key && id !== undefined && (key.source !== home?.key || key.id !== String(id)))
      this.#keys.set(`${kind} ${id}`, key);
    return key;
  }

  /** Returns the key of an item by its ID at the source. */
  keyOf(kind: ImportKind, id: number): SourceKey {
    return this.#keys.get(`${kind} ${id}`) ?? { source: this.#found.home?.key ?? 'file', id: String(id) };
  }

  /** Adapts the members that events, venues and organizers share; prefers texts as stored. */
  #post(kind: ImportKind, name: string, item: JsonObject, embedded: boolean) {
    const raw = isJsonObject(item['raw']) ? item['raw'] : this.#raw ? item : undefined;
    const key = this.#postKey(kind, item);
    if (!key) return undefined;
    // A title missing in the requested language is empty as stored; the one shown is another language's.
    const stored = raw && typeof raw[name] === 'string' && raw[name] !== '' ? raw[name] : undefined;
    const shown = typeof item[name] === 'string' ? item[name] : undefined;
    const title = stored ?? (shown === undefined || this.#raw ? shown : importTitle(shown));
    const date_utc = textIn(item, 'date_utc');
    const slug = textIn(item, 'slug');
    const lineage = textsIn(item, 'global_id_lineage');
    const global_id = textIn(item, 'global_id');
    const origin: ImportOrigin = {
      ...(global_id === '' ? {} : { global_id }),
      ...(lineage.length === 0 ? {} : { global_id_lineage: lineage }),
      ...(raw && typeof raw['password'] === 'string' ? { password: raw['password'] } : {}),
      ...momentIn(item, 'modified'),
      ...momentIn(item, 'modified_utc'),
    };
    const sent = {
      ...(title === undefined ? {} : { [name]: title }),
      ...presentMembers(item, ['date', 'status']),
      ...(date_utc === '' || date_utc === NO_DATE ? {} : { date_utc }),
      description: textIn(raw ?? item, 'description'),
      ...(slug === '' ? {} : { slug }),
    };
    return {
      raw,
      base: {
        key,
        label: labelOf(item, name),
        wantedId: integerOf(item['id']),
        embedded,
        ...this.#languages(item, name),
        author: this.#authorIn(item),
        picture: this.#picture(item['image'], languageOf(item['language'])),
      },
      origin,
      sent,
    };
  }

  #authorIn(item: JsonObject): SourceKey | undefined {
    const id = integerOf(item['author']);
    return id === undefined ? undefined : { source: this.#found.home?.key ?? 'file', id: String(id) };
  }

  #picture(image: unknown, language: Language | undefined): ImportPicture | undefined {
    if (typeof image === 'number') return this.pictures.take(image);
    if (!isJsonObject(image)) return undefined;
    const address = textIn(image, 'url');
    if (address === '') return undefined;
    const original = textIn(image, 'original_image');
    const whole = original === '' ? undefined : URL.parse(encodeURIComponent(original), address)?.href;
    return {
      places: [...(whole ? [{ address: whole }] : []), { address }],
      wantedId: integerOf(image['id']),
      shown: shownIn(image, language),
    };
  }

  #website(to: AdaptedItems, kind: ImportKind, item: string, text: string, isShown = true) {
    const website = websiteIn(text, isShown);
    if (website === undefined)
      to.remarks.push({ kind, item, field: 'website', reason: message('problem.address') });
    return website;
  }

  /** Adapts a venue or organizer, or returns why it cannot be. Answers omit empty members, so absent means empty. */
  #named(
    to: AdaptedItems,
    kind: 'venues' | 'organizers',
    name: 'venue' | 'organizer',
    item: JsonObject,
    embedded: boolean,
  ): ImportPost | Message {
    const post = this.#post(kind, name, item, embedded);
    if (!post) return ID_MISSING;
    if (kind === 'venues' && item['show_map'] === null && !post.raw) return PROTECTED;
    const point = kind === 'venues' ? pointIn(item) : {};
    return digested<ImportPost>({
      ...post.base,
      origin: post.origin,
      sent: {
        ...post.sent,
        ...plainFields(kind === 'venues' ? venueDescription : organizerDescription, item, post.raw),
        website: this.#website(to, kind, post.base.label, textIn(item, 'website')) ?? '',
        ...point,
      },
    });
  }

  /** Returns the keys of the items an event links to, and adapts embedded ones. */
  #links(to: AdaptedItems, kind: EmbeddedItemKind, item: JsonObject, name: string): SourceKey[] {
    return listIn(item, name).flatMap((member) => {
      if (!isJsonObject(member)) {
        const id = integerOf(member);
        return id === undefined ? [] : [this.keyOf(kind, id)];
      }
      const before = to.items[kind].length;
      this.#linked(to, kind, member, true);
      const added = to.items[kind][before];
      return added ? [added.key] : [];
    });
  }

  #event(to: AdaptedItems, item: JsonObject): void {
    const event = this.#adaptEvent(to, item);
    if (event) to.items.events.push(event);
  }

  /** Adapts an event with all it embeds; undefined where it is left out. */
  #adaptEvent(to: AdaptedItems, item: JsonObject): ImportEvent | undefined {
    const label = labelOf(item, 'title');
    const leaveOut = (reason: Message): undefined => {
      to.remarks.push({ kind: 'events', item: label, reason });
    };
    const post = this.#post('events', 'title', item, false);
    if (!post) return leaveOut(ID_MISSING);
    const { raw } = post;
    if (item['all_day'] === null && !raw) return leaveOut(PROTECTED);
    const links = {
      categories: this.#links(to, 'categories', item, 'categories'),
      tags: this.#links(to, 'tags', item, 'tags'),
      venues: this.#links(to, 'venues', item, 'venue'),
      organizers: this.#links(to, 'organizers', item, 'organizer'),
    };
    if (isJsonObject(item['custom_fields']) && Object.keys(item['custom_fields']).length > 0)
      to.remarks.push({
        kind: 'events',
        item: label,
        field: 'custom_fields',
        reason: message('import.not_kept'),
      });
    const parent = integerOf(item['post_parent']);
    const website = this.#eventWebsite(to, label, item, raw);
    const pieces = raw?.['cost_pieces'] ?? raw?.['cost'];
    const cost = Array.isArray(pieces) ? pieces : decodeText(textIn(item, 'cost'));
    const foreignCost = costIn(item);
    const origin: EventOrigin = {
      ...post.origin,
      ...momentIn(item, 'utc_start_date'),
      ...momentIn(item, 'utc_end_date'),
      website,
      ...(foreignCost ? { cost: foreignCost } : {}),
    };
    // A date that a list shows, with the recurrence of its series, is an event that doesn't repeat.
    const recurrence = textIn(item, 'recurrence_id') === '' ? recurrenceIn(item) : undefined;
    return digested<ImportEvent>({
      ...post.base,
      origin,
      links,
      parent: parent ? this.keyOf('events', parent) : undefined,
      series: recurrence ? this.#series(to, item) : undefined,
      sent: {
        ...post.sent,
        ...(recurrence === undefined ? {} : { recurrence }),
        excerpt: textIn(raw ?? item, 'excerpt'),
        ...presentMembers(item, ['start_date', 'end_date', 'timezone']),
        ...plainFields(eventDescription, item, raw),
        cost: cost === '' ? [] : cost,
        tickets: listIn(item, 'tickets'),
      },
    });
  }

  /** Adapts the ID of a former date; undefined where it is none. */
  formerDate(item: unknown): ImportFormerDate | undefined {
    if (!isJsonObject(item)) return undefined;
    const id = integerOf(item['id']);
    const series = integerOf(item['series']);
    const recurrenceId = textIn(item, 'recurrence_id');
    if (id === undefined || secondsOf(recurrenceId) === undefined) return undefined;
    return { id, recurrenceId, series: series ? this.keyOf('events', series) : undefined };
  }

  /** Adapts the dates of a series. */
  #series(to: AdaptedItems, item: JsonObject): ImportSeries {
    const ids = isJsonObject(item['occurrence_ids']) ? item['occurrence_ids'] : {};
    const occurrenceIds: Record<string, number> = {};
    for (const [recurrenceId, value] of Object.entries(ids)) {
      const id = integerOf(value);
      if (id !== undefined) occurrenceIds[recurrenceId] = id;
    }
    const continues = integerOf(item['continues']);
    const overrides = listIn(item, 'overrides').flatMap((one) => this.#override(to, one) ?? []);
    for (const { recurrenceId } of overrides) occurrenceIds[recurrenceId] ??= 0;
    return {
      occurrenceIds,
      overrides,
      continues: continues ? this.keyOf('events', continues) : undefined,
    };
  }

  #override(to: AdaptedItems, item: unknown): ImportOverride | undefined {
    if (!isJsonObject(item)) return undefined;
    const recurrenceId = textIn(item, 'recurrence_id');
    const fields = textsIn(item, 'overridden').filter((name) =>
      Object.hasOwn(eventDescription, fieldOfOwn(name)),
    );
    const event = this.#adaptEvent(to, { ...item, recurrence: undefined });
    if (!event || secondsOf(recurrenceId) === undefined || fields.length === 0) return undefined;
    const isMoved = timeFields.some((name) => fields.includes(name));
    const names = new Set<string>([...fields.map(fieldOfOwn), ...(isMoved ? timeFields : [])]);
    const sent = Object.fromEntries(Object.entries(event.sent).filter(([name]) => names.has(name)));
    return { recurrenceId, fields, event: { ...event, sent } };
  }

  /** Returns null for an event without a website: answers then show its own page. */
  #eventWebsite(
    to: AdaptedItems,
    label: string,
    item: JsonObject,
    raw: JsonObject | undefined,
  ): string | null {
    const stored = raw?.['website'];
    if (raw && 'website' in raw)
      return typeof stored === 'string' ? (this.#website(to, 'events', label, stored, false) ?? null) : null;
    const shown = textIn(item, 'website');
    if (shown !== '' && shown === textIn(item, 'url')) return null;
    return this.#website(to, 'events', label, shown) ?? null;
  }
}
