import { sql } from 'kysely';
import { languages } from '#foundation/i18n/catalogue.ts';
import type { Reading } from '#store/db/engine.ts';
import { categoryColors, categoryMarks } from '#store/db/field-values.ts';
import { eventStatuses } from '#store/db/tables.ts';
import type { CheckRule } from './rule.ts';
import { seriesRules } from './series-rules.ts';

const positionedLink = (kind: 'venue' | 'organizer'): CheckRule => ({
  what: `check.lost_${kind}`,
  rows: sql`select event_id as id from ${sql.table(`event_${kind}s`)} l
    where not exists (select 1 from ${sql.table(`${kind}s`)} t where t.id = l.${sql.ref(`${kind}_id`)})`,
});

const termRules = (kind: 'categories' | 'tags', column: 'category_id' | 'tag_id'): CheckRule[] => [
  {
    what: `check.count_${kind}`,
    rows: sql`select t.id from ${sql.table(kind)} t where t.count <> (
      select count(distinct case e.series_id when 0 then e.id else e.series_id end)
      from ${sql.table(`event_${kind}`)} l join events e on e.id = l.event_id
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
      // Drafts may keep a slug that is taken, and slugs in the trash do not count.
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

/** Slugs that lead to an item which is gone. */
const formerSlugRule: CheckRule = {
  what: 'check.former_slug',
  rows: sql`select resource_id as id from former_slugs x where not exists (${sql.join(
    translated.map(
      (kind) => sql`select 1 from ${sql.table(kind)} t where x.kind = ${kind} and t.id = x.resource_id`,
    ),
    sql` union all `,
  )})`,
};

/** Words of names for searches, counted by triggers (migration 0043), and their trigrams, of which the first stands for all. */
const searchWordRules: readonly CheckRule[] = [
  {
    what: 'check.search_words',
    rows: sql`select word as id from (select word, n from search_words
      union all select word, -n from public_words) counted group by word having sum(n) <> 0`,
  },
  {
    what: 'check.search_words',
    rows: sql`select word as id from search_words w where not exists (select 1 from search_trigrams t
        where t.trigram = ' ' || substr(w.word, 1, 2) and t.word = w.word)
      union select word from search_trigrams where word not in (select word from search_words)`,
  },
];

const mergeable = ['venues', 'organizers', 'categories', 'tags'] as const;

/** Merged items that lead to none, or whose ID something else of their kind has. A term may be deleted, and comes back by an undo. */
const mergedRule: CheckRule = {
  what: 'check.merged',
  rows: sql`select m.id from merged_items m where m.kind in ('venues', 'organizers') and not exists (${sql.join(
    mergeable.map(
      (kind) => sql`select 1 from ${sql.table(kind)} t where m.kind = ${kind} and t.id = m.into_id`,
    ),
    sql` union all `,
  )}) or exists (${sql.join(
    mergeable.map((kind) => sql`select 1 from ${sql.table(kind)} t where m.kind = ${kind} and t.id = m.id`),
    sql` union all `,
  )})`,
};

/** The rules that rows of a calendar must meet, in the order of checking. */
export const rules: readonly CheckRule[] = [
  {
    what: 'check.dates',
    rows: sql`select e.id from events e left join occurrences o on o.id = e.id and o.event_id = e.id and o.series_id = 0
      where e.series_id = 0 and (o.id is null or o.start_date <> e.start_date or o.end_date <> e.end_date
        or (e.global_id is null and (o.utc_start_date <> e.utc_start_date or o.utc_end_date <> e.utc_end_date))
        or o.status <> e.status or o.date <> e.date or o.hide_from_listings <> e.hide_from_listings)`,
  },
  ...seriesRules,
  formerSlugRule,
  mergedRule,
  ...searchWordRules,
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
    // Imported events keep their UTC dates, even wrong ones.
    rows: sql`select id from events where utc_end_date < utc_start_date
      and (global_id is null or end_date < start_date)`,
  },
  {
    what: 'check.twice',
    rows: sql`select event_id as id from occurrences where series_id = 0 group by event_id having count(*) > 1
      union all select series_id from occurrences where series_id > 0 and overrides = ''
        group by series_id, utc_start_date having count(*) > 1`,
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
  {
    what: 'check.uid',
    // The uid that an event from before migration 0012 is shown with (uids.ts) may be another's own.
    rows: sql`select min(id) as id from events where uid >= '!' and (series_id = 0 or series_id = id)
        group by uid having count(*) > 1
      union all select e.id from events l
        join events e on e.uid >= '!' and (e.series_id = 0 or e.series_id = e.id)
          and e.uid = substr(l.uid, 2) || cast(l.id as text)
        where l.uid < '!' and (l.series_id = 0 or l.series_id = l.id)`,
  },
  {
    what: 'check.event_status',
    rows: sql`select id from events
      where event_status not in (${sql.join(eventStatuses.map((status) => sql.lit(status)))})`,
  },
  {
    what: 'check.moved_online',
    rows: sql`select id from events where event_status = 'moved-online' and is_virtual <> 1`,
  },
  {
    what: 'check.door_time',
    rows: sql`select id from events where door_time <> '' and (length(door_time) <> 5
      or door_time not like '__:__' or door_time > '23:59' or substr(door_time, 4) > '59')`,
  },
  {
    what: 'check.opening_hours',
    rows: sql`select id from events where opening_hours <> '[]' and opening_hours not like '[{"%}]'`,
  },
  {
    what: 'check.category_look',
    rows: sql`select id from categories
      where color not in (${sql.join(categoryColors.map((color) => sql.lit(color)))})
        or mark not in (${sql.join(categoryMarks.map((mark) => sql.lit(mark)))})`,
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

/** Returns the IDs of rows that break a rule, `limit` at most. */
export async function listBreaches(
  db: Reading,
  { rows }: CheckRule,
  limit: number,
): Promise<(number | string)[]> {
  const found = await sql<{ id: number | string }>`${rows} limit ${limit}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Returns the files of all pictures, by ID of their row. */
export const listPictureFiles = (db: Reading) =>
  db.selectFrom('media').select(['id', 'file', 'original_file', 'sizes']).execute();
