import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { AdminEvent } from '../events/event-lists.ts';
import { InterfaceError, isUnanswered } from '../interface/client.ts';
import { forgetForm, type KeptForm, keepForm, keptForm, keptName } from '../interface/kept-forms.ts';
import { useLastChange } from '../interface/last-change.ts';
import { newKey } from '../interface/use-made-once.ts';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { type AdminLanguage, useTexts } from '../texts/texts.tsx';
import { changedFields, type EventForm, formOf } from './event-form.ts';
import {
  recordQuery,
  revisionOf,
  type Saved,
  type Saving,
  type SeriesReach,
  useSaving,
} from './event-record.ts';
import { type FieldConflict, mergeForms, withTypedSince, withValues } from './merge-forms.ts';
import { isComplete } from './new-items.ts';
import { placeOfFocus } from './place-of-focus.ts';
import { areWholeTickets } from './tickets.ts';

/** How long typing rests before it is kept in the browser. */
const REST_MS = 400;
/** After so long a save that nothing answered is tried again; a network that comes back tries it at once. */
const AGAIN_MS = 5_000;
/** So often changes of others are merged and saved over before somebody is asked. */
const MERGES = 3;

/** An event that is opened in the editor. */
export interface OpenedEvent {
  /** The event as it is; undefined of a new one. */
  readonly event: AdminEvent | undefined;
  readonly form: EventForm;
  readonly revision: number | undefined;
}

/** The state of the editor: what the interface has, and what was typed over it. */
interface Editing {
  readonly before: EventForm;
  readonly form: EventForm;
  readonly revision: number | undefined;
  readonly conflicts: readonly FieldConflict[];
  /** The values that conflicts were typed over. */
  readonly base: EventForm;
}

/** Returns what the editor begins with: what was typed last over what the interface has by now. */
function begin(
  { event, form, revision }: OpenedEvent,
  kept: { form: EventForm; before: EventForm } | undefined,
) {
  const opened: Editing = { before: form, form, revision, conflicts: [], base: form };
  if (!kept) return { editing: opened, isOver: false };
  // A new event has nobody else's changes: it goes on where it was left.
  if (!event) return { editing: { ...opened, ...kept, base: kept.before }, isOver: false };
  const merged = mergeForms(kept.before, kept.form, form);
  return {
    editing: { ...opened, form: merged.form, conflicts: merged.conflicts, base: kept.before },
    isOver: merged.conflicts.length + merged.taken.length > 0,
  };
}

/**
 * Keeps what is typed over an event, and saves it: never over what somebody else has changed in the same fields meanwhile, and
 * later where nothing answers.
 */
export function useEditing(
  opened: OpenedEvent,
  {
    user,
    name,
    primary,
    scope,
    onRefused,
  }: {
    readonly user: number;
    /** The name under which what is typed is kept. */
    readonly name: string;
    readonly primary: AdminLanguage;
    /** Given where the event is a date of a series. */
    readonly scope: SeriesReach | undefined;
    onRefused(): void;
  },
) {
  const { say } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const saving = useSaving(primary);
  const { event } = opened;
  const [{ editing: first, isOver, wasKept, unanswered }] = useState(() => {
    const kept = keptForm(name, opened.form);
    const { form: typed, before: over } = kept ?? {};
    const known = typed && over ? { form: typed, before: over } : undefined;
    return { ...begin(opened, known), wasKept: kept !== undefined, unanswered: kept?.attempt };
  });
  const [editing, setEditing] = useState(first);
  const [isTold, setTold] = useState(wasKept);
  const [isWaiting, setWaiting] = useState(false);
  const isLeaving = useRef(false);
  const attempt = useRef<KeptForm<EventForm>['attempt']>(unanswered);
  const present = useRef(editing);
  present.current = editing;
  const change = (next: Partial<Editing>) => {
    present.current = { ...present.current, ...next };
    setEditing(present.current);
  };
  const { before, form, conflicts } = editing;
  const changes = changedFields(before, form);
  const isDirty = changes.length > 0;

  const unkept = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isDirty) {
      unkept.current = undefined;
      forgetForm(name);
      return;
    }
    const kept = { form, before: conflicts.length > 0 ? editing.base : before };
    const keep = () => {
      unkept.current = undefined;
      // What was made is kept under its own name.
      if (!isLeaving.current) keepForm(name, { ...kept, attempt: attempt.current });
    };
    unkept.current = keep;
    const timer = setTimeout(keep, REST_MS);
    return () => clearTimeout(timer);
  }, [form, before, conflicts, editing.base, isDirty, name]);

  // Whoever leaves while they type leaves it whole.
  useEffect(() => () => unkept.current?.(), []);

  /** Puts what somebody else has saved beside what was typed. Returns whether nothing has to be chosen. */
  const reconcile = async (id: number): Promise<boolean> => {
    const record = await queries.fetchQuery({ ...recordQuery(id), staleTime: 0 });
    const theirs = formOf(record, primary);
    const { before: base, form: mine } = present.current;
    const merged = mergeForms(base, mine, theirs);
    change({
      before: theirs,
      form: merged.form,
      revision: revisionOf(record),
      conflicts: merged.conflicts,
      base,
    });
    return merged.conflicts.length === 0;
  };

  /** Goes to an event that was made, with what was typed since. */
  const goTo = async ({ event: saved, failure }: Saved, sent: EventForm) => {
    const now = present.current.form;
    const made = await queries
      .fetchQuery({ ...recordQuery(saved.id), staleTime: 0 })
      .then((record) => formOf(record, primary))
      .catch(() => sent);
    const next = withTypedSince(sent, now, made, { withWords: failure !== undefined });
    if (changedFields(made, next).length > 0)
      keepForm(keptName(user, 'event', saved.id), { form: next, before: made });
    isLeaving.current = true;
    forgetForm(name);
    const goOn = placeOfFocus();
    await navigate({ to: '/admin/events/$id', params: { id: String(saved.id) }, replace: true });
    goOn();
  };

  const settle = async (result: Saved, sent: EventForm) => {
    setTold(false);
    setWaiting(false);
    const { event: saved, failure } = result;
    const isPublished = sent.status === 'publish' && present.current.before.status !== 'publish';
    toast({
      text:
        failure === undefined
          ? say(isPublished ? 'admin.editor.published' : 'admin.editor.saved')
          : say('admin.editor.half_saved', { reason: problemText(failure, say) }),
      page: saved.status === 'publish' ? saved.url : undefined,
    });
    if (saved.id !== event?.id) return goTo(result, sent);
    const record = await queries.fetchQuery({ ...recordQuery(saved.id), staleTime: 0 });
    const now = formOf(record, primary);
    const next = withTypedSince(sent, present.current.form, now, { withWords: failure !== undefined });
    change({ before: now, form: next, revision: revisionOf(record), conflicts: [], base: now });
  };

  const toSave = (sent: EventForm): Saving => ({
    form: sent,
    before: event ? present.current.before : undefined,
    id: event?.id,
    scope,
    revision: present.current.revision,
    attempt: attempt.current?.key ?? '',
  });

  const save = async (merges = 0): Promise<void> => {
    if (saving.isPending) return;
    if (present.current.conflicts.length > 0) return onRefused();
    const { before: over, form: typed } = present.current;
    // The field says what is wrong; the interface would take the venue without it, and refuse all tickets for one.
    if (!typed.venue.every(isComplete) || !areWholeTickets(typed.tickets)) return onRefused();
    // What may have arrived already is sent again as it was, so that nothing is made twice.
    if (!event) {
      attempt.current ??= { key: newKey(), form: typed };
      // Before it is sent: the tab may be gone before anything answers.
      keepForm(name, { form: typed, before: over, attempt: attempt.current });
    }
    const sent = attempt.current?.form ?? typed;
    // That the last changes are saved is no answer to these.
    toast(undefined);
    try {
      const result = await saving.mutateAsync(toSave(sent));
      attempt.current = undefined;
      await settle(result, sent);
    } catch (error) {
      if (isUnanswered(error)) return setWaiting(true);
      setWaiting(false);
      attempt.current = undefined;
      if (!event) keepForm(name, { form: present.current.form, before: over });
      const isOutdated = error instanceof InterfaceError && error.status === 412;
      if (!event || !isOutdated || merges >= MERGES) return onRefused();
      saving.reset();
      const isClear = await reconcile(event.id).catch(() => undefined);
      // What it has become could not be read: saved again in a while, it is told what it is.
      if (isClear === undefined) return setWaiting(true);
      if (!isClear) return onRefused();
      await save(merges + 1);
    }
  };

  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!isWaiting) return;
    const again = () => void latest.current();
    const timer = setInterval(again, AGAIN_MS);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [isWaiting]);
  const changed = useLastChange('event', event?.id, conflicts.length > 0);

  return {
    before,
    form,
    changes,
    conflicts,
    /** Who has changed the same fields. */
    changed,
    /** Whether the shown form was typed before, and over something older. */
    isTold: isTold && isDirty,
    isOver,
    isDirty,
    isLeaving,
    /** Whether a save waits for an answer of the service. */
    isWaiting,
    saving,
    change: (fields: Partial<EventForm>) => change({ form: { ...present.current.form, ...fields } }),
    discard() {
      change({ form: before, conflicts: [] });
      attempt.current = undefined;
      setWaiting(false);
      setTold(false);
    },
    /** Settles conflicts: at these paths the other's values stand. */
    choose(theirs: readonly string[]) {
      const { form: mine, before: saved } = present.current;
      change({ form: withValues(mine, saved, theirs), conflicts: [] });
      void latest.current();
    },
    save: () => latest.current(),
    /** The fields that a save would send now. */
    toSave: () => toSave(form),
  };
}
