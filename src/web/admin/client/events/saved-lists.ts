import { useSyncExternalStore } from 'react';
import { addressOf, readState, type TableAddress } from './table-state.ts';

/** A list that somebody has named: what the table is filtered and sorted by. */
export interface SavedList {
  readonly name: string;
  readonly address: TableAddress;
}

const PREFIX = 'kalends.lists.';
const watchers = new Set<() => void>();
/** What was read last, by user: the same as long as nothing changes in it. */
const read = new Map<number, readonly SavedList[]>();

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns what this browser keeps; anything that isn't a list is left out. */
function keptLists(user: number): readonly SavedList[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + user) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((one: unknown) =>
      isMembers(one) && typeof one['name'] === 'string' && isMembers(one['address'])
        ? [{ name: one['name'], address: addressOf(readState(one['address'])) }]
        : [],
    );
  } catch {
    return [];
  }
}

function currentLists(user: number): readonly SavedList[] {
  const lists = read.get(user) ?? keptLists(user);
  read.set(user, lists);
  return lists;
}

function keep(user: number, lists: readonly SavedList[]): void {
  read.set(user, lists);
  try {
    localStorage.setItem(PREFIX + user, JSON.stringify(lists));
  } catch {
    // Then they are there until the page is left.
  }
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(PREFIX)) return;
    read.clear();
    tell();
  };
  watchers.add(tell);
  addEventListener('storage', onStorage);
  return () => {
    watchers.delete(tell);
    removeEventListener('storage', onStorage);
  };
}

/** Means of keeping lists. */
export interface SavedLists {
  readonly lists: readonly SavedList[];
  /** Keeps a list in place of one of the same name. */
  save(list: SavedList): void;
  remove(name: string): void;
}

/** Returns the lists that a user keeps in this browser. */
export function useSavedLists(user: number): SavedLists {
  const lists = useSyncExternalStore(watch, () => currentLists(user));
  const without = (name: string) => lists.filter((one) => one.name !== name);
  return {
    lists,
    save: (list) => keep(user, [...without(list.name), list]),
    remove: (name) => keep(user, without(name)),
  };
}
