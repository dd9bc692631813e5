import { differingPaths, type FieldConflict, type FormFields, mergeForms } from './form-merge.ts';

/** A kind of form, as an editor handles it. */
export interface FormKind<Form> extends FormFields<Form> {
  /** Returns whether a form can be sent; the fields themselves say what they lack. */
  isComplete?(form: Form): boolean;
  /** True if the editor goes to the address of an item once it is created. */
  readonly leavesOnceCreated?: boolean;
}

/** A save that nothing has answered yet: a creation is sent again as the same one, and a change may have arrived. */
export interface SaveAttempt<Form> {
  readonly key: string;
  readonly form: Form;
}

/** A form as the browser stores it until it is saved. */
export interface FormDraft<Form> {
  readonly form: Form;
  /** The form that it was typed over. */
  readonly before: Form;
  readonly attempt?: SaveAttempt<Form> | undefined;
}

/** The values that an editor holds in each of its states. */
export interface EditingContent<Form> {
  /** The item; undefined until a new one is created. */
  readonly id: number | undefined;
  /** The form of the item as it was read or saved last. */
  readonly before: Form;
  /** The form as it is typed. */
  readonly form: Form;
  readonly revision: number | undefined;
  readonly attempt: SaveAttempt<Form> | undefined;
  /** Why the last save failed. */
  readonly problem: unknown;
  /** Says if the form comes from a draft, and if somebody has changed the item since. */
  readonly restored: 'no' | 'same' | 'changed';
}

/** A save is under way: nothing else is sent before it is answered. */
export interface SavingState<Form> extends EditingContent<Form> {
  readonly name: 'saving';
  readonly sent: Form;
  /** The form as it was when somebody asked to save it. */
  readonly asked: Form;
  readonly merges: number;
  /** True if it was sent before, and may have arrived. */
  readonly isRepeated: boolean;
}

/** The state of an editor that stays where it is. */
export type OpenEditor<Form> =
  | SavingState<Form>
  | (EditingContent<Form> &
      (
        | { readonly name: 'loading' | 'clean' | 'dirty' }
        /** Nothing has answered a save. */
        | { readonly name: 'offline' }
        /** Somebody else has changed the same fields. */
        | {
            readonly name: 'conflict';
            readonly conflicts: readonly FieldConflict[];
            /** The form that both have changed, as far as they have. */
            readonly base: Form;
          }
      ));

/** The page is on its way elsewhere. */
interface Leaving<Form> extends EditingContent<Form> {
  readonly name: 'leaving';
  /** The state that is left, and goes on where the page does not get away. */
  readonly from: OpenEditor<Form>;
}

/** The state of an editor. */
export type EditingState<Form> = OpenEditor<Form> | Leaving<Form>;

/** Returns what a state holds, without its name. */
export function contentOf<Form>({
  id,
  before,
  form,
  revision,
  attempt,
  problem,
  restored,
}: EditingState<Form>): EditingContent<Form> {
  return { id, before, form, revision, attempt, problem, restored };
}

/** Returns whether something is typed that the item doesn't have. */
export const isChanged = <Form>(kind: FormKind<Form>, { before, form }: EditingContent<Form>): boolean =>
  differingPaths(kind, before, form).length > 0;

/** Returns the state of an editor that waits for nothing. */
export const atRest = <Form>(kind: FormKind<Form>, content: EditingContent<Form>): OpenEditor<Form> => ({
  ...content,
  name: isChanged(kind, content) ? 'dirty' : 'clean',
});

/** Returns the state in which somebody chooses between two values of some fields. */
export const conflict = <Form>(
  kind: FormKind<Form>,
  content: EditingContent<Form>,
  conflicts: readonly FieldConflict[],
  over: Form,
): OpenEditor<Form> => {
  const paths = conflicts.map(({ path }) => path);
  return { ...content, name: 'conflict', conflicts, base: kind.withValues(content.before, over, paths) };
};

/** Returns the state of an editor whose page goes elsewhere. */
export const leaving = <Form>(from: OpenEditor<Form>): EditingState<Form> => ({
  ...contentOf(from),
  name: 'leaving',
  from,
});

/** Returns whether an editor holds something that would be lost with it. */
export const isUnsaved = <Form>(kind: FormKind<Form>, state: EditingState<Form>): boolean =>
  state.name !== 'leaving' && isChanged(kind, state);

/** Returns the state in which an editor opens an item that is read already, or a new one, over what a draft holds of it. */
export function openEditing<Form>(
  kind: FormKind<Form>,
  item: { readonly id: number | undefined; readonly form: Form; readonly revision: number | undefined },
  draft?: FormDraft<Form>,
): OpenEditor<Form> {
  const { id, form, revision } = item;
  const opened = { id, before: form, form, revision, attempt: draft?.attempt, problem: undefined } as const;
  if (!draft) return { ...opened, name: 'clean', restored: 'no' };
  // Nobody else changes a new item: it goes on where it was left.
  if (id === undefined) {
    const { form: typed, before, attempt } = draft;
    return atRest(kind, { ...opened, form: typed, before, attempt, restored: 'same' });
  }
  const merged = mergeForms(kind, { before: draft.before, mine: draft.form, theirs: form });
  const { conflicts, taken } = merged;
  const content = {
    ...opened,
    form: merged.form,
    restored: conflicts.length + taken.length > 0 ? ('changed' as const) : ('same' as const),
  };
  return conflicts.length > 0 ? conflict(kind, content, conflicts, draft.before) : atRest(kind, content);
}

/** Returns the state in which an editor waits for an item. */
export const loadEditing = <Form>(id: number, form: Form): OpenEditor<Form> => ({
  name: 'loading',
  id,
  before: form,
  form,
  revision: undefined,
  attempt: undefined,
  problem: undefined,
  restored: 'no',
});
