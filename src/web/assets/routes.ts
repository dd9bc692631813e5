import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '#api/http/negotiation.ts';
import { etagOf, matchesTag, PUBLIC } from '#api/http/response-headers.ts';
import type { Services } from '#context.ts';
import { type Asset, findAsset, findScript, loadAssets } from './assets.ts';
import { themeFile, themeSheet } from './theme.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
};

/** Sets the headers of what pages of any site may load, in place of those of the interface's answers. */
function setHeaders(reply: FastifyReply, etag: string, cacheControl: string): void {
  for (const name of ['Link', 'X-Robots-Tag']) reply.removeHeader(name);
  for (const name of ['Expose-Headers', 'Allow-Headers', 'Allow-Credentials'])
    reply.removeHeader(`Access-Control-${name}`);
  reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': cacheControl,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: etag,
    Vary: 'Accept-Encoding',
  });
}

/** Returns the sheet of the site's settings as they are now; an address of others gives it too, until the page is asked for again. */
async function theme(file: string, services: Services): Promise<{ asset: Asset; isCurrent: boolean }> {
  const sheet = themeSheet(await services.settings.read(services.db));
  const current = themeFile(sheet);
  return {
    asset: { file: current, bytes: Buffer.from(sheet), encoded: new Map() },
    isCurrent: file === current,
  };
}

/** Sends an asset in the encoding that the client takes, or says that it has it. */
function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, bytes, encoded }: Asset,
  cacheControl: string,
): FastifyReply {
  const accepted = acceptedEncoding(request.headers['accept-encoding'], bytes);
  const body = accepted && encoded.get(accepted);
  const encoding = body && accepted;
  const etag = etagOf(file, encoding);
  setHeaders(reply, etag, cacheControl);
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.header('Content-Type', types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.send(body ?? bytes);
}

/**
 * Serves `GET` and `HEAD /assets/*`: what pages load, to be cached for ever, and to pages of other sites too; and `/embed.js`,
 * which those name for years.
 */
export function serveAssets(app: FastifyInstance, services: Services): void {
  app.addHook('onReady', loadAssets);
  const serve = (url: string, find: (file: string) => Promise<[Asset | undefined, string]>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const [asset, cacheControl] = await find((request.params as { file?: string }).file ?? '');
        if (asset) return sendAsset(request, reply, asset, cacheControl);
        reply.callNotFound();
        return reply;
      },
    });
  serve('/assets/:file', async (name) => {
    const own = /^theme-[\w-]{8}\.css$/.test(name) ? await theme(name, services) : undefined;
    return [own?.asset ?? findAsset(name), own && !own.isCurrent ? PUBLIC : FOR_EVER];
  });
  serve('/embed.js', async () => [findScript('embed.js'), PUBLIC]);
}
