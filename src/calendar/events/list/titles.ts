import { type RawBuilder, sql } from 'kysely';
import { localizedTexts, type RowLanguages } from '#calendar/translations/rules.ts';
import { loadTranslations } from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Reading } from '#store/db/engine.ts';
import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import { preparedByIds } from '#store/db/statement.ts';
import type { EventStatus } from '#store/db/tables.ts';
import { onlineCondition } from '../visitors/online.ts';
import type { OutlineEntry } from './outline.ts';

/** A date of an event as grids of many show it: its outline, its title, its page, its first category and first venue. */
export interface TitledDate extends OutlineEntry, RowLanguages {
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
  readonly utc_start_date: string;
  readonly utc_end_date: string;
  readonly timezone: string;
  /** 0 too where a password hides it. */
  readonly all_day: number;
  /** 0 too where a password hides it. */
  readonly is_virtual: number;
  /** null: it has none, or a password hides it. */
  readonly mark: CategoryMark | null;
  /** The first published one; null: it has none, or a password hides it, or it wasn't asked for. */
  readonly venue_id: number | null;
}

/** A row as the database gives it: colour and mark of the first category as one text, which costs one look instead of two. */
type Row = Omit<TitledDate, 'color' | 'mark'> & { readonly category: string | null };

const rowsOf = (venue: RawBuilder<unknown>) =>
  preparedByIds((db, ids) =>
    sql<Row>`
    select o.id, o.event_id, v.author_id, v.title, coalesce(e.slug, v.slug) as slug, v.language, v.translations, o.status, v.event_status,
      o.recurrence_id, o.start_date, o.end_date, o.utc_start_date, o.utc_end_date, o.days, v.timezone,
      case v.password when '' then v.all_day else 0 end as all_day,
      case when v.password = '' and ${onlineCondition('v')} then 1 else 0 end as is_virtual,
      case coalesce(e.password, v.password) when '' then coalesce(e.featured, v.featured) else 0 end as featured,
      case v.event_status when 'scheduled' then 0 else 1 end as changed,
      case o.series_id when 0 then 0 else (select count(*) from occurrences p where p.series_id = o.series_id
        and p.series_id > 0 and p.recurrence_id >= substr(o.recurrence_id, 1, 10)
        and p.recurrence_id < o.recurrence_id) end as ordinal, (
      select c.color || ' ' || c.mark from event_categories l join categories c on c.id = l.category_id
      where l.event_id = o.event_id and v.password = '' order by c.name_key, c.id limit 1) as category,
      ${venue} as venue_id
    from occurrences o join events v on v.id = o.event_id
    left join events e on e.id = nullif(o.series_id, 0)
    where o.id in (${sql.join([...ids])})`.compile(db),
  );

const withoutVenues = rowsOf(sql`null`);
const withVenues = rowsOf(sql`(
      select t.id from event_venues l join venues t on t.id = l.venue_id
      where l.event_id = o.event_id and v.password = '' and t.status = 'publish' order by l.position limit 1)`);

/** Returns a row with colour and mark apart; spelled out, since copies of the driver's rows are slow to make and to read. */
function titledDate(row: Row): TitledDate {
  const [color, mark] = row.category?.split(' ') ?? [null, null];
  return {
    id: row.id,
    event_id: row.event_id,
    author_id: row.author_id,
    title: row.title,
    slug: row.slug,
    language: row.language,
    translations: row.translations,
    status: row.status,
    event_status: row.event_status,
    recurrence_id: row.recurrence_id,
    ordinal: row.ordinal,
    start_date: row.start_date,
    end_date: row.end_date,
    utc_start_date: row.utc_start_date,
    utc_end_date: row.utc_end_date,
    timezone: row.timezone,
    days: row.days,
    all_day: row.all_day,
    is_virtual: row.is_virtual,
    featured: row.featured,
    changed: row.changed,
    // The columns hold nothing else (`field-values.ts`).
    color: color as CategoryColor | null,
    mark: mark as CategoryMark | null,
    venue_id: row.venue_id,
  };
}

/** Statements about more IDs take long to prepare. */
const CHUNK = 500;

/**
 * Returns dates of events by their IDs, in that order, with as little of each as grids show; unknown ones drop out.
 * @param asked `translation`: the language whose texts they have, undefined is the site's
 */
export async function listTitles(
  db: Reading,
  ids: readonly number[],
  {
    translation,
    isWithVenues,
  }: { readonly translation: Language | undefined; readonly isWithVenues: boolean },
): Promise<TitledDate[]> {
  const read = isWithVenues ? withVenues : withoutVenues;
  const byId = new Map<number, TitledDate>();
  for (let at = 0; at < ids.length; at += CHUNK)
    for (const row of await read(db, ids.slice(at, at + CHUNK))) byId.set(row.id, titledDate(row));
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
