import { useQueryClient } from '@tanstack/react-query';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type HistoryEntry, undoEntry } from './history-query.ts';

/** Returns what takes an entry back, or some of its fields, and tells so in a toast. */
export function useUndo(): (entry: HistoryEntry, fields?: readonly string[]) => Promise<void> {
  const { say } = useTexts();
  const queries = useQueryClient();
  const toast = useToast();
  return async (entry, fields) => {
    try {
      const { undone, kept } = await undoEntry(entry.id, fields);
      await queries.invalidateQueries();
      const [reason] = kept;
      if (undone === 0 && reason) toast({ text: say(`admin.history.kept.${reason.reason}`) });
      else toast({ text: say('admin.history.taken_back') });
    } catch (problem) {
      toast({ text: problemText(problem, say) });
    }
  };
}
