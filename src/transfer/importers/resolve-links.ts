import type { ImportEvent, ImportKind, SourceKey } from './import-item.ts';
import type { UpsertContext } from './upsert.ts';

/** Returns the local IDs of the items an event links to; `missing` lists those that do not exist here. */
export function resolveLinks({ ledger }: UpsertContext, item: ImportEvent) {
  const missing: string[] = [];
  const find = (kind: ImportKind, key: SourceKey) => {
    const made = ledger.find(kind, key);
    if (!made) missing.push(`${kind} ${key.source} ${key.id}`);
    return made?.resource_id;
  };
  const choices = (kind: Exclude<ImportKind, 'events'>) => {
    const found: { id: number }[] = [];
    for (const key of item.links[kind]) {
      const id = find(kind, key);
      if (id !== undefined && !found.some((one) => one.id === id)) found.push({ id });
    }
    return found;
  };
  return {
    fields: {
      categories: choices('categories'),
      tags: choices('tags'),
      venue: choices('venues'),
      organizer: choices('organizers'),
      post_parent: item.parent ? (find('events', item.parent) ?? 0) : 0,
    },
    missing,
  };
}
