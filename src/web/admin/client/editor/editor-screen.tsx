import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useSession } from '../interface/session.ts';
import { siteLanguage, siteZone } from '../shell/brand.tsx';
import { Failed } from '../shell/failure.tsx';
import { Missing } from '../shell/missing.tsx';
import { isDay, todayIn } from '../texts/dates.ts';
import { adminLanguageOf, useTexts } from '../texts/texts.tsx';
import { Editor } from './editor.tsx';
import { copyOf, type EventForm, formOf, newForm } from './event-form.ts';
import { recordQuery, revisionOf } from './event-record.ts';
import type { OpenedEvent } from './use-editing.ts';

/** The language in which events of the calendar begin. */
const primary = adminLanguageOf(siteLanguage);

/** What the editor is opened with. */
interface OpenedForm extends OpenedEvent {
  readonly key: string;
}

const numberOf = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Returns what a new event begins with, on the day and with the title that an address names. */
function beginning(day: unknown, title: unknown): EventForm {
  const form = newForm(isDay(day) ? day : todayIn(siteZone), siteZone);
  if (typeof title !== 'string') return form;
  return { ...form, words: { ...form.words, [primary]: { ...form.words[primary], title } } };
}

/** Edits an event, a date of one that repeats, a new one, or a copy. */
export default function EditorScreen() {
  const { say } = useTexts();
  const params = useParams({ strict: false });
  const { copy, day, title } = useSearch({ strict: false });
  const user = useSession()?.user;
  const id = numberOf('id' in params ? params.id : undefined);
  const source = id ?? numberOf(copy);
  const isUnknown = 'id' in params && id === undefined;
  const { data, error, refetch } = useQuery({ ...recordQuery(source ?? 0), enabled: source !== undefined });
  if (isUnknown) return <Missing />;
  if (error)
    return (
      <div className="adm-p">
        <Failed error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!user || (source !== undefined && !data))
    return <div className="wait-line" role="progressbar" aria-label={say('admin.waiting')} />;
  const opened: OpenedForm =
    data === undefined
      ? { key: 'new', event: undefined, form: beginning(day, title), revision: undefined }
      : id === undefined
        ? {
            key: `copy-${source}`,
            event: undefined,
            form: copyOf(formOf(data, primary)),
            revision: undefined,
          }
        : { key: String(id), event: data[primary], form: formOf(data, primary), revision: revisionOf(data) };
  const { key, ...rest } = opened;
  return <Editor {...rest} key={key} user={user.id} primary={primary} />;
}
