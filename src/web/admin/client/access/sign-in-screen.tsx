import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { api, bodyOf, InterfaceError } from '../interface/client.ts';
import { sessionQuery } from '../interface/session.ts';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { TextField } from '../parts/field.tsx';
import { Strip } from '../parts/strip.tsx';
import { siteName } from '../shell/brand.tsx';
import { problemText } from '../shell/failure.tsx';
import { returnPathOf } from '../shell/return-path.ts';
import { useTexts } from '../texts/texts.tsx';
import { Door } from './door.tsx';

/** Signs somebody in by login or e-mail address and password, and leads back to where they wanted to go. */
export default function SignInScreen() {
  const { say } = useTexts();
  const { next } = useSearch({ strict: false });
  const queries = useQueryClient();
  const router = useRouter();
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const signIn = useMutation({
    mutationFn: () => bodyOf(api.POST('/kalends/v1/sessions', { body: { login, password, remember } })),
    async onSuccess(session) {
      queries.clear();
      queries.setQueryData(sessionQuery.queryKey, session);
      await router.invalidate();
      router.history.replace(returnPathOf(next));
    },
  });
  useEffect(() => {
    document.title = `${say('admin.sign_in')} · ${siteName}`;
  }, [say]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  const fields = signIn.error instanceof InterfaceError ? signIn.error.fields : {};
  return (
    <Door>
      <form className="f-col" onSubmit={submit} noValidate>
        <h1>{say('admin.sign_in')}</h1>
        {signIn.error && Object.keys(fields).length === 0 && (
          <Strip look="bad">{problemText(signIn.error, say)}</Strip>
        )}
        <TextField
          label={say('admin.sign_in.login')}
          value={login}
          onChange={setLogin}
          autoComplete="username"
          problem={fields['login']}
          autoFocus
        />
        <TextField
          label={say('admin.sign_in.password')}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          problem={fields['password']}
        />
        <Checkbox isSelected={remember} onChange={setRemember}>
          {say('admin.sign_in.remember')}
        </Checkbox>
        <Button type="submit" size="large" isBusy={signIn.isPending}>
          {say('admin.sign_in')}
        </Button>
      </form>
    </Door>
  );
}
