import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, bodyOf } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { TextField } from '../parts/field.tsx';
import { Strip } from '../parts/strip.tsx';
import { returnPathOf } from '../shell/return-path.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { useTexts } from '../texts/texts.tsx';
import { Door } from './door.tsx';
import { eventsTodayQuery } from './events-today.ts';
import { knowsPasskeys, signInByPasskey } from './passkeys.ts';
import { useEntry } from './use-entry.ts';

/** Signs somebody in by login or e-mail address and password, and leads back to where they wanted to go. */
export default function SignInScreen() {
  const { say } = useTexts();
  const { next } = useSearch({ strict: false });
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const [remember, setRemember] = useState(false);
  const entry = useEntry(
    () =>
      bodyOf(
        api.POST('/kalends/v1/sessions', {
          body: { login, password, remember, ...(code === '' ? {} : { code }) },
        }),
      ),
    { fields: ['login', 'password'], leadsTo: returnPathOf(next) },
  );
  const byPasskey = useEntry(() => signInByPasskey(remember), { fields: [], leadsTo: returnPathOf(next) });
  const { data: count = 0 } = useQuery(eventsTodayQuery);
  const isCodeAsked = entry.code === 'rest_second_factor_required';
  useEffect(() => {
    if (isCodeAsked) setAsksCode(true);
  }, [isCodeAsked]);
  usePageTitle(say('admin.sign_in'));
  return (
    <Door note={count > 0 ? say('admin.sign_in.today', { count }) : undefined}>
      <form className="f-col" onSubmit={entry.submit} noValidate>
        <h1>{say('admin.sign_in')}</h1>
        {entry.problem && !isCodeAsked && <Strip look="bad">{entry.problem}</Strip>}
        <TextField
          label={say('admin.sign_in.login')}
          value={login}
          onChange={setLogin}
          autoComplete="username"
          problem={entry.problemOf('login')}
          autoFocus
        />
        <TextField
          label={say('admin.sign_in.password')}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          problem={entry.problemOf('password')}
        />
        {asksCode && (
          <TextField
            label={say('admin.sign_in.code')}
            value={code}
            onChange={setCode}
            autoComplete="one-time-code"
            help={say('admin.sign_in.code.help')}
            autoFocus
          />
        )}
        <Checkbox isSelected={remember} onChange={setRemember}>
          {say('admin.sign_in.remember')}
        </Checkbox>
        <Button type="submit" size="large" isBusy={entry.isBusy}>
          {say('admin.sign_in')}
        </Button>
        {knowsPasskeys() && (
          <>
            {byPasskey.problem && <Strip look="bad">{byPasskey.problem}</Strip>}
            <Button look="quiet" size="large" isBusy={byPasskey.isBusy} onPress={byPasskey.begin}>
              {say('admin.sign_in.passkey')}
            </Button>
          </>
        )}
        <p>
          <Link to="/admin/reset">{say('admin.sign_in.forgotten')}</Link>
        </p>
      </form>
    </Door>
  );
}
