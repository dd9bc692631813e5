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
