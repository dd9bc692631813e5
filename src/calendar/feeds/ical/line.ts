/** Octets of a line without its end (RFC 5545 §3.1). */
const LINE_MAX = 75;
const PLAIN = /^[\x20-\x7e]*$/;

/** Returns a content line with its end, folded after 75 octets and never within a character (RFC 5545 §3.1). */
export function contentLine(text: string): string {
  if (text.length <= LINE_MAX && PLAIN.test(text)) return `${text}\r\n`;
  let out = '';
  let from = 0;
  let octets = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (octets + size > LINE_MAX) {
      out += `${text.slice(from, at)}\r\n `;
      from = at;
      octets = 1;
    }
    octets += size;
    at += code < 0x10000 ? 1 : 2;
  }
  return `${out}${text.slice(from)}\r\n`;
}

/** Control characters but tab and line feed, which no value may have (RFC 5545 §3.1), and halves of surrogate pairs. */
const FORBIDDEN = /[\x00-\x08\x0b-\x1f\x7f\u2028\u2029]/g;
const SPECIAL = /[\\;,\n]/g;

/** Returns a text without characters that iCalendar forbids; all line ends are `\n`. */
const cleaned = (text: string): string =>
  text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(FORBIDDEN, '')
    .toWellFormed();

/** Returns a text as a value of type TEXT (RFC 5545 §3.3.11). */
export const textValue = (text: string): string =>
  cleaned(text).replace(SPECIAL, (character) => (character === '\n' ? '\\n' : `\\${character}`));

/** Returns a text as a value of a parameter, in quotes, with what those can't hold encoded by RFC 6868. */
export function parameterValue(text: string): string {
  const encoded = cleaned(text).replace(/[\^\n"]/g, (character) =>
    character === '^' ? '^^' : character === '\n' ? '^n' : "^'",
  );
  return `"${encoded}"`;
}

/** Returns an address as a value of type URI: what can't stand in a line is percent-encoded. */
export const uriValue = (address: string): string =>
  address.replace(/[\x00-\x20\x7f"<>\\^`{|}\u0085\u2028\u2029]/g, (character) =>
    encodeURIComponent(character),
  );

/** Returns a moment `YYYY-MM-DD HH:MM:SS` as iCalendar writes it, `YYYYMMDDTHHMMSS`. */
export const moment = (text: string): string =>
  `${text.slice(0, 10).replaceAll('-', '')}T${text.slice(11).replaceAll(':', '')}`;

/** Returns the day of a moment as iCalendar writes it, `YYYYMMDD`. */
export const day = (text: string): string => text.slice(0, 10).replaceAll('-', '');
