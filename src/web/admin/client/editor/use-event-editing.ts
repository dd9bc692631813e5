import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { draftName, readDraft } from '../editing/drafts.ts';
import { openEditing } from '../editing/editing-state.ts';
import { useEditing } from '../editing/use-editing.ts';
import type { AdminEvent } from '../events/event-lists.ts';
import { useLastChange } from '../interface/last-change.ts';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { type AdminLanguage, useTexts } from '../texts/texts.tsx';
import { changedFields, type EventForm, eventFormKind, formOf, textPaths } from './event-form.ts';
import { recordQuery, revisionOf, type Saving, type SeriesReach, saveEvent } from './event-record.ts';
import { placeOfFocus } from './place-of-focus.ts';

/** An event that is opened in the editor. */
export interface OpenedEvent {
  /** The event as it is; undefined of a new one. */
  readonly event: AdminEvent | undefined;
  readonly form: EventForm;
  readonly revision: number | undefined;
}

/** Edits an event: stores what is typed in the browser, and saves it later where nothing answers. */
export function useEventEditing(
  { event, form: opened, revision }: OpenedEvent,
  {
    user,
    name,
    primary,
    scope,
    onProblem,
  }: {
    readonly user: number;
    /** The name under which the draft is stored. */
    readonly name: string;
    readonly primary: AdminLanguage;
    /** Given where the event is a date of a series. */
    readonly scope: SeriesReach | undefined;
    onProblem(): void;
  },
) {
  const { say } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const readRecord = async (id: number) => {
    const record = await queries.fetchQuery({ ...recordQuery(id), staleTime: 0 });
    return { form: formOf(record, primary), revision: revisionOf(record) };
  };
  const editing = useEditing(
    eventFormKind,
    () => openEditing(eventFormKind, { id: event?.id, form: opened, revision }, readDraft(name, opened)),
    {
      sendsAgain: true,
      nameDraft: (id) => (id === undefined || id === event?.id ? name : draftName(user, 'event', id)),
      onProblem,
      readNow: readRecord,
      async save({ id, form, before, revision: over, key }) {
        // That the last changes are saved is no answer to these.
        toast(undefined);
        const saving: Saving = {
          form,
          before: id === undefined ? undefined : before,
          id,
          scope,
          revision: over,
          attempt: key,
        };
        const saved = await saveEvent(saving, primary).finally(() =>
          queries.invalidateQueries({
            predicate: ({ queryKey: [kind, what] }) => kind === 'events' && what !== 'record',
          }),
        );
        const { event: answered, failure } = saved;
        const now = await readRecord(answered.id).catch(() => ({ form, revision: answered.revision }));
        return { ...saved, ...now, id: answered.id, unsaved: failure === undefined ? [] : textPaths };
      },
      async onSaved({ event: saved, failure }, { form, before }) {
        const isPublished = form.status === 'publish' && before.status !== 'publish';
        toast({
          text:
            failure === undefined
              ? say(isPublished ? 'admin.editor.published' : 'admin.editor.saved')
              : say('admin.editor.half_saved', { reason: problemText(failure, say) }),
          page: saved.status === 'publish' ? saved.url : undefined,
        });
        if (saved.id === event?.id) return;
        const goOn = placeOfFocus();
        await navigate({ to: '/admin/events/$id', params: { id: String(saved.id) }, replace: true });
        goOn();
      },
    },
  );
  const { editor, state } = editing;
  const { before, form } = state;
  const changes = changedFields(before, form);
  return {
    ...editing,
    before,
    form,
    changes,
    isDirty: changes.length > 0,
    /** Who has changed the same fields. */
    changed: useLastChange('event', event?.id, state.name === 'conflict'),
    change: (fields: Partial<EventForm>) => editor.type({ ...editor.now().form, ...fields }),
    /** Settles conflicts: at these paths the other's values stand. */
    choose(theirs: readonly string[]) {
      editor.choose(theirs);
      editor.save();
    },
    /** The fields that a save would send now. */
    toSave: (): Saving => ({
      form,
      before: event ? before : undefined,
      id: event?.id,
      scope,
      revision: state.revision,
      attempt: '',
    }),
  };
}
