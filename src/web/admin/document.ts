import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { assetPath } from '#web/assets/assets.ts';
import { themePath } from '#web/assets/theme.ts';
import { iconOf } from '#web/html/favicon.ts';
import { html } from '#web/html/html.ts';
import { pageAddress, translateText } from '#web/html/page.ts';
import type { AdminBundle } from './bundle.ts';

/**
 * Renders the document of the administration, the same for each of its addresses and for everybody: what it shows, its scripts
 * ask the interface for.
 * @param nonce of the response, by which the policy lets React Aria's style elements stand
 */
export function renderAdminDocument(call: Call, site: Site, bundle: AdminBundle, nonce: string): string {
  const theme = themePath(site);
  const logo = site.logoFile && call.links.media(site.logoFile.file);
  const icon = logo ?? `data:image/svg+xml,${encodeURIComponent(iconOf(site.accents.light.accent))}`;
  return html`<!doctype html>
<html lang="${call.language}" data-site="${site.name}" data-zone="${call.services.config.timezone}" data-language="${call.services.config.language}" data-languages="${call.services.config.languages.join(' ')}" data-week="${site.week_start}"${logo ? html` data-logo="${logo}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${site.name}</title>
<meta property="csp-nonce" nonce="${nonce}">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<link rel="preload" as="font" type="font/woff2" href="${assetPath('radio-canada-latin.woff2')}" crossorigin>
${bundle.styles.map((style) => html`<link rel="stylesheet" href="/assets/${style}">`)}${theme ? html`<link rel="stylesheet" href="${theme}">` : ''}
${bundle.preloads.map((preload) => html`<link rel="modulepreload" href="/assets/${preload}">`)}
<script type="module" src="/assets/${bundle.script}"></script>
<link rel="icon" href="${icon}">
</head>
<body class="admin">
<div id="app"><noscript><main class="no-js"><h1>${translateText(call, 'admin.needs_script')}</h1><p>${translateText(call, 'admin.needs_script.help')}</p><p><a href="${pageAddress(call, 'events/')}">${translateText(call, 'admin.open_calendar')}</a></p></main></noscript></div>
</body>
</html>
`.markup;
}

/** Renders what the administration's addresses answer with where nothing has built its client. */
export const renderNotBuilt = (call: Call): string =>
  html`<!doctype html>
<html lang="${call.language}"><head><meta charset="utf-8"><title>Kalends</title></head>
<body><p>${translateText(call, 'admin.not_built')}</p></body></html>
`.markup;
