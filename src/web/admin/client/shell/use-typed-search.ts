import { useEffect, useRef, useState } from 'react';

/** Milliseconds between two keys within which the second waits for a third: whoever types that fast isn't answered by each. */
const TYPING_MS = 60;
/** Milliseconds that such a key waits. */
const REST_MS = 20;

/**
 * Returns what is typed into a search whose address holds it, and what changes that. Typing asks for another address at once;
 * another address, such as the one before, changes what is typed.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const ask = useRef(onSearch);
  ask.current = onSearch;
  /** Searches that were asked for and that the address doesn't hold yet: it may come to them after further keys. */
  const asked = useRef<string[]>([]);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const at = asked.current.indexOf(search);
    asked.current.splice(0, at === -1 ? undefined : at + 1);
    if (at === -1) setTyped(search);
  }, [search]);
  const searchFor = (text: string) => {
    asked.current.push(text);
    ask.current(text);
  };
  const type = (text: string) => {
    setTyped(text);
    const since = performance.now() - typedAt.current;
    typedAt.current = performance.now();
    clearTimeout(timer.current);
    if (since > TYPING_MS) searchFor(text);
    else timer.current = setTimeout(searchFor, REST_MS, text);
  };
  return [typed, type] as const;
}
