import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { languageIn } from '../texts/language-name.ts';
import { adminLanguageOf, loadOtherTexts, useTexts } from '../texts/texts.tsx';
import type { Submission } from './submission-query.ts';

/** Something that an editor writes to whoever made a proposal. */
export type Letter = 'ask' | 'reject';

/** Reasons for which proposals are rejected; each begins the letter in the language of whoever made the proposal. */
const reasons = ['double', 'not_public', 'too_little', 'elsewhere', 'advertisement'] as const;
type RejectionReason = (typeof reasons)[number];

/** The letter that goes with a question or a rejection, written in place. */
export function LetterForm({
  letter,
  submission,
  byMail,
  message,
  onMessage,
  isBusy,
  onSend,
  onCancel,
}: {
  readonly letter: Letter;
  readonly submission: Submission;
  readonly byMail: boolean;
  /** The letter so far. */
  readonly message: string;
  onMessage(message: string): void;
  readonly isBusy: boolean;
  onSend(message: string): void;
  onCancel(): void;
}) {
  const { say, language } = useTexts();
  const [reason, setReason] = useState<RejectionReason>();
  const [isMissing, setMissing] = useState(false);
  const theirs = adminLanguageOf(submission.language);
  const send = () => {
    if (letter === 'ask' && message.trim() === '') setMissing(true);
    else onSend(message);
  };
  const choose = async (chosen: RejectionReason) => {
    setReason(chosen);
    const { say: sayTheirs } = await loadOtherTexts(theirs);
    onMessage(sayTheirs(`admin.submissions.reason.${chosen}.letter`));
  };
  return (
    <div className="letter">
      {letter === 'reject' && (
        <fieldset>
          <legend>{say('admin.submissions.reason')}</legend>
          <p className="letter-r">
            {reasons.map((one) => (
              <button
                key={one}
                type="button"
                className={`chip${one === reason ? ' is-on' : ''}`}
                aria-pressed={one === reason}
                onClick={() => void choose(one)}
              >
                {say(`admin.submissions.reason.${one}`)}
              </button>
            ))}
          </p>
        </fieldset>
      )}
      <TextField
        label={say(`admin.submissions.letter.${letter}`, {
          name: submission.contact?.name ?? say('admin.submissions.somebody'),
          language: languageIn(language, theirs),
        })}
        help={say(`admin.submissions.letter.${letter}.help${byMail ? '' : '.unmailed'}`)}
        problem={isMissing ? say('admin.submissions.letter.missing') : ''}
        isLong
        autoFocus
        value={message}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onCancel();
        }}
        onChange={(text) => {
          onMessage(text);
          setMissing(false);
        }}
      />
      <p className="btns">
        <Button size="small" isBusy={isBusy} onPress={send}>
          {say(
            letter === 'reject' && message.trim() === ''
              ? 'admin.submissions.reject.silent'
              : `admin.submissions.${letter}.send`,
          )}
        </Button>
        <Button look="bare" size="small" onPress={onCancel}>
          {say('admin.cancel')}
        </Button>
      </p>
    </div>
  );
}
