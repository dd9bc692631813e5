import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { assetPath, scriptPath } from '#web/assets/assets.ts';
import { themePath } from '#web/assets/theme.ts';
import { html } from './html.ts';
import { sprite } from './icons.ts';
import { type HtmlPage, titleOf } from './page.ts';

/** Renders a page that stands in a frame on pages of others: its content alone, whose links lead out of the frame. */
export function renderEmbeddedDocument(call: Call, site: Site, page: HtmlPage): string {
  const theme = themePath(site);
  const script = scriptPath('frame.js');
  const scheme = page.scheme === undefined ? '' : html` data-theme="${page.scheme}"`;
  return html`<!doctype html>
<html lang="${call.language}"${scheme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(call, page)}</title>
<base target="_top">
<meta name="robots" content="noindex">
<link rel="preload" as="font" type="font/woff2" href="${assetPath('radio-canada-latin.woff2')}" crossorigin>
<link rel="stylesheet" href="${assetPath('calendar.css')}">${theme ? html`<link rel="stylesheet" href="${theme}">` : ''}
${script ? html`<script defer src="${script}"></script>` : ''}
</head>
<body class="embedded">
${sprite(page.body)}
<main>
${page.body}
</main>
</body>
</html>
`.markup;
}
