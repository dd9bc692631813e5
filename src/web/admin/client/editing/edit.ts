import {
  atRest,
  conflict,
  contentOf,
  type EditingState,
  type FormDraft,
  type FormKind,
  isChanged,
  leaving,
  type OpenEditor,
  type SavingState,
} from './editing-state.ts';
import { differingPaths, isSame, mergeForms, withTypedSince } from './form-merge.ts';

/** So often the changes of others are merged and saved over before somebody is asked. */
const MERGES = 3;

/** An event in the life of an editor. */
export type EditingEvent<Form> =
  | { readonly type: 'typed'; readonly form: Form }
  /** The item was read, for the first time or again. */
  | {
      readonly type: 'read';
      readonly form: Form;
      readonly revision: number | undefined;
      /** Whether whoever types asked for these values, and needn't be told of them. */
      readonly isOwn?: boolean;
    }
  /** @property key a new one, by which a creation is done once */
  | { readonly type: 'save'; readonly key: string }
  | {
      readonly type: 'saved';
      readonly id: number;
      readonly form: Form;
      readonly revision: number | undefined;
      /** Paths that the save did not reach. */
      readonly unsaved: readonly string[];
    }
  | {
      readonly type: 'refused';
      readonly problem: unknown;
      /** True if the refusal shows that no earlier attempt has arrived either. */
      readonly settlesAttempt: boolean;
    }
  /** The item has changed since it was read; so it is now. */
  | {
      readonly type: 'outdated';
      readonly form: Form;
      readonly revision: number | undefined;
      readonly problem: unknown;
    }
  | { readonly type: 'unanswered'; readonly problem: unknown }
  /** @property theirs paths at which the other's values stand */
  | { readonly type: 'chosen'; readonly theirs: readonly string[] }
  | { readonly type: 'discarded' }
  | { readonly type: 'leave'; readonly isConfirmed: boolean };

/** A command that an editor asks for. */
export type EditingCommand<Form> =
  | {
      readonly do: 'save';
      readonly id: number | undefined;
      readonly form: Form;
      /** The form that it changes. */
      readonly before: Form;
      readonly revision: number | undefined;
      /** Of a creation, and of the change that follows it. */
      readonly key: string;
    }
  /** Stores the draft of an item, or forgets it; at once, or when typing rests. */
  | {
      readonly do: 'draft';
      readonly id: number | undefined;
      readonly draft: FormDraft<Form> | undefined;
      readonly isUrgent: boolean;
    }
  /** Shows what keeps the form from being saved. */
  | { readonly do: 'show-problem' }
  /** Asks whether to leave something that isn't saved. */
  | { readonly do: 'warn' };

/** The next state, and what is to be done. */
interface Transition<Form> {
  readonly state: EditingState<Form>;
  readonly commands: readonly EditingCommand<Form>[];
}

/** Returns the command that makes the stored draft that of a state. */
function draftCommand<Form>(
  kind: FormKind<Form>,
  state: EditingState<Form>,
  isUrgent: boolean,
): EditingCommand<Form> {
  const { id, form, attempt } = state;
  const before = state.name === 'conflict' ? state.base : state.before;
  const draft = isChanged(kind, state) ? { form, before, attempt } : undefined;
  return { do: 'draft', id, draft, isUrgent };
}

const stay = <Form>(state: EditingState<Form>): Transition<Form> => ({ state, commands: [] });

/** Sends a form over what an editor has read. */
function send<Form>(state: SavingState<Form>, key: string): EditingCommand<Form> {
  const { id, sent, before, revision } = state;
  return { do: 'save', id, form: sent, before, revision, key };
}

function save<Form>(kind: FormKind<Form>, state: OpenEditor<Form>, newKey: string): Transition<Form> {
  const { id, form } = state;
  if (state.name === 'loading' || state.name === 'saving') return stay(state);
  if (state.name === 'clean' && id !== undefined) return stay(state);
  if (state.name === 'conflict' || kind.isComplete?.(form) === false)
    return { state, commands: [{ do: 'show-problem' }] };
  // A creation that may have arrived already is sent again as it was, so that nothing is created twice.
  const attempt = id === undefined ? (state.attempt ?? { key: newKey, form }) : state.attempt;
  const sent = id === undefined && attempt ? attempt.form : form;
  const content = { ...contentOf(state), attempt, problem: undefined };
  const isRepeated = state.attempt !== undefined;
  const saving: SavingState<Form> = { ...content, name: 'saving', sent, asked: form, merges: 0, isRepeated };
  return {
    state: saving,
    commands: [
      // Before it is sent: the page may be gone before anything answers.
      draftCommand(kind, saving, true),
      send(saving, attempt?.key ?? newKey),
    ],
  };
}

/** Merges the form as somebody else has saved it with the one that is typed. */
function reconcile<Form>(
  kind: FormKind<Form>,
  state: OpenEditor<Form>,
  { form: theirs, revision }: { readonly form: Form; readonly revision: number | undefined },
): OpenEditor<Form> {
  const over = state.name === 'conflict' ? state.base : state.before;
  const sent = state.attempt?.form;
  // A save without an answer may have arrived: its values are nobody else's.
  const own = sent
    ? kind.pathsOf(theirs).filter((path) => isSame(kind.valueAt(sent, path), kind.valueAt(theirs, path)))
    : [];
  const base = sent ? kind.withValues(over, sent, own) : over;
  const { form, conflicts } = mergeForms(kind, { before: base, mine: state.form, theirs });
  const content = { ...contentOf(state), before: theirs, form, revision, attempt: undefined };
  return conflicts.length > 0 ? conflict(kind, content, conflicts, base) : atRest(kind, content);
}

/** Takes the answer to a save; one that comes when none is awaited changes nothing. */
function answer<Form>(
  kind: FormKind<Form>,
  state: EditingState<Form>,
  event: Extract<EditingEvent<Form>, { type: 'saved' | 'refused' | 'outdated' | 'unanswered' }>,
): Transition<Form> {
  if (state.name === 'leaving') {
    if (state.from.name !== 'saving') return stay(state);
    // Nothing is sent any more: what others have saved is seen where the item is opened again.
    if (event.type === 'outdated') return stay(leaving(atRest(kind, contentOf(state))));
    const { state: next, commands } = answer(kind, state.from, event);
    return {
      state: leaving(next.name === 'offline' ? next : atRest(kind, contentOf(next))),
      commands: commands.filter((command) => command.do === 'draft'),
    };
  }
  if (state.name !== 'saving') return stay(state);
  const { sent, asked, merges } = state;
  const content = contentOf(state);
  switch (event.type) {
    case 'saved': {
      const { id, form: saved, revision, unsaved } = event;
      const form = withTypedSince(kind, { sent, now: state.form, saved }, unsaved);
      const settled = { id, before: saved, form, revision, attempt: undefined, problem: undefined } as const;
      const next = atRest(kind, { ...settled, restored: 'no' });
      const draft = draftCommand(kind, next, true);
      if (id === state.id) return { state: next, commands: [draft] };
      const forget = { do: 'draft', id: state.id, draft: undefined, isUrgent: true } as const;
      if (kind.leavesOnceCreated) return { state: leaving(next), commands: [forget, draft] };
      // The answer to the first attempt was lost, and somebody asked to save what they typed since.
      if (next.name === 'dirty' && differingPaths(kind, sent, asked).length > 0) {
        const again: SavingState<Form> = {
          ...next,
          name: 'saving',
          sent: form,
          asked: form,
          merges: 0,
          isRepeated: false,
        };
        return { state: again, commands: [forget, draft, send(again, state.attempt?.key ?? '')] };
      }
      return { state: next, commands: [forget, draft] };
    }
    case 'refused': {
      const attempt = state.isRepeated && !event.settlesAttempt ? state.attempt : undefined;
      const next = atRest(kind, { ...content, attempt, problem: event.problem });
      return { state: next, commands: [draftCommand(kind, next, true), { do: 'show-problem' }] };
    }
    case 'unanswered': {
      const attempt = { key: state.attempt?.key ?? '', form: sent };
      const next: EditingState<Form> = { ...content, name: 'offline', attempt, problem: event.problem };
      return { state: next, commands: [draftCommand(kind, next, true)] };
    }
    case 'outdated': {
      const next = reconcile(kind, state, event);
      if (next.name === 'dirty' && merges < MERGES) {
        const again: SavingState<Form> = {
          ...contentOf(next),
          name: 'saving',
          sent: next.form,
          asked,
          merges: merges + 1,
          isRepeated: false,
        };
        return { state: again, commands: [draftCommand(kind, again, true), send(again, '')] };
      }
      const problem = next.name === 'dirty' ? event.problem : undefined;
      const shown = { ...next, problem };
      const draft = draftCommand(kind, shown, true);
      return { state: shown, commands: next.name === 'clean' ? [draft] : [draft, { do: 'show-problem' }] };
    }
  }
}

/** Takes other values for the form as it is typed. */
function type<Form>(kind: FormKind<Form>, state: OpenEditor<Form>, form: Form): Transition<Form> {
  const typed = { ...state, form };
  const settle = (next: EditingState<Form>) => ({
    state: next,
    commands: [draftCommand(kind, next, false)],
  });
  switch (typed.name) {
    case 'loading':
      return stay(typed);
    case 'saving':
    case 'offline':
      return settle(typed);
    case 'conflict': {
      const conflicts = typed.conflicts
        .map((one) => ({ ...one, mine: kind.valueAt(form, one.path) }))
        .filter(({ mine, theirs }) => !isSame(mine, theirs));
      return settle(conflicts.length > 0 ? { ...typed, conflicts } : atRest(kind, contentOf(typed)));
    }
    case 'clean':
    case 'dirty':
      return settle(atRest(kind, contentOf(typed)));
  }
}

/** Returns what becomes of an editor as something happens. Depends on nothing else, and changes nothing. */
export function edit<Form>(
  kind: FormKind<Form>,
  state: EditingState<Form>,
  event: EditingEvent<Form>,
): Transition<Form> {
  // A page that did not get away is an editor still.
  const open = state.name === 'leaving' ? state.from : state;
  switch (event.type) {
    case 'typed':
      return type(kind, open, event.form);
    case 'save':
      return save(kind, open, event.key);
    case 'saved':
    case 'refused':
    case 'outdated':
    case 'unanswered':
      return answer(kind, state, event);
    case 'read': {
      // A save that is under way, or is to be sent again, tells what has become of the item.
      if (state.name === 'saving' || state.name === 'offline' || state.name === 'leaving') return stay(state);
      const isOld =
        event.revision !== undefined && state.revision !== undefined && event.revision < state.revision;
      if (isOld) return stay(state);
      const isOwn = state.name === 'loading' || (event.isOwn === true && state.name !== 'conflict');
      if (!isOwn) return stay(reconcile(kind, state, event));
      const form = withTypedSince(kind, { sent: state.before, now: state.form, saved: event.form });
      return stay(atRest(kind, { ...contentOf(state), before: event.form, form, revision: event.revision }));
    }
    case 'chosen': {
      if (state.name !== 'conflict') return stay(state);
      const form = kind.withValues(state.form, state.before, event.theirs);
      const next = atRest(kind, { ...contentOf(state), form });
      return { state: next, commands: [draftCommand(kind, next, false)] };
    }
    case 'discarded': {
      const discarded = { ...contentOf(state), form: state.before, restored: 'no' } as const;
      if (open.name === 'saving') return settleDiscarded(kind, { ...open, ...discarded });
      if (state.name === 'loading') return stay({ ...discarded, name: 'loading' });
      return settleDiscarded(kind, { ...discarded, attempt: undefined, problem: undefined, name: 'clean' });
    }
    case 'leave': {
      if (state.name === 'leaving') return stay(state);
      if (state.name === 'loading' && !isChanged(kind, state)) return stay(state);
      const isHeld = isChanged(kind, state) && !event.isConfirmed;
      if (isHeld) return { state, commands: [{ do: 'warn' }] };
      return stay(leaving(state));
    }
  }
}

const settleDiscarded = <Form>(kind: FormKind<Form>, state: EditingState<Form>): Transition<Form> => ({
  state,
  commands: [draftCommand(kind, state, true)],
});
