import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { filesOf } from '#api/media/rules.ts';
import { findOrphans, type Orphan } from '#api/media/sweep.ts';
import { listSearchTexts } from '#calendar/site-language/search-texts.ts';
import { languages, type Message, type MessageKey, message } from '#foundation/i18n/catalogue.ts';
import type { Database, Reading } from '#store/db/engine.ts';

/** A fault in the stored data; `id` of the row, if one can be named. */
export interface Fault {
  what: Message;
  id?: number | string;
}

/** A rule that stored rows must meet. */
interface CheckRule {
  what: MessageKey;
  /** Selects rows that break the rule, with their `id`. */
  rows: RawBuilder<{ id: number | string }>;
}

const SHOWN_PER_RULE = 20;
const UNDER_WAY_MS = 60_000;
const LOOK_AGAIN_MS = 1_500;

const positionedLink = (kind: 'venue' | 'organizer'): CheckRule => ({
  what: `check.lost_${kind}`,
  rows: sql`select event_id as id from ${sql.table(`event_${kind}s`)} l
    where not exists (select 1 from ${sql.table(`${kind}s`)} t where t.id = l.${sql.ref(`${kind}_id`)})`,
});

const termRules = (kind: 'categories' | 'tags', column: 'category_id' | 'tag_id'): CheckRule[] => [
  {
    what: `check.count_${kind}`,
    rows: sql`select t.id from ${sql.table(kind)} t where t.count <> (
      select count(*) from ${sql.table(`event_${kind}`)} l join events e on e.id = l.event_id
      where l.${sql.ref(column)} = t.id and e.status = 'publish')`,
  },
  {
    what: `check.lost_${kind}`,
    rows: sql`select event_id as id from ${sql.table(`event_${kind}`)} l
      where not exists (select 1 from ${sql.table(kind)} t where t.id = l.${sql.ref(column)})`,
  },
];

const slugRule = (table: 'events' | 'venues' | 'organizers'): CheckRule => ({
  what: `check.slug_${table}`,
  rows: sql`select min(id) as id from ${sql.table(table)}
    where slug <> '' and status not in ('draft', 'pending', 'trash') group by slug having count(*) > 1`,
});

const translated = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;

/** Rules for translations: orphans, languages missing in the row, and slugs that lead to two resources. */
const translationRules: readonly CheckRule[] = [
  {
    what: 'check.lost_texts',
    rows: sql`select resource_id as id from translations x where not exists (${sql.join(
      translated.map(
        (kind) => sql`select 1 from ${sql.table(kind)} t where x.kind = ${kind} and t.id = x.resource_id`,
      ),
      sql` union all `,
    )})`,
  },
  ...translated.map(
    (kind): CheckRule => ({
      what: 'check.languages',
      rows: sql`select t.id from ${sql.table(kind)} t where t.language not in (${sql.join(languages.map((language) => sql.lit(language)))})
        or (t.translations <> '') <> (t.id in (select resource_id from translations where kind = ${kind}))`,
    }),
  ),
  ...translated.map(
    (kind): CheckRule => ({
      what: 'check.shared_slug',
      // Drafts may wait with a slug that is taken, and what lies in the trash has none that counts.
      rows: sql`select x.resource_id as id from translations x
        where x.kind = ${kind} and x.slug <> '' and x.slug not like '%\\_\\_trashed' escape '\\' and (
          exists (select 1 from ${sql.table(kind)} t where t.slug = x.slug and t.id <> x.resource_id ${
            kind === 'categories' || kind === 'tags'
              ? sql``
              : sql`and t.status not in ('draft', 'pending', 'trash')`
          })
          or exists (select 1 from translations y
            where y.kind = x.kind and y.slug = x.slug and y.resource_id <> x.resource_id))`,
    }),
  ),
];

const rules: readonly CheckRule[] = [
  {
    what: 'check.dates',
    rows: sql`select e.id from events e left join occurrences o on o.event_id = e.id
      where o.id is null or o.start_date <> e.start_date or o.end_date <> e.end_date
        or (e.global_id is null and (o.utc_start_date <> e.utc_start_date or o.utc_end_date <> e.utc_end_date))
        or o.status <> e.status or o.date <> e.date or o.hide_from_listings <> e.hide_from_listings`,
  },
  {
    what: 'check.days',
    rows: sql`select day as id from (
      select side, status, hide_from_listings, day, n from occurrence_days
      union all select 'start', status, hide_from_listings, substr(start_date, 1, 10), -1 from occurrences
      union all select 'end', status, hide_from_listings, substr(end_date, 1, 10), -1 from occurrences) counted
      group by side, status, hide_from_listings, day having sum(n) <> 0`,
  },
  {
    what: 'check.order',
    // What came from elsewhere keeps the UTC dates that it had there, wrong ones too.
    rows: sql`select id from events where utc_end_date < utc_start_date
      and (global_id is null or end_date < start_date)`,
  },
  {
    what: 'check.twice',
    rows: sql`select event_id as id from occurrences group by event_id, start_date having count(*) > 1`,
  },
  {
    what: 'check.shared_id',
    rows: sql`select id from (select id from events union all select id from venues union all select id from organizers
      union all select id from media
      union all select id from occurrences where id <> event_id union all select id from former_occurrences) posts group by id having count(*) > 1`,
  },
  {
    what: 'check.id_ahead',
    rows: sql`select id from (select id from events union all select id from venues union all select id from organizers
      union all select id from media
      union all select id from occurrences union all select id from former_occurrences) posts where id > (select value from sequences where name = 'post')`,
  },
  {
    what: 'check.term_id_ahead',
    rows: sql`select id from (select id from categories union all select id from tags) terms
      where id > (select value from sequences where name = 'term')`,
  },
  positionedLink('venue'),
  positionedLink('organizer'),
  ...termRules('categories', 'category_id'),
  ...termRules('tags', 'tag_id'),
  {
    what: 'check.lost_parent',
    rows: sql`select c.id from categories c where c.parent <> 0 and not exists (select 1 from categories p where p.id = c.parent)`,
  },
  slugRule('events'),
  slugRule('venues'),
  slugRule('organizers'),
  ...translationRules,
  ...(['events', 'venues', 'organizers'] as const).map((table) => ({
    what: `check.picture_${table}` as const,
    rows: sql<{ id: number }>`select id from ${sql.table(table)} t
      where image_id is not null and not exists (select 1 from media m where m.id = t.image_id)`,
  })),
];

/** Returns venues or organizers whose search text differs from their texts, up to the number reported per rule. */
async function strayTexts(db: Reading, table: 'venues' | 'organizers'): Promise<Fault[]> {
  const strays = new Set<number>();
  for (let after = 0; strays.size < SHOWN_PER_RULE; ) {
    const { texts, last } = await listSearchTexts(db, table, after);
    if (last === undefined) break;
    for (const { id, kept, text } of texts) if (kept !== text) strays.add(id);
    after = last;
  }
  return [...strays].slice(0, SHOWN_PER_RULE).map((id) => ({ what: message(`check.search_${table}`), id }));
}

/** The data to check: the rows, picture files, and the media folder for orphaned files. */
export interface CheckTarget {
  readonly db: Database;
  readonly media: { readonly folder: string; has(file: string): Promise<boolean> };
}

/**
 * Checks the whole calendar, rows and files, without changing anything. `progress` gets each rule before it is
 * checked.
 */
export async function findFaults(
  { db, media }: CheckTarget,
  progress: (rule: Message) => void,
): Promise<Fault[]> {
  const faults: Fault[] = await db.dialect.integrityFaults(db.read);
  for (const { what, rows } of rules) {
    progress(message(what));
    const found = await sql<{ id: number | string }>`${rows} limit ${SHOWN_PER_RULE}`.execute(db.read);
    for (const { id } of found.rows) faults.push({ what: message(what), id });
  }
  for (const table of ['venues', 'organizers'] as const) {
    progress(message(`check.search_${table}`));
    faults.push(...(await strayTexts(db.read, table)));
  }
  progress(message('check.files'));
  const rows = await db.read.selectFrom('media').select(['id', 'file', 'original_file', 'sizes']).execute();
  for (const row of rows)
    for (const file of filesOf(row))
      if (!(await media.has(file))) faults.push({ what: message('check.file', { file }), id: row.id });
  progress(message('check.orphans'));
  for (const { path } of await lastingOrphans({ db, media }))
    faults.push({ what: message('check.orphan', { file: path }) });
  return faults;
}

// An upload that is under way has its files before its row.
async function lastingOrphans(deps: CheckTarget): Promise<Orphan[]> {
  const first = await Array.fromAsync(findOrphans(deps));
  const recentMs = Temporal.Now.instant().epochMilliseconds - UNDER_WAY_MS;
  if (!first.some(({ modifiedMs }) => modifiedMs > recentMs)) return first;
  await pause(LOOK_AGAIN_MS);
  const again = new Set((await Array.fromAsync(findOrphans(deps))).map((orphan) => orphan.path));
  return first.filter((orphan) => again.has(orphan.path));
}
