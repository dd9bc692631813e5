import { type FeedForm, feedTypes } from '#api/http/negotiation.ts';
import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { assetPath, scriptPath } from '#web/assets/assets.ts';
import { themePath } from '#web/assets/theme.ts';
import { iconOf } from './favicon.ts';
import { withoutFurtherDays } from './further-days.ts';
import { type Html, html, trusted, webAddress } from './html.ts';
import { sprite } from './icons.ts';
import { alternates, type HtmlPage, languageLinks, pageAddress, titleOf, translateText } from './page.ts';

/** Drawn for calendars without a logo of their own: a sheet of the day. */
const LOGO = trusted(
  '<svg class="logo" viewBox="0 0 40 28" aria-hidden="true"><path d="M6 1h28v26H6V1zm3.500 9v13.500h21V10h-21zM19 12.500h3.500V22H19v-6.500l-2.500.800v-2.600z" fill="currentColor"/></svg>',
);

/** The colours of the ground under each scheme, for the browser's own frame. */
const GROUND = { light: '#f9fbfa', dark: '#101515' };

/** Returns the address of a site's own logo; undefined: it has none. */
const logoOf = (call: Call, { logoFile }: Site): string | undefined =>
  logoFile && call.links.media(logoFile.file);

function brand(call: Call, site: Site): Html {
  const own = logoOf(call, site);
  const { width, height } = site.logoFile ?? {};
  const logo = own ? html`<img class="logo" src="${own}" width="${width}" height="${height}" alt="">` : LOGO;
  return html`<a class="brand" href="${pageAddress(call, '')}">${logo}<span dir="auto">${site.name}</span></a>`;
}

function header(call: Call, site: Site, page: HtmlPage): Html {
  const current = page.current === 'list' ? html` aria-current="page"` : '';
  const links = html`<li><a href="${pageAddress(call, 'events/')}"${current}>${translateText(call, 'page.programme')}</a></li>`;
  return html`<header class="top" data-in-place><div class="wrap top-in${page.isWide ? ' wide' : ''}">
${brand(call, site)}
<nav class="nav" aria-label="${translateText(call, 'page.site')}"><ul>${links}</ul></nav>
${page.paths === undefined ? '' : languageLinks(call, page.paths)}
${site.submissions ? html`<a class="btn btn-quiet top-a" href="${pageAddress(call, 'submit')}">${translateText(call, 'page.submit')}</a>` : ''}</div></header>`;
}

function footer(call: Call, site: Site): Html {
  const { root } = call.links;
  const legal = [
    [site.imprint_url, 'page.foot.imprint'],
    [site.privacy_url, 'page.foot.privacy'],
  ] as const;
  const about = legal.flatMap(([address, key]) => {
    const safe = webAddress(address);
    return safe ? [html`<li><a href="${safe}">${translateText(call, key)}</a></li>`] : [];
  });
  return html`<footer class="foot" id="foot"><div class="wrap"><div class="foot-cols">${brand(call, site)}
<div><h2>${translateText(call, 'page.subscribe')}</h2><ul><li><a href="${root}/events.ics">${translateText(call, 'page.foot.ical')}</a></li><li><a href="${root}/events.atom">${translateText(call, 'page.foot.atom')}</a></li><li><a href="${pageAddress(call, 'embed/')}">${translateText(call, 'page.foot.embed')}</a></li></ul></div>
<div><h2>${translateText(call, 'page.foot.programs')}</h2><ul><li><a href="${pageAddress(call, 'docs')}">${translateText(call, 'page.docs')}</a></li><li><a href="${root}/events">${translateText(call, 'page.interface')}</a></li></ul></div>
${about.length > 0 ? html`<div><h2>${translateText(call, 'page.foot.about')}</h2><ul>${about}</ul></div>` : ''}</div>
<p class="foot-credit">${translateText(call, 'page.foot.zone', { zone: call.services.config.timezone })}</p></div></footer>`;
}

const FEEDS = ['ics', 'atom', 'rss', 'jsonfeed'] as const satisfies readonly FeedForm[];

/** Renders links to the feeds of a page, by an ending to its address: of an event the calendar file alone. */
function feedLinks(call: Call, { title, paths }: HtmlPage): readonly Html[] {
  const [path = '', query] = (paths?.[call.language] ?? '').split('?');
  const [, kind] = /^(events?|venue|organizer)\//.exec(path) ?? [];
  if (kind === undefined) return [];
  const address = pageAddress(call, path.replace(/\/$/, ''));
  return FEEDS.slice(0, kind === 'event' ? 1 : FEEDS.length).map(
    (form) =>
      html`<link rel="alternate" type="${feedTypes[form]}" title="${title}" href="${address}.${form}${query === undefined ? '' : `?${query}`}">`,
  );
}

/** Renders what programs look for in the head of a page: the interface, as they know it of other sites. */
function discovery(call: Call, { apiRoot }: HtmlPage): Html {
  const { origin, root } = call.links;
  return html`<link rel="https://api.w.org/" href="${pageAddress(call, 'wp-json/')}"><link rel="alternate" href="${apiRoot ?? `${root}/`}"><meta name="tec-api-version" content="v1"><meta name="tec-api-origin" content="${origin}">`;
}

/** Renders the scripts that make a page better, where there are any: those of a short one before it is painted, since they add to it. */
function scripts(page: HtmlPage, isShort: boolean): Html[] {
  return (['calendar.js', ...(page.scripts ?? [])] as const).flatMap((name) => {
    const address = scriptPath(name);
    return address === undefined
      ? []
      : [html`<script defer src="${address}"${isShort ? html` blocking="render"` : ''}></script>`];
  });
}

/** Renders what scripts are told: the form of times, and their few texts. */
function told(call: Call, { hour_cycle }: Site): Html {
  const isTwelve = hour_cycle === '12' || (hour_cycle === 'language' && call.language === 'en');
  return html` data-clock="${isTwelve ? '12' : '24'}" data-your-time="${translateText(call, 'page.your_time', { time: '%' })}" data-copied="${translateText(call, 'page.copied')}" data-no-place="${translateText(call, 'page.no_place')}" data-edit="${translateText(call, 'page.edit')}" data-admin="${translateText(call, 'page.admin')}"`;
}

/** Characters of markup that browsers read at once, even slow ones. */
const SHORT = 200_000;

/**
 * Renders until where browsers read a page before they paint anything of it, so that nothing moves that is already seen: to its
 * foot, of a long one to its tools.
 */
const firstPaint = (isShort: boolean): Html =>
  html`<link rel="expect" href="#${isShort ? 'foot' : 'tools'}" blocking="render">`;

/** Renders the whole document of a public page: head, header, content, footer and the icons that these use. */
export function renderDocument(call: Call, site: Site, page: HtmlPage): string {
  const title = titleOf(call, page);
  const theme = themePath(site);
  const described = page.description
    ? html`<meta name="description" content="${page.description}"><meta property="og:description" content="${page.description}">`
    : '';
  const shown = html`<a class="skip" href="#main">${translateText(call, 'page.skip')}</a>
${header(call, site, page)}
<main id="main"${page.mainClass === '' ? '' : html` class="${page.mainClass ?? 'wrap'}"`}${page.current === 'list' ? html` data-in-place` : ''}>
${page.isPart ? withoutFurtherDays(page.body) : page.body}
</main>
${footer(call, site)}`;
  const isShort = shown.markup.length < SHORT || !shown.markup.includes('id="tools"');
  return html`<!doctype html>
<html lang="${call.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${firstPaint(isShort)}
<link rel="preload" as="font" type="font/woff2" href="${assetPath('radio-canada-latin.woff2')}" crossorigin>
<link rel="stylesheet" href="${assetPath('calendar.css')}">${theme ? html`<link rel="stylesheet" href="${theme}">` : ''}
${page.isPreview ? html`<base target="_blank">` : scripts(page, isShort)}
<link rel="icon" href="${logoOf(call, site) ?? `data:image/svg+xml,${encodeURIComponent(iconOf(site.accents.light.accent))}`}">
<meta name="theme-color" content="${GROUND.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${GROUND.dark}" media="(prefers-color-scheme: dark)">
${described}<meta property="og:title" content="${page.title}"><meta property="og:site_name" content="${site.name}"><meta property="og:type" content="website">
${page.head}
${discovery(call, page)}${feedLinks(call, page)}
${page.unlisted || page.status !== undefined ? html`<meta name="robots" content="noindex, follow">` : ''}${page.paths === undefined ? '' : alternates(call, page.paths, !page.unlisted)}
</head>
<body class="public"${told(call, site)}>
${sprite(shown)}
${shown}
</body>
</html>
`.markup;
}
