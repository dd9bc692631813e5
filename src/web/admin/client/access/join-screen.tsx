import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { NewPasswordField } from '../parts/new-password-field.tsx';
import { Strip } from '../parts/strip.tsx';
import { Failed } from '../shell/failure.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { useTexts } from '../texts/texts.tsx';
import { useLinkCode } from './code-of-link.ts';
import { Door } from './door.tsx';
import { useEntry } from './use-entry.ts';

/** The page of an invitation: whoever has its link makes an account of the role that they are invited to. */
export default function JoinScreen() {
  const { say } = useTexts();
  const code = useLinkCode();
  const {
    data: invitation,
    error,
    refetch,
  } = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => bodyOf(api.POST('/kalends/v1/invitations/preview', { body: { code } })),
    retry: false,
  });
  const [given, setGiven] = useState<{ login: string; name: string; password: string; email?: string }>({
    login: '',
    name: '',
    password: '',
  });
  const email = given.email ?? invitation?.email ?? '';
  const entry = useEntry(
    () =>
      bodyOf(
        api.POST('/kalends/v1/invitations/accept', {
          body: {
            code,
            login: given.login,
            password: given.password,
            ...(given.name === '' ? {} : { name: given.name }),
            ...(email === '' ? {} : { email }),
          },
        }),
      ),
    { fields: ['login', 'name', 'email', 'password'] },
  );
  usePageTitle(say('admin.join'));
  const set = (field: keyof typeof given) => (value: string) => setGiven({ ...given, [field]: value });
  return (
    <Door>
      {error ? (
        <div className="f-col">
          <h1>{say('admin.join')}</h1>
          <Failed error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <form className="f-col" onSubmit={entry.submit} noValidate>
          <h1>{say('admin.join')}</h1>
          {invitation && (
            <p className="muted">
              {say('admin.join.text', {
                site: invitation.site,
                role: say(`admin.role.${invitation.role}`),
                by: invitation.invited_by ?? '',
              })}
            </p>
          )}
          {entry.problem && <Strip look="bad">{entry.problem}</Strip>}
          <TextField
            label={say('admin.first_run.name')}
            value={given.name}
            onChange={set('name')}
            autoComplete="name"
            problem={entry.problemOf('name')}
            autoFocus
          />
          <TextField
            label={say('admin.login')}
            value={given.login}
            onChange={set('login')}
            autoComplete="username"
            help={say('admin.login.help')}
            problem={entry.problemOf('login')}
          />
          <TextField
            label={say('admin.email')}
            type="email"
            value={email}
            onChange={set('email')}
            autoComplete="email"
            problem={entry.problemOf('email')}
          />
          <NewPasswordField
            label={say('admin.password')}
            value={given.password}
            onChange={set('password')}
            help={say('admin.password.help')}
            problem={entry.problemOf('password')}
          />
          <Button type="submit" size="large" isBusy={entry.isBusy}>
            {say('admin.join.accept')}
          </Button>
        </form>
      )}
    </Door>
  );
}
