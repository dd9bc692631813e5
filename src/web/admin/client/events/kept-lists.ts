import { isObject } from '#foundation/text/is-object.ts';
import { InterfaceError } from '../interface/client.ts';
import { queryTextOf } from './list-query.ts';
import type { SavedFilterFields } from './saved-filters.ts';
import { readState } from './table-state.ts';

/* Lists that browsers kept by themselves before the interface had them. */

const PREFIX = 'kalends.lists.';
/** Names that are tried for a list whose own is another list's by now. */
const MOST_NAMES = 20;

/** Returns what this browser has kept for a user, as it is. */
function keptLists(user: number): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + user) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function keepOnly(user: number, lists: readonly unknown[]): void {
  try {
    if (lists.length === 0) localStorage.removeItem(PREFIX + user);
    else localStorage.setItem(PREFIX + user, JSON.stringify(lists));
  } catch {
    // Nothing is kept where nothing can be.
  }
}

/** Returns a kept list as the interface has it; undefined: it is none. */
const fieldsOf = (kept: unknown): SavedFilterFields | undefined =>
  isObject(kept) && typeof kept['name'] === 'string' && isObject(kept['address'])
    ? { name: kept['name'], query: queryTextOf(readState(kept['address'])), columns: null }
    : undefined;

const isCode = (error: unknown, code: string): boolean =>
  error instanceof InterfaceError && error.code === code;

/** Saves a list under its name, or under that with the first number that is free. */
async function saveNamed(
  fields: SavedFilterFields,
  create: (fields: SavedFilterFields) => Promise<unknown>,
): Promise<void> {
  for (let number = 1; number <= MOST_NAMES; number++) {
    const name = number === 1 ? fields.name : `${fields.name} ${number}`;
    try {
      await create({ ...fields, name });
      return;
    } catch (error) {
      if (!isCode(error, 'rest_saved_filter_exists') || number === MOST_NAMES) throw error;
    }
  }
}

/**
 * Saves the lists that this browser alone has kept for a user, and forgets each here once it is saved. One that asks for what
 * isn't there any more is forgotten too, since it could not be opened. Returns whether there were any.
 * @param saved the lists that are saved already
 * @param create saves a list; what it throws otherwise is thrown, and the lists that are left stay kept
 */
export async function takeOverKeptLists(
  user: number,
  saved: readonly SavedFilterFields[],
  create: (fields: SavedFilterFields) => Promise<unknown>,
): Promise<boolean> {
  const lists = keptLists(user);
  for (const [at, kept] of lists.entries()) {
    const fields = fieldsOf(kept);
    const isSaved = saved.some(({ name, query }) => name === fields?.name && query === fields.query);
    if (fields && !isSaved)
      await saveNamed(fields, create).catch((error: unknown) => {
        if (!isCode(error, 'rest_invalid_param')) throw error;
      });
    keepOnly(user, lists.slice(at + 1));
  }
  return lists.length > 0;
}
