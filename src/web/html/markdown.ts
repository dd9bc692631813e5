import { type Html, html } from './html.ts';

/** Renders a line in which backticks mark code. */
export function inline(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Renders paragraphs and dash lists: the part of CommonMark that the catalogues use. */
export function blocks(text: string): Html {
  const parts = text.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n');
    if (!lines.every((line) => line.startsWith('- '))) return html`<p>${inline(block)}</p>`;
    return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`;
  });
  return html`${parts}`;
}
