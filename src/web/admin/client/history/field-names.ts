import { fieldsOf } from '../linked/linked-kinds.ts';
import { nameOfField } from '../texts/event-fields.ts';
import type { AdminKey, LanguageTexts } from '../texts/texts.tsx';
import type { HistoryEntry } from './history-query.ts';

const linkedFields: ReadonlySet<string> = new Set([...fieldsOf.venues, ...fieldsOf.organizers]);

/** Names of fields that several kinds have. */
const FIELDS: Readonly<Record<string, AdminKey>> = {
  name: 'admin.linked.field.venue',
  slug: 'admin.terms.slug',
  description: 'admin.terms.description',
  parent: 'admin.terms.parent',
  color: 'admin.terms.color',
  mark: 'admin.terms.mark',
};

const isLinkedField = (field: string): field is (typeof fieldsOf)[keyof typeof fieldsOf][number] =>
  linkedFields.has(field);

/** Returns what a field of something is called where people edit it; its name in the interface where they can't. */
export function fieldName(
  kind: HistoryEntry['kind'],
  field: string,
  { say, language }: LanguageTexts,
): string {
  if (kind === 'event') return nameOfField(field, say, language) ?? field;
  const isLinked = kind === 'venue' || kind === 'organizer';
  if (isLinked && isLinkedField(field)) return say(`admin.linked.field.${field}`);
  const key = FIELDS[field];
  return key ? say(key) : field;
}
