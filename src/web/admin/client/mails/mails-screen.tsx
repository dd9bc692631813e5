import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Pager } from '../parts/pager.tsx';
import { Strip } from '../parts/strip.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { formatUtc } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { failedMailsQuery, mailCalls, PER_PAGE, type WaitingMail } from './mail-query.ts';

/** Mails leave the list as they go out. */
const ASKED_MS = 5_000;
const MOMENT = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;

/** A mail that could not be sent: to whom, about what, why, and what can be done. */
function FailedMail({
  mail,
  onRetry,
  onDiscard,
}: {
  readonly mail: WaitingMail;
  onRetry(): void;
  onDiscard(): void;
}) {
  const { say, language } = useTexts();
  const { recipient, subject, state, reason, tries, created_utc, due_utc, given_up_utc, can_retry } = mail;
  const moment = (utc: string) => formatUtc(utc, language, MOMENT);
  const told = [
    say('admin.mails.written', { date: moment(created_utc) }),
    ...(state === 'given_up' && given_up_utc !== null
      ? [say('admin.mails.given_up', { date: moment(given_up_utc), count: tries })]
      : tries > 0 && due_utc !== null
        ? [say('admin.mails.tried', { count: tries, date: moment(due_utc) })]
        : []),
    ...(state === 'given_up' && !can_retry ? [say('admin.mails.erased')] : []),
  ];
  return (
    <li data-mail={mail.id}>
      <span>
        <b>{recipient}</b>
        <span className="ml-s" lang={mail.language} dir="auto">
          {subject}
        </span>
        {reason !== '' && (
          <span className="ml-r">
            <Icon name="warn" />
            {reason}
          </span>
        )}
        <small>{told.join(' · ')}</small>
      </span>
      <span className="ml-a">
        {can_retry && (
          <Button
            look="quiet"
            size="small"
            aria-label={say('admin.mails.retry_to', { recipient })}
            onPress={onRetry}
          >
            {say('admin.mails.retry')}
          </Button>
        )}
        <Button
          look="bare"
          size="small"
          aria-label={say('admin.mails.discard_to', { recipient })}
          onPress={onDiscard}
        >
          {say('admin.mails.discard')}
        </Button>
      </span>
    </li>
  );
}

/** Mails that could not be sent, which wait for whoever runs the service. */
export default function MailsScreen() {
  const { say } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const [isBusy, setBusy] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    ...failedMailsQuery(page),
    refetchInterval: ASKED_MS,
  });
  const act = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      toast({ text: await work() });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
    }
    await queries.invalidateQueries({ queryKey: ['mails'] });
    setBusy(false);
  };
  const mails = data?.mails ?? [];
  return (
    <div className="acc" aria-busy={isPending}>
      <header className="at-h">
        <h1>{say('admin.mails')}</h1>
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data && !data.by_mail && <Strip>{say('admin.mails.no_server')}</Strip>}
      <section className="es">
        <p className="h">{say(data?.total === 0 ? 'admin.mails.none' : 'admin.mails.help')}</p>
        <ul className="acc-l">
          {mails.map((mail) => (
            <FailedMail
              key={mail.id}
              mail={mail}
              onRetry={() =>
                void act(async () => {
                  await mailCalls.retry(mail.id);
                  return say('admin.mails.retried', { count: 1 });
                })
              }
              onDiscard={() =>
                void act(async () => {
                  await mailCalls.discard(mail.id);
                  return say('admin.mails.discarded', { recipient: mail.recipient });
                })
              }
            />
          ))}
        </ul>
        {data && data.total_pages > 1 && (
          <Pager page={page} perPage={PER_PAGE} total={data.total} onPage={setPage} />
        )}
        {mails.some(({ can_retry }) => can_retry) && (
          <p>
            <Button
              isBusy={isBusy}
              onPress={() =>
                void act(async () => say('admin.mails.retried', { count: await mailCalls.retryAll() }))
              }
            >
              {say('admin.mails.retry_all')}
            </Button>
          </p>
        )}
      </section>
    </div>
  );
}
