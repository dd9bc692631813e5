/** A text for the middle of a LIKE pattern with `\` as the escape sign. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
