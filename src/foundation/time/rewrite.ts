/** Step of translating a typed date into English: a pattern, and its replacement. */
export type Rewrite = readonly [pattern: RegExp, to: string | ((...found: string[]) => string)];

/** A pattern for whole words (never parts of the name of a zone), in any case, found everywhere in a text. */
export const words = (source: string): RegExp => new RegExp(`(?<![\\w/])(?:${source})(?![\\w/])`, 'gi');

/** An alternative of all names in a table, longest first. */
export const oneOf = (table: ReadonlyMap<string, string>): string =>
  [...table.keys()].sort((a, b) => b.length - a.length).join('|');

/** A table of names, `name other=english|…`. */
export function namesOf(table: string): ReadonlyMap<string, string> {
  return new Map(
    table.split('|').flatMap((entry) => {
      const [names = '', english = ''] = entry.split('=');
      return names.split(' ').map((name): [string, string] => [name, english]);
    }),
  );
}

/** The English of a name in a table, in any case; the name itself where it isn't in there. */
export const englishOf = (table: ReadonlyMap<string, string>, name: string): string =>
  table.get(name.toLowerCase()) ?? name;

/** Digits for a number in words. */
export const numberOf = (table: ReadonlyMap<string, string>, typed: string): string =>
  table.get(typed.toLowerCase()) ?? typed;

/** Rewrites a text by all rules, each in its turn. */
export const rewritten = (text: string, rules: readonly Rewrite[]): string =>
  rules.reduce(
    (so, [pattern, to]) =>
      typeof to === 'string' ? so.replace(pattern, to) : so.replace(pattern, (...found) => to(...found)),
    text,
  );

const ENGLISH_MONTHS =
  'january february march april may june july august september october november december'.split(' ');

/** `15 january`, for dates without a year; undefined for what is no day of a month. */
export function dayOfMonth(day: string, month: string): string | undefined {
  const name = ENGLISH_MONTHS[Number(month) - 1];
  return name !== undefined && Number(day) >= 1 && Number(day) <= 31 ? `${Number(day)} ${name}` : undefined;
}

/** A year of two digits as people mean it: from 1970 to 2069. */
export const fourDigits = (year: string): string =>
  year.length > 2 ? year : String(Number(year) + (Number(year) < 70 ? 2000 : 1900));

/** A dash that stands between a day and its time. */
export const DASH_BEFORE_TIME: Rewrite = [/ [-–—] (?=\d{1,2}:\d\d)/g, ' '];

/** Days before months in digits: `15.1.27`, `15. 1. 2027`, `15.1.`; also where a time by dots could be meant. */
export const DOTTED_DATES: readonly Rewrite[] = [
  [
    /(?<![\d.:,])(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})(?![\d:]|[.,]\d)/g,
    (_, day = '', month = '', year = '') => `${day}.${month}.${fourDigits(year)}`,
  ],
  [
    /(?<![\d.:,])(\d{1,2})\. ?(\d{1,2})\.(?!\d)/g,
    (found = '', day = '', month = '') => dayOfMonth(day, month) ?? found,
  ],
];
