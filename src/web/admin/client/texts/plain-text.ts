/** Returns the text of sanitized markup, such as a title with emphasis, without its markup. */
export function plainText(markup: string): string {
  if (!/[<&]/.test(markup)) return markup;
  return new DOMParser().parseFromString(markup, 'text/html').body.textContent;
}
