import { useQuery } from '@tanstack/react-query';
import { useSession } from '../interface/session.ts';
import { Failed } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { accountCalls } from './account-query.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import { TotpSection } from './totp-section.tsx';

/** The account of whoever is signed in: who they are, and all by which they sign in. */
export default function AccountScreen() {
  const { say } = useTexts();
  const user = useSession()?.user;
  const { data, error, refetch } = useQuery({
    queryKey: ['account', user?.id],
    queryFn: ({ signal }) => accountCalls.read(user?.id ?? 0, signal),
    enabled: user !== undefined && user !== null,
  });
  if (error)
    return (
      <div className="adm-p">
        <Failed error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <div className="wait-line" role="progressbar" aria-label={say('admin.waiting')} />;
  return (
    <div className="acc">
      <header className="at-h">
        <h1>{say('admin.account')}</h1>
      </header>
      <ProfileSection account={data} />
      <PasswordSection account={data} />
      <SessionsSection />
      <TotpSection account={data} />
      <PasskeysSection account={data} />
      <TokensSection account={data} />
    </div>
  );
}
