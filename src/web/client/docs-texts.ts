/** Texts of requests that are tried, which the page has in its language; "%" stands for what only the browser knows. */
export type TryTexts = Readonly<Record<string, string>>;

/** Returns a text with a value in the place of its "%". */
export const filled = (text: string | undefined, value: string): string =>
  (text ?? '').replace('%', () => value);
