import { sql } from 'kysely';
import type { Actor } from '#api/routing/actor.ts';
import type { Columns, RowImage, Stored } from '#store/db/row-images.ts';
import type { Tables } from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';

/** Reasons for which a field is kept as it is: it was changed since, or no write could give it that value now. */
export type KeptField = 'changed_since' | 'conflict';

/** An undo under way: what it writes with, the fields that it is for, and what it keeps. */
export interface Restoration {
  readonly batch: WriteBatch;
  readonly actor: Actor;
  /** The dates of a series that the write was for; null: it was of something else. */
  readonly scope: string | null;
  /** Returns whether a field comes back, by one of its names. */
  isWanted(...names: (string | undefined)[]): boolean;
  keep(reason: KeptField, ...names: (string | undefined)[]): void;
}

/** Returns the values of an image's key. */
export const keyOf = ({ key }: RowImage): (string | number)[] => JSON.parse(key) as (string | number)[];
/** Returns the ID with which an image's key begins. */
export const idOf = (image: RowImage): number => Number(keyOf(image)[0]);

/** Returns the images of rows of a table by the ID with which their keys begin. */
export const imagesById = (images: readonly RowImage[], table: string): Map<number, RowImage> =>
  new Map(images.flatMap((image) => (image.table === table ? [[idOf(image), image] as const] : [])));

/** Returns whether columns of a row have the values that an image has. */
export const hasValues = (row: object, image: Columns, names: readonly string[]): boolean =>
  names.every((name) => !(name in image) || Reflect.get(row, name) === image[name]);

/** Returns whether a table has a row with an ID. */
export async function isThere(
  { batch }: Pick<Restoration, 'batch'>,
  table: keyof Tables,
  id: Stored | undefined,
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(batch.trx);
  return rows.length > 0;
}

/** Writes the columns of a row that came back as they were kept. */
export async function insertRow({ batch }: Restoration, table: keyof Tables, row: Columns): Promise<void> {
  const names = Object.keys(row);
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(names.map((name) => row[name]))})`.execute(batch.trx);
}
