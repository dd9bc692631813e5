import { useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AdminEvent } from '../events/event-lists.ts';
import { InterfaceError } from '../interface/client.ts';
import { forgetForm, keepForm, keptForm, keptName } from '../interface/kept-forms.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Strip } from '../parts/strip.tsx';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { plainText } from '../texts/plain-text.ts';
import { type AdminLanguage, useTexts } from '../texts/texts.tsx';
import { changedFields, type EventForm, formOf } from './event-form.ts';
import { recordQuery, type SeriesReach, useSaving } from './event-record.ts';
import { LinksSection } from './links-section.tsx';
import { PictureSection } from './picture-section.tsx';
import { StandingSection } from './standing-section.tsx';
import { WhenSection } from './when-section.tsx';
import { WordsSection } from './words-section.tsx';

/** How long typing rests before it is kept in the browser. */
const REST_MS = 400;
/** Fields beside which the editor says what is wrong with them. */
const FIELDS = new Set([
  ...['title', 'description', 'start_date', 'end_date', 'timezone', 'recurrence', 'venue', 'organizer'],
  ...['virtual_url', 'website', 'image', 'event_status', 'event_status_reason', 'categories', 'tags'],
  ...['cost', 'password', 'slug'],
]);

/** Returns what is wrong with a field for a place beside it, where its name needn't be said. */
const withoutName = (field: string, text: string): string => {
  if (!text.startsWith(`${field}: `)) return text;
  const bare = text.slice(field.length + 2);
  return bare.charAt(0).toLocaleUpperCase() + bare.slice(1);
};

/** Returns what stands after saving: what the interface has, and what was typed meanwhile. */
function carryOver(sent: EventForm, now: EventForm, saved: EventForm): EventForm {
  const names = changedFields(sent, now);
  const typed = Object.entries(now).filter(([name]) => names.includes(name));
  const words = Object.entries(now.words).filter(([code]) => names.includes(`words.${code}`));
  return { ...saved, ...Object.fromEntries(typed), words: { ...saved.words, ...Object.fromEntries(words) } };
}

/** The form of an event, with what saves and keeps it. */
export function Editor({
  event,
  form: opened,
  user,
  primary,
}: {
  /** The event as it is; undefined of a new one. */
  readonly event: AdminEvent | undefined;
  readonly form: EventForm;
  readonly user: number;
  readonly primary: AdminLanguage;
}) {
  const { say } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const saving = useSaving(primary);
  const name = keptName(user, 'event', event?.id ?? 'new');
  const [kept] = useState(() => keptForm(name, opened));
  const [before, setBefore] = useState(opened);
  const [form, setForm] = useState(kept?.form ?? opened);
  const [isTold, setTold] = useState(kept !== undefined);
  const [scope, setScope] = useState<SeriesReach>('this');
  const isLeaving = useRef(false);
  const place = useRef<HTMLFormElement>(null);
  const series = event?.recurrence?.series;
  const isDateOfSeries = series !== undefined && series !== event?.id;
  const changes = useMemo(() => changedFields(before, form), [before, form]);
  const isDirty = changes.length > 0;

  useEffect(() => {
    if (!isDirty) {
      forgetForm(name);
      return;
    }
    const timer = setTimeout(() => keepForm(name, { form, over: event?.modified_utc ?? '' }), REST_MS);
    return () => clearTimeout(timer);
  }, [form, isDirty, name, event]);

  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !isLeaving.current,
    enableBeforeUnload: () => isDirty && !isLeaving.current,
    withResolver: true,
  });

  const save = async () => {
    if (saving.isPending) return;
    const sent = form;
    try {
      const { event: saved, failure } = await saving.mutateAsync({
        form: sent,
        before: event ? before : undefined,
        id: event?.id,
        scope: isDateOfSeries ? scope : undefined,
      });
      setTold(false);
      if (failure !== undefined)
        toast({ text: say('admin.editor.half_saved', { reason: problemText(failure, say) }) });
      else toast({ text: say('admin.editor.saved') });
      if (saved.id !== event?.id) {
        isLeaving.current = true;
        forgetForm(name);
        await navigate({ to: '/admin/events/$id', params: { id: String(saved.id) }, replace: true });
        return;
      }
      const record = await queries.fetchQuery({ ...recordQuery(saved.id), staleTime: 0 });
      const now = formOf(record, primary);
      setBefore(now);
      setForm((typed) => (failure === undefined ? carryOver(sent, typed, now) : typed));
    } catch {
      requestAnimationFrame(() => {
        const bad = place.current?.querySelector<HTMLElement>('[aria-invalid=true]');
        bad?.focus();
      });
    }
  };
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 's' || !(key.ctrlKey || key.metaKey) || key.altKey) return;
      key.preventDefault();
      void latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const error = saving.error;
  const problems = Object.fromEntries(
    Object.entries(error instanceof InterfaceError ? error.fields : {}).map(([field, text]) => [
      field,
      FIELDS.has(field) ? withoutName(field, text) : text,
    ]),
  );
  const others = Object.entries(problems).filter(([field]) => !FIELDS.has(field));
  const onChange = (change: Partial<EventForm>) => setForm((now) => ({ ...now, ...change }));
  const section = { form, onChange, problems };
  const title = plainText(before.words[primary].title || event?.title || '');
  const count = event?.recurrence?.count;
  const saveText = isDateOfSeries
    ? say(`admin.editor.save_${scope}`)
    : series !== undefined
      ? count == null
        ? say('admin.editor.save_all')
        : say('admin.editor.save_dates', { count })
      : say(
          form.status === 'publish' && before.status !== 'publish'
            ? 'admin.events.publish'
            : 'admin.editor.save',
        );
  return (
    <form
      ref={place}
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void save();
      }}
    >
      <header className="ed-h">
        <h1>{title || say('admin.new_event')}</h1>
        <span className={`ed-st${isDirty ? ' is-dirty' : ''}`} role="status">
          {isDirty
            ? say('admin.editor.changes', { count: changes.length })
            : event
              ? say('admin.editor.all_saved')
              : ''}
        </span>
        {event && (
          <a className="btn btn-bare btn-s" href={event.url} target="_blank" rel="noopener">
            <Icon name="eye" />
            <span>{say('admin.events.look')}</span>
          </a>
        )}
        <Button
          type="submit"
          size="small"
          isBusy={saving.isPending}
          isDisabled={!isDirty && event !== undefined}
        >
          {saveText}
          <kbd>{say('admin.key.save')}</kbd>
        </Button>
      </header>
      <div className="ed-n">
        {blocker.status === 'blocked' && (
          <Strip
            action={
              <>
                <Button size="small" look="quiet" onPress={blocker.reset}>
                  {say('admin.editor.stay')}
                </Button>
                <Button size="small" look="bare" onPress={blocker.proceed}>
                  {say('admin.editor.leave')}
                </Button>
              </>
            }
          >
            {say('admin.editor.leaving')}
          </Strip>
        )}
        {isTold && isDirty && (
          <Strip
            action={
              <Button
                size="small"
                look="quiet"
                onPress={() => {
                  setForm(before);
                  setTold(false);
                }}
              >
                {say('admin.editor.discard')}
              </Button>
            }
          >
            {say(
              kept && event && kept.over !== event.modified_utc
                ? 'admin.editor.kept_over'
                : 'admin.editor.kept',
            )}
          </Strip>
        )}
        {error && (
          <Strip look="bad">
            {problemText(error, say)}
            {others.map(([field, text]) => (
              <span key={field} className="strip-f">
                {text}
              </span>
            ))}
          </Strip>
        )}
        {isDateOfSeries && event && (
          <div className="ed-sc">
            <span>{say('admin.editor.one_date')}</span>
            <select
              className="inp"
              aria-label={say('admin.editor.reach')}
              value={scope}
              onChange={({ target }) => setScope(target.value === 'following' ? 'following' : 'this')}
            >
              <option value="this">{say('admin.editor.reach_this')}</option>
              <option value="following">{say('admin.editor.reach_following')}</option>
            </select>
            <Link to="/admin/events/$id" params={{ id: String(series) }}>
              {say('admin.editor.reach_all')}
            </Link>
          </div>
        )}
      </div>
      <div className="ed">
        <div className="ed-main">
          <WordsSection {...section} primary={primary} />
          <WhenSection {...section} isDateOfSeries={isDateOfSeries} />
          <LinksSection {...section} />
          <PictureSection {...section} />
        </div>
        <StandingSection {...section} isDateOfSeries={isDateOfSeries} />
      </div>
    </form>
  );
}
