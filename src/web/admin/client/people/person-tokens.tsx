import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { formatDate } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { type Person, peopleCalls } from './people-query.ts';

/** Tokens of a person: how far each goes, when it was used, and what revokes it. */
export function PersonTokens({ person: { id } }: { readonly person: Person }) {
  const { say, language } = useTexts();
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
  const day = (utc: string) => formatDate(utc, language, { dateStyle: 'medium' });
  return (
    <section className="pp-d">
      <h3>{say('admin.account.tokens')}</h3>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="h">{say('admin.people.no_tokens')}</p>}
      <ul className="acc-l">
        {data?.map((token) => (
          <li key={token.id}>
            <span>
              <b>{token.name}</b>
              <small>
                {say(`admin.people.scope.${token.scope}`)}
                {' · '}
                {token.last_used_utc
                  ? say('admin.account.token_used', { date: day(token.last_used_utc) })
                  : say('admin.account.token_unused', { date: day(token.created_utc) })}
              </small>
            </span>
            <Button
              look="quiet"
              size="small"
              aria-label={say('admin.account.revoke_of', { name: token.name })}
              onPress={() => void revoke(token.id)}
            >
              {say('admin.account.revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
