import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openEditing } from '../editing/editing-state.ts';
import { useEditing } from '../editing/use-editing.ts';
import { InterfaceError } from '../interface/client.ts';
import { type AnsweredSettings, settingsQuery } from '../interface/settings-query.ts';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import {
  changedSettings,
  formerSettings,
  type SettingsForm,
  sentSettings,
  settingsForm,
  settingsFormKind,
} from './settings-form.ts';
import { type SettingsUpdate, sendSettings } from './settings-query.ts';

/** How long the form rests before the interface is asked what would become of it. */
const REST_MS = 250;

/** The calendar has one set of settings, which has no number of its own. */
const ONLY = 0;

/** Edits the settings over those that the interface has. */
export function useSettings(settings: AnsweredSettings) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const toast = useToast();
  const readNow = async () => ({
    form: settingsForm(await queries.fetchQuery({ ...settingsQuery, staleTime: 0 })),
    revision: undefined,
  });
  const store = async (update: SettingsUpdate) => {
    const answer = await sendSettings(update);
    // A reading that is under way may be of before.
    await queries.cancelQueries({ queryKey: settingsQuery.queryKey });
    queries.setQueryData(settingsQuery.queryKey, answer);
    return { form: settingsForm(answer), revision: undefined };
  };
  const editing = useEditing(
    settingsFormKind,
    () => openEditing(settingsFormKind, { id: ONLY, form: settingsForm(settings), revision: undefined }),
    {
      readNow,
      async save({ form, before }) {
        // Settings have no revision: whether somebody else has changed them shows by their values.
        if (changedSettings(before, (await readNow()).form).length > 0)
          throw new InterfaceError(412, 'rest_precondition_failed', '', {});
        const names = changedSettings(before, form);
        const former = formerSettings(settings, before, names);
        return { ...(await store(sentSettings(form, names))), id: ONLY, names, former };
      },
      onSaved({ names, former }, { form }) {
        /** Takes back what nobody has changed since. */
        const takeBack = async () => {
          const changed = new Set(changedSettings(form, (await readNow()).form));
          const own = names.filter((name) => !changed.has(name));
          if (own.length === 0) return say('admin.history.kept.changed_since');
          const update = Object.entries(former).filter(([name]) => own.some((one) => one === name));
          editing.editor.read(await store(Object.fromEntries(update)), { isOwn: true });
          return say('admin.history.taken_back');
        };
        toast({
          text: say('admin.settings.saved'),
          undo: () =>
            takeBack().then(
              (text) => toast({ text }),
              (refusal: unknown) => toast({ text: problemText(refusal, say) }),
            ),
        });
      },
    },
  );
  const { editor, state, conflicts, isBusy } = editing;
  useEffect(() => {
    // What somebody else has saved shows, except where something was typed over it.
    editor.read({ form: settingsForm(settings), revision: undefined });
  }, [settings, editor]);
  return {
    editor,
    before: state.before,
    form: state.form,
    names: changedSettings(state.before, state.form),
    /** Settings that somebody else has changed, too, since they were typed; saving once more saves it all the same. */
    overtaken: changedSettings(state.before, state.form).filter((name) =>
      conflicts.some(({ path }) => path === name),
    ),
    isBusy,
    failure: state.problem,
    set: (change: Partial<SettingsForm>) => editor.type({ ...editor.now().form, ...change }),
    save() {
      // The head says what somebody else has saved: whoever saves once more has chosen.
      editor.choose([]);
      editor.save();
    },
  };
}

/** Returns the settings as they would be, what is wrong with those that are typed, and why that isn't known. */
export function useTrial(settings: AnsweredSettings, before: SettingsForm, form: SettingsForm) {
  const [shown, setShown] = useState(settings);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again.
  useEffect(() => {
    // Another language moves texts of the whole calendar, which is not tried out with each key.
    const names = changedSettings(before, form).filter((name) => name !== 'language');
    if (names.length === 0) {
      setShown(settings);
      setProblems({});
      setFailure(undefined);
      return;
    }
    let isPast = false;
    const timer = setTimeout(() => {
      sendSettings(sentSettings(form, names), { isTrial: true }).then(
        (answer) => {
          if (isPast) return;
          setShown(answer);
          setProblems({});
          setFailure(undefined);
        },
        (refusal: unknown) => {
          if (isPast) return;
          const fields = refusal instanceof InterfaceError ? refusal.fields : {};
          const isToldByFields = Object.keys(fields).length > 0;
          if (isToldByFields) setProblems(fields);
          setFailure(isToldByFields ? undefined : refusal);
        },
      );
    }, REST_MS);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [settings, before, form, tries]);
  const isFailed = failure !== undefined;
  useEffect(() => {
    if (!isFailed) return;
    const again = () => setTries((count) => count + 1);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isFailed]);
  return { shown, problems, failure, again: () => setTries((count) => count + 1) };
}
