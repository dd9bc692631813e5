import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { InterfaceError, OfflineError } from '../interface/client.ts';
import { UnsupportedFileError } from '../interface/upload-picture.ts';
import { Button } from '../parts/button.tsx';
import { Strip } from '../parts/strip.tsx';
import { type Say, useTexts } from '../texts/texts.tsx';

/** Returns whether an error says that nobody is signed in any more: what needs a right is forbidden to somebody by 403. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof InterfaceError && error.status === 401 && error.code === 'rest_forbidden';

/** The way in again, in a window of its own: what stands in this one stays. */
export function SignInAgain() {
  const { say } = useTexts();
  return (
    <a className="btn btn-quiet btn-s" href="/admin/sign-in" target="_blank" rel="noopener">
      {say('admin.sign_in')}
    </a>
  );
}

/** Returns what an error says to people. */
export function problemText(error: unknown, say: Say): string {
  if (error instanceof UnsupportedFileError) return say('admin.media.unsupported');
  if (error instanceof OfflineError) return say('admin.offline');
  if (isSignedOut(error)) return say('admin.signed_out');
  // Not an answer of the service, but of what stands before it.
  if (error instanceof InterfaceError && error.status >= 500 && error.code === 'internal')
    return say('admin.no_answer', { status: error.status });
  if (error instanceof InterfaceError && error.message !== '') return error.message;
  return say('admin.failed');
}

/** Shows what has failed, and asks again. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { say } = useTexts();
  return (
    <Strip
      look="bad"
      action={
        <>
          {isSignedOut(error) && <SignInAgain />}
          <Button look="quiet" size="small" onPress={onRetry}>
            {say('admin.again')}
          </Button>
        </>
      }
    >
      {problemText(error, say)}
    </Strip>
  );
}

/** The content of a screen that could not be loaded. */
export function Failure({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div className="adm-p">
      <Failed error={error} onRetry={() => void router.invalidate()} />
    </div>
  );
}
