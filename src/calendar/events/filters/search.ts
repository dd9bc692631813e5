import { sql } from 'kysely';
import { text } from '#api/routing/parameter.ts';
import { translationIn } from '#context.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { eventSearchTerms } from '#foundation/text/search.ts';
import type { EventSet, Predicate } from './filter.ts';
import { listFilter } from './filter.ts';

/** Folded words that must, or must not, occur in an event's texts. */
export interface EventSearch {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** A translation that is searched beside the site's texts; undefined: only those are. */
  readonly language: Language | undefined;
}

/** Events whose texts hold all words that are asked for and none that are excluded. */
export const search = listFilter({
  parameters: { search: text({ max: 200 }) },
  read: (input, call): EventSearch | undefined =>
    input.search === undefined
      ? undefined
      : { ...eventSearchTerms(input.search, call.language), language: translationIn(call) },
  cost: { readsEvent: true, narrows: true, unindexed: 'slow' },
  protectedEvents: 'left-out',
  where: ({ include, exclude, language }, { db: { dialect } }) => [
    ...include.map((word) => sql<boolean>`o.event_id in ${dialect.eventsWithText(word, language)}`),
    ...exclude.map((word) => sql<boolean>`o.event_id not in ${dialect.eventsWithText(word, language)}`),
  ],
  index: ({ include, exclude, language }) => {
    const containing =
      (wanted: boolean) =>
      (text: string): Predicate => {
        const own: EventSet = { of: 'text', word: text.toWellFormed(), language: undefined };
        return { sets: language ? [own, { ...own, language }] : [own], wanted };
      };
    return { predicates: [...include.map(containing(true)), ...exclude.map(containing(false))] };
  },
});
