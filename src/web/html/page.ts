import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag, varyOf } from '#api/http/response-headers.ts';
import type { Call } from '#context.ts';
import {
  languages,
  languageTraits,
  type MessageKey,
  message,
  translate,
  type Values,
} from '#foundation/i18n/catalogue.ts';
import type { LanguagePaths } from './alternates.ts';
import { type Html, type HtmlContent, html, trusted } from './html.ts';
import { style, styleHash } from './style.ts';

/** The contents of a page, without the frame that all pages share. */
export interface HtmlPage {
  readonly title: string;
  readonly body: Html;
  readonly head?: HtmlContent;
  readonly status?: number;
  /** Address of the resource in the interface (reference 1.6). */
  readonly apiRoot?: string;
  /** Keeps the page out of search engines. */
  readonly unlisted?: boolean;
  /** The page's paths in each language, for links. */
  readonly paths?: LanguagePaths;
  /** An additional stylesheet. */
  readonly style?: string;
  /** A script; without one the policy lets nothing run. */
  readonly script?: string;
}

// User content may show pictures and play videos from other sites, but runs no script and sends no form.
const POLICY = `default-src 'none'; img-src 'self' https: data:; media-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

const hashes = new Map<string, string>();

/** Returns the source expression of a stylesheet or script for the Content-Security-Policy. */
function hashOf(text: string): string {
  const known = hashes.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  hashes.set(text, known);
  return known;
}

const policyOf = ({ style: own, script }: HtmlPage) =>
  `${POLICY}; style-src ${styleHash}${own ? ` ${hashOf(own)}` : ''}${script ? `; script-src ${hashOf(script)}` : ''}`;

/** Returns a text of the catalogue in the caller's language. */
export function translateText(call: Call, key: MessageKey, values?: Values): string {
  return translate(call.language, message(key, values));
}

/** Returns the address of another page for people, in the language of the current one. */
export const pageAddress = (call: Call, path: string) => `${call.links.home}/${path}`;

/** Returns links for search engines to the page in each language. */
function alternates(call: Call, paths: LanguagePaths): Html {
  const { origin } = call.links;
  const links = languages.map(
    (language) =>
      html`<link rel="alternate" hreflang="${language}" href="${origin}/${language}/${paths[language]}">`,
  );
  const anyone = paths[call.deps.config.language];
  return html`${links}<link rel="alternate" hreflang="x-default" href="${origin}/${anyone}">`;
}

function languageLinks(call: Call, paths: LanguagePaths): Html {
  const links = languages.map((language) => {
    const current = language === call.language ? html` aria-current="true"` : '';
    return html`<li><a href="${call.links.origin}/${language}/${paths[language]}" lang="${language}" hreflang="${language}"${current}>${languageTraits[language].name}</a></li>`;
  });
  return html`<nav aria-label="${translateText(call, 'page.languages')}"><ul>${links}</ul></nav>`;
}

/** Renders the whole document. */
function renderDocument(call: Call, page: HtmlPage): string {
  const { siteName } = call.deps.config;
  const title = page.title === siteName ? siteName : `${page.title} · ${siteName}`;
  return html`<!doctype html>
<html lang="${call.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${page.head}
${page.paths === undefined || page.unlisted ? '' : alternates(call, page.paths)}
<style>${trusted(style)}</style>${page.style ? html`<style>${trusted(page.style)}</style>` : ''}
</head>
<body>
<a class="skip" href="#main">${translateText(call, 'page.skip')}</a>
<header>
<a class="site" href="${pageAddress(call, '')}">${siteName}</a>
<nav aria-label="${translateText(call, 'page.site')}"><ul><li><a href="${pageAddress(call, 'docs')}">${translateText(call, 'page.docs')}</a></li></ul></nav>
${page.paths === undefined ? '' : languageLinks(call, page.paths)}
</header>
<main id="main">
${page.body}
</main>
<footer><p>${translateText(call, 'page.footer')}</p></footer>
${page.script ? html`<script>${trusted(page.script)}</script>` : ''}</body>
</html>
`.markup;
}

/**
 * Sends a page with a policy that lets only its own script run, and with an ETag; the same content gives the same
 * bytes.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  page: HtmlPage,
): FastifyReply {
  const { links } = call;
  const status = page.status ?? 200;
  if (!page.unlisted && status === 200) reply.removeHeader('X-Robots-Tag');
  for (const name of ['Headers', 'Origin', 'Credentials']) reply.removeHeader(`Access-Control-Allow-${name}`);
  reply.removeHeader('Access-Control-Expose-Headers');
  const root = `${pageAddress(call, '')}wp-json/`;
  reply.headers({
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': policyOf(page),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Content-Language': call.language,
    Vary: `Accept, ${varyOf(call.negotiated)}`,
    'Cache-Control':
      call.viewer || status !== 200 ? 'private, no-store' : 'public, max-age=0, must-revalidate',
    Link: `<${root}>; rel="https://api.w.org/"`,
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': page.apiRoot ?? `${links.root}/`,
    'X-TEC-API-ORIGIN': links.origin,
  });
  const text = renderDocument(call, page);
  if (status === 200) {
    const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
    reply.header('ETag', etag);
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  return reply.code(status).send(text);
}

/** Returns whether a client asks for HTML by name. */
export const wantsPage = (request: FastifyRequest): boolean =>
  /text\/html/i.test(request.headers.accept ?? '');

/** Returns the 404 page, also for what the caller may not see. */
export function missingPage(call: Call, status = 404): HtmlPage {
  return {
    title: translateText(call, 'page.missing.title'),
    status,
    body: html`<h1>${translateText(call, 'page.missing.title')}</h1><p>${translateText(call, 'page.missing.text')}</p>
<p><a href="${pageAddress(call, '')}">${translateText(call, 'page.upcoming')}</a></p>`,
  };
}
