import { type RawBuilder, sql } from 'kysely';
import { listMerged, listMergedBySlug } from '#calendar/merging/redirects.ts';
import { type Localized, localizedTexts, type Translation } from '#calendar/translations/rules.ts';
import {
  bytesOfTexts,
  idsByTranslatedName,
  idsByTranslatedSlug,
  isTranslatedSlugTaken,
  loadTranslations,
} from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import { preparedByIds } from '#store/db/statement.ts';
import { type TermKind, termTraits } from './kind.ts';
import { changesOfTerms } from './rules.ts';

/** A stored term; `name` is plain text, `description` sanitized HTML, `parent` 0 where there is none (tags: always). */
export interface TermRow {
  id: number;
  name: string;
  slug: string;
  description: string;
  /** Published events in the term itself. */
  count: number;
  parent: number;
  language: string;
  translations: string;
  /** Given to categories alone; '' for tags. */
  color: CategoryColor | '';
  mark: CategoryMark | '';
}

/** Returns a term with its texts in a language, each falling back to the site's. */
export function localizeTerm(
  row: TermRow,
  translations: ReadonlyMap<number, Translation>,
): Localized<TermRow> {
  const own = translations.get(row.id);
  if (!own) return row;
  const { title, description, slug } = localizedTexts({ ...row, title: row.name, excerpt: '' }, own);
  return { ...row, name: title, description, slug, own };
}

/** Returns terms with their texts in a language (undefined: the site's), in the same order. One statement at most. */
export async function loadLocalizedTerms(
  db: Reading,
  kind: TermKind,
  rows: readonly TermRow[],
  translation: Language | undefined,
): Promise<readonly Localized<TermRow>[]> {
  if (!translation) return rows;
  const found = await loadTranslations(db, translation, [{ kind, rows }]);
  return rows.map((row) => localizeTerm(row, found[kind]));
}

/** Returns the columns of a `TermRow` for a select from the table called `t`. */
export const termColumns = (kind: TermKind) =>
  sql`t.id, t.name, t.slug, t.description, t.count, t.language, t.translations, ${
    kind === 'categories' ? sql`t.parent, t.color, t.mark` : sql`0 as parent, '' as color, '' as mark`
  }`;

/** Returns the table that links events to terms of a kind. */
export const linkTable = (kind: TermKind) => sql.table(termTraits[kind].links.table);
/** Returns the column of terms' IDs in the table that links events to them. */
export const linkColumn = (kind: TermKind) => sql.ref(termTraits[kind].links.column);

/** Returns a term by its ID. */
export async function findTerm(db: Reading, kind: TermKind, id: number): Promise<TermRow | undefined> {
  const { rows } = await sql<TermRow>`
    select ${termColumns(kind)} from ${sql.table(kind)} t where t.id = ${id}`.execute(db);
  return rows[0];
}

/** IDs of existing terms by ID, slug and name key, the latter two in any language; of terms with one name the oldest. */
export interface TermMatches {
  /** To those that were merged, the ID of the one that stays (contract W5). */
  ids: ReadonlyMap<number, number>;
  bySlug: ReadonlyMap<string, number>;
  byKey: ReadonlyMap<string, number>;
}

const idsAmong = (kind: TermKind) =>
  preparedByIds((db, ids) =>
    sql<{ id: number }>`select id from ${sql.table(kind)} where id in (${sql.join([...ids])})`.compile(db),
  );
const idsOfKind = { categories: idsAmong('categories'), tags: idsAmong('tags') };

/** Looks up terms by IDs, slugs and name keys. At most three statements. */
export async function matchTerms(
  db: Reading,
  kind: TermKind,
  wanted: { ids: readonly number[]; slugs: readonly string[]; keys: readonly string[] },
): Promise<TermMatches> {
  const table = sql.table(kind);
  const ids = new Map<number, number>();
  const bySlug = new Map<string, number>();
  const byKey = new Map<string, number>();
  if (wanted.ids.length > 0) {
    for (const row of await idsOfKind[kind](db, wanted.ids)) ids.set(row.id, row.id);
    const lost = wanted.ids.filter((id) => !ids.has(id));
    if (lost.length > 0) for (const [id, into] of await listMerged(db, kind, lost)) ids.set(id, into);
  }
  if (wanted.slugs.length > 0) {
    const { rows } = await sql<{ id: number; slug: string }>`
      select id, slug from ${table} where slug in (${sql.join([...wanted.slugs])})
      union all select resource_id, slug from translations
      where kind = ${kind} and slug <> '' and slug in (${sql.join([...wanted.slugs])})`.execute(db);
    for (const row of rows) bySlug.set(row.slug, row.id);
    const lost = wanted.slugs.filter((slug) => !bySlug.has(slug));
    if (lost.length > 0)
      for (const [slug, into] of await listMergedBySlug(db, kind, lost)) bySlug.set(slug, into);
  }
  if (wanted.keys.length > 0) {
    const { rows } = await sql<{ id: number; name_key: string }>`
      select min(id) as id, name_key from ${table}
      where name_key in (${sql.join([...wanted.keys])}) group by name_key
      union all select min(resource_id), title_key from translations
      where kind = ${kind} and title_key <> '' and title_key in (${sql.join([...wanted.keys])}) group by title_key`.execute(
      db,
    );
    // Rows come first: a name in the site's language wins over the same word in another.
    for (const row of rows) if (!byKey.has(row.name_key)) byKey.set(row.name_key, row.id);
  }
  return { ids, bySlug, byKey };
}

const termsOfEvents = (kind: TermKind) =>
  preparedByIds((db, eventIds) =>
    sql<TermRow & { event_id: number }>`
      select l.event_id, ${termColumns(kind)}
      from ${linkTable(kind)} l join ${sql.table(kind)} t on t.id = l.${linkColumn(kind)}
      where l.event_id in (${sql.join([...eventIds])})
      order by l.event_id, t.name_key, t.id`.compile(db),
  );
const rowsOfEvents = { categories: termsOfEvents('categories'), tags: termsOfEvents('tags') };

/** Returns the terms of each event, ordered by name key, then ID; events without terms are missing. One statement. */
export async function listTermsOfEvents(
  db: Reading,
  kind: TermKind,
  eventIds: readonly number[],
): Promise<Map<number, TermRow[]>> {
  const terms = new Map<number, TermRow[]>();
  if (eventIds.length === 0) return terms;
  for (const { event_id, ...term } of await rowsOfEvents[kind](db, eventIds)) {
    const known = terms.get(event_id);
    if (known) known.push(term);
    else terms.set(event_id, [term]);
  }
  return terms;
}

const leanTermColumns = (kind: TermKind) =>
  sql`t.id, t.name, t.slug, '' as description, t.count, t.language, t.translations, ${
    kind === 'categories' ? sql`t.parent, t.color, t.mark` : sql`0 as parent, '' as color, '' as mark`
  }`;

const rowsInOrder = (kind: TermKind, columns: RawBuilder<unknown>) =>
  preparedByIds((db, ids) =>
    sql<TermRow>`select ${columns} from ${sql.table(kind)} t
      where t.id in (${sql.join([...ids])}) order by t.name_key, t.id`.compile(db),
  );
const orderedRows = {
  whole: {
    categories: rowsInOrder('categories', termColumns('categories')),
    tags: rowsInOrder('tags', termColumns('tags')),
  },
  lean: {
    categories: rowsInOrder('categories', leanTermColumns('categories')),
    tags: rowsInOrder('tags', leanTermColumns('tags')),
  },
};

/** Returns terms by ID in the order of `listTermsOfEvents`; unknown IDs are missing. In `lean` rows descriptions are ''. */
export async function listTermsInOrder(
  db: Reading,
  kind: TermKind,
  ids: readonly number[],
  need: 'none' | 'lean' | 'whole' = 'whole',
): Promise<TermRow[]> {
  return ids.length === 0 || need === 'none' ? [] : orderedRows[need][kind](db, ids);
}

/** Returns the terms that most published events have, those first; in `lean` rows. */
export async function listTopTerms(db: Reading, kind: TermKind, limit: number): Promise<TermRow[]> {
  const { rows } = await sql<TermRow>`
    select ${leanTermColumns(kind)} from ${sql.table(kind)} t where t.count > 0
    order by t.count desc, t.name_key, t.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the IDs of an event's terms, ascending. */
export async function listTermIdsOfEvent(db: Reading, kind: TermKind, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.${linkColumn(kind)} as id from ${linkTable(kind)} l
    where l.event_id = ${eventId} order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the UTF-8 bytes of the descriptions of an event's terms of a kind. */
export async function descriptionBytes(db: Reading, kind: TermKind, eventId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number | string | null }>`
    select sum(${bytesOfTexts(kind)}) as bytes from ${linkTable(kind)} l
    join ${sql.table(kind)} t on t.id = l.${linkColumn(kind)} where l.event_id = ${eventId}`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Returns whether some event that has a term would embed more than `most` bytes of descriptions of its kind. */
export async function isTermTooLargeSomewhere(
  db: Reading,
  kind: TermKind,
  id: number,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${linkTable(kind)} e where e.${linkColumn(kind)} = ${id} and (
      select sum(${bytesOfTexts(kind)}) from ${linkTable(kind)} l
      join ${sql.table(kind)} t on t.id = l.${linkColumn(kind)} where l.event_id = e.event_id) > ${most}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Adds to the counts of published events of terms. */
export async function addToCounts(
  trx: Writing,
  kind: TermKind,
  ids: readonly number[],
  step: number,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ${sql.table(kind)} set count = count + ${step} where id in (${sql.join([...ids])})`.execute(
    trx,
  );
}

/**
 * Replaces an event's terms and updates their counts. `before` are the present links (`listTermIdsOfEvent`); `counted`
 * tells whether the event is published, before and after: call it where only that changes too. At most four statements.
 */
export async function setEventTerms(
  trx: Writing,
  kind: TermKind,
  eventId: number,
  change: { before: readonly number[]; counted: boolean },
  next: { after: readonly number[]; counted: boolean },
): Promise<void> {
  const { dropped, added, fewer, more } = changesOfTerms(change, next);
  if (dropped.length > 0)
    await sql`delete from ${linkTable(kind)}
      where event_id = ${eventId} and ${linkColumn(kind)} in (${sql.join(dropped)})`.execute(trx);
  if (added.length > 0)
    await sql`insert into ${linkTable(kind)} (event_id, ${linkColumn(kind)})
      values ${sql.join(added.map((id) => sql`(${eventId}, ${id})`))}`.execute(trx);
  await addToCounts(trx, kind, fewer, -1);
  await addToCounts(trx, kind, more, 1);
}

const below = (ids: readonly number[]) => sql`
    with recursive below (id) as (
      select id from categories where id in (${sql.join([...ids])})
      union
      select c.id from categories c join below b on c.parent = b.id
    )`;

/** Returns the IDs of these categories, where they exist, and of all below them at any depth, ascending. */
export async function descendantCategories(db: Reading, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    ${below(ids)} select id from below order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns as `descendantCategories`, without categories that no event has: the IDs to filter a list of events by. */
export async function filledCategories(db: Reading, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    ${below(ids)}
    select id from below b where exists (select 1 from event_categories l where l.category_id = b.id)
    order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns whether another term of one of the kinds has a slug, in any language. */
export async function isSlugTaken(
  db: Reading,
  slug: string,
  within: { kinds: readonly TermKind[]; ownId: number },
): Promise<boolean> {
  for (const kind of within.kinds) {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(kind)} where slug = ${slug} and id <> ${within.ownId} limit 1`.execute(db);
    if (rows.length > 0 || (await isTranslatedSlugTaken(db, kind, slug, within.ownId))) return true;
  }
  return false;
}

/** Updates columns of a term, but not the look of a category. */
export async function replaceTerm(
  trx: Writing,
  kind: TermKind,
  id: number,
  change: Partial<Omit<TermRow, 'id' | 'count'> & { name_key: string }>,
): Promise<void> {
  const { parent, color: _, mark: __, ...columns } = change;
  if (kind === 'categories')
    await trx
      .updateTable('categories')
      .set({ ...columns, ...(parent === undefined ? {} : { parent }) })
      .where('id', '=', id)
      .execute();
  else await trx.updateTable('tags').set(columns).where('id', '=', id).execute();
}

/** Deletes a term and its links to events. Categories below it move up to `parent`; returns their IDs. */
export async function deleteTerm(trx: Writing, kind: TermKind, { id, parent }: TermRow): Promise<number[]> {
  await sql`delete from ${linkTable(kind)} where ${linkColumn(kind)} = ${id}`.execute(trx);
  await sql`delete from translations where kind = ${kind} and resource_id = ${id}`.execute(trx);
  await sql`delete from ${sql.table(kind)} where id = ${id}`.execute(trx);
  if (kind === 'tags') return [];
  const { rows } = await sql<{ id: number }>`
    update categories set parent = ${parent} where parent = ${id} returning id`.execute(trx);
  return rows.map((row) => row.id);
}

/** Returns the oldest term with a name in any language; of categories only those directly below `parent`. */
export async function findNamesake(
  db: Reading,
  kind: TermKind,
  key: string,
  parent: number,
): Promise<TermRow | undefined> {
  const beside = kind === 'categories' ? sql`and t.parent = ${parent}` : sql``;
  const { rows } = await sql<TermRow>`
    select ${termColumns(kind)} from ${sql.table(kind)} t
    where t.id in (select id from ${sql.table(kind)} where name_key = ${key}
      union all select resource_id from ${idsByTranslatedName(kind, [key])} as named) ${beside}
    order by t.id limit 1`.execute(db);
  return rows[0];
}

/** Returns a term by its slug in any language. */
export async function findTermBySlug(
  db: Reading,
  kind: TermKind,
  slug: string,
): Promise<TermRow | undefined> {
  const { rows } = await sql<TermRow>`
    select ${termColumns(kind)} from ${sql.table(kind)} t
    where t.id in (select id from ${sql.table(kind)} where slug = ${slug}
      union all select resource_id from ${idsByTranslatedSlug(kind, [slug])} as named)`.execute(db);
  return rows[0];
}

/** Returns the term that has the first of these slugs which any has. */
export async function findTermBySlugs(
  db: Reading,
  kind: TermKind,
  slugs: readonly string[],
): Promise<TermRow | undefined> {
  for (const slug of slugs) {
    const row = await findTermBySlug(db, kind, slug);
    if (row) return row;
  }
  return undefined;
}

const LEVELS_SHOWN = 50;

/** Returns the slugs of the categories above each term, in a language (undefined: the site's), the topmost first, at most 50. Terms without a parent are missing. */
export async function listSlugsAbove(
  db: Reading,
  terms: readonly TermRow[],
  translation: Language | undefined,
): Promise<Map<number, string[]>> {
  const above = new Map<number, string[]>();
  const ids = terms.flatMap((term) => (term.parent > 0 ? term.id : []));
  if (ids.length === 0) return above;
  const { rows } = await sql<{ term: number; slug: string }>`
    with recursive above (term, id, parent, slug, level) as (
      select c.id, p.id, p.parent, p.slug, 1 from categories c join categories p on p.id = c.parent
      where c.id in (${sql.join(ids)})
      union all
      select a.term, p.id, p.parent, p.slug, a.level + 1 from above a join categories p on p.id = a.parent
      where a.level < ${LEVELS_SHOWN}
    )
    select a.term, coalesce(x.slug, a.slug) as slug from above a
    left join translations x on x.kind = 'categories' and x.resource_id = a.id
      and x.language = ${translation ?? ''} and x.slug <> ''
    order by a.term, a.level desc`.execute(db);
  for (const { term, slug } of rows) above.set(term, [...(above.get(term) ?? []), slug]);
  return above;
}
