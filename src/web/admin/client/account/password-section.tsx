import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { TextField } from '../parts/field.tsx';
import { NewPasswordField } from '../parts/new-password-field.tsx';
import { Strip } from '../parts/strip.tsx';
import { useToast } from '../parts/toast.tsx';
import { useTexts } from '../texts/texts.tsx';
import { accountCalls, type OwnAccount } from './account-query.ts';
import { PasswordProof } from './password-proof.tsx';
import { useGuarded } from './use-guarded.ts';

/** Another password for an account, which ends its other sessions. */
export function PasswordSection({ account }: { readonly account: OwnAccount }) {
  const { say } = useTexts();
  const toast = useToast();
  const action = useGuarded();
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const [revokes, setRevokes] = useState(false);
  const save = () =>
    action.run(async () => {
      await accountCalls.update(account.id, {
        password,
        ...(present === '' ? {} : { current_password: present }),
        revoke_tokens: revokes,
      });
      setPresent('');
      setPassword('');
      toast({ text: say('admin.account.password_saved') });
    });
  return (
    <form
      className="es"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>{say('admin.account.password')}</h2>
      <input hidden readOnly autoComplete="username" value={account.login} />
      {!account.has_password && <PasswordProof action={action} />}
      {account.has_password && action.problem !== '' && <Strip look="bad">{action.problem}</Strip>}
      {account.has_password && (
        <TextField
          label={say('admin.account.current_password')}
          type="password"
          autoComplete="current-password"
          value={present}
          onChange={setPresent}
          problem={
            action.fields['current_password'] ?? (action.asksPassword ? say('admin.account.wrong') : '')
          }
        />
      )}
      <NewPasswordField
        label={say('admin.account.new_password')}
        help={say('admin.account.new_password_help')}
        value={password}
        onChange={setPassword}
        problem={action.fields['password'] ?? ''}
      />
      <Checkbox isSelected={revokes} onChange={setRevokes}>
        {say('admin.account.revoke_tokens')}
      </Checkbox>
      <p>
        <Button type="submit" look="quiet" isBusy={action.isBusy} isDisabled={password === ''}>
          {say('admin.account.set_password')}
        </Button>
      </p>
    </form>
  );
}
