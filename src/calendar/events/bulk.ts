import type { Actor } from '#api/routing/actor.ts';
import { changed } from '#api/routing/changed.ts';
import { authorOf } from '#calendar/posts/author.ts';
import { IdBook } from '#calendar/posts/id-book.ts';
import { SlugBook } from '#calendar/posts/slug-book.ts';
import { isPolyglot } from '#calendar/posts/texts.ts';
import type { TermKind } from '#calendar/terms/kinds.ts';
import { addToCounts, matchTerms } from '#calendar/terms/store.ts';
import type { Translations } from '#calendar/translations/texts.ts';
import { type Change, moveVersion } from '#store/db/changes.ts';
import type { Dialect, Writing } from '#store/db/engine.ts';
import type { TranslationsTable } from '#store/db/tables.ts';
import { draftEvent, type EventOrigin, resultingSlug, rowInLanguages } from './draft.ts';
import type { NewEvent } from './schema.ts';
import { type EventRow, eventTexts, eventTranslationKeys, occurrenceOf } from './store.ts';

interface Linked {
  readonly id: number;
}

/** An event whose links, terms and picture are there already. */
export type ReadyEvent = Omit<NewEvent, 'venue' | 'organizer' | 'categories' | 'tags' | 'image'> & {
  venue?: readonly Linked[];
  organizer?: readonly Linked[];
  categories?: readonly Linked[];
  tags?: readonly Linked[];
  image?: Linked | 'none' | undefined;
};

interface Made {
  row: EventRow;
  translations: Translations;
  venues: readonly number[];
  organizers: readonly number[];
  categories: readonly number[];
  tags: readonly number[];
  change: Change;
}

const NO_TRANSLATIONS: Translations = new Map();
const TERMS_AT_ONCE = 1000;

const idsOf = (linked: readonly Linked[] = []) => [...new Set(linked.map(({ id }) => id))];

const positioned = (made: readonly Made[], of: 'venues' | 'organizers') =>
  made.flatMap(({ row, [of]: ids }) => ids.map((id, position) => ({ event_id: row.id, id, position })));

/**
 * Makes many events in one transaction, by the rules of `insertNewEvent`, with few statements for all of them. They
 * are there once `write` has been awaited, and until then nothing else may write events, IDs or slugs of events.
 */
export class NewEvents {
  readonly #trx: Writing;
  readonly #dialect: Dialect;
  readonly #slugs: SlugBook;
  readonly #ids: IdBook;
  #made: Made[] = [];

  constructor(trx: Writing, dialect: Dialect) {
    this.#trx = trx;
    this.#dialect = dialect;
    this.#slugs = new SlugBook(trx, 'events');
    this.#ids = new IdBook(trx);
  }

  /** Asks together for what events to come will want; what isn't named here is asked for one by one. */
  async expect(wanted: { slugs: Iterable<string>; ids: Iterable<number | undefined> }): Promise<void> {
    await this.#slugs.expect(wanted.slugs);
    await this.#ids.expect(wanted.ids);
  }

  /**
   * Takes an event up and gives its ID: `wantedId` where that is free. `author` is asked once all else is fine.
   * @throws KalendsError for what can't be an event; then it isn't taken up
   */
  async add(
    actor: Actor,
    sent: ReadyEvent,
    {
      origin = {},
      wantedId,
      author,
    }: {
      origin?: Omit<EventOrigin, 'id'>;
      wantedId?: number | undefined;
      author?: () => Promise<number | undefined>;
    } = {},
  ): Promise<number> {
    const { venue, organizer, categories, tags, image, ...fields } = sent;
    const draft = draftEvent(actor, fields, origin);
    if (author) draft.row.author_id = authorOf(actor, await author());
    const id = await this.#ids.claim(wantedId);
    const free = (slug: string) => this.#slugs.free(slug, id);
    const { title, status } = draft.row;
    const first: EventRow = {
      id,
      ...draft.row,
      slug: await resultingSlug(actor, id, { asked: draft.asked, title, status, languages: draft.row }, free),
      image_id: typeof image === 'object' ? image.id : null,
    };
    const { row, translations } = isPolyglot(origin)
      ? await rowInLanguages(actor, first, origin, free)
      : { row: first, translations: NO_TRANSLATIONS };
    this.#slugs.take(row.slug, id);
    for (const { slug } of translations.values()) this.#slugs.take(slug, id);
    this.#made.push({
      row,
      translations,
      venues: idsOf(venue),
      organizers: idsOf(organizer),
      categories: idsOf(categories),
      tags: idsOf(tags),
      change: changed(actor, 'event', id, 'create'),
    });
    return id;
  }

  /** How many were taken up and aren't written. */
  get size(): number {
    return this.#made.length;
  }

  /** Writes what was taken up. Whatever is written by others afterwards needs another `NewEvents`. */
  async write(): Promise<void> {
    const made = this.#made;
    this.#made = [];
    await this.#ids.write();
    if (made.length === 0) return;
    const trx = this.#trx;
    const dialect = this.#dialect;
    await dialect.insertRows(
      trx,
      'events',
      made.map(({ row }) => row),
    );
    // In the order of their dates, in which most indexes have them.
    const occurrences = made.map(({ row }) => occurrenceOf(row));
    occurrences.sort((a, b) => (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : 0));
    await dialect.insertRows(trx, 'occurrences', occurrences);
    await dialect.insertRows(
      trx,
      'event_venues',
      positioned(made, 'venues').map(({ id: venue_id, ...link }) => ({ ...link, venue_id })),
    );
    await dialect.insertRows(
      trx,
      'event_organizers',
      positioned(made, 'organizers').map(({ id: organizer_id, ...link }) => ({ ...link, organizer_id })),
    );
    const categorized = await this.#termed('categories', made);
    await dialect.insertRows(
      trx,
      'event_categories',
      categorized.map(({ event_id, id }) => ({ event_id, category_id: id })),
    );
    const tagged = await this.#termed('tags', made);
    await dialect.insertRows(
      trx,
      'event_tags',
      tagged.map(({ event_id, id }) => ({ event_id, tag_id: id })),
    );
    await dialect.insertRows(trx, 'translations', made.flatMap(translationRows));
    await dialect.indexEvents(
      trx,
      made.map(({ row, translations }) => eventTexts(row, translations)),
    );
    const moved = await moveVersion(trx);
    await dialect.insertRows(
      trx,
      'changes',
      made.map(({ change }) => ({ ...moved, ...change })),
    );
  }

  /** The links to terms that are still there, whose counts are moved. */
  async #termed(kind: TermKind, made: readonly Made[]): Promise<{ event_id: number; id: number }[]> {
    const wanted = [...new Set(made.flatMap(({ [kind]: ids }) => ids))];
    const present = new Set<number>();
    for (let at = 0; at < wanted.length; at += TERMS_AT_ONCE) {
      const ids = wanted.slice(at, at + TERMS_AT_ONCE);
      for (const id of (await matchTerms(this.#trx, kind, { ids, slugs: [], keys: [] })).ids) present.add(id);
    }
    const links: { event_id: number; id: number }[] = [];
    const counts = new Map<number, number>();
    for (const { row, [kind]: ids } of made)
      for (const id of ids) {
        if (!present.has(id)) continue;
        links.push({ event_id: row.id, id });
        if (row.status === 'publish') counts.set(id, (counts.get(id) ?? 0) + 1);
      }
    for (const [step, ids] of Map.groupBy(counts.keys(), (id) => counts.get(id) ?? 0))
      await addToCounts(this.#trx, kind, ids, step);
    return links;
  }
}

function translationRows({ row, translations }: Made): TranslationsTable[] {
  return [...translations].map(([language, texts]) => ({
    kind: 'events',
    resource_id: row.id,
    language,
    ...texts,
    ...eventTranslationKeys(texts),
  }));
}
