import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { draftName } from '../editing/drafts.ts';
import { titleOf } from '../events/event-lists.ts';
import { useSession } from '../interface/session.ts';
import { Strip } from '../parts/strip.tsx';
import { siteLanguage } from '../shell/brand.tsx';
import { Failed } from '../shell/failure.tsx';
import { Missing } from '../shell/missing.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { siteZone, todayIn } from '../texts/dates.ts';
import { isDay } from '../texts/days.ts';
import { adminLanguageOf, useTexts } from '../texts/texts.tsx';
import { Editor } from './editor.tsx';
import { copyOf, type EventForm, formOf, newForm } from './event-form.ts';
import { recordQuery, revisionOf } from './event-record.ts';
import { LeftDrafts } from './left-drafts.tsx';
import { useDraft } from './use-draft.ts';
import type { OpenedEvent } from './use-event-editing.ts';

/** The language in which events of the calendar begin. */
const primary = adminLanguageOf(siteLanguage);

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
  const place = id === undefined ? (source === undefined ? 'new' : `copy-${source}`) : undefined;
  const draft = useDraft(user?.id, place, beginning(day, title));
  const isUnknown = 'id' in params && id === undefined;
  const { data, error, refetch } = useQuery({ ...recordQuery(source ?? 0), enabled: source !== undefined });
  usePageTitle(source === undefined || data || isUnknown ? undefined : say('admin.editor'));
  if (isUnknown) return <Missing />;
  if (error)
    return (
      <div className="adm-p">
        <Failed error={error} onRetry={() => void refetch()} />
      </div>
    );
  const name = id === undefined ? draft?.name : user ? draftName(user.id, 'event', id) : undefined;
  if (!user || name === undefined || (source !== undefined && !data))
    return <div className="wait-line" role="progressbar" aria-label={say('admin.waiting')} />;
  const opened: OpenedEvent =
    data === undefined
      ? { event: undefined, form: beginning(day, title), revision: undefined }
      : id === undefined
        ? { event: undefined, form: copyOf(formOf(data, primary)), revision: undefined }
        : { event: data[primary], form: formOf(data, primary), revision: revisionOf(data) };
  return (
    <Editor
      {...opened}
      key={name}
      name={name}
      user={user.id}
      primary={primary}
      isCopy={opened.event === undefined && data !== undefined}
      notice={
        draft && (
          <>
            {data && (
              <Strip
                action={
                  <Link
                    className="btn btn-quiet btn-s"
                    to="/admin/events/$id"
                    params={{ id: String(source) }}
                  >
                    {say('admin.editor.copy_original')}
                  </Link>
                }
              >
                {say('admin.editor.copy', { title: titleOf(data[primary]) || '–' })}
              </Strip>
            )}
            <LeftDrafts draft={draft} primary={primary} />
          </>
        )
      }
    />
  );
}
