import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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
  withTypedSince,
} from './settings-form.ts';
import { type SettingsUpdate, sendSettings } from './settings-query.ts';

/** How long the form rests before the interface is asked what would become of it. */
const REST_MS = 250;

/** The settings that the interface has, and those that are typed over them. */
interface Forms {
  readonly before: SettingsForm;
  readonly form: SettingsForm;
  /** Names of those that somebody else has given another value since they were typed. */
  readonly overtaken: readonly (keyof SettingsForm)[];
}

/** Returns what becomes of the forms as the interface has other settings: what is typed stays, and what it was typed over is noted. */
function merged({ before, form, overtaken }: Forms, answered: SettingsForm): Forms {
  const theirs = new Set(changedSettings(before, answered));
  const next = withTypedSince(before, form, answered);
  const differing = changedSettings(answered, next);
  return {
    before: answered,
    form: next,
    overtaken: differing.filter((name) => theirs.has(name) || overtaken.includes(name)),
  };
}

/** The form of the settings over those that the interface has. */
export function useSettings(settings: AnsweredSettings) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const toast = useToast();
  const [{ before, form, overtaken }, setForms] = useState<Forms>(() => {
    const first = settingsForm(settings);
    return { before: first, form: first, overtaken: [] };
  });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const names = changedSettings(before, form);
  useEffect(() => {
    // What somebody else has saved shows, except where something was typed over it.
    const answered = settingsForm(settings);
    setForms((now) => (changedSettings(now.before, answered).length === 0 ? now : merged(now, answered)));
  }, [settings]);

  /** Reads the settings as they are now. */
  const readNow = async (): Promise<SettingsForm> =>
    settingsForm(await queries.fetchQuery({ ...settingsQuery, staleTime: 0 }));

  /** Stores settings. What differs from `over` by then, or from what was saved last, was typed meanwhile, and stays. */
  const store = async (update: SettingsUpdate, over?: SettingsForm) => {
    const answer = await sendSettings(update);
    // A reading that is under way may be of before.
    await queries.cancelQueries({ queryKey: settingsQuery.queryKey });
    const answered = settingsForm(answer);
    setForms((now) => ({
      before: answered,
      form: withTypedSince(over ?? now.before, now.form, answered),
      overtaken: [],
    }));
    queries.setQueryData(settingsQuery.queryKey, answer);
  };
  const save = async () => {
    if (isBusy || names.length === 0) return;
    setBusy(true);
    setFailure(undefined);
    const former = formerSettings(settings, before, names);
    /** Takes back what nobody has changed since. */
    const takeBack = async () => {
      const changed = new Set(changedSettings(form, await readNow()));
      const own = names.filter((name) => !changed.has(name));
      if (own.length === 0) return say('admin.history.kept.changed_since');
      await store(
        Object.fromEntries(Object.entries(former).filter(([name]) => own.some((one) => one === name))),
      );
      return say('admin.history.taken_back');
    };
    try {
      const next = merged({ before, form, overtaken }, await readNow());
      if (next.overtaken.some((name) => !overtaken.includes(name))) setForms(next);
      else {
        await store(sentSettings(form, names), form);
        toast({
          text: say('admin.settings.saved'),
          undo: () =>
            takeBack().then(
              (text) => toast({ text }),
              (refusal: unknown) => toast({ text: problemText(refusal, say) }),
            ),
        });
      }
    } catch (refusal) {
      setFailure(refusal);
    }
    setBusy(false);
  };
  return {
    before,
    form,
    names,
    /** Settings that somebody else has changed, too, since they were typed; saving once more saves it all the same. */
    overtaken,
    isBusy,
    failure,
    set: (change: Partial<SettingsForm>) => setForms((now) => ({ ...now, form: { ...now.form, ...change } })),
    putBack: () => setForms((now) => ({ before: now.before, form: now.before, overtaken: [] })),
    save,
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
