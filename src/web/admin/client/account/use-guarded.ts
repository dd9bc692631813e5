import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { knowsPasskeys, signInByPasskey } from '../access/passkeys.ts';
import { InterfaceError } from '../interface/client.ts';
import { sessionQuery, useSession } from '../interface/session.ts';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';

/** The password, where the interface wants it beside what is asked for. */
export type ProofOfPassword = { readonly current_password?: string };

/** An action that may need the password of whoever asks for it. */
export interface GuardedAction {
  /** Does it; what is refused is told, and the password is asked for where it is needed. */
  run(work: (proof: ProofOfPassword) => Promise<void>): Promise<void>;
  readonly isBusy: boolean;
  /** The refusal in words, where it isn't about single fields; empty: there is none. */
  readonly problem: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly asksPassword: boolean;
  readonly password: string;
  setPassword(password: string): void;
  /** True if a passkey can replace the password. */
  readonly takesPasskey: boolean;
  /** True if a passkey has just replaced the password. */
  readonly isConfirmed: boolean;
  /** Signs in anew with a passkey, which stands for the password for some minutes. */
  confirm(): Promise<void>;
}

/**
 * Returns an action that may need the password.
 * @param options `asksFirst`: the password is always needed, and asked for before the first try
 */
export function useGuarded({ asksFirst = false } = {}): GuardedAction {
  const { say } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  /** Whether the password was sent along with what was refused. */
  const [wasProven, setProven] = useState(false);
  const [asksPassword, setAsksPassword] = useState(asksFirst);
  const [password, setPassword] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const queries = useQueryClient();
  const { user, session } = useSession() ?? {};
  const isAsking =
    refusal instanceof InterfaceError && refusal.code === 'rest_password_required' && !wasProven;
  const fields = refusal instanceof InterfaceError ? refusal.fields : {};
  const isTold = refusal !== undefined && !isAsking && Object.keys(fields).length === 0;
  return {
    async run(work) {
      setBusy(true);
      setRefusal(undefined);
      setProven(password !== '');
      try {
        await work(password === '' ? {} : { current_password: password });
        setAsksPassword(false);
        setConfirmed(false);
        setPassword('');
      } catch (error) {
        setRefusal(error);
        if (error instanceof InterfaceError && error.code === 'rest_password_required') {
          setAsksPassword(true);
          setConfirmed(false);
        }
      }
      setBusy(false);
    },
    async confirm() {
      setBusy(true);
      setRefusal(undefined);
      try {
        const begun = await signInByPasskey(session?.remembered ?? false);
        queries.setQueryData(sessionQuery.queryKey, begun);
        // The passkey may be another person's, for whom nothing on the screen is meant.
        if (begun.user?.id !== user?.id) location.assign('/admin');
        setAsksPassword(false);
        setConfirmed(true);
        setPassword('');
      } catch (error) {
        if (!(error instanceof DOMException)) setRefusal(error);
      }
      setBusy(false);
    },
    isBusy,
    problem: isTold ? problemText(refusal, say) : '',
    fields,
    asksPassword,
    password,
    setPassword,
    takesPasskey:
      asksPassword &&
      knowsPasskeys() &&
      (user?.has_password === false || (session?.methods.includes('passkey') ?? false)),
    isConfirmed,
  };
}
