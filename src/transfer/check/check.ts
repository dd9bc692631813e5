import { setTimeout as pause } from 'node:timers/promises';
import { filesOf } from '#api/media/rules.ts';
import { findOrphans, type Orphan } from '#api/media/sweep.ts';
import { listLostApps } from '#api/second-factor/sealed-secrets.ts';
import { listSearchTexts } from '#calendar/site-language/search-texts.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { type Clock, systemClock, utcText } from '#foundation/time/clock.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import { addressColumns, strayAddresses } from './addresses.ts';
import { movedTimes, strayDates } from './series.ts';
import { listBreaches, listPictureFiles, rules } from './store.ts';

/** A fault in the stored data; `id` of the row, if one can be named. */
export interface Fault {
  what: Message;
  id?: number | string;
}

const SHOWN_PER_RULE = 20;
const UNDER_WAY_MS = 60_000;
const LOOK_AGAIN_MS = 1_500;

/** Returns venues or organizers whose search text differs from their texts, up to the number reported per rule. */
async function strayTexts(db: Reading, table: 'venues' | 'organizers'): Promise<Fault[]> {
  const strays = new Set<number>();
  for (let after = 0; strays.size < SHOWN_PER_RULE; ) {
    const { texts, last } = await listSearchTexts(db, table, after);
    if (last === undefined) break;
    for (const { id, stored, text } of texts) if (stored !== text) strays.add(id);
    after = last;
  }
  return [...strays].slice(0, SHOWN_PER_RULE).map((id) => ({ what: message(`check.search_${table}`), id }));
}

/** The data to check: the rows, picture files, and the media folder for orphaned files. */
export interface CheckTarget {
  readonly db: Database;
  readonly media: { readonly folder: string; has(file: string): Promise<boolean> };
  /** The file with the key of sealed secrets; absent: they aren't looked at. */
  readonly keyFile?: string;
  /** The calendar's clock; absent: the machine's. */
  readonly now?: Clock;
  /** The address of the service, where it is known: nothing may link to its interface. */
  readonly publicUrl?: string | undefined;
}

/**
 * Checks the whole calendar, rows and files, without changing anything. `progress` gets each rule before it is
 * checked.
 */
export async function findFaults(
  { db, media, keyFile, now = systemClock(), publicUrl }: CheckTarget,
  progress: (rule: Message) => void,
): Promise<Fault[]> {
  const faults: Fault[] = await db.dialect.integrityFaults(db.read);
  for (const rule of rules) {
    const what = message(rule.what);
    progress(what);
    for (const id of await listBreaches(db.read, rule, SHOWN_PER_RULE)) faults.push({ what, id });
  }
  const derived = [
    ['check.recurrence', () => strayDates(db.read, SHOWN_PER_RULE)],
    ['check.moved', () => movedTimes(db.read, utcText(now()), SHOWN_PER_RULE)],
  ] as const;
  for (const [key, find] of derived) {
    const what = message(key);
    progress(what);
    for (const id of await find()) faults.push({ what, id });
  }
  const origins = publicUrl === undefined ? [] : [publicUrl];
  for (const column of addressColumns) {
    const what = message(column.what);
    progress(what);
    for (const id of await strayAddresses(db.read, column, { origins, most: SHOWN_PER_RULE }))
      faults.push({ what, id });
  }
  for (const table of ['venues', 'organizers'] as const) {
    progress(message(`check.search_${table}`));
    faults.push(...(await strayTexts(db.read, table)));
  }
  if (keyFile !== undefined) {
    progress(message('check.second_factor_key'));
    for (const login of await listLostApps(db, keyFile))
      faults.push({ what: message('check.second_factor_key'), id: login });
  }
  progress(message('check.files'));
  const rows = await listPictureFiles(db.read);
  for (const row of rows)
    for (const file of filesOf(row))
      if (!(await media.has(file))) faults.push({ what: message('check.file', { file }), id: row.id });
  progress(message('check.orphans'));
  for (const { path } of await lastingOrphans({ db, media }))
    faults.push({ what: message('check.orphan', { file: path }) });
  return faults;
}

// An upload in progress has its files before its row.
async function lastingOrphans(services: CheckTarget): Promise<Orphan[]> {
  const first = await Array.fromAsync(findOrphans(services));
  const recentMs = Temporal.Now.instant().epochMilliseconds - UNDER_WAY_MS;
  if (!first.some(({ modifiedMs }) => modifiedMs > recentMs)) return first;
  await pause(LOOK_AGAIN_MS);
  const again = new Set((await Array.fromAsync(findOrphans(services))).map((orphan) => orphan.path));
  return first.filter((orphan) => again.has(orphan.path));
}
