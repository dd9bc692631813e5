import type { Static } from 'typebox';
import { can } from '#api/access/permissions.ts';
import { loginKey } from '#api/access/rules.ts';
import { findUserByLogin, findUsers } from '#api/access/store.ts';
import type { Actor } from '#api/routing/actor.ts';
import { readDate } from '#foundation/time/typed.ts';
import { toUtc } from '#foundation/time/zone.ts';
import { listImages, netImages } from '#store/db/row-images.ts';
import { changedFields } from './changed-fields.ts';
import { type HistoryEntry, historyKinds } from './schema.ts';
import type { HistoryRow, ImportEntries } from './store.ts';
import { listTitles } from './titles.ts';
import { toldImages } from './told-images.ts';

/**
 * Returns the ID of a person named by it or by the login, by administrators also by the e-mail address; undefined: nobody is named,
 * 0: whoever isn't there, and has written nothing.
 */
export async function personOf(
  { services, viewer }: Actor,
  by: string | undefined,
): Promise<number | undefined> {
  if (by === undefined) return undefined;
  if (/^\d{1,9}$/.test(by)) return Number(by);
  const person = await findUserByLogin(services.db.read, by);
  // Else others could try whose address it is.
  const isNamed = person && (person.login_key === loginKey(by) || can(viewer, 'users'));
  return isNamed ? person.id : 0;
}

/** Returns the UTC text of a moment typed in the site's zone. */
export function utcOf({ services, now }: Actor, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const zone = services.config.timezone;
  const date = readDate(typed, { now, zone });
  return date && toUtc(date.wall, zone);
}

/**
 * Returns entries as answered, with the fields that they changed.
 * @param condensed the entries of each import that is its latest one alone
 */
export async function presentEntries(
  { services }: Actor,
  entries: readonly HistoryRow[],
  condensed: ReadonlyMap<number, ImportEntries> = new Map(),
): Promise<Static<typeof HistoryEntry>[]> {
  const { read } = services.db;
  const images = await listImages(
    read,
    entries.map(({ id }) => id),
  );
  const people = await findUsers(
    read,
    entries.flatMap(({ user_id }) => user_id ?? []),
  );
  const titles = await listTitles(read, entries);
  return entries.flatMap((entry) => {
    const own = netImages(images.get(entry.id) ?? []);
    const kind = historyKinds.find((one) => one === entry.kind);
    const user = people.get(entry.user_id ?? 0);
    const { count, undone } = condensed.get(entry.import_id ?? 0) ?? {
      count: 1,
      undone: entry.undone_by === null ? 0 : 1,
    };
    return kind
      ? {
          id: entry.id,
          at: entry.at_utc,
          by: user ? { id: user.id, name: user.name } : null,
          kind,
          item: entry.resource_id,
          title: titles.get(`${kind} ${entry.resource_id}`) ?? '',
          action: entry.action,
          scope: entry.scope,
          changes: changedFields(toldImages(entry, own), services.config.language),
          import: entry.import_id,
          entries: count,
          undone: undone === count,
          undoes: entry.undoes,
        }
      : [];
  });
}
