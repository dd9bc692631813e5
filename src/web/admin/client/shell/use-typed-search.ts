import { useEffect, useRef, useState } from 'react';

/** How long typing rests before it is searched for. */
const REST_MS = 120;

/**
 * Returns what is typed into a search whose address holds it, and what changes that. Typing changes the address once it rests;
 * another address, such as the one before, changes what is typed.
 */
export function useTypedSearch(search: string, onRest: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const asked = useRef(search);
  const rested = useRef(onRest);
  rested.current = onRest;
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    if (typed === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = typed;
      rested.current(typed);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
