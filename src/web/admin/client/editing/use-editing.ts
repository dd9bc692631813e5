import { useEffect, useState, useSyncExternalStore } from 'react';
import { InterfaceError, isUnanswered } from '../interface/client.ts';
import { forgetDraft, storeDraft } from './drafts.ts';
import { type EditingCommand, type EditingEvent, edit } from './edit.ts';
import { type EditingState, type FormKind, isUnsaved } from './editing-state.ts';
import type { FieldConflict } from './form-merge.ts';

/** How long typing rests before its draft is stored. */
const REST_MS = 400;
/** After so long a save that nothing answered is sent again; a network that comes back sends it at once. */
const AGAIN_MS = 5_000;
const NONE: readonly FieldConflict[] = [];

/** A form that is to be saved. */
export type SaveCommand<Form> = Extract<EditingCommand<Form>, { do: 'save' }>;

/** An item as the interface has it. */
export interface ReadForm<Form> {
  readonly form: Form;
  readonly revision: number | undefined;
}

/** An item as it was saved. */
export interface SavedForm<Form> extends ReadForm<Form> {
  readonly id: number;
  /** Paths of fields that the save did not reach. */
  readonly unsaved?: readonly string[];
}

/** The connection of an editor with the interface, the browser and the page. */
export interface EditingConnection<Form, Saved extends SavedForm<Form>> {
  /** Saves a form over what was read. @throws InterfaceError, OfflineError */
  save(command: SaveCommand<Form>): Promise<Saved>;
  /** Returns an item as it is by now, since a save was refused with 412. */
  readNow(id: number, refusal: InterfaceError): Promise<ReadForm<Form>>;
  /** Tells of a save, and goes on. */
  onSaved(saved: Saved, command: SaveCommand<Form>, state: EditingState<Form>): void;
  /** Shows what keeps the form from being saved. */
  onProblem?(): void;
  /** Returns the name under which the draft of an item is stored; drafts are stored only where there is one. */
  nameDraft?(id: number | undefined): string;
  /** True if a save without an answer is sent again automatically. */
  readonly sendsAgain?: boolean;
}

/** Returns another key for a write that is to be done once (`Idempotency-Key`). */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Statuses that tell nothing of what an earlier attempt has done. */
const UNSETTLED: ReadonlySet<number> = new Set([401, 403, 429]);

/** Returns an editor of one form, which does what its state asks for. */
function makeEditor<Form, Saved extends SavedForm<Form>>(kind: FormKind<Form>, begin: EditingState<Form>) {
  let state = begin;
  let connection: EditingConnection<Form, Saved> | undefined;
  let show = () => {};
  let resting: { readonly timer: ReturnType<typeof setTimeout>; store(): void } | undefined;

  const dispatch = (event: EditingEvent<Form>): readonly EditingCommand<Form>[] => {
    const next = edit(kind, state, event);
    state = next.state;
    show();
    for (const command of next.commands) {
      if (command.do === 'save') void send(command);
      if (command.do === 'draft') writeDraft(command);
      if (command.do === 'show-problem') connection?.onProblem?.();
    }
    return next.commands;
  };
  const writeDraft = ({ id, draft, isUrgent }: Extract<EditingCommand<Form>, { do: 'draft' }>) => {
    const name = connection?.nameDraft?.(id);
    if (name === undefined) return;
    clearTimeout(resting?.timer);
    const store = () => {
      resting = undefined;
      if (draft) storeDraft(name, draft);
      else forgetDraft(name);
    };
    if (isUrgent) store();
    else resting = { timer: setTimeout(store, REST_MS), store };
  };
  const answerTo = async (id: number | undefined, problem: unknown): Promise<EditingEvent<Form>> => {
    if (isUnanswered(problem)) return { type: 'unanswered', problem };
    if (!(problem instanceof InterfaceError)) return { type: 'refused', problem, settlesAttempt: true };
    if (problem.status === 412 && id !== undefined) {
      const now = await connection?.readNow(id, problem).catch(() => undefined);
      // What it has become could not be read: saved again in a while, it is told what it is.
      return now ? { type: 'outdated', ...now, problem } : { type: 'unanswered', problem };
    }
    return { type: 'refused', problem, settlesAttempt: !UNSETTLED.has(problem.status) };
  };
  const send = async (command: SaveCommand<Form>) => {
    let saved: Saved | undefined;
    try {
      saved = await connection?.save(command);
    } catch (problem) {
      dispatch(await answerTo(command.id, problem));
    }
    if (!saved) return;
    const { id, form, revision, unsaved = [] } = saved;
    dispatch({ type: 'saved', id, form, revision, unsaved });
    connection?.onSaved(saved, command, state);
  };
  return {
    /** Returns the state as it is by now, between two drawings too. */
    now: () => state,
    connect(to: EditingConnection<Form, Saved>) {
      connection = to;
    },
    subscribe(listener: () => void) {
      show = listener;
      return () => {
        show = () => {};
        clearTimeout(resting?.timer);
        // Whoever leaves while they type leaves it whole.
        resting?.store();
      };
    },
    type: (form: Form) => void dispatch({ type: 'typed', form }),
    read: (read: ReadForm<Form>, { isOwn = false } = {}) => void dispatch({ type: 'read', ...read, isOwn }),
    save: () => void dispatch({ type: 'save', key: newKey() }),
    /** Settles conflicts: at these paths the other's values stand. */
    choose: (theirs: readonly string[]) => void dispatch({ type: 'chosen', theirs }),
    discard: () => void dispatch({ type: 'discarded' }),
    /** Leaves; returns whether it has to be asked first. */
    leave: (isConfirmed: boolean): boolean =>
      dispatch({ type: 'leave', isConfirmed }).some((command) => command.do === 'warn'),
    isUnsaved: () => isUnsaved(kind, state),
  };
}

/** Connects the state of an editor with the interface and the browser. */
export function useEditing<Form, Saved extends SavedForm<Form>>(
  kind: FormKind<Form>,
  begin: () => EditingState<Form>,
  connection: EditingConnection<Form, Saved>,
) {
  const [editor] = useState(() => makeEditor<Form, Saved>(kind, begin()));
  editor.connect(connection);
  const state = useSyncExternalStore(editor.subscribe, editor.now);
  const isWaiting = connection.sendsAgain === true && state.name === 'offline';
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(editor.save, AGAIN_MS);
    addEventListener('online', editor.save);
    return () => {
      clearInterval(timer);
      removeEventListener('online', editor.save);
    };
  }, [isWaiting, editor]);
  return {
    editor,
    state,
    isBusy: state.name === 'saving',
    /** True while a save that is sent again has no answer yet. */
    isUnanswered: state.name === 'offline' || (state.name === 'saving' && state.isRepeated),
    conflicts: state.name === 'conflict' ? state.conflicts : NONE,
  };
}
