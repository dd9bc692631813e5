import { sql } from 'kysely';
import { localizedTexts, type RowLanguages } from '#calendar/translations/rules.ts';
import { loadTranslations } from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Reading } from '#store/db/engine.ts';
import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import { preparedByIds } from '#store/db/statement.ts';
import type { EventStatus } from '#store/db/tables.ts';

/** A date of an event as grids of many show it: its title, its page, when it is, its first category and first venue. */
export interface TitledDate extends RowLanguages {
  readonly id: number;
  /** The event whose texts it shows. */
  readonly event_id: number;
  readonly author_id: number;
  /** Stored, in the language that was asked for where there is one. */
  readonly title: string;
  /** That of its series, in that language. */
  readonly slug: string;
  readonly status: string;
  readonly event_status: EventStatus;
  /** '' where its event doesn't repeat. */
  readonly recurrence_id: string;
  /** Number of dates of its series that the rule put on the same day before it. */
  readonly ordinal: number;
  /** Wall clock of the event. */
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_start_date: string;
  readonly utc_end_date: string;
  /** Calendar days from the first to the last, 0 for one that ends on the day on which it starts. */
  readonly days: number;
  /** 0 too where a password hides it. */
  readonly all_day: number;
  /** 0 too where a password hides it. */
  readonly is_virtual: number;
  /** null: it has none, or a password hides it. */
  readonly color: CategoryColor | null;
  readonly mark: CategoryMark | null;
  /** The first published one; null: it has none, or a password hides it. */
  readonly venue_id: number | null;
}

const firstCategory = (column: 'color' | 'mark') => sql`(
  select c.${sql.ref(column)} from event_categories l join categories c on c.id = l.category_id
  where l.event_id = o.event_id and v.password = '' order by c.name_key, c.id limit 1)`;

const titles = preparedByIds((db, ids) =>
  sql<TitledDate>`
    select o.id, o.event_id, v.author_id, v.title, e.slug, v.language, v.translations, o.status, v.event_status,
      o.recurrence_id, o.start_date, o.end_date, o.utc_start_date, o.utc_end_date, o.days,
      case v.password when '' then v.all_day else 0 end as all_day,
      case v.password when '' then v.is_virtual else 0 end as is_virtual,
      case o.series_id when 0 then 0 else (select count(*) from occurrences p where p.series_id = o.series_id
        and p.series_id > 0 and p.recurrence_id >= substr(o.recurrence_id, 1, 10)
        and p.recurrence_id < o.recurrence_id) end as ordinal,
      ${firstCategory('color')} as color, ${firstCategory('mark')} as mark, (
      select t.id from event_venues l join venues t on t.id = l.venue_id
      where l.event_id = o.event_id and v.password = '' and t.status = 'publish' order by l.position limit 1) as venue_id
    from occurrences o join events v on v.id = o.event_id
    join events e on e.id = case o.series_id when 0 then o.event_id else o.series_id end
    where o.id in (${sql.join([...ids])})`.compile(db),
);

/** Statements about more IDs take long to prepare. */
const CHUNK = 500;

/**
 * Returns dates of events by their IDs, in that order, with as little of each as grids show; unknown ones drop out.
 * @param translation the language whose texts they have; undefined: the site's
 */
export async function listTitles(
  db: Reading,
  ids: readonly number[],
  translation: Language | undefined,
): Promise<TitledDate[]> {
  const byId = new Map<number, TitledDate>();
  for (let at = 0; at < ids.length; at += CHUNK)
    for (const row of await titles(db, ids.slice(at, at + CHUNK)))
      byId.set(row.id, { ...row, ordinal: Number(row.ordinal) });
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  if (!translation) return found;
  const rows = found.map(({ event_id, language, translations }) => ({
    id: event_id,
    language,
    translations,
  }));
  const { events } = await loadTranslations(db, translation, [{ kind: 'events', rows, isLean: true }]);
  return found.map((row) => {
    const own = events.get(row.event_id);
    if (!own) return row;
    const { title, slug } = localizedTexts({ title: row.title, description: '', slug: row.slug }, own);
    return { ...row, title, slug };
  });
}
