import { useQueryClient } from '@tanstack/react-query';
import { undoEntry } from '../history/history-query.ts';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { mediaCalls } from './media-query.ts';

/**
 * Returns what changes or removes a picture, tells so with the way back, and brings what shows the picture up to date. It resolves
 * to whether the change was done.
 */
export function usePictureChange(
  id: number,
): (work: () => Promise<unknown>, done: string) => Promise<boolean> {
  const { say } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const tellRefusal = (refusal: unknown) => toast({ text: problemText(refusal, say) });
  return async (work, done) => {
    try {
      await work();
    } catch (refusal) {
      tellRefusal(refusal);
      return false;
    }
    const entry = await mediaCalls.lastEntry(id).catch(() => undefined);
    toast({
      text: done,
      ...(entry === undefined
        ? {}
        : {
            undo: async () => {
              try {
                const { undone, kept } = await undoEntry(entry);
                const [reason] = kept;
                if (undone === 0 && reason) toast({ text: say(`admin.history.kept.${reason.reason}`) });
              } catch (refusal) {
                tellRefusal(refusal);
              }
              await queries.invalidateQueries();
            },
          }),
    });
    await queries.invalidateQueries();
    return true;
  };
}
