import { sql } from 'kysely';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { deleteSetting, putSetting } from '#store/db/stored-settings.ts';

/** Distinguishes settings of the site from what else the table keeps. */
const PREFIX = 'site.';

/** Settings that the calendar keeps by names of their own, as plain texts. */
const PLAIN = ['language', 'timezone'] as const;

/** Values of settings as stored, by name. */
export type StoredSettings = ReadonlyMap<string, unknown>;

/** Returns the settings that a calendar stores of its site, in one statement. */
export async function findStoredSettings(db: Reading): Promise<StoredSettings> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where((eb) =>
      eb.or([eb.and([eb('name', '>=', PREFIX), eb('name', '<', 'site/')]), eb('name', 'in', PLAIN)]),
    )
    .execute();
  return new Map(
    rows.map(({ name, value }): [string, unknown] =>
      name.startsWith(PREFIX) ? [name.slice(PREFIX.length), JSON.parse(value)] : [name, value],
    ),
  );
}

/** Stores a setting of the site as JSON; null removes it. */
export async function storeSetting(trx: Writing, name: string, value: unknown): Promise<void> {
  if (value === null) await deleteSetting(trx, PREFIX + name);
  else await putSetting(trx, PREFIX + name, JSON.stringify(value));
}

/** Returns how many events are published, how many of them have a zone, and how many a title in a language. */
export async function countPublished(
  db: Reading,
  { timezone, language }: { readonly timezone: string; readonly language: Language },
): Promise<{ events: number; inZone: number; inLanguage: number }> {
  const isIn = sql<boolean>`case when translations = '' then language = ${language}
    else ',' || translations || ',' like ${`%,${language},%`} end`;
  const row = await db
    .selectFrom('events')
    .select((eb) => [
      eb.fn.countAll().as('events'),
      eb.fn.count(eb.case().when('timezone', '=', timezone).then(1).end()).as('in_zone'),
      eb.fn.count(eb.case().when(isIn).then(1).end()).as('in_language'),
    ])
    .where('status', '=', 'publish')
    .executeTakeFirstOrThrow();
  return {
    events: Number(row.events),
    inZone: Number(row.in_zone),
    inLanguage: Number(row.in_language),
  };
}
