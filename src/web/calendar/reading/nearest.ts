import type { PageAddress } from '#api/http/page-address.ts';
import { translationIn } from '#api/routing/actor.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import { withDatesLaidOut } from '#calendar/events/list/laid-out.ts';
import { listEventPage } from '#calendar/events/list/list.ts';
import { listOutline } from '#calendar/events/list/outline.ts';
import { listTitles } from '#calendar/events/list/titles.ts';
import { listLinked, loadLocalizedLinked } from '#calendar/linked/store.ts';
import { type Correction, findCorrections } from '#calendar/search/corrections.ts';
import { hasWord, listNamedItems, listNames, type NamedItem, writtenWord } from '#calendar/search/names.ts';
import { listTermsInOrder, loadLocalizedTerms } from '#calendar/terms/store.ts';
import { presentLanguages } from '#calendar/translations/rules.ts';
import type { Call } from '#context.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { pageAddress } from '#web/html/page.ts';
import type { Present } from './list-days.ts';
import { type ListedEvent, loadListedEvents } from './listed-events.ts';
import { readViewQuery } from './view-query.ts';

/** A number of events, and a day of theirs: of the next one to come, or of the latest that is over. */
export interface FoundEvents {
  readonly total: number;
  readonly day: string;
}

/** Another search that finds events. */
export interface Suggestion {
  /** As its words stand in the names that have them. */
  readonly search: string;
  readonly total: number;
  readonly isPast: boolean;
}

/** The page of something whose name is near. */
export interface SuggestedItem {
  readonly kind: NamedItem['kind'];
  /** Markup. */
  readonly name: string;
  readonly language: string;
  readonly address: string;
}

/** Offers of a page whose search finds nothing to come. */
export interface Nearest {
  /** The same search without the page's other filters. */
  readonly unfiltered: FoundEvents | undefined;
  /** The same search among what is over. */
  readonly past: FoundEvents | undefined;
  readonly suggestions: readonly Suggestion[];
  readonly items: readonly SuggestedItem[];
  /** The nearest events, the likeliest first; of a series its next date. */
  readonly events: readonly ListedEvent[];
  readonly arePast: boolean;
}

const SUGGESTIONS = 3;
const ITEMS = 2;
const EVENTS = 6;
/** Dates of one correction that are put in order, and those in whose names its words are looked up. */
const [SORTED, NAMED] = [24, 8] as const;

const coming = (query: EventQuery, { utc }: Present): EventQuery => ({
  ...query,
  bounds: [{ column: 'utc_end_date', operator: '>', moment: utc }],
});
const ended = (query: EventQuery, { utc }: Present): EventQuery => ({
  ...query,
  bounds: [{ column: 'utc_end_date', operator: '<=', moment: utc }],
  order: 'desc',
});

/** Returns how many events a list has, and the day of its first; undefined: none. */
async function countEvents(
  call: Call,
  query: EventQuery | undefined,
): Promise<(FoundEvents & { readonly ids: readonly number[] }) | undefined> {
  if (!query) return undefined;
  const { ids, total } = await listEventPage(call.services, query, { page: 1, per_page: 1 });
  const [first] = await listOutline(call.services.db.read, ids);
  return first && { total, day: first.start_date.slice(0, 10), ids };
}

/** Returns the folded words of a correction, each in its first spelling. */
const wordsOf = ({ include }: Correction): string[] => include.flatMap(({ spellings }) => spellings[0] ?? []);

/** Returns the dates of a list, of a series its first one, by how many words their titles have, and then in its order. */
async function likeliestDates(call: Call, query: EventQuery, words: readonly string[]): Promise<number[]> {
  const { services } = call;
  const { ids } = await listEventPage(services, { ...query, condense: true }, { page: 1, per_page: SORTED });
  if (ids.length < 2) return ids;
  const titled = await listTitles(services.db.read, ids, {
    translation: translationIn(call),
    isWithVenues: false,
  });
  const rank = ({ title }: { title: string }) => -words.filter((word) => hasWord(title, word)).length;
  return titled.toSorted((one, other) => rank(one) - rank(other)).map(({ id }) => id);
}

/** Returns the items of a kind that have the words of a correction in their names, as the page shows them. */
async function readItems(call: Call, words: readonly string[]): Promise<SuggestedItem[]> {
  const { read } = call.services.db;
  const found = await listNamedItems(read, words, ITEMS);
  const shown = await Promise.all(
    found.map(async ({ kind, id }): Promise<SuggestedItem[]> => {
      if (kind === 'categories' || kind === 'tags') {
        const rows = await listTermsInOrder(read, kind, [id], 'lean');
        const terms = await loadLocalizedTerms(read, kind, rows, translationIn(call));
        return terms.map((row) => ({
          kind,
          name: row.name,
          language: presentLanguages(row, call).language,
          address: pageAddress(call, `events/${kind === 'tags' ? 'tag' : 'category'}/${row.slug}/`),
        }));
      }
      const row = (await listLinked(read, kind, [id], 'lean')).get(id);
      const localized = await loadLocalizedLinked(read, kind, row ? [row] : [], translationIn(call));
      return localized.map((one) => ({
        kind,
        name: one.name,
        language: presentLanguages(one, call).language,
        address: call.links.page(kind === 'venues' ? 'venue' : 'organizer', one),
      }));
    }),
  );
  return shown.flat().slice(0, ITEMS);
}

/** Returns what a page of the list offers where its search leaves nothing to come; undefined: it has no search. */
export async function readNearest(
  asked: Call,
  { filters, term, date, period }: PageAddress,
  present: Present,
): Promise<Nearest | undefined> {
  const { search, ...others } = filters;
  if (search === undefined) return undefined;
  const isFiltered =
    term !== undefined || date !== undefined || period !== undefined || Object.values(others).some(Boolean);
  const plain = await readViewQuery(asked, { filters: { search } });
  if (!plain) return undefined;
  const own = isFiltered ? await readViewQuery(asked, { filters, term }) : plain;
  const { search: typedSearch, ...base } = plain;
  const call = await withDatesLaidOut(asked, coming(base, present).bounds);
  const [unfiltered, past] = await Promise.all([
    isFiltered ? countEvents(call, coming(plain, present)) : undefined,
    countEvents(call, own && ended(own, present)),
  ]);
  const { exclude } = typedSearch ?? { exclude: [] };
  const corrections = await findCorrections(call, typedSearch?.include ?? [], base);
  const listOf = ({ include }: Correction): EventQuery => ({
    ...base,
    search: { include, exclude, languages },
  });

  const suggestions: Suggestion[] = [];
  const dates = new Set<number>();
  const pastDates = new Set<number>();
  for (const correction of corrections) {
    if (suggestions.length >= SUGGESTIONS && dates.size >= EVENTS) break;
    const words = wordsOf(correction);
    const query = listOf(correction);
    const next = await countEvents(call, coming(query, present));
    const last = next ? undefined : await countEvents(call, ended(query, present));
    const total = (next ?? last)?.total;
    if (total === undefined) continue;
    const among = next ? dates : pastDates;
    const shown =
      among.size < EVENTS
        ? await likeliestDates(call, next ? coming(query, present) : ended(query, present), words)
        : [];
    for (const id of shown) among.add(id);
    if (suggestions.length >= SUGGESTIONS) continue;
    const named = shown.length > 0 ? shown : (next ?? last)?.ids;
    const names = await listNames(call.services.db.read, named?.slice(0, NAMED) ?? []);
    const text = words.map((word) => writtenWord(word, names) ?? word).join(' ');
    if (!suggestions.some((other) => other.search === text))
      suggestions.push({ search: text, total, isPast: !next });
  }
  const [likeliest] = corrections;
  const items = await readItems(call, likeliest ? wordsOf(likeliest) : []);
  const arePast = dates.size === 0;
  const ids = [...(arePast ? pastDates : dates)].slice(0, EVENTS);
  const events = await loadListedEvents(call, ids);
  return {
    unfiltered,
    past,
    suggestions,
    items,
    events: ids.flatMap((id) => events.get(id) ?? []),
    arePast,
  };
}
