import type { ShownImport } from './import-query.ts';

/** The kind of import that a file is for, or what it is where there is none for it. */
export type ImportableKind = ShownImport['kind'] | 'ics' | 'other';

/** Bytes by which a file is known. */
const HEAD = 400;

/** Returns what a file is, by its beginning. */
export async function kindOfFile(file: File): Promise<ImportableKind> {
  const head = (await file.slice(0, HEAD).text()).replace(/^\uFEFF/, '').trimStart();
  if (/^BEGIN:VCALENDAR/i.test(head)) return 'ics';
  if (/^\{\s*"kalends"/.test(head)) return 'kalends';
  return /^[{[]/.test(head) ? 'tec' : 'other';
}
