import { type Kysely, sql } from 'kysely';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import type { Database, Reading, Writing } from './engine.ts';
import * as calendar from './migrations/0001_calendar.ts';
import * as translations from './migrations/0002_translations.ts';
import * as leases from './migrations/0003_leases.ts';
import * as lists from './migrations/0004_lists.ts';
import * as searchTexts from './migrations/0005_search_texts.ts';
import * as guesses from './migrations/0007_guesses.ts';
import * as versions from './migrations/0008_versions.ts';
import * as earlyCalendars from './migrations/0010_early_calendars.ts';
import * as series from './migrations/0011_series.ts';
import * as eventFields from './migrations/0012_event_fields.ts';
import * as pageFields from './migrations/0013_page_fields.ts';
import * as feeds from './migrations/0014_feeds.ts';
import * as countsByStatement from './migrations/0015_counts_by_statement.ts';
import * as formerSlugs from './migrations/0016_former_slugs.ts';
import * as history from './migrations/0017_history.ts';
import * as sessions from './migrations/0020_sessions.ts';
import * as accounts from './migrations/0021_accounts.ts';
import * as imports from './migrations/0022_imports.ts';
import * as mails from './migrations/0023_mails.ts';
import * as busy from './migrations/0024_busy.ts';
import * as merges from './migrations/0026_merges.ts';
import * as revisions from './migrations/0027_revisions.ts';
import * as idempotency from './migrations/0028_idempotency.ts';
import * as submissions from './migrations/0029_submissions.ts';
import * as historyMoments from './migrations/0031_history_moments.ts';
import * as pictureFiles from './migrations/0032_picture_files.ts';
import * as savedFilters from './migrations/0033_saved_filters.ts';
import * as historyScopes from './migrations/0034_history_scopes.ts';
import * as proposalsWaitAgain from './migrations/0035_proposals_wait_again.ts';
import * as idempotencyBounds from './migrations/0036_idempotency_bounds.ts';
import * as revisionsByItem from './migrations/0037_revisions_by_item.ts';
import * as secrets from './migrations/0038_secrets.ts';
import * as seriesGaps from './migrations/0039_series_gaps.ts';
import * as seriesGoingOn from './migrations/0040_series_going_on.ts';
import * as hiddenPictures from './migrations/0041_hidden_pictures.ts';
import * as onlineEvents from './migrations/0042_online_events.ts';
import * as searchWords from './migrations/0043_search_words.ts';
import * as openingHours from './migrations/0044_opening_hours.ts';
import * as proposedPictures from './migrations/0045_proposed_pictures.ts';
import * as importKinds from './migrations/0046_import_kinds.ts';
import * as openingHoursIndex from './migrations/0047_opening_hours_index.ts';
import { listTableNames } from './table-names.ts';

interface Migration {
  name: string;
  up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void>;
}

const migrations: readonly Migration[] = [
  { name: '0001_calendar', up: calendar.up },
  { name: '0002_translations', up: translations.up },
  { name: '0003_leases', up: leases.up },
  { name: '0004_lists', up: lists.up },
  { name: '0005_search_texts', up: searchTexts.up },
  { name: '0007_guesses', up: guesses.up },
  { name: '0008_versions', up: versions.up },
  { name: '0010_early_calendars', up: earlyCalendars.up },
  { name: '0011_series', up: series.up },
  { name: '0012_event_fields', up: eventFields.up },
  { name: '0013_page_fields', up: pageFields.up },
  { name: '0014_feeds', up: feeds.up },
  { name: '0015_counts_by_statement', up: countsByStatement.up },
  { name: '0016_former_slugs', up: formerSlugs.up },
  { name: '0017_history', up: history.up },
  { name: '0020_sessions', up: sessions.up },
  { name: '0021_accounts', up: accounts.up },
  { name: '0022_imports', up: imports.up },
  { name: '0023_mails', up: mails.up },
  { name: '0024_busy', up: busy.up },
  { name: '0026_merges', up: merges.up },
  { name: '0027_revisions', up: revisions.up },
  { name: '0028_idempotency', up: idempotency.up },
  { name: '0029_submissions', up: submissions.up },
  { name: '0031_history_moments', up: historyMoments.up },
  { name: '0032_picture_files', up: pictureFiles.up },
  { name: '0033_saved_filters', up: savedFilters.up },
  { name: '0034_history_scopes', up: historyScopes.up },
  { name: '0035_proposals_wait_again', up: proposalsWaitAgain.up },
  { name: '0036_idempotency_bounds', up: idempotencyBounds.up },
  { name: '0037_revisions_by_item', up: revisionsByItem.up },
  { name: '0038_secrets', up: secrets.up },
  { name: '0039_series_gaps', up: seriesGaps.up },
  { name: '0040_series_going_on', up: seriesGoingOn.up },
  { name: '0041_hidden_pictures', up: hiddenPictures.up },
  { name: '0042_online_events', up: onlineEvents.up },
  { name: '0043_search_words', up: searchWords.up },
  { name: '0044_opening_hours', up: openingHours.up },
  { name: '0045_proposed_pictures', up: proposedPictures.up },
  { name: '0046_import_kinds', up: importKinds.up },
  { name: '0047_opening_hours_index', up: openingHoursIndex.up },
];

/** Lists the migrations to the present form, in the order in which they run. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

/** Describes what a database holds: no calendar yet, one of some version, or the tables of another program. */
export interface SchemaForm {
  readonly state: 'empty' | 'foreign' | 'older' | 'present' | 'newer';
  /** Migrations that it has taken, in their order. */
  readonly applied: readonly string[];
  /** Migrations that it lacks. */
  readonly pending: readonly string[];
  /** Migrations that it has and this version doesn't know. */
  readonly unknown: readonly string[];
}

/** Tables of a calendar by whose names alone, without a log of migrations, another program's database is known. */
const TELLING = ['calendar', 'events', 'occurrences', 'sequences', 'settings', 'tokens', 'users', 'venues'];

/** Reads what a database holds, and changes nothing. */
export async function formOf({ read, dialect }: Pick<Database, 'read' | 'dialect'>): Promise<SchemaForm> {
  const names = new Set(await listTableNames(read, dialect.name));
  const pending = migrationNames;
  const other = { applied: [], pending, unknown: [] };
  if (!names.has('migrations'))
    return { state: TELLING.some((name) => names.has(name)) ? 'foreign' : 'empty', ...other };
  // A table of that name is common.
  const { rows: columns } = await (dialect.name === 'postgres'
    ? sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = 'migrations'`
    : sql<{ name: string }>`select name from pragma_table_info('migrations')`
  ).execute(read);
  if (!['name', 'applied_utc'].every((column) => columns.some(({ name }) => name === column)))
    return { state: 'foreign', ...other };
  return compareForms(await listApplied(read));
}

/** Returns the version of a PostgreSQL server by its own name, such as `14.9`; undefined for SQLite and other systems. */
export async function serverVersion({
  read,
  dialect,
}: Pick<Database, 'read' | 'dialect'>): Promise<string | undefined> {
  if (dialect.name !== 'postgres') return undefined;
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(read);
  return /^PostgreSQL (\d+(?:\.\d+)*)(?![\d.]*-YB)/.exec(rows[0]?.version ?? '')?.[1];
}

/** Returns the form of a calendar that has taken these migrations. */
export function compareForms(applied: readonly string[]): SchemaForm {
  const pending = migrationNames.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) return { state: 'newer', applied, pending, unknown };
  if (applied.length === 0) return { state: 'empty', applied, pending, unknown };
  return { state: pending.length > 0 ? 'older' : 'present', applied, pending, unknown };
}

/** Reads the migrations that a calendar has run, in their order. Throws where the database holds none. */
export async function listApplied(db: Reading): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether there is a calendar in a database, of this version or another. */
export async function hasCalendar(db: Pick<Database, 'read' | 'dialect'>): Promise<boolean> {
  const { state } = await formOf(db);
  return state !== 'empty' && state !== 'foreign';
}

/** Returns why a calendar can't be brought to the present form. */
export const newerError = ({ unknown }: SchemaForm): UserFacingError =>
  new UserFacingError(
    message('database.newer', {
      what: message('doctor.database_newer', { names: unknown.join(', ') }),
      remedy: message('doctor.database_newer.remedy'),
    }),
  );

/** Throws a UserFacingError where a calendar has migrations that this version doesn't know. */
export function refuseNewer(form: SchemaForm): void {
  if (form.state === 'newer') throw newerError(form);
}

/**
 * Brings the database to the present form; all migrations are one transaction. Returns their names.
 * @param made what is written into a calendar that is made by this, in the same transaction: done again where that is
 */
export async function migrate(db: Database, made?: (trx: Writing) => Promise<void>): Promise<string[]> {
  return db.alone((trx) => takeMigrations(trx, db.dialect.name, { made }));
}

/**
 * Brings a calendar to the present form inside the caller's transaction, in which nobody else may migrate. Returns the names
 * of the migrations that ran.
 * @param only these steps and no others
 */
export async function takeMigrations(
  trx: Writing,
  engine: Database['dialect']['name'],
  { only, made }: { only?: readonly string[]; made?: ((trx: Writing) => Promise<void>) | undefined } = {},
): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, applied_utc text not null)`.execute(
    trx,
  );
  const form = compareForms(await listApplied(trx));
  refuseNewer(form);
  const taken: string[] = [];
  for (const migration of migrations) {
    if (!form.pending.includes(migration.name) || only?.includes(migration.name) === false) continue;
    await migration.up(trx as unknown as Kysely<unknown>, engine);
    const at = Temporal.Now.instant().toString({ smallestUnit: 'second' });
    await sql`insert into migrations (name, applied_utc) values (${migration.name}, ${at})`.execute(trx);
    taken.push(migration.name);
  }
  if (form.state === 'empty') await made?.(trx);
  return taken;
}
