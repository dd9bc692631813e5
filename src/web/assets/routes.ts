import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptedEncoding } from '#api/http/negotiation.ts';
import { etagOf, matchesTag, PUBLIC } from '#api/http/response-headers.ts';
import { siteSettings } from '#api/settings/site-settings.ts';
import type { Deps } from '#context.ts';
import { type Asset, findAsset, loadAssets } from './assets.ts';
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
async function theme(file: string, deps: Deps): Promise<{ asset: Asset; isCurrent: boolean }> {
  const sheet = themeSheet(await siteSettings({ deps }));
  const current = themeFile(sheet);
  return {
    asset: { file: current, bytes: Buffer.from(sheet), encoded: new Map() },
    isCurrent: file === current,
  };
}

/** Serves `GET` and `HEAD /assets/*`: what pages load, to be cached for ever, and to pages of other sites too. */
export function serveAssets(app: FastifyInstance, deps: Deps): void {
  app.addHook('onReady', loadAssets);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/assets/:file',
    handler: async (request, reply) => {
      const name = (request.params as { file: string }).file;
      const own = /^theme-[\w-]{8}\.css$/.test(name) ? await theme(name, deps) : undefined;
      const asset = own?.asset ?? findAsset(name);
      if (!asset) {
        reply.callNotFound();
        return reply;
      }
      const { file, bytes, encoded } = asset;
      const accepted = acceptedEncoding(request.headers['accept-encoding'], bytes);
      const body = accepted && encoded.get(accepted);
      const encoding = body && accepted;
      const etag = etagOf(file, encoding);
      setHeaders(reply, etag, own && !own.isCurrent ? PUBLIC : FOR_EVER);
      if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      reply.header(
        'Content-Type',
        types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      );
      if (encoding) reply.header('Content-Encoding', encoding);
      return reply.send(body ?? bytes);
    },
  });
}
