import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { LeavingStrip } from '../editing/leaving-strip.tsx';
import { useHeldLeaving } from '../editing/use-held-leaving.ts';
import { InterfaceError } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { KeyCombination } from '../parts/key-combination.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Strip } from '../parts/strip.tsx';
import { isSignedOut, problemText, SignInAgain } from '../shell/failure.tsx';
import { focusRefused } from '../shell/focus-soon.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminLanguage, useTexts } from '../texts/texts.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { EventHistory } from './event-history.tsx';
import { EventMenu } from './event-menu.tsx';
import type { SeriesReach } from './event-record.ts';
import { LinksSection } from './links-section.tsx';
import { MissingParts } from './missing-parts.tsx';
import { NextStatus } from './next-status.tsx';
import { idOfPart } from './parts-of-editor.ts';
import { PictureSection } from './picture-section.tsx';
import { StandingSection } from './standing-section.tsx';
import { TicketsSection } from './tickets-section.tsx';
import { type OpenedEvent, useEventEditing } from './use-event-editing.ts';
import { VisitorsSection } from './visitors-section.tsx';
import { WhenSection } from './when-section.tsx';
import { firstShown, WordsSection, withShown } from './words-section.tsx';

const PagePreview = lazy(() => import('./page-preview.tsx'));

/** Fields beside which the editor says what is wrong with them. */
const FIELDS = new Set([
  ...['title', 'description', 'start_date', 'end_date', 'timezone', 'recurrence', 'venue', 'organizer'],
  ...['virtual_url', 'website', 'image', 'event_status', 'event_status_reason', 'categories', 'tags'],
  ...['cost', 'tickets', 'password', 'slug', 'door_time', 'spoken_languages', 'accessibility'],
  'accessibility_note',
  ...['is_virtual', 'opening_hours'],
]);

/** Returns what is wrong with a field for a place beside it, where its name needn't be said. */
const withoutName = (field: string, text: string): string => {
  if (!text.startsWith(`${field}: `)) return text;
  const bare = text.slice(field.length + 2);
  return bare.charAt(0).toLocaleUpperCase() + bare.slice(1);
};

/** The form of an event, with what saves and keeps it. */
export function Editor({
  user,
  name,
  primary,
  isCopy,
  notice,
  ...opened
}: OpenedEvent & {
  readonly user: number;
  /** The name under which the draft is stored. */
  readonly name: string;
  /** Whether it is a new event that began as a copy. */
  readonly isCopy: boolean;
  /** Stands at the head. */
  readonly notice: ReactNode;
  readonly primary: AdminLanguage;
}) {
  const { say } = useTexts();
  const { event } = opened;
  const [scope, setScope] = useState<SeriesReach>('this');
  const [shown, setShown] = useState(() => firstShown(opened.form, primary));
  const [isPreviewed, setPreviewed] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const series = event?.recurrence?.series;
  const isDateOfSeries = series !== undefined && series !== event?.id;
  const reach = isDateOfSeries ? scope : undefined;
  const editing = useEventEditing(opened, {
    user,
    name,
    primary,
    scope: reach,
    onProblem: () => focusRefused(place.current),
  });
  const { editor, before, form, changes, conflicts, isDirty } = editing;

  const leaving = useHeldLeaving(editor, ['copy']);
  useEffect(() => {
    const onKey = (key: KeyboardEvent) => {
      if (key.key.toLowerCase() !== 's' || !(key.ctrlKey || key.metaKey) || key.altKey || key.shiftKey)
        return;
      key.preventDefault();
      editor.save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [editor]);

  const error = editing.state.problem;
  const problems = Object.fromEntries(
    Object.entries(error instanceof InterfaceError ? error.fields : {}).map(([field, text]) => [
      field,
      FIELDS.has(field) ? withoutName(field, text) : text,
    ]),
  );
  const others = Object.entries(problems).filter(([field]) => !FIELDS.has(field));
  // What is wrong stands at the fields, in words for people.
  const hasPlaces = others.length === 0 && Object.keys(problems).length > 0;
  const section = { form, onChange: editing.change, problems };
  const known = plainText(before.words[primary].title || event?.title || '');
  const title =
    known === '' ? say('admin.new_event') : isCopy ? say('admin.editor.copy_of', { title: known }) : known;
  usePageTitle(title);
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
        editor.save();
      }}
    >
      <header className="ed-h">
        <h1>{title}</h1>
        <span className={`ed-st${isDirty ? ' is-dirty' : ''}`} role="status">
          {isDirty
            ? say('admin.editor.changes', { count: changes.length })
            : event
              ? say('admin.editor.all_saved')
              : ''}
        </span>
        <Button look="bare" size="small" onPress={() => setPreviewed(true)}>
          <Icon name="eye" />
          <span>{say('admin.editor.preview')}</span>
        </Button>
        {isPreviewed && (
          <Suspense>
            <PagePreview
              saving={editing.toSave()}
              primary={primary}
              first={shown[0] ?? primary}
              address={event?.url}
              onClose={() => setPreviewed(false)}
            />
          </Suspense>
        )}
        {event && <PageLink address={event.url} className="btn btn-bare btn-s" />}
        {event && <EventMenu event={event} />}
        <Button
          type="submit"
          size="small"
          look={conflicts.length > 0 ? 'quiet' : 'solid'}
          isBusy={editing.isBusy}
          isDisabled={!isDirty && event !== undefined}
        >
          {saveText} <KeyCombination letter="S" />
        </Button>
      </header>
      <div className="ed-n">
        <LeavingStrip leaving={leaving} isKept />
        {editing.state.restored !== 'no' && isDirty && (
          <Strip
            action={
              <Button size="small" look="quiet" onPress={editor.discard}>
                {say('admin.editor.discard')}
              </Button>
            }
          >
            {say(editing.state.restored === 'changed' ? 'admin.editor.kept_over' : 'admin.editor.kept')}
          </Strip>
        )}
        {notice}
        {conflicts.length > 0 && (
          <ConflictPanel conflicts={conflicts} changed={editing.changed} onChoose={editing.choose} />
        )}
        {editing.isUnanswered ? (
          <Strip
            action={
              <Button size="small" look="quiet" onPress={editor.save}>
                {say('admin.again')}
              </Button>
            }
          >
            {say('admin.editor.waiting')}
          </Strip>
        ) : (
          error !== undefined && (
            <Strip look="bad" action={isSignedOut(error) ? <SignInAgain /> : undefined}>
              {hasPlaces ? say('admin.editor.see_fields') : problemText(error, say)}
              {others.map(([field, text]) => (
                <span key={field} className="strip-f">
                  {text}
                </span>
              ))}
            </Strip>
          )
        )}
        {isDateOfSeries && event && (
          <div className="ed-sc">
            <span>{say('admin.editor.one_date')}</span>
            <span className="f">
              <select
                aria-label={say('admin.editor.reach')}
                value={scope}
                onChange={({ target }) => setScope(target.value === 'following' ? 'following' : 'this')}
              >
                <option value="this">{say('admin.editor.reach_this')}</option>
                <option value="following">{say('admin.editor.reach_following')}</option>
              </select>
            </span>
            <Link className="btn btn-quiet btn-s" to="/admin/events/$id" params={{ id: String(series) }}>
              {say('admin.editor.reach_all')}
            </Link>
          </div>
        )}
      </div>
      {event && !isDateOfSeries && form.status === before.status && conflicts.length === 0 && (
        <NextStatus
          status={form.status}
          isBusy={editing.isBusy}
          onChoose={(status) => {
            editing.change({ status });
            editor.save();
          }}
        />
      )}
      <div className="ed">
        <div className="ed-main">
          <div id={idOfPart('words')}>
            <WordsSection {...section} primary={primary} shown={shown} onShow={setShown} />
          </div>
          <div id={idOfPart('when')}>
            <WhenSection {...section} isDateOfSeries={isDateOfSeries} />
          </div>
          <LinksSection {...section} id={event?.id} scope={reach} />
          <VisitorsSection {...section} shown={shown} />
          <div id={idOfPart('picture')}>
            <PictureSection {...section} />
          </div>
          <TicketsSection {...section} />
        </div>
        <StandingSection {...section} isDateOfSeries={isDateOfSeries}>
          <MissingParts
            form={form}
            primary={primary}
            onShow={(language) => setShown((now) => withShown(now, language))}
          />
          {event && <EventHistory id={event.id} />}
        </StandingSection>
      </div>
    </form>
  );
}
