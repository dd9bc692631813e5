import type { FastifyInstance } from 'fastify';
import { acceptedEncoding } from '#api/http/negotiation.ts';
import { etagOf, matchesTag } from '#api/http/response-headers.ts';
import { findAsset } from './assets.ts';

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};

/** Serves `GET` and `HEAD /assets/*`: what pages load, to be cached for ever, and to pages of other sites too. */
export function serveAssets(app: FastifyInstance): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/assets/:file',
    handler: async (request, reply) => {
      const asset = findAsset((request.params as { file: string }).file);
      if (!asset) {
        reply.callNotFound();
        return reply;
      }
      const { file, bytes, encoded } = asset;
      const accepted = acceptedEncoding(request.headers['accept-encoding'], bytes);
      const body = accepted && encoded.get(accepted);
      const encoding = body && accepted;
      const etag = etagOf(file, encoding);
      for (const name of [
        'Link',
        'X-Robots-Tag',
        'Access-Control-Expose-Headers',
        'Access-Control-Allow-Headers',
        'Access-Control-Allow-Credentials',
      ])
        reply.removeHeader(name);
      reply.headers({
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        ETag: etag,
        Vary: 'Accept-Encoding',
      });
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
