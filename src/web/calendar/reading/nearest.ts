import type { PageAddress } from '#api/http/page-address.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import { withDatesLaidOut } from '#calendar/events/list/laid-out.ts';
import { listOutline } from '#calendar/events/list/outline.ts';
import { listEventPage } from '#calendar/events/list/page.ts';
import { listLinked, loadLocalizedLinked } from '#calendar/linked/store.ts';
import { type Correction, findCorrections } from '#calendar/search/corrections.ts';
import { hasWord, listNamedItems, listNames, type NamedItem, writtenWord } from '#calendar/search/names.ts';
import { listTermsInOrder, loadLocalizedTerms } from '#calendar/terms/store.ts';
import { presentLanguages } from '#calendar/translations/rules.ts';
import { type Call, translationIn } from '#context.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { eventSearchTerms } from '#foundation/text/search.ts';
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
/** Events of one correction that are put in order. */
const SORTED = 24;

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
async function countEvents(call: Call, query: EventQuery | undefined): Promise<FoundEvents | undefined> {
  if (!query) return undefined;
  const { db } = call.deps;
  const { ids, total } = await listEventPage(db, query, { page: 1, per_page: 1 });
  const [first] = await listOutline(db.read, ids);
  return first && { total, day: first.start_date.slice(0, 10) };
}

/** Returns the folded words of a correction, each in its first spelling. */
const wordsOf = ({ include }: Correction): string[] => include.flatMap(({ spellings }) => spellings[0] ?? []);

/** Returns the events of a list by how many words their titles have, and then in its order. */
async function likeliestEvents(
  call: Call,
  query: EventQuery,
  words: readonly string[],
): Promise<{ ids: readonly number[]; events: readonly ListedEvent[] }> {
  const { ids } = await listEventPage(
    call.deps.db,
    { ...query, condense: true },
    { page: 1, per_page: SORTED },
  );
  const loaded = await loadListedEvents(call, ids);
  const rank = ({ event }: ListedEvent) => -words.filter((word) => hasWord(event.title, word)).length;
  const events = ids.flatMap((id) => loaded.get(id) ?? []);
  return { ids, events: events.toSorted((a, b) => rank(a) - rank(b)) };
}

/** Returns the items of a kind that have the words of a correction in their names, as the page shows them. */
async function readItems(call: Call, words: readonly string[]): Promise<SuggestedItem[]> {
  const { read } = call.deps.db;
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
  const [own, plain, base] = await Promise.all([
    readViewQuery(asked, { filters, term }),
    readViewQuery(asked, { filters: { search } }),
    readViewQuery(asked, { filters: {} }),
  ]);
  if (!plain || !base) return undefined;
  const call = await withDatesLaidOut(asked, coming(base, present).bounds);
  const [unfiltered, past] = await Promise.all([
    isFiltered ? countEvents(call, coming(plain, present)) : undefined,
    countEvents(call, own && ended(own, present)),
  ]);
  const { exclude } = plain.search ?? { exclude: [] };
  const corrections = await findCorrections(call, search, base);
  const listOf = ({ include }: Correction): EventQuery => ({
    ...base,
    search: { include, exclude, languages },
  });

  const suggestions: Suggestion[] = [];
  const events = new Map<number, ListedEvent>();
  const pastEvents = new Map<number, ListedEvent>();
  for (const correction of corrections) {
    if (suggestions.length >= SUGGESTIONS && events.size >= EVENTS) break;
    const words = wordsOf(correction);
    const query = listOf(correction);
    const next = await countEvents(call, coming(query, present));
    const last = next ? undefined : await countEvents(call, ended(query, present));
    if (!next && !last) continue;
    const shown = await likeliestEvents(call, next ? coming(query, present) : ended(query, present), words);
    for (const one of shown.events) (next ? events : pastEvents).set(one.event.id, one);
    if (suggestions.length >= SUGGESTIONS || (correction.isTyped && words.length === 0)) continue;
    const names = await listNames(call.deps.db.read, shown.ids.slice(0, SORTED));
    const text = words.map((word) => writtenWord(word, names) ?? word).join(' ');
    if (!suggestions.some((other) => other.search === text))
      suggestions.push({ search: text, total: (next ?? last)?.total ?? 0, isPast: !next });
  }
  const [likeliest] = corrections;
  const typed = eventSearchTerms(search, languages).include.flatMap(([first = '']) => first);
  const items = await readItems(call, likeliest ? wordsOf(likeliest) : typed);
  const arePast = events.size === 0;
  return {
    unfiltered,
    past,
    suggestions,
    items,
    events: [...(arePast ? pastEvents : events).values()].slice(0, EVENTS),
    arePast,
  };
}
