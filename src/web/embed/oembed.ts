import type { PageQuery } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { plainText } from '#foundation/text/markup.ts';
import { html } from '#web/html/html.ts';
import { eventFrameAddress, readEventPath, readPublicEvent } from './event-frame.ts';

/** An answer of oEmbed 1.0 for the page of an event. */
export interface Oembed {
  readonly version: '1.0';
  readonly type: 'rich';
  readonly title: string;
  readonly provider_name: string;
  readonly provider_url: string;
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
}

const WIDTH = 600;
const HEIGHT = 180;

const limited = (value: unknown, most: number): number => {
  const limit = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : most;
  return limit > 0 ? Math.min(limit, most) : most;
};

/** Returns the path of a page of ours below its language's segment; undefined: the address is of another site. */
function ownPath({ links: { origin } }: Call, address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith(`${origin}/`)) return undefined;
  const url = URL.parse(address);
  if (!url) return undefined;
  try {
    const path = decodeURIComponent(url.pathname.slice(new URL(`${origin}/`).pathname.length - 1));
    const [, first = '', ...rest] = path.split('/');
    return languages.some((one) => one === first) ? `/${rest.join('/')}` : path;
  } catch {
    return undefined;
  }
}

/** Returns how the page of an event is embedded; undefined where `url` is that of no event that everybody may see. */
export async function oembedOf(asked: Call, query: PageQuery): Promise<Oembed | undefined> {
  const path = ownPath(asked, query['url']);
  const named = path === undefined ? undefined : readEventPath(path);
  const found = named && (await readPublicEvent(asked, named));
  if (!found) return undefined;
  const { call, shown } = found;
  const { site } = call;
  const title = plainText(shown.event.title);
  const width = limited(query['maxwidth'], WIDTH);
  const height = limited(query['maxheight'], HEIGHT);
  const { image } = shown.event;
  const small = image ? (image.sizes?.['medium'] ?? image) : undefined;
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: site.name,
    provider_url: `${call.links.home}/`,
    html: html`<iframe src="${eventFrameAddress(call, found.named)}" title="${title}" width="${width}" height="${height}" loading="lazy"></iframe>`
      .markup,
    width,
    height,
    ...(small
      ? { thumbnail_url: small.url, thumbnail_width: small.width, thumbnail_height: small.height }
      : {}),
  };
}
