import { sql } from 'kysely';
import { misspellingCost } from '#foundation/text/misspelling.ts';
import type { Reading } from '#store/db/engine.ts';

/** A word of a public name, and how unlikely it is that a typed one means it (`misspellingCost`). */
export interface NearWord {
  readonly word: string;
  readonly cost: number;
}

/** Words that share most trigrams with the typed one, which are compared letter by letter. */
const COMPARED = 150;
/** In words up to this length, two swapped letters leave no trigram as it was. */
const SWAPPED_UP_TO = 7;

/** Returns a word with each pair of neighbours swapped, and itself. */
function swapped(word: string): string[] {
  const letters = Array.from(word);
  const others = letters.length > SWAPPED_UP_TO ? [] : letters.slice(1);
  return [
    word,
    ...others.map((letter, at) =>
      [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''),
    ),
  ];
}

/** Returns the trigrams of a word as the calendar has them (migration 0043). */
function trigramsOf(word: string): string[] {
  const letters = Array.from(` ${word} `);
  return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`);
}

/** Returns the words of public names that somebody may have meant by a folded word, the likeliest first. */
export async function listNearestWords(db: Reading, typed: string, most: number): Promise<NearWord[]> {
  const trigrams = [...new Set(swapped(typed).flatMap(trigramsOf))];
  const { rows } = await sql<{ word: string; n: number }>`
    select w.word, w.n from (select word, count(*) as shared from search_trigrams
      where trigram in (${sql.join(trigrams)}) group by word
      order by count(*) desc, length(word), word limit ${COMPARED}) c
    join search_words w on w.word = c.word`.execute(db);
  return rows
    .flatMap(({ word, n }) => {
      const cost = misspellingCost(typed, word);
      return cost === undefined ? [] : [{ word, cost, n: Number(n) }];
    })
    .sort((a, b) => a.cost - b.cost || b.n - a.n || (a.word < b.word ? -1 : 1))
    .slice(0, most)
    .map(({ word, cost }) => ({ word, cost }));
}

/** Letters of each half of words that were typed as one. */
const HALF = 3;

/** Returns the two words of public names that were typed as one folded word; undefined where there are none. */
export async function findSplitWords(
  db: Reading,
  typed: string,
): Promise<readonly [string, string] | undefined> {
  const cuts = Array.from({ length: Math.max(0, typed.length - 2 * HALF + 1) }, (_, at) => at + HALF);
  if (cuts.length === 0) return undefined;
  const halves = cuts.flatMap((cut) => [typed.slice(0, cut), typed.slice(cut)]);
  const rows = await db.selectFrom('search_words').select('word').where('word', 'in', halves).execute();
  const known = new Set(rows.map(({ word }) => word));
  const cut = cuts.find((at) => known.has(typed.slice(0, at)) && known.has(typed.slice(at)));
  return cut === undefined ? undefined : [typed.slice(0, cut), typed.slice(cut)];
}
