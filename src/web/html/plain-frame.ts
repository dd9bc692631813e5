import type { Call } from '#context.ts';
import { html, trusted } from './html.ts';
import { alternates, type HtmlPage, languageLinks, pageAddress, titleOf, translateText } from './page.ts';
import { style } from './style.ts';

/** Renders a page that brings its own style and script: the description of the interface. */
export function renderPlainDocument(call: Call, page: HtmlPage): string {
  return html`<!doctype html>
<html lang="${call.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(call, page)}</title>
${page.head}
${page.paths === undefined ? '' : alternates(call, page.paths, !page.unlisted)}
<style>${trusted(style)}</style>${page.style ? html`<style>${trusted(page.style)}</style>` : ''}
</head>
<body>
<a class="skip" href="#main">${translateText(call, 'page.skip')}</a>
<header>
<a class="site" href="${pageAddress(call, '')}">${call.deps.config.siteName}</a>
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
