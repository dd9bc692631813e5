import { useCallback } from 'react';
import { useToast } from '../parts/toast.tsx';
import { useTexts } from '../texts/texts.tsx';
import { problemText } from './failure.tsx';

/** Returns what tells, in a toast, why something was refused that has no place of its own for that. */
export function useTellRefusal(): (refusal: unknown) => void {
  const toast = useToast();
  const { say } = useTexts();
  return useCallback((refusal) => toast({ text: problemText(refusal, say) }), [toast, say]);
}
