import path from 'node:path';
import type { Call } from '#context.ts';
import { type Html, html, trusted, webAddress } from '#web/html/html.ts';
import { pageAddress } from '#web/html/page.ts';
import { type DocumentFile, nameOfFile } from './files.ts';
import { headingId } from './headings.ts';

/** Returns the address of a link in a document; undefined for files that the service doesn't serve. */
function addressOf(call: Call, { name }: DocumentFile, to: string): string | undefined {
  if (webAddress(to) !== '') return to;
  if (to === '/docs') return pageAddress(call, 'docs');
  const [file = '', heading] = to.split('#');
  const folder = name.includes('/') ? 'adr' : '';
  const target = file === '' ? name : nameOfFile(path.posix.join(folder, file));
  if (target === undefined) return undefined;
  return `${pageAddress(call, `docs/${target}`)}${heading === undefined ? '' : `#${heading}`}`;
}

/** Renders a document of ours; markup in it is left out. */
export async function renderMarkdown(call: Call, document: DocumentFile): Promise<Html> {
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      html: () => '',
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${headingId(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: ({ text }) => html`<pre><code>${text}</code></pre>`.markup,
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const address = addressOf(call, document, href);
        return address === undefined ? content : html`<a href="${address}">${trusted(content)}</a>`.markup;
      },
      image: () => '',
      table({ header, rows }) {
        const cells = (row: typeof header, name: 'th' | 'td') =>
          row
            .map(({ tokens }) => {
              const scope = name === 'th' ? ' scope="col"' : '';
              return `<${name}${scope}>${this.parser.parseInline(tokens)}</${name}>`;
            })
            .join('');
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        // A table of two texts may have no heads.
        const head = header.some(({ text }) => text !== '')
          ? `<thead><tr>${cells(header, 'th')}</tr></thead>`
          : '';
        return `<div class="tbl"><table class="rows">${head}<tbody>${body}</tbody></table></div>`;
      },
    },
  });
  return trusted(marked.parse(document.source, { async: false }));
}
