import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The leaving of a form that isn't saved, as the router holds it back. */
export interface HeldLeaving {
  readonly isAsked: boolean;
  stay(): void;
  leave(): void;
}

/** A form that may be left. */
interface LeftForm {
  isUnsaved(): boolean;
  /** Leaves; returns whether it has to be asked first. */
  leave(isConfirmed: boolean): boolean;
}

const partOf = (search: object, name: string): unknown =>
  Object.entries(search).find(([key]) => key === name)?.[1];

/**
 * Holds back whoever leaves a form with something that isn't saved. Links within a page, a search beside the form and the like
 * leave it where it is: only another path leaves, or another value of what the address names the form by.
 */
export function useHeldLeaving(
  form: LeftForm,
  /** Names of the parts of the address's search by which a form is another. */
  namedBy: readonly string[] = [],
): HeldLeaving {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname ||
        namedBy.some((name) => partOf(current.search, name) !== partOf(next.search, name))) &&
      form.leave(false),
    enableBeforeUnload: form.isUnsaved,
    withResolver: true,
  });
  const isAsked = blocker.status === 'blocked';
  const isSettled = isAsked && !form.isUnsaved();
  const { reset } = blocker;
  useEffect(() => {
    // Whoever saves instead of answering has stayed.
    if (isSettled) reset?.();
  }, [isSettled, reset]);
  return {
    isAsked,
    stay: () => blocker.reset?.(),
    leave: () => {
      form.leave(true);
      blocker.proceed?.();
    },
  };
}
