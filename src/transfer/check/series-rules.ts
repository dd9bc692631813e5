import { sql } from 'kysely';
import type { CheckRule } from './rule.ts';

/** The rules that series, their dates and overrides must meet, as far as statements can tell (decision 14). */
export const seriesRules: readonly CheckRule[] = [
  {
    what: 'check.lost_recurrence',
    rows: sql`select e.id from events e where e.series_id = e.id and not exists (select 1 from series s where s.id = e.id)
      union all select s.id from series s where not exists (select 1 from events e where e.id = s.id and e.series_id = s.id)`,
  },
  {
    what: 'check.lost_series',
    rows: sql`select o.id from occurrences o where case when o.series_id = 0
        then o.id <> o.event_id or o.recurrence_id <> ''
          or not exists (select 1 from events e where e.id = o.event_id and e.series_id = 0)
        else o.recurrence_id = '' or o.id = o.series_id or o.event_id not in (o.id, o.series_id)
          or not exists (select 1 from series s where s.id = o.series_id) end`,
  },
  {
    what: 'check.lost_date',
    rows: sql`select e.id from events e where e.series_id > 0 and e.series_id <> e.id
      and not exists (select 1 from occurrences o where o.id = e.id and o.event_id = e.id)`,
  },
  {
    what: 'check.other_series',
    rows: sql`select o.id from occurrences o left join events e on e.id = o.id and e.series_id > 0
      where o.series_id > 0 and (e.series_id <> o.series_id
        or (o.event_id = o.id and e.id is null)
        or (o.event_id = o.series_id and (o.overrides <> '' or e.id is not null))
        or (o.event_id = o.id and o.overrides in ('', '[]')))`,
  },
  {
    what: 'check.override',
    rows: sql`select o.id from occurrences o join events e on e.id = o.event_id
      where o.series_id > 0 and o.event_id = o.id and (o.start_date <> e.start_date or o.end_date <> e.end_date
        or o.utc_start_date <> e.utc_start_date or o.utc_end_date <> e.utc_end_date
        or o.status <> e.status or o.hide_from_listings <> e.hide_from_listings)`,
  },
  {
    what: 'check.more_visible',
    // Only its series may be hidden, and only it may be in the trash.
    rows: sql`select o.id from occurrences o join events e on e.id = o.series_id where o.series_id > 0 and (
      (o.overrides = '' and (o.status <> e.status or o.hide_from_listings <> e.hide_from_listings or o.date <> e.date))
      or (o.overrides <> '' and ((o.status <> e.status and o.status <> 'trash')
        or o.hide_from_listings < e.hide_from_listings)))`,
  },
  {
    what: 'check.override_password',
    rows: sql`select o.id from events o join events e on e.id = o.series_id
      where o.series_id <> o.id and e.password <> '' and o.password = ''`,
  },
  {
    what: 'check.continues',
    rows: sql`select s.id from series s join series t on t.id = s.continued_by
        where t.continues is null or t.continues <> s.id
      union all select t.id from series t join series s on s.id = t.continues
        where s.continued_by is null or s.continued_by <> t.id`,
  },
  {
    what: 'check.former',
    rows: sql`select f.id from former_occurrences f
      join occurrences o on o.series_id = f.series_id and o.series_id > 0 and o.recurrence_id = f.recurrence_id and f.series_id > 0`,
  },
];
