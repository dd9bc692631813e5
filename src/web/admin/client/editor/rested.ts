import { useEffect, useState } from 'react';

/** How long something rests before the interface is asked about it. */
const REST_MS = 600;

/** Returns a value once it has rested. */
export function useRested<T>(value: T): T {
  const text = JSON.stringify(value);
  const [rested, setRested] = useState({ text, value });
  useEffect(() => {
    const timer = setTimeout(() => setRested({ text, value: JSON.parse(text) as T }), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested.value;
}
