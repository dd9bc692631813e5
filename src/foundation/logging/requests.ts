import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { type FastifyRequest, LogController } from 'fastify';
import { errorStatus, isFailure, isSignInRefusal } from '#errors.ts';
import { memoize } from '#foundation/memoize/memoize.ts';
import type { FinishedRequest, RequestObservers } from '#foundation/telemetry/observers.ts';
import { asciiJson, type ServiceLog } from './log.ts';
import { loggedUrl } from './redaction.ts';
import { RepeatLimiter } from './repeat-limiter.ts';

const MAPPED = /^::ffff:(?=[\d.]+$)/i;

/** Returns a client's address for the log, '' where a proxy passes on something else. */
const shownClient = memoize((client) => {
  const plain = client.replace(MAPPED, '');
  return isIP(plain.replace(/%.*$/, '')) === 0 ? '' : plain;
});

const urlJson = memoize((url) => asciiJson(loggedUrl(url)), { maxEntries: 2_000, maxLength: 1_000 });
const textJson = memoize(asciiJson);
const nullable = (text: string | undefined) => (text === undefined ? 'null' : textJson(text));

const textOf = ({ aborted, method }: FinishedRequest) =>
  aborted ? 'The client went away.' : method === '' ? 'What came was no request.' : 'A request was answered.';

/** Reason for which a request is logged by itself, and its level. */
interface Notice {
  readonly kind: string;
  readonly level: 'warn' | 'error';
  readonly text: string;
}

const failed: Notice = { kind: 'failed', level: 'error', text: 'A request failed.' };
const refused: Notice = { kind: 'sign-in', level: 'warn', text: 'Signing in failed.' };
const limited: Notice = { kind: 'limited', level: 'warn', text: 'A client asks too often.' };
const slow: Notice = { kind: 'slow', level: 'warn', text: 'A request was slow.' };

function noticeOf({ status, code, error, answerMs }: FinishedRequest, slowMs: number): Notice | undefined {
  // In an envelope each answer has the status 200.
  if (isFailure(status) || error !== undefined || (code !== undefined && isFailure(errorStatus[code])))
    return failed;
  if (status === 429 || code === 'rest_too_many_requests') return limited;
  if (code !== undefined && isSignInRefusal(code)) return refused;
  return slowMs > 0 && answerMs >= slowMs ? slow : undefined;
}

const microseconds = (ms: number) => Math.round(ms * 1000) / 1000;

/**
 * Keeps Fastify from telling of requests, which are told of when they are over, kept answers too. At `debug` it is also
 * said when one that needs more comes.
 */
export class RequestsLoggedElsewhere extends LogController {
  override incomingRequest({ log, method, originalUrl, ip }: FastifyRequest): void {
    if (log.level !== 'debug' && log.level !== 'trace') return;
    log.debug({ method, url: loggedUrl(originalUrl), client: shownClient(ip) }, 'A request came.');
  }

  override requestCompleted(): void {}
  override routeNotFound(): void {}
}

/**
 * Logs each request: at `info`, at `warn` for failed sign-ins, rate limits and slow requests, at `error` for failures. Of
 * warnings and errors it writes a few each minute, and then their number; at `info` it leaves none out. Returns a function
 * that ends the minute.
 */
export function logRequests(
  { logger: log, output }: ServiceLog,
  observers: RequestObservers,
  slowMs: number,
): () => void {
  const repeats = new RepeatLimiter((kind, count) =>
    log.warn({ kind, count }, 'Further lines of this kind were left out within a minute.'),
  );
  const writesAll = log.isLevelEnabled('info');
  const machine = `,"pid":${process.pid},"hostname":${asciiJson(hostname())},"request_id":`;

  /** The line of a request with nothing special about it: what pino would write, at a fraction of its time. */
  const write = (finished: FinishedRequest) => {
    const { id, method, url, route, status, durationMs, bytes, user, client, kept, aborted } = finished;
    output.defer(
      `{"level":30,"time":${Date.now()}${machine}"${id}","method":"${method}","url":${urlJson(url)},"route":${nullable(route)},"status":${status},"duration_ms":${microseconds(durationMs)},"bytes":${bytes},"user":${nullable(user)},"client":"${shownClient(client)}","kept":${kept},"aborted":${aborted},"msg":"${textOf(finished)}"}\n`,
    );
  };
  const tell = (finished: FinishedRequest, { level, text }: Notice) => {
    const { id, method, url, route, status, durationMs, bytes, user, client, kept, aborted } = finished;
    const { code, login, error } = finished;
    log[level](
      {
        request_id: id,
        method,
        url: loggedUrl(url),
        route: route ?? null,
        status,
        duration_ms: microseconds(durationMs),
        bytes,
        user: user ?? null,
        client: shownClient(client),
        kept,
        aborted,
        ...(code === undefined ? {} : { code }),
        ...(login === undefined ? {} : { login }),
        ...(error === undefined ? {} : { err: error }),
      },
      text,
    );
  };
  observers.subscribe(
    (finished) => {
      const notice = noticeOf(finished, slowMs);
      if (notice && repeats.admit(notice.kind, finished.client)) tell(finished, notice);
      else if (writesAll) write(finished);
    },
    { kept: writesAll },
  );
  return () => repeats.end();
}
