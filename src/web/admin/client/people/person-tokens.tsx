import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RevocableList } from '../parts/revocable-list.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { lastUse } from '../texts/last-use.ts';
import { useTexts } from '../texts/texts.tsx';
import { type Person, peopleCalls } from './people-query.ts';

/** Tokens of a person: how far each goes, when it was used, and what revokes it. */
export function PersonTokens({ person: { id } }: { readonly person: Person }) {
  const texts = useTexts();
  const { say } = texts;
  const toast = useToast();
  const queries = useQueryClient();
  const queryKey = ['people', 'tokens', id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => peopleCalls.tokens(id, signal),
  });
  const revoke = async (token: number) => {
    try {
      await peopleCalls.revoke(id, token);
      toast({ text: say('admin.account.token_revoked') });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
    }
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <section className="pp-d">
      <h3>{say('admin.account.tokens')}</h3>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="h">{say('admin.people.no_tokens')}</p>}
      <RevocableList
        items={data?.map(({ id, name, scope, ...token }) => ({
          id,
          name,
          told: `${say(`admin.people.scope.${scope}`)} · ${lastUse(token, texts)}`,
        }))}
        end={{
          text: say('admin.account.revoke'),
          labelOf: (name) => say('admin.account.revoke_of', { name }),
          onEnd: (token) => void revoke(token.id),
        }}
      />
    </section>
  );
}
