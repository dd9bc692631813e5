import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, bodyOf, InterfaceError } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { NewPasswordField } from '../parts/new-password-field.tsx';
import { Strip } from '../parts/strip.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { useTexts } from '../texts/texts.tsx';
import { useLinkCode } from './code-of-link.ts';
import { Door } from './door.tsx';

/** Asks for a link by mail, where the calendar sends mail, and says whom to ask where it doesn't. */
function AskForLink() {
  const { say } = useTexts();
  const { data: way } = useQuery({
    queryKey: ['password-reset'],
    queryFn: ({ signal }) => bodyOf(api.GET('/kalends/v1/password-reset', { signal })),
  });
  const [login, setLogin] = useState('');
  const request = useMutation({
    mutationFn: () => api.POST('/kalends/v1/password-reset', { body: { login } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate();
  };
  const fields = request.error instanceof InterfaceError ? request.error.fields : {};
  if (way && !way.by_mail)
    return (
      <div className="f-col">
        <h1>{say('admin.reset.forgotten')}</h1>
        <p>{say('admin.reset.by_operator')}</p>
        <code>npx kalends user reset {say('admin.login').toLowerCase()}</code>
        <Link to="/admin/sign-in">{say('admin.sign_in')}</Link>
      </div>
    );
  return (
    <form className="f-col" onSubmit={submit} noValidate>
      <h1>{say('admin.reset.forgotten')}</h1>
      {request.isSuccess ? (
        <Strip look="ok">{say('admin.reset.sent')}</Strip>
      ) : (
        <>
          {request.error && !fields['login'] && <Strip look="bad">{problemText(request.error, say)}</Strip>}
          <TextField
            label={say('admin.sign_in.login')}
            value={login}
            onChange={setLogin}
            autoComplete="username"
            problem={fields['login']}
            autoFocus
          />
          <Button type="submit" size="large" isBusy={request.isPending}>
            {say('admin.reset.send')}
          </Button>
        </>
      )}
      <Link to="/admin/sign-in">{say('admin.sign_in')}</Link>
    </form>
  );
}

/** Sets a password anew by the code of a link. */
function SetPassword({ code }: { code: string }) {
  const { say } = useTexts();
  const {
    data: account,
    error,
    refetch,
  } = useQuery({
    queryKey: ['password-reset', code],
    queryFn: () => bodyOf(api.POST('/kalends/v1/password-reset/preview', { body: { code } })),
    retry: false,
  });
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => api.POST('/kalends/v1/password-reset/confirm', { body: { code, password } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  const fields = confirm.error instanceof InterfaceError ? confirm.error.fields : {};
  if (error || confirm.isSuccess)
    return (
      <div className="f-col">
        <h1>{say('admin.reset')}</h1>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {confirm.isSuccess && <Strip look="ok">{say('admin.reset.done')}</Strip>}
        <Link className="btn btn-l" to="/admin/sign-in">
          {say('admin.sign_in')}
        </Link>
      </div>
    );
  return (
    <form className="f-col" onSubmit={submit} noValidate>
      <h1>{say('admin.reset')}</h1>
      {account && <p className="muted">{say('admin.reset.account', { login: account.login })}</p>}
      {confirm.error && !fields['password'] && <Strip look="bad">{problemText(confirm.error, say)}</Strip>}
      <NewPasswordField
        label={say('admin.password')}
        value={password}
        onChange={setPassword}
        help={say('admin.password.help')}
        problem={fields['password']}
        autoFocus
      />
      <Button type="submit" size="large" isBusy={confirm.isPending}>
        {say('admin.reset.set')}
      </Button>
    </form>
  );
}

/** The page of a forgotten password: with the code of a link it is set anew, without one a link is asked for. */
export default function ResetScreen() {
  const { say } = useTexts();
  const code = useLinkCode();
  usePageTitle(say('admin.reset'));
  return <Door>{code === '' ? <AskForLink /> : <SetPassword code={code} />}</Door>;
}
