import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { InterfaceError, OfflineError } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { Strip } from '../parts/strip.tsx';
import { type Say, useTexts } from '../texts/texts.tsx';

/** Returns what an error says to people. */
export function problemText(error: unknown, say: Say): string {
  if (error instanceof OfflineError) return say('admin.offline');
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
        <Button look="quiet" size="small" onPress={onRetry}>
          {say('admin.again')}
        </Button>
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
