import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FoundChoice } from '../interface/choices.ts';
import { usePermission } from '../interface/session.ts';
import { settingsQuery } from '../interface/settings-query.ts';
import { isCommand } from '../parts/command-keys.ts';
import { Icon } from '../parts/icon.tsx';
import { useToast } from '../parts/toast.tsx';
import { EXACTLY } from '../shell/exactly.ts';
import { Failed, problemText } from '../shell/failure.tsx';
import { ago } from '../texts/ago.ts';
import { formatDate, formatUtc, timeOf } from '../texts/dates.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import type { Letter } from './letter-form.tsx';
import { ReadingPane } from './reading-pane.tsx';
import {
  decisions,
  type ListedState,
  listedStates,
  type Submission,
  submissionCountQuery,
  submissionsQuery,
} from './submission-query.ts';

/** The page with the form of proposals. */
const FORM = '/submit';

function Lists({ state }: { state: ListedState }) {
  const { say, language } = useTexts();
  const counts = useQueries({ queries: listedStates.map((one) => submissionCountQuery(one)) });
  return (
    <ul className="saved">
      {listedStates.map((one, at) => (
        <li key={one}>
          <Link
            to="/admin/submissions"
            search={one === 'waiting' ? {} : { state: one }}
            activeOptions={EXACTLY}
            aria-current={one === state ? 'page' : undefined}
          >
            {say(`admin.submissions.${one}`)}{' '}
            <span className="num">{counts[at]?.data?.toLocaleString(language)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The next step where there is nothing to read: the form, or the setting that opens it. */
function NoProposals() {
  const { say } = useTexts();
  const maySet = usePermission('settings');
  const { data } = useQuery(settingsQuery);
  if (!data) return null;
  return (
    <>
      <p>{say(data.submissions ? 'admin.submissions.none.text' : 'admin.submissions.none.closed')}</p>
      {data.submissions ? (
        <a className="btn btn-quiet btn-s" href={FORM} target="_blank" rel="noopener">
          <Icon name="ext" />
          <span>{say('admin.submissions.none.form')}</span>
        </a>
      ) : (
        maySet && (
          <Link className="btn btn-quiet btn-s" to="/admin/settings">
            {say('admin.submissions.none.settings')}
          </Link>
        )
      )}
    </>
  );
}

/** The queue of proposals beside the one that is read. */
export default function SubmissionsScreen() {
  const { say, language } = useTexts();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const state = listedStates.find((one) => one === search['state']) ?? 'waiting';
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const { data, error, isPending, refetch } = useQuery(submissionsQuery(state));
  const list = data?.submissions ?? [];
  const byMail = data?.by_mail ?? true;
  const unmailed = byMail ? '' : '.unmailed';
  const wanted = typeof search['id'] === 'number' ? search['id'] : undefined;
  const current = list.find(({ id }) => id === wanted) ?? list[0];
  /** The letter that is open: of one proposal, whichever is read once others have decided. */
  const [opened, setOpened] = useState<{ readonly id: number; readonly letter: Letter }>();
  const letter = opened && opened.id === current?.id ? opened.letter : undefined;
  const setLetter = (next: Letter | undefined) =>
    setOpened(next && current ? { id: current.id, letter: next } : undefined);
  const [messages, setMessages] = useState<ReadonlyMap<number, string>>(new Map());
  const isUnderWay = useRef(false);
  const [isDeciding, setDeciding] = useState(false);
  const [venues, setVenues] = useState<ReadonlyMap<number, FoundChoice>>(new Map());
  const place = current ? list.indexOf(current) : 0;

  const show = (submission: Submission | undefined, replace = false) =>
    void navigate({
      to: '/admin/submissions',
      search: { ...(state === 'waiting' ? {} : { state }), ...(submission ? { id: submission.id } : {}) },
      replace,
    });
  const decide = async (work: () => Promise<unknown>, done: AdminKey, undo?: () => Promise<unknown>) => {
    // A second press is for what is read by then.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setDeciding(true);
    try {
      await work();
      setOpened(undefined);
      // What is sent is no draft of the next letter about the same proposal.
      setMessages((all) => new Map([...all].filter(([id]) => id !== current?.id)));
      const renew = () =>
        Promise.all([
          queries.invalidateQueries({ queryKey: ['submissions'] }),
          queries.invalidateQueries({ queryKey: ['events'] }),
        ]);
      await renew();
      toast({
        text: say(done),
        ...(undo
          ? {
              undo: async () => {
                await undo();
                await renew();
              },
            }
          : {}),
      });
    } catch (problem) {
      toast({ text: problemText(problem, say) });
    } finally {
      isUnderWay.current = false;
      setDeciding(false);
    }
  };
  const actions = {
    accept: ({ id }: Submission) =>
      void decide(() => decisions.accept(id, venues.get(id)?.id), 'admin.submissions.done.accept'),
    send: ({ id }: Submission, kind: Letter, message: string) =>
      void (kind === 'ask'
        ? decide(() => decisions.ask(id, message), `admin.submissions.done.ask${unmailed}`)
        : decide(
            () => decisions.reject(id, message),
            `admin.submissions.done.reject${unmailed}`,
            () => decisions.reopen(id),
          )),
    reopen: ({ id }: Submission) => void decide(() => decisions.reopen(id), 'admin.submissions.done.reopen'),
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!current || !isCommand(event)) return;
      const isOpen = current.state === 'waiting' || current.state === 'asked';
      if (event.key === 'j' || event.key === 'k')
        show(list[place + (event.key === 'j' ? 1 : -1)] ?? current, true);
      else if (event.key === 'e')
        void navigate({ to: '/admin/events/$id', params: { id: String(current.event.id) } });
      // A key that is held would decide about the next ones, too.
      else if (!isOpen || event.repeat) return;
      else if (event.key === 'a') actions.accept(current);
      else if (event.key === 'q') setLetter('ask');
      else if (event.key === 'r') setLetter('reject');
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return (
    <>
      <header className="at-h">
        <h1>{say('admin.nav.submissions')}</h1>
        <Lists state={state} />
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!isPending && !error && list.length === 0 ? (
        <div className="at-w">
          <div className="none-a">
            <b>{say('admin.submissions.none')}</b>
            <NoProposals />
          </div>
        </div>
      ) : (
        <div className={`sub${wanted === undefined ? ' is-list' : ''}`} aria-busy={isPending}>
          <ul className="sub-l">
            {list.map((submission) => (
              <li key={submission.id}>
                <button
                  type="button"
                  aria-current={submission.id === current?.id ? 'true' : undefined}
                  onClick={() => show(submission)}
                >
                  <b lang={submission.language} dir="auto">
                    {plainText(submission.event.title)}
                  </b>{' '}
                  <time className="dim">{ago(submission.changed_utc, language)}</time>{' '}
                  <span className="dim">
                    {formatDate(submission.event.start_date, language, {
                      weekday: 'short',
                      day: 'numeric',
                      month: 'short',
                    })}
                    , {timeOf(submission.event.start_date)}
                    {submission.contact ? `, ${submission.contact.name}` : ''}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {current && (
            <ReadingPane
              key={current.id}
              submission={current}
              byMail={byMail}
              letter={letter}
              onLetter={setLetter}
              message={messages.get(current.id) ?? ''}
              onMessage={(message) => setMessages((all) => new Map(all).set(current.id, message))}
              isDeciding={isDeciding}
              venue={venues.get(current.id)}
              onVenue={(venue) => {
                const others = [...venues].filter(([id]) => id !== current.id);
                setVenues(new Map([...others, ...(venue ? [[current.id, venue] as const] : [])]));
              }}
              at={place}
              count={list.length}
              onStep={(by) => show(list[place + by] ?? current, true)}
              onList={() => show(undefined)}
              actions={actions}
            />
          )}
        </div>
      )}
      <footer className="at-k">
        {(['A', 'E', 'Q', 'R'] as const).map((key) => (
          <span key={key} className="key">
            <kbd>{key}</kbd> {say(`admin.submissions.key.${key}`)}
          </span>
        ))}
        <span className="key">
          <kbd>J</kbd>
          <kbd>K</kbd> {say('admin.events.key.move')}
        </span>
        <span className="sp" />
        {state === 'waiting' && list[0] && (
          <span>
            {say('admin.submissions.oldest', {
              when: formatUtc(list[0].created_utc, language, {
                weekday: 'long',
                day: 'numeric',
                month: 'long',
                hour: '2-digit',
                minute: '2-digit',
              }),
            })}
          </span>
        )}
      </footer>
    </>
  );
}
