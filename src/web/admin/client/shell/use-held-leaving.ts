import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The leaving of a form that isn't saved, as the router holds it back. */
export interface HeldLeaving {
  readonly status: 'blocked' | 'idle';
  readonly proceed?: (() => void) | undefined;
  readonly reset?: (() => void) | undefined;
}

const partOf = (search: object, name: string): unknown =>
  Object.entries(search).find(([key]) => key === name)?.[1];

/**
 * Holds back whoever leaves a form with something that isn't saved. Links within a page, a search beside the form and the like
 * leave it where it is: only another path leaves, or another value of what the address names the form by.
 */
export function useHeldLeaving(
  isUnsaved: () => boolean,
  /** Names of the parts of the address's search by which a form is another. */
  namedBy: readonly string[] = [],
): HeldLeaving {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved() &&
      (current.pathname !== next.pathname ||
        namedBy.some((name) => partOf(current.search, name) !== partOf(next.search, name))),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const isSettled = blocker.status === 'blocked' && !isUnsaved();
  const { reset } = blocker;
  useEffect(() => {
    // Whoever saves instead of answering has stayed.
    if (isSettled) reset?.();
  }, [isSettled, reset]);
  return blocker;
}
