import { adminLanguages } from '../texts/texts.tsx';
import { changedFields, type EventForm } from './event-form.ts';

/** A field that two people have given different values since both read it. */
export interface FieldConflict {
  /** Its path: the name, or `words.LANGUAGE.title`. */
  readonly path: string;
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Result of putting two people's changes together. */
export interface MergedForms {
  /** All changes of both; of what both have changed, mine. */
  readonly form: EventForm;
  readonly conflicts: readonly FieldConflict[];
  /** Paths that the other person alone has changed. */
  readonly taken: readonly string[];
}

/** The texts of each language. */
const TEXTS = ['title', 'description', 'accessibility_note'] as const;

/** Values of a form by path: each text of each language by itself. */
type FlatForm = ReadonlyMap<string, unknown>;

function flatten({ words, ...fields }: EventForm): FlatForm {
  const flat = new Map<string, unknown>(Object.entries(fields));
  for (const language of adminLanguages) {
    for (const name of TEXTS) flat.set(`words.${language}.${name}`, words[language][name]);
  }
  return flat;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns a form with the values of another at some paths. */
export function withValues(form: EventForm, from: EventForm, paths: readonly string[]): EventForm {
  const words = { ...form.words };
  for (const language of adminLanguages)
    for (const name of TEXTS)
      if (paths.includes(`words.${language}.${name}`))
        words[language] = { ...words[language], [name]: from.words[language][name] };
  const fields = Object.entries(from).filter(([name]) => name !== 'words' && paths.includes(name));
  return { ...form, ...Object.fromEntries(fields), words };
}

/** Returns what becomes of a form that was typed over `before`, where somebody else has made `theirs` of it meanwhile. */
export function mergeForms(before: EventForm, mine: EventForm, theirs: EventForm): MergedForms {
  const [base, own, others] = [flatten(before), flatten(mine), flatten(theirs)];
  const conflicts: FieldConflict[] = [];
  const taken: string[] = [];
  for (const [path, was] of base) {
    const [typed, saved] = [own.get(path), others.get(path)];
    if (isSame(saved, was) || isSame(saved, typed)) continue;
    // Who writes in an event that somebody has thrown away has to know.
    const isTrashed = path === 'status' && saved === 'trash';
    if (isSame(typed, was) && !isTrashed) taken.push(path);
    else conflicts.push({ path, before: was, mine: typed, theirs: saved });
  }
  return { form: withValues(mine, theirs, taken), conflicts, taken };
}

/**
 * Returns what stands after saving: what the interface has, and what was typed since it was sent.
 * @param withWords whether texts count as typed, since not all of them were saved
 */
export function withTypedSince(
  sent: EventForm,
  now: EventForm,
  saved: EventForm,
  { withWords }: { readonly withWords: boolean },
): EventForm {
  const typed = changedFields(sent, now);
  const words = adminLanguages.filter((code) => withWords || typed.includes(`words.${code}`));
  const texts = words.flatMap((code) => TEXTS.map((name) => `words.${code}.${name}`));
  return withValues(saved, now, [...typed, ...texts]);
}
