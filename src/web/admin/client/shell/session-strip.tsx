import { useSession } from '../interface/session.ts';
import { Strip } from '../parts/strip.tsx';
import { useTexts } from '../texts/texts.tsx';
import { SignInAgain } from './failure.tsx';

/** Shows that the session has ended, unless something that failed for that says so itself; what somebody was at stays. */
export function SessionStrip() {
  const { say } = useTexts();
  if (!useSession()?.isEnded) return null;
  return (
    <div className="ended">
      <Strip action={<SignInAgain />}>{say('admin.signed_out')}</Strip>
    </div>
  );
}
