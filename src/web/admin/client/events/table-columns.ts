import { useSyncExternalStore } from 'react';
import { type EventColumn, eventColumns } from '#store/db/field-values.ts';

const USUAL: readonly EventColumn[] = ['venue', 'translations', 'status'];
const CHOSEN = 'kalends.columns';
const watchers = new Set<() => void>();
let chosen: readonly EventColumn[] | undefined;

function keptColumns(): readonly EventColumn[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(CHOSEN) ?? 'null');
    return Array.isArray(kept) ? eventColumns.filter((column) => kept.includes(column)) : USUAL;
  } catch {
    return USUAL;
  }
}

const current = (): readonly EventColumn[] => {
  chosen ??= keptColumns();
  return chosen;
};

function chooseColumns(columns: readonly EventColumn[]): void {
  chosen = eventColumns.filter((column) => columns.includes(column));
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
  columns: readonly EventColumn[],
  choose: (columns: readonly EventColumn[]) => void,
] => [useSyncExternalStore(watch, current), chooseColumns];
