/** The fields of a form, by their paths. */
export interface FormFields<Form> {
  /** Returns the paths of all fields of a form, such as `website` or `words.de.title`. */
  pathsOf(form: Form): readonly string[];
  valueAt(form: Form, path: string): unknown;
  /** Returns a form with the values of another at some paths. */
  withValues(form: Form, from: Form, paths: readonly string[]): Form;
  /** Returns whether somebody has to see a value that another person has saved, although they typed nothing over it. */
  mustBeSeen?(path: string, value: unknown): boolean;
}

/** A field that two people have given different values since both read it. */
export interface FieldConflict {
  readonly path: string;
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Two people's changes of one form, put together. */
export interface MergedForm<Form> {
  /** All changes of both; of fields that both have changed, mine. */
  readonly form: Form;
  readonly conflicts: readonly FieldConflict[];
  /** Paths that the other person alone has changed. */
  readonly taken: readonly string[];
}

/** Returns whether two values of a field are the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the paths of the fields in which two forms differ. */
export const differingPaths = <Form>(
  { pathsOf, valueAt }: FormFields<Form>,
  one: Form,
  other: Form,
): readonly string[] => pathsOf(other).filter((path) => !isSame(valueAt(one, path), valueAt(other, path)));

/** Merges a form that was typed over `before` with the one that somebody else has saved meanwhile. */
export function mergeForms<Form>(
  fields: FormFields<Form>,
  { before, mine, theirs }: { readonly before: Form; readonly mine: Form; readonly theirs: Form },
): MergedForm<Form> {
  const conflicts: FieldConflict[] = [];
  const taken: string[] = [];
  for (const path of differingPaths(fields, before, theirs)) {
    const [was, typed, saved] = [before, mine, theirs].map((form) => fields.valueAt(form, path));
    if (isSame(saved, typed)) continue;
    if (isSame(typed, was) && !fields.mustBeSeen?.(path, saved)) taken.push(path);
    else conflicts.push({ path, before: was, mine: typed, theirs: saved });
  }
  return { form: fields.withValues(mine, theirs, taken), conflicts, taken };
}

/**
 * Returns the form after a save: the saved values, and those that were typed since the form was sent.
 * @param unsaved paths whose typed values stay, since the save did not reach them
 */
export const withTypedSince = <Form>(
  fields: FormFields<Form>,
  { sent, now, saved }: { readonly sent: Form; readonly now: Form; readonly saved: Form },
  unsaved: readonly string[] = [],
): Form => fields.withValues(saved, now, [...differingPaths(fields, sent, now), ...unsaved]);
