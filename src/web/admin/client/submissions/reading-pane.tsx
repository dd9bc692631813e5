import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Failed } from '../shell/failure.tsx';
import { formatDate, timeOf } from '../texts/dates.ts';
import { languageIn } from '../texts/language-name.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { type Submission, submissionQuery } from './submission-query.ts';

/** Something that an editor writes to whoever made a proposal. */
export type Letter = 'ask' | 'reject';

/** Actions on the proposal that is read. */
export interface ReadingActions {
  accept(submission: Submission): void;
  send(submission: Submission, letter: Letter, message: string): void;
  reopen(submission: Submission): void;
}

/** The letter that goes with a question or a rejection. */
function LetterForm({
  letter,
  byMail,
  onSend,
  onCancel,
}: {
  readonly letter: Letter;
  readonly byMail: boolean;
  onSend(message: string): void;
  onCancel(): void;
}) {
  const { say } = useTexts();
  const [message, setMessage] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = () => {
    if (letter === 'ask' && message.trim() === '') setMissing(true);
    else onSend(message);
  };
  return (
    <div className="letter">
      <TextField
        label={say(`admin.submissions.letter.${letter}`)}
        help={say(`admin.submissions.letter.${letter}.help${byMail ? '' : '.unmailed'}`)}
        problem={isMissing ? say('admin.submissions.letter.missing') : ''}
        isLong
        autoFocus
        value={message}
        onChange={setMessage}
      />
      <p className="f-row">
        <Button onPress={send}>{say(`admin.submissions.${letter}.send`)}</Button>
        <Button look="bare" onPress={onCancel}>
          {say('admin.cancel')}
        </Button>
      </p>
    </div>
  );
}

function Fact({ isFine, children }: { isFine: boolean; children: React.ReactNode }) {
  return (
    <li className={isFine ? 'is-ok' : 'is-warn'}>
      <Icon name={isFine ? 'check' : 'warn'} />
      <span>{children}</span>
    </li>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The proposal that is read: its event, what there is to know of it, who made it, and what can be done. */
export function ReadingPane({
  submission,
  byMail,
  letter,
  onLetter,
  actions,
}: {
  readonly submission: Submission;
  /** Whether who made it is told by mail. */
  readonly byMail: boolean;
  readonly letter: Letter | undefined;
  onLetter(letter: Letter | undefined): void;
  readonly actions: ReadingActions;
}) {
  const { say, language } = useTexts();
  const { data: details, error, refetch } = useQuery(submissionQuery(submission.id));
  const { event, fields, contact, state, message } = submission;
  const isOpen = state === 'waiting' || state === 'asked';
  const venueName = textOf(fields['venue_name']);
  const doubles = details?.duplicates ?? [];
  return (
    <article className="sub-p" aria-labelledby="sub-title">
      {isOpen ? (
        <p className="sub-a">
          <Button icon="check" onPress={() => actions.accept(submission)}>
            {say('admin.submissions.accept')}
            <kbd>A</kbd>
          </Button>
          <Link className="btn btn-quiet" to="/admin/events/$id" params={{ id: String(event.id) }}>
            <Icon name="edit" />
            {say('admin.submissions.edit')}
            <kbd>E</kbd>
          </Link>
          <Button look="quiet" icon="mail" onPress={() => onLetter('ask')}>
            {say('admin.submissions.ask')}
            <kbd>Q</kbd>
          </Button>
          <Button look="quiet" onPress={() => onLetter('reject')}>
            {say('admin.submissions.reject')}
            <kbd>R</kbd>
          </Button>
        </p>
      ) : (
        <p className="sub-a">
          <Link className="btn btn-quiet" to="/admin/events/$id" params={{ id: String(event.id) }}>
            <Icon name="edit" />
            {say('admin.submissions.edit')}
          </Link>
          {state === 'rejected' && (
            <Button look="quiet" icon="hist" onPress={() => actions.reopen(submission)}>
              {say('admin.submissions.reopen')}
            </Button>
          )}
        </p>
      )}
      {letter && (
        <LetterForm
          key={`${submission.id} ${letter}`}
          letter={letter}
          byMail={byMail}
          onSend={(text) => actions.send(submission, letter, text)}
          onCancel={() => onLetter(undefined)}
        />
      )}
      <header className="sub-h">
        <b className="sub-n num" aria-hidden="true">
          {Number(event.start_date.slice(8, 10))}
        </b>
        <div>
          <p>
            {formatDate(event.start_date, language, {
              weekday: 'long',
              day: 'numeric',
              month: 'long',
              year: 'numeric',
            })}
            , {timeOf(event.start_date)}–{timeOf(event.end_date)}
          </p>
          <h2 id="sub-title">{plainText(event.title)}</h2>
          {venueName !== '' && <p>{venueName}</p>}
        </div>
      </header>
      <div className="sub-g">
        <div>
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          <ul className="sub-f">
            {details && doubles.length === 0 && <Fact isFine>{say('admin.submissions.no_double')}</Fact>}
            {doubles.map((double) => (
              <Fact key={double.id} isFine={false}>
                {say('admin.submissions.double', { score: double.score })}{' '}
                <Link to="/admin/events/$id" params={{ id: String(double.id) }}>
                  {plainText(double.title)}
                </Link>
              </Fact>
            ))}
            {venueName !== '' && isOpen && (
              <Fact isFine={false}>{say('admin.submissions.new_venue', { name: venueName })}</Fact>
            )}
            {fields['recurrence'] ? <Fact isFine={false}>{say('admin.submissions.repeats')}</Fact> : null}
          </ul>
          <p className="sub-t">{textOf(fields['description'])}</p>
          {message !== '' && (
            <blockquote className="sub-m">
              <p>{message}</p>
            </blockquote>
          )}
        </div>
        <aside>
          <h3>{say('admin.submissions.from')}</h3>
          {contact ? (
            <p>
              {contact.name}
              <br />
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </p>
          ) : (
            <p className="dim">{say('admin.submissions.erased')}</p>
          )}
          <h3>{say('admin.submissions.about')}</h3>
          <ul className="sub-x">
            {(['cost', 'website', 'organizer', 'venue_address', 'venue_city'] as const).map((name) =>
              textOf(fields[name]) === '' ? null : <li key={name}>{textOf(fields[name])}</li>,
            )}
            <li className="dim">{languageIn(language, submission.language)}</li>
          </ul>
        </aside>
      </div>
    </article>
  );
}
