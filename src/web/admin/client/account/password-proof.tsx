import { useSession } from '../interface/session.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Strip } from '../parts/strip.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { GuardedAction } from './use-guarded.ts';

/** The reason why an action was refused, and the field for the password that it needs. */
export function PasswordProof({ action }: { readonly action: GuardedAction }) {
  const { say } = useTexts();
  const user = useSession()?.user;
  const asksPassword = action.asksPassword && !(action.takesPasskey && user?.has_password === false);
  return (
    <>
      {action.problem !== '' && <Strip look="bad">{action.problem}</Strip>}
      {action.isConfirmed && <Strip look="ok">{say('admin.account.confirmed')}</Strip>}
      {asksPassword && <input hidden readOnly autoComplete="username" value={user?.login ?? ''} />}
      {asksPassword && (
        <TextField
          label={say('admin.account.current_password')}
          help={say('admin.account.current_password_help')}
          type="password"
          autoComplete="current-password"
          value={action.password}
          onChange={action.setPassword}
          problem={action.fields['current_password'] ?? ''}
          autoFocus
        />
      )}
      {action.takesPasskey && (
        <p>
          <Button look="quiet" size="small" isBusy={action.isBusy} onPress={() => void action.confirm()}>
            {say('admin.account.use_passkey')}
          </Button>
        </p>
      )}
    </>
  );
}
