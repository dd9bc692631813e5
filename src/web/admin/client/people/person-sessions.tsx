import { useQuery, useQueryClient } from '@tanstack/react-query';
import { shownSession } from '../account/shown-session.ts';
import { Button } from '../parts/button.tsx';
import { RevocableList } from '../parts/revocable-list.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type Person, peopleCalls } from './people-query.ts';

/** Sessions of a person, and what signs them out everywhere. */
export function PersonSessions({ person: { id } }: { readonly person: Person }) {
  const texts = useTexts();
  const { say } = texts;
  const toast = useToast();
  const queries = useQueryClient();
  const queryKey = ['people', 'sessions', id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => peopleCalls.sessions(id, signal),
  });
  const signOut = async () => {
    try {
      const { ended } = await peopleCalls.signOut(id);
      toast({ text: say('admin.people.signed_out', { count: ended }) });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
    }
    await queries.invalidateQueries({ queryKey });
  };
  const isCurrent = data?.some(({ current }) => current) ?? false;
  return (
    <section className="pp-d">
      <h3>{say('admin.people.sessions')}</h3>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="h">{say('admin.people.no_sessions')}</p>}
      <RevocableList items={data?.map((session) => shownSession(session, texts))} />
      {data && data.length > 0 && !isCurrent && (
        <p>
          <Button look="quiet" size="small" onPress={() => void signOut()}>
            {say('admin.people.sign_out')}
          </Button>
        </p>
      )}
    </section>
  );
}
