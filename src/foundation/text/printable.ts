/** Matches characters that terminals obey or that turn text around: controls, bidirectional controls, half characters. */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Cs}/gu;

/** Returns a text from outside as it may be printed: what a terminal would obey stands there as `\u{1b}`. Lines and tabs stay. */
export const printable = (text: string): string =>
  text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** Returns a text from outside as it may be printed within one line: line breaks and tabs stand there as `\u{a}` too. */
export const printableInLine = (text: string): string =>
  printable(text).replace(/[\n\t]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
