import type { Call } from '#context.ts';
import { languages } from '#foundation/i18n/catalogue.ts';

/** Pages with more than one filter, which would be without end; a term's page is filtered by that. */
const DISALLOWED = [
  '/events*/?*&',
  '/events*/?*,',
  '/events*/?*%2C',
  '/events/category/*/?',
  '/events/tag/*/?',
];
/** Feeds at the addresses of pages, for programs that ask robots.txt before they subscribe; the longest rule wins. */
const ALLOWED = ['/events*/?*ical=1', '/events/category/*/?*ical=1', '/events/tag/*/?*ical=1'];

/** Returns what crawlers may visit: all pages but those of several filters at once, and where the sitemaps are. */
export function robotsText({ links: { origin } }: Call): string {
  // Rules are about the whole path, also where Kalends is published below one.
  const base = new URL(origin).pathname.replace(/\/$/, '');
  const below = (rule: string) =>
    ['', ...languages.map((one) => `/${one}`)].map((one) => `${base}${one}${rule}`);
  return [
    'User-agent: *',
    ...ALLOWED.flatMap(below).map((rule) => `Allow: ${rule}`),
    ...DISALLOWED.flatMap(below).map((rule) => `Disallow: ${rule}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
