import { memoize } from '#foundation/memoize/memoize.ts';

/** The media types of feeds by the endings of their addresses (contract F1). */
export const feedTypes = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  jsonfeed: 'application/feed+json',
  jsonld: 'application/ld+json',
  csv: 'text/csv',
} as const;
/** A form of feeds: the ending of its address. */
export type FeedForm = keyof typeof feedTypes;

/** The forms of feeds, in the order in which they are documented. */
export const feedForms = Object.keys(feedTypes) as readonly FeedForm[];

const JSON_TYPE = 'application/json';
const RANGE = /^\s*([\w!#$&^.+-]+|\*)\/([\w!#$&^.+-]+|\*)\s*(?:;(.*))?$/;

/** Returns with which quality an `Accept` takes a type: that of its most specific range (RFC 9110 §12.5.1). */
function qualityOf(header: string, type: string): number {
  const [kind] = type.split('/');
  let best = { rank: 0, quality: 0 };
  for (const part of header.toLowerCase().split(',')) {
    const [, one, other, parameters = ''] = RANGE.exec(part) ?? [];
    const rank =
      `${one}/${other}` === type
        ? 3
        : one === kind && other === '*'
          ? 2
          : one === '*' && other === '*'
            ? 1
            : 0;
    const [, weight = '1'] = /(?:^|;)\s*q=([\d.]+)/.exec(parameters) ?? [];
    const quality = Number(weight);
    if (rank > best.rank && quality >= 0 && quality <= 1) best = { rank, quality };
  }
  return best.quality;
}

const preferred = memoize((header): FeedForm | undefined => {
  const rated = feedForms.map((form) => ({ form, quality: qualityOf(header, feedTypes[form]) }));
  const most = Math.max(...rated.map(({ quality }) => quality));
  const [first, second] = rated.filter(({ quality }) => quality === most);
  return first && !second && most > qualityOf(header, JSON_TYPE) ? first.form : undefined;
});

/** Characters above which an `Accept` is ignored. */
const LONGEST = 1_000;

/** Returns the form that an `Accept` prefers to JSON and to the other forms; undefined: JSON (contract F1). */
export const acceptedForm = (header: string | undefined): FeedForm | undefined =>
  // What nearly all send.
  header === undefined || header === '*/*' || header === JSON_TYPE || header.length > LONGEST
    ? undefined
    : preferred(header);

/** Returns whether an `Accept` takes JSON and no HTML by name. */
export const prefersJson = (header: string): boolean =>
  /\bjson\b/i.test(header) && !/text\/html/i.test(header);
