import { useSession } from '../interface/session.ts';
import { TextField } from '../parts/field.tsx';
import { Strip } from '../parts/strip.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { GuardedAction } from './use-guarded.ts';

/** The reason why an action was refused, and the field for the password that it needs. */
export function PasswordProof({ action }: { readonly action: GuardedAction }) {
  const { say } = useTexts();
  const login = useSession()?.user?.login ?? '';
  return (
    <>
      {action.problem !== '' && <Strip look="bad">{action.problem}</Strip>}
      {action.asksPassword && <input hidden readOnly autoComplete="username" value={login} />}
      {action.asksPassword && (
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
    </>
  );
}
