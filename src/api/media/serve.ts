import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { httpDate, isUnmodified } from '#api/http/response-headers.ts';
import type { Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { OpenFile } from '#store/pictures/files.ts';
import { documentKinds, pictureKinds } from '#store/pictures/kinds.ts';

// By extension alone: the content was checked when the file was stored.
const served: ReadonlyMap<string, { readonly type: string; readonly download: boolean }> = new Map(
  [pictureKinds, documentKinds].flatMap((kinds) =>
    Object.values(kinds).flatMap(({ mime_type, extensions }) => {
      const type = mime_type.startsWith('text/') ? `${mime_type}; charset=utf-8` : mime_type;
      const download = kinds === documentKinds;
      return extensions.map((extension) => [extension, { type, download }] as const);
    }),
  ),
);

/** The policy of files that people have sent, should a browser show one as a page. */
export const FILE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'self'";

/** Serves `GET` and `HEAD /media/*`: the stored files of the media folder, for everybody, and nothing else in it. */
export function serveMedia(app: FastifyInstance, services: Services): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    handler: async (request, reply) => {
      const path = (request.params as { '*': string })['*'];
      const name = path.slice(path.lastIndexOf('/') + 1);
      const kind = served.get(name.slice(name.lastIndexOf('.') + 1));
      const file = kind && (await services.media.files.open(path));
      if (!file) throw new KalendsError('rest_no_route');
      try {
        reply.header('Content-Type', kind.type);
        if (kind.download) reply.header('Content-Disposition', `attachment; filename="${name}"`);
        return await sendFile(request, reply, file);
      } catch (error) {
        await file.close();
        throw error;
      }
    },
  });
}

/** Sends a file of a folder, whole or the one range that is asked for (RFC 9110 §14), or says that the client has it; closes it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenFile,
  cacheControl = 'public, max-age=31536000, immutable',
): Promise<FastifyReply> {
  const etag = `"${file.size.toString(36)}-${Math.floor(file.modifiedMs).toString(36)}"`;
  const modified = httpDate(utcText(Temporal.Instant.fromEpochMilliseconds(Math.floor(file.modifiedMs))));
  // Unlike answers of the interface, pictures may be found by searching the web and be shown by any site.
  reply.removeHeader('X-Robots-Tag').removeHeader('Link');
  reply.headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl,
    'Content-Security-Policy': FILE_POLICY,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: etag,
    'Last-Modified': modified,
  });
  if (isUnmodified(request.headers, etag, modified)) {
    await file.close();
    return reply.code(304).send();
  }
  const range = rangeOf(request, etag, modified, file.size);
  if (range === 'outside') {
    await file.close();
    return reply.code(416).header('Content-Range', `bytes */${file.size}`).send();
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  if (range) reply.code(206).header('Content-Range', `bytes ${start}-${end}/${file.size}`);
  reply.header('Content-Length', end - start + 1);
  if (request.method === 'HEAD' || file.size === 0) {
    await file.close();
    return reply.send();
  }
  return reply.send(file.read(start, end));
}

/** Returns the single range asked for, both ends included (RFC 9110 §14); undefined: the whole file. */
function rangeOf(
  { headers }: FastifyRequest,
  etag: string,
  modified: string,
  size: number,
): { start: number; end: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const unchanged = headers['if-range'];
  if (unchanged !== undefined && unchanged !== etag && unchanged !== modified) return undefined;
  const last = size - 1;
  if (from === '') return Number(to) === 0 ? 'outside' : { start: Math.max(0, size - Number(to)), end: last };
  const range = { start: Number(from), end: to === '' ? last : Math.min(Number(to), last) };
  if (range.start > last) return 'outside';
  return range.end < range.start ? undefined : range;
}
