import type { FastifyRequest } from 'fastify';
import type { Call } from '#context.ts';
import {
  type Language,
  languageTraits,
  type MessageKey,
  message,
  translate,
  type Values,
} from '#foundation/i18n/catalogue.ts';
import type { ScriptName } from '#web/assets/sources.ts';
import type { LanguagePaths } from './alternates.ts';
import { type Html, type HtmlContent, html } from './html.ts';
import { icon } from './icons.ts';

/** The contents of a page, without the frame that all pages share. */
export interface HtmlPage {
  readonly title: string;
  readonly body: Html;
  readonly head?: HtmlContent;
  readonly status?: number;
  /** Address of the resource in the interface (reference 1.6). */
  readonly apiRoot?: string;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** It shows a part of the calendar: crawlers aren't to follow its links to further days and filters of that part. */
  readonly isPart?: boolean;
  /** Keeps the page out of search engines. */
  readonly unlisted?: boolean;
  /** The page's paths in each language, for links. */
  readonly paths?: LanguagePaths;
  /** Shown by search engines beneath the title. */
  readonly description?: string;
  /** Classes of the main part; those of a page without columns of its own if absent. */
  readonly mainClass?: string;
  /** The part of the site that the page belongs to, for the navigation. */
  readonly current?: 'list';
  /** Whether it is as wide as the grids of month, week and day. */
  readonly isWide?: boolean;
  /** The one origin beside the site's from which it shows pictures, '' for none; any if absent. */
  readonly pictures?: string;
  /** Whether it stands in frames on pages of others, with its content alone. */
  readonly embedded?: boolean;
  /** The scheme of an embedded page; undefined: that of the visitor. */
  readonly scheme?: 'light' | 'dark';
  /** Whether it is looked at before it is saved: without scripts, and its links open elsewhere. */
  readonly isPreview?: boolean;
  /** Whether it shows embedded pages of the site. */
  readonly framesOwn?: boolean;
  /** Scripts beside the one of all public pages. */
  readonly scripts?: readonly ScriptName[];
}

/** Returns a text of the catalogue in the caller's language. */
export function translateText(call: Call, key: MessageKey, values?: Values): string {
  return translate(call.language, message(key, values));
}

/** Returns the address of another page for people, in the language of the current one. */
export const pageAddress = (call: Call, path: string) => `${call.links.home}/${path}`;

/** Returns the address that a path has for search engines: in the site's language without a segment (contract P1). */
export const canonicalAddress = (
  { links: { origin }, services }: Call,
  language: Language,
  path: string,
): string => (language === services.config.language ? `${origin}/${path}` : `${origin}/${language}/${path}`);

/** Returns links for search engines to the page's one address in its language, and to it in each language if it is listed. */
export function alternates(call: Call, paths: LanguagePaths, isListed: boolean): Html {
  const address = (language: Language) => canonicalAddress(call, language, paths[language]);
  const own = html`<link rel="canonical" href="${address(call.language)}"><meta property="og:url" content="${address(call.language)}">`;
  if (!isListed) return own;
  const links = call.services.config.languages.map(
    (language) => html`<link rel="alternate" hreflang="${language}" href="${address(language)}">`,
  );
  return html`${own}${links}<link rel="alternate" hreflang="x-default" href="${address(call.services.config.language)}">`;
}

/** Renders links to the page in each language. */
export function languageLinks(call: Call, paths: LanguagePaths): Html {
  const { language: site, languages } = call.services.config;
  if (languages.length === 1) return html``;
  const links = languages.map((language) => {
    const current = language === call.language ? html` aria-current="true"` : '';
    const { name } = languageTraits[language];
    const path = paths[language];
    // From another language it takes the segment: without, the browser's own language decides.
    const address =
      language === site && call.language === site
        ? canonicalAddress(call, language, path)
        : `${call.links.origin}/${language}/${path}`;
    return html`<li><a href="${address}" lang="${language}" hreflang="${language}"${current}><abbr title="${name}">${language.toUpperCase()}</abbr></a></li>`;
  });
  return html`<nav class="langs" aria-label="${translateText(call, 'page.languages')}"><ul>${links}</ul></nav>`;
}

/** Returns the title of a page with the site's name. */
export function titleOf({ services }: Call, { title }: HtmlPage): string {
  const { siteName } = services.config;
  return title === siteName ? siteName : `${title} · ${siteName}`;
}

/** Returns whether a client asks for HTML by name. */
export const wantsPage = (request: FastifyRequest): boolean =>
  /text\/html/i.test(request.headers.accept ?? '');

/** Kinds of pages that may be missing: of the calendar's days, of a list's further pages, of things, or any other. */
export type MissingKind =
  | 'day'
  | 'week'
  | 'month'
  | 'list'
  | 'event'
  | 'date'
  | 'venue'
  | 'organizer'
  | 'category'
  | 'tag'
  | 'proposal'
  | 'page';

/** Paths below the language's segment by the kind of page that they name, also where they can't be read. */
const namedKinds: readonly (readonly [RegExp, MissingKind])[] = [
  [/^\/event\/[^/]+\/?$/i, 'event'],
  [/^\/event\/[^/]+\/./i, 'date'],
  [/^\/venue\/./i, 'venue'],
  [/^\/organizer\/./i, 'organizer'],
  [/^\/submit\/./i, 'proposal'],
  [/^\/events\/(?:.+\/)?(?:month(?:\/|$)|\d{4}-\d+\/?$)/i, 'month'],
  [/^\/events\/(?:.+\/)?week(?:\/|$)/i, 'week'],
  [/^\/events\/(?:.+\/)?(?:today(?:\/|$)|(?:(?:day|map)\/)?\d{4}-\d+-\d+\/?$)/i, 'day'],
  [/^\/events\/(?:.+\/)?page\/\d+\/?$/i, 'list'],
  [/^\/events\/category\/./i, 'category'],
  [/^(?:\/events)?\/tag\/./i, 'tag'],
];

/** Returns the kind of page that a path below the language's segment names. */
export const kindOfPath = (path: string): MissingKind =>
  namedKinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'page';

/** Returns the page for what isn't there, also for what the caller may not see. @param status 410: a date was there */
export function missingPage(call: Call, kind: MissingKind, status: 404 | 410 = 404): HtmlPage {
  const title = translateText(call, status === 410 ? 'page.gone.title' : `page.missing.${kind}`);
  return {
    title,
    status,
    mainClass: '',
    body: html`<div class="wrap nf"><p class="nf-n" aria-hidden="true">32</p><div><h1>${title}</h1>
<p class="lead">${translateText(call, 'page.missing.lead')}</p>
<form class="nf-f" role="search" action="${pageAddress(call, 'events/list/')}"><label class="field-s">${icon('search')}<span class="vh">${translateText(call, 'page.search')}</span><input type="search" name="search" placeholder="${translateText(call, 'page.search.hint')}"></label><button class="btn">${translateText(call, 'page.search')}</button></form>
<p class="nf-l"><a href="${pageAddress(call, 'events/')}">${translateText(call, 'page.missing.today')}</a></p></div></div>`,
  };
}

/** Returns the page for a failure of ours, 500 to 599, which says nothing of its cause. */
export function failurePage(call: Call, status: number): HtmlPage {
  const title = translateText(call, 'page.failed.title');
  return {
    title,
    status,
    mainClass: '',
    body: html`<div class="wrap nf"><div><h1>${title}</h1>
<p class="lead">${translateText(call, 'page.failed.lead')}</p>
<p class="nf-l"><a href="${pageAddress(call, 'events/')}">${translateText(call, 'page.missing.today')}</a></p></div></div>`,
  };
}
