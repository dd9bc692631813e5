import type { Image } from '#api/media/schema.ts';
import { type Html, html } from '#web/html/html.ts';

/** Characters of a description at most, of which search engines show about as many. */
const LONGEST = 160;

/** Returns the beginning of a text for search engines, cut between words. */
export function shortened(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST).replace(/\s+\S*$/, '')} …`;
}

/** Renders the picture that programs show which preview a link, about 1200 pixels wide. */
export function socialHead(image: Image | false | undefined): Html | '' {
  if (!image) return '';
  const sizes = Object.values(image.sizes ?? {}).filter(({ width }) => width >= 600);
  const best = sizes.sort((a, b) => Math.abs(a.width - 1200) - Math.abs(b.width - 1200))[0] ?? image;
  const told = image.alt_text ? html`<meta property="og:image:alt" content="${image.alt_text}">` : '';
  return html`<meta property="og:image" content="${best.url}"><meta property="og:image:width" content="${best.width}"><meta property="og:image:height" content="${best.height}">${told}<meta name="twitter:card" content="summary_large_image">`;
}
