import type { EventQuery } from '#calendar/events/filters/query.ts';
import { type SearchedTerm, searchedEverywhere } from '#calendar/events/filters/search.ts';
import { listEventIdsAndMore } from '#calendar/events/list/list.ts';
import type { Call } from '#context.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import type { SearchTerm } from '#foundation/text/search.ts';
import { findSplitWords, listNearestWords } from './nearest-words.ts';

/** A search that may have been meant by one that finds nothing: the terms that its events must have. */
export interface Correction {
  readonly include: readonly SearchedTerm[];
  /** How unlikely it is: about 1 for each wrong letter. */
  readonly cost: number;
  /** Its terms are those that were typed, or some of them: nothing was taken for a misspelt word. */
  readonly isTyped: boolean;
}

/** What one term may mean. */
interface Meaning {
  readonly terms: readonly SearchTerm[];
  readonly cost: number;
  readonly isTyped: boolean;
}

/** Words that one term may mean. */
const MEANINGS = 4;
/** Terms that are looked at; those behind are left as they are typed. */
const MISSPELT_TERMS = 4;
/** Corrections that are tried. */
const MOST = 16;
/** What it costs to take a word that occurs for another one, to part one, and to leave one out. */
const COST = { known: 1, parted: 0.6, left: 2.5 } as const;
/** Other meanings may be so much unlikelier than the likeliest. */
const SPREAD = 1.2;

/** Returns whether any public event has a term. */
async function occurs({ services }: Call, base: EventQuery, term: SearchedTerm): Promise<boolean> {
  const query = { ...base, search: { include: [term], exclude: [], languages } };
  const { ids } = await listEventIdsAndMore(services, query, { page: 1, per_page: 1 });
  return ids.length > 0;
}

/** Returns the words that a term may mean. @param isKnown some event has the term as it is typed */
async function meaningsOf({ services }: Call, term: SearchTerm, isKnown: boolean): Promise<Meaning[]> {
  const [typed = ''] = term;
  const own: Meaning[] = isKnown ? [{ terms: [term], cost: 0, isTyped: true }] : [];
  if (typed.includes(' ')) return own;
  const { read } = services.db;
  const [near, parted] = await Promise.all([
    listNearestWords(read, typed, MEANINGS),
    isKnown ? undefined : findSplitWords(read, typed),
  ]);
  const extra = isKnown ? COST.known : 0;
  const others = near
    .filter(({ word }) => !term.includes(word) || !isKnown)
    .map(({ word, cost }): Meaning => ({ terms: [[word]], cost: cost + extra, isTyped: false }));
  if (parted) others.push({ terms: parted.map((word) => [word]), cost: COST.parted, isTyped: false });
  others.sort((a, b) => a.cost - b.cost);
  const least = others[0]?.cost ?? 0;
  return [...own, ...others.filter(({ cost }) => cost <= least + SPREAD)];
}

/** Returns all ways to choose one meaning of each term, the likeliest first. */
function combined(meanings: readonly (readonly Meaning[])[]): Meaning[] {
  let all: Meaning[] = [{ terms: [], cost: 0, isTyped: true }];
  for (const own of meanings)
    all = all
      .flatMap((before) =>
        own.map((next) => ({
          terms: [...before.terms, ...next.terms],
          cost: before.cost + next.cost,
          isTyped: before.isTyped && next.isTyped,
        })),
      )
      .sort((a, b) => a.cost - b.cost)
      .slice(0, MOST);
  return all;
}

/**
 * Returns what may have been meant by a search, the likeliest first: other words for terms that no public name has so, and
 * fewer terms. Words of hidden items are never among them (migration 0043).
 * @param searched the terms that were typed
 * @param base the list of events in which they are looked for
 */
export async function findCorrections(
  call: Call,
  searched: readonly SearchedTerm[],
  base: EventQuery,
): Promise<Correction[]> {
  const meanings = await Promise.all(
    searched.map(async (term, at): Promise<Meaning[]> => {
      const isKnown = await occurs(call, base, term);
      if (at < MISSPELT_TERMS) return meaningsOf(call, term.spellings, isKnown);
      return isKnown ? [{ terms: [term.spellings], cost: 0, isTyped: true }] : [];
    }),
  );
  // A term that means nothing is left out.
  const left = meanings.filter((own) => own.length === 0).length * COST.left;
  const told = meanings.filter((own) => own.length > 0);
  const whole = combined(told);
  const fewer =
    told.length > 1
      ? told.flatMap((_, at) => combined(told.filter((_own, other) => other !== at)).slice(0, 2))
      : [];
  const all = [
    ...whole.map((one) => ({ ...one, cost: one.cost + left })),
    ...fewer.map((one) => ({ ...one, cost: one.cost + left + COST.left })),
  ]
    .filter(({ terms }) => terms.length > 0)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MOST);
  const distinct = new Map(all.flatMap(({ terms }) => terms).map((term) => [term.join('\n'), term]));
  const found = await searchedEverywhere(call, [...distinct.values()]);
  const byTerm = new Map([...distinct.keys()].map((key, at) => [key, found[at]]));
  return all.map(({ terms, cost, isTyped }) => ({
    include: terms.map((term) => byTerm.get(term.join('\n')) ?? { spellings: term }),
    cost,
    isTyped,
  }));
}
