import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { RevocableList } from '../parts/revocable-list.tsx';
import { SecretField } from '../parts/secret-field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { lastUse } from '../texts/last-use.ts';
import { useTexts } from '../texts/texts.tsx';
import { accountCalls, type OwnAccount, type ShownScope } from './account-query.ts';
import { PasswordProof } from './password-proof.tsx';
import { useGuarded } from './use-guarded.ts';

const scopes = ['read', 'write-own', 'write', 'admin'] as const satisfies readonly ShownScope[];

/** Tokens of an account for programs: how far each goes, when it was used, and a new one, shown once. */
export function TokensSection({ account }: { readonly account: OwnAccount }) {
  const texts = useTexts();
  const { say } = texts;
  const toast = useToast();
  const queries = useQueryClient();
  const action = useGuarded();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ShownScope>('write');
  const [made, setMade] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['account', 'tokens', account.id],
    queryFn: ({ signal }) => accountCalls.tokens(account.id, signal),
  });
  const renew = () => queries.invalidateQueries({ queryKey: ['account', 'tokens', account.id] });
  const make = () =>
    action.run(async (proof) => {
      const { token } = await accountCalls.createToken(account.id, { name, scope, ...proof });
      setMade(token);
      setName('');
      await renew();
    });
  const revoke = async (id: number) => {
    try {
      await accountCalls.deleteToken(account.id, id);
      toast({ text: say('admin.account.token_revoked') });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
    }
    await renew();
  };
  return (
    <section className="es">
      <h2>{say('admin.account.tokens')}</h2>
      <p className="h">{say('admin.account.tokens_help')}</p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      <RevocableList
        items={data?.map(({ id, name, scope, ...token }) => ({
          id,
          name,
          told: `${say(`admin.account.scope.${scope}`)} · ${lastUse(token, texts)}`,
        }))}
        end={{
          text: say('admin.account.revoke'),
          labelOf: (name) => say('admin.account.revoke_of', { name }),
          onEnd: ({ id }) => void revoke(id),
        }}
      />
      {made !== '' && (
        <SecretField
          label={say('admin.account.token_made')}
          value={made}
          help={say('admin.account.shown_once')}
          onClose={() => setMade('')}
        />
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <div className="se-r">
          <TextField
            label={say('admin.account.token_name')}
            value={name}
            onChange={setName}
            problem={action.fields['name'] ?? ''}
          />
          <SelectField
            label={say('admin.account.token_scope')}
            value={scope}
            onChange={(value) => setScope(scopes.find((one) => one === value) ?? 'write')}
            choices={scopes.map((one) => ({ value: one, text: say(`admin.account.scope.${one}`) }))}
          />
        </div>
        <PasswordProof action={action} />
        <p>
          <Button type="submit" look="quiet" isBusy={action.isBusy} isDisabled={name.trim() === ''}>
            {say('admin.account.make_token')}
          </Button>
        </p>
      </form>
    </section>
  );
}
