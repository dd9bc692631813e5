import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { formatDate } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { accountCalls } from './account-query.ts';
import { browserName } from './browser-name.ts';

/** The places where an account is signed in; each session can be ended, or all others at once. */
export function SessionsSection() {
  const { say, language } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => accountCalls.sessions(signal),
  });
  const end = async (work: () => Promise<unknown>) => {
    try {
      await work();
      toast({ text: say('admin.account.session_ended') });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
    }
    await queries.invalidateQueries({ queryKey: ['account', 'sessions'] });
  };
  const others = data?.filter(({ current }) => !current) ?? [];
  return (
    <section className="es">
      <h2>{say('admin.account.sessions')}</h2>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      <ul className="acc-l">
        {data?.map((session) => {
          const name = browserName(session.agent) || say('admin.account.unknown_browser');
          return (
            <li key={session.id}>
              <span>
                <b>{name}</b>
                <small>
                  {say('admin.account.session_told', {
                    address: session.address,
                    date: formatDate(session.last_used_utc, language, {
                      dateStyle: 'medium',
                      timeStyle: 'short',
                    }),
                  })}
                </small>
              </span>
              {session.current ? (
                <span className="dim">{say('admin.account.this_session')}</span>
              ) : (
                <Button
                  look="quiet"
                  size="small"
                  aria-label={say('admin.account.end_of', { name })}
                  onPress={() => void end(() => accountCalls.endSession(session.id))}
                >
                  {say('admin.account.end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <p>
        <Button
          look="quiet"
          isDisabled={others.length === 0}
          onPress={() => void end(accountCalls.endOthers)}
        >
          {say('admin.account.end_others')}
        </Button>
      </p>
    </section>
  );
}
