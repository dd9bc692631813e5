/**
 * A function of a text that remembers what it gave, for what is asked again and again. Texts come from outside, so that
 * the number of remembered ones has to have an end.
 * @param longest longer texts are worked out each time
 */
export function remembered<Result>(
  make: (text: string) => Result,
  { most = 500, longest = 300 } = {},
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    if (text.length > longest) return make(text);
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as Result;
    const made = make(text);
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
}
