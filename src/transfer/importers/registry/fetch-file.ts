import { message } from '#foundation/i18n/catalogue.ts';
import { PictureError } from '#store/pictures/errors.ts';
import { fetchGuarded } from '#store/pictures/fetch.ts';
import { type ByteSource, spoolBytes } from '../byte-source.ts';
import { ImportError } from '../import-item.ts';
import type { NetworkOptions } from '../source-kind.ts';

/** Bounds of a fetch (contract I6). */
const [MEGABYTES, TIMEOUT_MS, REDIRECTS] = [100, 30_000, 5];

/** Returns an address of the web: calendars to subscribe to are offered as `webcal`. */
export const webAddress = (address: string): string => address.trim().replace(/^webcals?:\/\//i, 'https://');

async function* limited(body: AsyncIterable<unknown>, address: string): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > MEGABYTES * 2 ** 20) throw new ImportError(message('import.too_large', { address }));
    yield Buffer.from(chunk);
  }
}

/** Returns what an address answers, in a temporary file. Every hop is guarded as those of pictures are. @throws ImportError */
export async function fetchFile(
  address: string,
  { allowHosts }: Pick<NetworkOptions, 'allowHosts'>,
): Promise<ByteSource> {
  const url = URL.parse(webAddress(address));
  if (!url) throw new ImportError(message('import.no_address', { source: address }));
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const rules = {
    // Whoever names a host on the command line trusts it, and no other one.
    allowHosts: allowHosts ?? [`${url.hostname}:${port}`],
    maxBytes: MEGABYTES * 2 ** 20,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: REDIRECTS,
    headers: { accept: '*/*' },
  };
  try {
    return await fetchGuarded(url.href, rules, async ({ response }) => {
      const status = response.statusCode;
      if (status < 200 || status > 299)
        throw new ImportError(
          message('import.unreadable', {
            source: address,
            reason: message('import.answer_status', { status }),
          }),
        );
      return spoolBytes(limited(response.body, address));
    });
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    if (error.reason === 'forbidden') throw new ImportError(message('import.not_public', { address }));
    throw new ImportError(message('import.unreadable', { source: address, reason: error.userMessage }));
  }
}
