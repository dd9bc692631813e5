import { sql } from 'kysely';
import type { Reading } from './engine.ts';
import { prepared } from './prepared.ts';
import type { PostTable } from './tables.ts';

/** Slugs, or folded names, of which a write asks whether some row of a table has them in any language. */
export interface TextsWanted {
  readonly column: 'slug' | 'name_key';
  readonly table: PostTable;
  readonly texts: readonly string[];
}

/** A text that is taken: `place` is its question's, `first` and `last` the lowest and highest ID that has it. */
interface TakenText {
  readonly place: number;
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

const TRANSLATED = { slug: 'slug', name_key: 'title_key' } as const;

/** The place of the row that tells the last number of the posts' sequence. */
const LAST_POST = -1;

function takenTexts({ column, table, texts }: TextsWanted, place: number) {
  const own = sql.ref(column);
  const translated = sql.ref(TRANSLATED[column]);
  const list = sql.join([...texts]);
  return [
    sql`select ${sql.lit(place)} as place, ${own} as text, min(id) as first, max(id) as last
      from ${sql.table(table)} where ${own} in (${list}) group by ${own}`,
    sql`select ${sql.lit(place)}, ${translated}, min(resource_id), max(resource_id) from translations
      where kind = ${sql.lit(table)} and ${translated} <> '' and ${translated} in (${list}) group by ${translated}`,
  ];
}

const compileQuestion = (db: Reading, wanted: readonly TextsWanted[]) =>
  sql<TakenText>`
    select ${sql.lit(LAST_POST)} as place, '' as text, value as first, value as last
    from sequences where name = 'post'
    union all ${sql.join(wanted.flatMap(takenTexts), sql` union all `)}`.compile(db);

/** So few texts are asked for by single creations, whose statements are compiled once for each shape. */
const FEW = 6;
const compiled = new Map<string, (db: Reading, ...texts: string[]) => Promise<TakenText[]>>();

/** Looks up which texts are taken, and the last number of the posts' sequence, in one statement. */
export async function findTakenTexts(
  db: Reading,
  wanted: readonly TextsWanted[],
): Promise<{ lastPost: number | undefined; taken: TakenText[] }> {
  const texts = wanted.flatMap((part) => part.texts);
  let rows: TakenText[];
  if (texts.length > FEW) rows = (await db.executeQuery(compileQuestion(db, wanted))).rows;
  else {
    const shape = wanted.map(({ column, table, texts }) => `${table}.${column} ${texts.length}`).join();
    const ask =
      compiled.get(shape) ??
      prepared((db, ...texts: string[]) => {
        const left = [...texts];
        const parts = wanted.map((part) => ({ ...part, texts: left.splice(0, part.texts.length) }));
        return compileQuestion(db, parts);
      });
    compiled.set(shape, ask);
    rows = await ask(db, ...texts);
  }
  return {
    lastPost: rows.find(({ place }) => place === LAST_POST)?.first,
    taken: rows.filter(({ place }) => place !== LAST_POST),
  };
}
