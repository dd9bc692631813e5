import { message } from '#foundation/i18n/catalogue.ts';
import { PictureError } from '#store/pictures/errors.ts';
import { fetchGuarded } from '#store/pictures/fetch.ts';
import { ImportError } from '../import-item.ts';
import type { NetworkOptions } from '../source-kind.ts';

/** An answer to a request for a page. */
export interface FetchedPage {
  readonly status: number;
  /** Address after redirects. */
  readonly url: string;
  readonly body: Buffer;
}

/** Bounds of a fetch (contract I6). */
const rules = { maxBytes: 24 * 2 ** 20, timeoutMs: 30_000, maxRedirects: 5 } as const;

/** Fetches a page; every hop is guarded as those of pictures are. @throws ImportError */
export async function fetchPage(
  address: string,
  { allowHosts }: Pick<NetworkOptions, 'allowHosts'>,
): Promise<FetchedPage> {
  const url = URL.parse(address);
  if (!url) throw new ImportError(message('import.no_address', { source: address }));
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  try {
    return await fetchGuarded(
      address,
      {
        ...rules,
        // Whoever names a host on the command line trusts it, and no other one.
        allowHosts: allowHosts ?? [`${url.hostname}:${port}`],
        headers: { accept: 'text/html, application/ld+json, application/json;q=0.9, */*;q=0.5' },
      },
      async ({ response, urls }) => {
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of response.body) {
          if (!(chunk instanceof Uint8Array)) continue;
          size += chunk.length;
          if (size > rules.maxBytes)
            throw new ImportError(message('import.web.too_large', { source: address }));
          chunks.push(Buffer.from(chunk));
        }
        return { status: response.statusCode, url: urls[1].href, body: Buffer.concat(chunks) };
      },
    );
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    if (error.reason === 'forbidden') throw new ImportError(message('import.not_public', { address }));
    throw new ImportError(message('import.unreadable', { source: address, reason: error.userMessage }));
  }
}
