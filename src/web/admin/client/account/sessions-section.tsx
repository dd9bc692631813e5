import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { RevocableList } from '../parts/revocable-list.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { accountCalls } from './account-query.ts';
import { shownSession } from './shown-session.ts';

/** The places where an account is signed in; each session can be ended, or all others at once. */
export function SessionsSection() {
  const texts = useTexts();
  const { say } = texts;
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
      <RevocableList
        items={data?.map((session) => shownSession(session, texts))}
        end={{
          text: say('admin.account.end'),
          labelOf: (name) => say('admin.account.end_of', { name }),
          onEnd: ({ id }) => void end(() => accountCalls.endSession(id)),
        }}
      />
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
