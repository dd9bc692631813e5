import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FoundChoice } from '../interface/choices.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Failed } from '../shell/failure.tsx';
import { formatDate, timeOf } from '../texts/dates.ts';
import { languageIn } from '../texts/language-name.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Fact } from './fact.tsx';
import { type Letter, LetterForm } from './letter-form.tsx';
import { type Submission, type SubmittedImage, submissionQuery } from './submission-query.ts';
import { VenueFact } from './venue-fact.tsx';

/** Actions on the proposal that is read. */
export interface ReadingActions {
  accept(submission: Submission): void;
  send(submission: Submission, letter: Letter, message: string): void;
  reopen(submission: Submission): void;
}

/** Returns the address of a mail to somebody (RFC 6068 §2): nothing before its `@` begins another recipient or a header. */
function mailLink(email: string): string {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function SubmittedPicture({
  image,
  language,
}: {
  readonly image: SubmittedImage;
  readonly language: string;
}) {
  const { say } = useTexts();
  const { url, width, height } = image.sizes?.['large'] ?? image;
  return (
    <figure className="sub-i">
      <a href={image.url} target="_blank" rel="noreferrer">
        <img
          src={url}
          width={width}
          height={height}
          alt={image.alt_text || say('admin.submissions.picture')}
        />
      </a>
      {image.alt_text === '' ? (
        <figcaption className="dim">{say('admin.media.without_words')}</figcaption>
      ) : (
        <figcaption lang={language} dir="auto">
          {image.alt_text}
        </figcaption>
      )}
    </figure>
  );
}

/** The proposal that is read: its event, what there is to know of it, who made it, and what can be done. */
export function ReadingPane({
  submission,
  byMail,
  letter,
  onLetter,
  message: written,
  onMessage,
  isDeciding,
  venue,
  onVenue,
  at,
  count,
  onStep,
  onList,
  actions,
}: {
  readonly submission: Submission;
  /** Its place in the list, from 0, and how many there are. */
  readonly at: number;
  readonly count: number;
  /** Goes on to the one so many places on. */
  onStep(by: number): void;
  /** Goes back to the list, where there is no room for both. */
  onList(): void;
  /** The place that it gets instead of the one that it names. */
  readonly venue: FoundChoice | undefined;
  onVenue(venue: FoundChoice | undefined): void;
  /** Whether who made it is told by mail. */
  readonly byMail: boolean;
  readonly letter: Letter | undefined;
  onLetter(letter: Letter | undefined): void;
  /** What is written to whoever made it, and not sent. */
  readonly message: string;
  onMessage(message: string): void;
  /** Whether a decision is under way. */
  readonly isDeciding: boolean;
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
      <div className="sub-a">
        <Button className="sub-b" look="bare" size="small" icon="left" onPress={onList}>
          {say('admin.submissions.list')}
        </Button>
        {isOpen && (
          <Button size="small" icon="check" isBusy={isDeciding} onPress={() => actions.accept(submission)}>
            {say('admin.submissions.accept')} <kbd>A</kbd>
          </Button>
        )}
        <Link className="btn btn-quiet btn-s" to="/admin/events/$id" params={{ id: String(event.id) }}>
          <Icon name="edit" />
          {say('admin.submissions.edit')} {isOpen && <kbd>E</kbd>}
        </Link>
        {isOpen && (
          <>
            <Button look="quiet" size="small" icon="mail" onPress={() => onLetter('ask')}>
              {say('admin.submissions.ask')} <kbd>Q</kbd>
            </Button>
            <Button look="quiet" size="small" onPress={() => onLetter('reject')}>
              {say('admin.submissions.reject')} <kbd>R</kbd>
            </Button>
          </>
        )}
        {state === 'rejected' && (
          <Button look="quiet" size="small" icon="undo" onPress={() => actions.reopen(submission)}>
            {say('admin.submissions.reopen')}
          </Button>
        )}
        <span className="sub-s">
          <span className="dim num">
            {say('admin.submissions.place', {
              at: (at + 1).toLocaleString(language),
              count: count.toLocaleString(language),
            })}
          </span>
          <IconButton
            name="up"
            label={say('admin.submissions.before')}
            isDisabled={at === 0}
            onPress={() => onStep(-1)}
          />
          <IconButton
            name="down"
            label={say('admin.submissions.next')}
            isDisabled={at >= count - 1}
            onPress={() => onStep(1)}
          />
        </span>
      </div>
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
          <h2 id="sub-title" lang={submission.language} dir="auto">
            {plainText(event.title)}
          </h2>
          {venueName !== '' && <p>{[venueName, textOf(fields['venue_city'])].filter(Boolean).join(', ')}</p>}
        </div>
      </header>
      {letter && (
        <LetterForm
          key={`${submission.id} ${letter}`}
          letter={letter}
          submission={submission}
          byMail={byMail}
          message={written}
          onMessage={onMessage}
          isBusy={isDeciding}
          onSend={(text) => actions.send(submission, letter, text)}
          onCancel={() => onLetter(undefined)}
        />
      )}
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
              <VenueFact
                name={venueName}
                city={textOf(fields['venue_city'])}
                address={textOf(fields['venue_address'])}
                chosen={venue}
                onChoose={onVenue}
              />
            )}
            {fields['recurrence'] ? <Fact isFine={false}>{say('admin.submissions.repeats')}</Fact> : null}
          </ul>
          {submission.image && <SubmittedPicture image={submission.image} language={submission.language} />}
          <p className="sub-t" lang={submission.language} dir="auto">
            {textOf(fields['description'])}
          </p>
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
              <a href={mailLink(contact.email)}>{contact.email}</a>
            </p>
          ) : (
            <p className="dim">{say('admin.submissions.erased')}</p>
          )}
          <h3>{say('admin.submissions.about')}</h3>
          <ul className="sub-x">
            {(['cost', 'website', 'organizer', 'venue_address'] as const).map((name) =>
              textOf(fields[name]) === '' ? null : <li key={name}>{textOf(fields[name])}</li>,
            )}
            <li className="dim">{languageIn(language, submission.language)}</li>
          </ul>
        </aside>
      </div>
    </article>
  );
}
