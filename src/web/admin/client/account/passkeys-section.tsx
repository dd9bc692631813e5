import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { knowsPasskeys, makePasskey } from '../access/passkeys.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { RevocableList } from '../parts/revocable-list.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { lastUse } from '../texts/last-use.ts';
import { useTexts } from '../texts/texts.tsx';
import { accountCalls, type OwnAccount } from './account-query.ts';
import { PasswordProof } from './password-proof.tsx';
import { useGuarded } from './use-guarded.ts';

/** Passkeys of an account: those that there are, and a new one of this device. */
export function PasskeysSection({ account }: { readonly account: OwnAccount }) {
  const texts = useTexts();
  const { say } = texts;
  const toast = useToast();
  const queries = useQueryClient();
  const action = useGuarded();
  const [name, setName] = useState('');
  const key = ['account', 'passkeys', account.id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => accountCalls.passkeys(account.id, signal),
  });
  const renew = () => queries.invalidateQueries({ queryKey: key });
  const make = () =>
    action.run(async (proof) => {
      const options = await accountCalls.beginPasskey(account.id, proof);
      const response = await makePasskey(options).catch((refusal: unknown) => {
        if (refusal instanceof DOMException) return undefined;
        throw refusal;
      });
      if (!response) {
        toast({ text: say('admin.account.passkey_refused') });
        return;
      }
      await accountCalls.createPasskey(account.id, name.trim(), response);
      setName('');
      await renew();
    });
  const remove = async (id: number) => {
    try {
      await accountCalls.deletePasskey(account.id, id);
      toast({ text: say('admin.account.passkey_removed') });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
    }
    await renew();
  };
  return (
    <section className="es">
      <h2>{say('admin.account.passkeys')}</h2>
      <p className="h">{say('admin.account.passkeys_help')}</p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      <RevocableList
        items={data?.map(({ id, name, ...passkey }) => ({
          id,
          name,
          told: lastUse(passkey, texts),
        }))}
        end={{
          text: say('admin.account.remove'),
          labelOf: (name) => say('admin.account.remove_of', { name }),
          onEnd: ({ id }) => void remove(id),
        }}
      />
      {knowsPasskeys() ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <TextField
            label={say('admin.account.passkey_name')}
            help={say('admin.account.passkey_name_help')}
            value={name}
            onChange={setName}
            problem={action.fields['name'] ?? ''}
          />
          <PasswordProof action={action} />
          <p>
            <Button type="submit" look="quiet" isBusy={action.isBusy} isDisabled={name.trim() === ''}>
              {say('admin.account.make_passkey')}
            </Button>
          </p>
        </form>
      ) : (
        <p>{say('admin.account.no_passkeys')}</p>
      )}
    </section>
  );
}
