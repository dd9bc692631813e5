import type { Socket } from 'node:net';
import { grantOf, securityHeaders } from '#api/http/response-headers.ts';
import type { Config } from '#config.ts';
import { KalendsError } from '#errors.ts';
import { errorBody } from './error-answer.ts';
import type { RequestTracker } from './request-facts.ts';

const LINGER_MS = 1_000;
const RETRY_AFTER_SECONDS = '5';
const answered = new WeakSet<Socket>();

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413;
  if (code === 'ERR_SERVER_STOPPING') return 503;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

const SECURITY = Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`);

/** Returns the headers of every answer, with the CORS grant as far as origin and credentials can be read. */
function headersFor(rawPacket: unknown, config: Pick<Config, 'corsOrigins'>): string[] {
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  const sent = (name: string) =>
    new RegExp(`\\n${name}:[ \\t]*([^\\r\\n]*?)[ \\t]*\\r?\\n`, 'i').exec(text)?.[1];
  const grant = grantOf({ origin: sent('Origin'), authorization: sent('Authorization') }, config);
  return [
    ...SECURITY,
    'Vary: Authorization, Origin',
    `Access-Control-Allow-Origin: ${grant.origin}`,
    ...(grant.credentials ? ['Access-Control-Allow-Credentials: true'] : []),
  ];
}

/** The error that Node emits for bytes that are no HTTP request. */
interface MalformedRequest extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: unknown;
}

/**
 * Answers a malformed or unfinished request and closes the connection. What the client still sends is read for a second: with unread
 * bytes the connection would be reset, and the answer lost.
 * @param answerOf returns the header lines and the body for a status
 */
export function refuseMalformed(
  error: MalformedRequest,
  socket: Socket,
  answerOf: (status: number) => { headers: readonly string[]; body: string },
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
  const { headers, body } = answerOf(status);
  socket.once('end', () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${REASONS[status] ?? ''}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
      'Connection: close',
      '',
      head ? '' : body,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Answers a malformed request in the form of the interface's errors. */
export function answerMalformedRequest(
  error: MalformedRequest,
  socket: Socket,
  config: Pick<Config, 'language' | 'corsOrigins'>,
  tracker: RequestTracker,
): void {
  refuseMalformed(error, socket, (status) => {
    tracker.noteMalformed(socket, status);
    const shown = new KalendsError(status === 503 ? 'rest_unavailable' : 'rest_bad_request', { status });
    const retry = status === 503 ? [`Retry-After: ${RETRY_AFTER_SECONDS}`] : [];
    return {
      headers: [
        'Content-Type: application/json; charset=UTF-8',
        ...retry,
        ...headersFor(error.rawPacket, config),
      ],
      body: JSON.stringify(errorBody(shown, config.language)),
    };
  });
}
