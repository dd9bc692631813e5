import { type RawBuilder, sql } from 'kysely';
import { translationIn } from '#api/routing/actor.ts';
import { flag, text } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';
import { eventSearchTerms, type SearchTerm } from '#foundation/text/search.ts';
import type { Database } from '#store/db/engine.ts';
import { type EventSet, type LinkTable, links, listFilter, type Predicate } from './filter.ts';
import { findNamedLinks, type NamedLinks } from './search-links.ts';

/** A word of a search: its folded spellings, and what has it in its name where that counts too. */
export interface SearchedTerm {
  readonly spellings: SearchTerm;
  readonly links?: NamedLinks;
}

/** Words that must, or must not, occur in an event's texts. */
export interface EventSearch {
  readonly include: readonly SearchedTerm[];
  readonly exclude: readonly SearchedTerm[];
  /** Translations that are searched beside the site's texts. */
  readonly languages: readonly Language[];
}

const LINK_TABLES: readonly LinkTable[] = [
  'event_venues',
  'event_organizers',
  'event_categories',
  'event_tags',
];

/** Returns terms with what everybody may see that has them in its name; of a search in all `languages`. */
export async function searchedEverywhere(
  { services }: Pick<Call, 'services'>,
  terms: readonly SearchTerm[],
): Promise<SearchedTerm[]> {
  const named = await findNamedLinks(services.db.read, terms);
  return terms.map((spellings, at) => {
    const own = named[at];
    return own ? { spellings, links: own } : { spellings };
  });
}

/** Returns the condition that a term occurs. */
function occurs(
  { spellings, links: named }: SearchedTerm,
  asked: readonly Language[],
  { dialect }: Database,
): RawBuilder<boolean> {
  const sources: RawBuilder<unknown>[] = spellings.map((word) => dialect.eventsWithText(word, asked));
  for (const table of LINK_TABLES) {
    const ids = named?.[table] ?? [];
    if (ids.length > 0)
      sources.push(
        sql`(select event_id from ${sql.table(table)} where ${sql.ref(links[table])} ${dialect.among(ids)})`,
      );
  }
  return sql<boolean>`(${sql.join(
    sources.map((source) => sql`o.event_id in ${source}`),
    sql` or `,
  )})`;
}

/** Returns the sets of events in which a term occurs. */
function setsOf({ spellings, links: named }: SearchedTerm, asked: readonly Language[]): EventSet[] {
  const texts = spellings.flatMap((spelling) => {
    const word = spelling.toWellFormed();
    return [undefined, ...asked].map((language): EventSet => ({ of: 'text', word, language }));
  });
  const linked = LINK_TABLES.flatMap((of) => (named?.[of] ?? []).map((id): EventSet => ({ of, id })));
  return [...texts, ...linked];
}

/** Events whose texts hold all words that are asked for and none that are excluded; `search_everywhere`: or what they link to. */
export const search = listFilter({
  parameters: { search: text({ max: 200 }), search_everywhere: flag },
  read: async (input, call): Promise<EventSearch | undefined> => {
    if (input.search === undefined) return undefined;
    if (input.search_everywhere) {
      const terms = eventSearchTerms(input.search, languages);
      const searched = await searchedEverywhere(call, [...terms.include, ...terms.exclude]);
      const { length } = terms.include;
      return { include: searched.slice(0, length), exclude: searched.slice(length), languages };
    }
    const { include, exclude } = eventSearchTerms(input.search, [call.language]);
    const language = translationIn(call);
    return {
      include: include.map((spellings) => ({ spellings })),
      exclude: exclude.map((spellings) => ({ spellings })),
      languages: language === undefined ? [] : [language],
    };
  },
  cost: { readsEvent: true, narrows: true, unindexed: 'slow' },
  protectedEvents: 'left-out',
  where: ({ include, exclude, languages: asked }, { db }) => [
    ...include.map((term) => occurs(term, asked, db)),
    ...exclude.map((term) => sql<boolean>`not ${occurs(term, asked, db)}`),
  ],
  index: ({ include, exclude, languages: asked }) => ({
    predicates: [
      ...include.map((term): Predicate => ({ sets: setsOf(term, asked), wanted: true })),
      ...exclude.map((term): Predicate => ({ sets: setsOf(term, asked), wanted: false })),
    ],
  }),
});
