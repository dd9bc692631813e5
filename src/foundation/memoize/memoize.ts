import { LRUCache } from 'lru-cache';

/**
 * Returns a function of a text that keeps its latest results. Texts come from outside, so that their number and length
 * are bounded: longer ones than `maxLength` are computed each time.
 */
export function memoize<Result>(
  compute: (text: string) => Result,
  { maxEntries = 500, maxLength = 300 } = {},
): (text: string) => Result {
  // In an object of its own, since `undefined` is a result too.
  const known = new LRUCache<string, { readonly result: Result }>({ max: maxEntries });
  return (text) => {
    const found = known.get(text);
    if (found) return found.result;
    const result = compute(text);
    if (text.length <= maxLength) known.set(text, { result });
    return result;
  };
}

/** Returns a function that computes its result when it is first asked for it: what is the same whoever asks. */
export function once<Result>(compute: () => Result): () => Result {
  let known: { readonly result: Result } | undefined;
  return () => {
    known ??= { result: compute() };
    return known.result;
  };
}

/** Returns a function that keeps its latest results. @param keyOf returns a text by which alone the result is decided */
export function memoizeBy<Arguments extends readonly unknown[], Result>(
  keyOf: (...given: Arguments) => string,
  compute: (...given: Arguments) => Result,
  { maxEntries = 500 } = {},
): (...given: Arguments) => Result {
  const known = new LRUCache<string, { readonly result: Result }>({ max: maxEntries });
  return (...given) => {
    const key = keyOf(...given);
    const found = known.get(key);
    if (found) return found.result;
    const result = compute(...given);
    known.set(key, { result });
    return result;
  };
}
