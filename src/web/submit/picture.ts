import type { FastifyReply, FastifyRequest } from 'fastify';
import { PRIVATE } from '#api/http/response-headers.ts';
import { storedSizes } from '#api/media/rules.ts';
import { FILE_POLICY } from '#api/media/serve.ts';
import { getOwn } from '#calendar/submissions/actions.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { removeInterfaceHeaders } from '#web/html/send-page.ts';

/** The size that a page of a proposal shows. */
const SHOWN = 'large';

/**
 * Sends the picture of a proposal to its private address, for pages of this site alone: it isn't public, and no other site may
 * show it. @throws KalendsError `rest_submission_not_found`, also where there is no picture
 */
export async function sendOwnPicture(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const secret = String(Reflect.get(Object(request.params), 'secret') ?? '');
  const { picture } = await getOwn(call, secret);
  if (!picture) throw new KalendsError('rest_submission_not_found');
  const { file, 'mime-type': type } = Object.fromEntries(storedSizes(picture))[SHOWN] ?? {
    file: picture.file,
    'mime-type': picture.mime_type,
  };
  const bytes = await call.services.media.files.read(file);
  if (!bytes) throw new KalendsError('rest_submission_not_found');
  removeInterfaceHeaders(reply);
  return reply
    .headers({
      'Content-Type': type,
      'Cache-Control': PRIVATE,
      'Content-Security-Policy': FILE_POLICY,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
    .send(bytes);
}
