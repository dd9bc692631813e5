import type { Socket } from 'node:net';
import type { Language } from '#i18n/catalogue.ts';
import { KalendsError } from '../errors.ts';
import { errorBody } from './answer.ts';

const LINGER_MS = 1_000;
const answered = new WeakSet<Socket>();

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/**
 * Answers what is no HTTP, before there is a request, and closes the connection. What the client still sends is read
 * for a second: with unread bytes the connection would be reset, and the answer lost.
 */
export function answerBrokenRequest(
  error: { code?: string | undefined; rawPacket?: unknown },
  socket: Socket,
  language: Language,
): void {
  if (answered.has(socket)) return;
  answered.add(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf(error.code);
  // An answer to HEAD ends with its headers (RFC 9110 §9.3.2).
  const { rawPacket } = error;
  const head = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString('latin1') === 'HEAD ';
  const body = JSON.stringify(errorBody(new KalendsError('rest_bad_request', { status }), language));
  socket.once('end', () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${REASONS[status] ?? ''}`,
      'Content-Type: application/json; charset=UTF-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Access-Control-Allow-Origin: *',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      head ? '' : body,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
