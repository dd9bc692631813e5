import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useToast } from '../parts/toast.tsx';
import { useTexts } from '../texts/texts.tsx';
import { useRunPlace } from './event-runs.tsx';
import { makeRuns, type RunAction } from './run-events.ts';

/** Returns what does something with events; the same as long as the page's language stays. */
export function useRunAction(): RunAction {
  const queries = useQueryClient();
  const toast = useToast();
  const texts = useTexts();
  const place = useRunPlace();
  return useMemo(() => makeRuns(queries, toast, texts, place), [queries, toast, texts, place]);
}
