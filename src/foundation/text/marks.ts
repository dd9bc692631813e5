/**
 * Text with at most 30 combining marks in a row, more than any language has (UAX #15, Stream-Safe Text). To be asked
 * before a normal form is: that takes the square of a row's length.
 */
export function fewMarks(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1');
}
