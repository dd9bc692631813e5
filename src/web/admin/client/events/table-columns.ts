import { useSyncExternalStore } from 'react';

/** The columns that can be chosen beside the date and the title, in their order. */
export const tableColumns = [
  'venue',
  'organizer',
  'categories',
  'languages',
  'status',
  'cost',
  'modified',
] as const;
/** Names a column that can be chosen. */
export type TableColumn = (typeof tableColumns)[number];

const USUAL: readonly TableColumn[] = ['venue', 'languages', 'status'];
const CHOSEN = 'kalends.columns';
const watchers = new Set<() => void>();
let chosen: readonly TableColumn[] | undefined;

function keptColumns(): readonly TableColumn[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(CHOSEN) ?? 'null');
    return Array.isArray(kept) ? tableColumns.filter((column) => kept.includes(column)) : USUAL;
  } catch {
    return USUAL;
  }
}

const current = (): readonly TableColumn[] => {
  chosen ??= keptColumns();
  return chosen;
};

function chooseColumns(columns: readonly TableColumn[]): void {
  chosen = tableColumns.filter((column) => columns.includes(column));
  try {
    localStorage.setItem(CHOSEN, JSON.stringify(chosen));
  } catch {
    // Then they are the columns of this page alone.
  }
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** Returns the columns that are chosen in this browser, and what chooses others. */
export const useTableColumns = (): readonly [
  columns: readonly TableColumn[],
  choose: (columns: readonly TableColumn[]) => void,
] => [useSyncExternalStore(watch, current), chooseColumns];
