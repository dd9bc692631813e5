import { useEffect, useState } from 'react';

const SETTLED_MS = 400;

/**
 * Returns true once something has been ready for a while, and from then on. What is asked for then holds up neither the first
 * rows of a list nor the answer to somebody who begins to search at once.
 */
export function useSettled(isReady: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isReady || isSettled) return undefined;
    const timer = setTimeout(setSettled, SETTLED_MS, true);
    return () => clearTimeout(timer);
  }, [isReady, isSettled]);
  return isSettled;
}
