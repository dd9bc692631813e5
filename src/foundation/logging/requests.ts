import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { type FastifyRequest, LogController } from 'fastify';
import { errorStatus, isFailure, isSignInRefusal } from '#errors.ts';
import { memoize } from '#foundation/memoize/memoize.ts';
import type { CountedRequest } from '#foundation/telemetry/metrics.ts';
import { asciiJson, type ServiceLog } from './log.ts';
import { loggedUrl } from './redaction.ts';
import { RepeatLimiter } from './repeat-limiter.ts';

/** A request that is over, as it is logged. */
export interface FinishedRequest extends CountedRequest {
  /** The request's own mark, which its answer and lines of the log have too. */
  readonly id: string;
  /** Path and query as sent, with all secrets that are in it: nobody shows it before `loggedUrl` has seen it. */
  readonly url: string;
  /** Milliseconds until the answer began to be sent, without those for which a body was waited for: a slow line is not in it. */
  readonly answerMs: number;
  /** Login of whoever signed in; undefined: nobody. */
  readonly user: string | undefined;
  /** Existing login at which a wrong password was tried. */
  readonly login?: string | undefined;
  /** Error inside the service, of which the answer says nothing. */
  readonly error?: unknown;
  /** The client's address, behind proxies that are trusted. */
  readonly client: string;
}

/** The log of requests that are over. */
export interface RequestLog {
  /** Whether every request is a line, kept answers too, and not only what is special. */
  readonly isComplete: boolean;
  /** Logs a request. */
  readonly log: (finished: FinishedRequest) => void;
  /** Ends the minute in which repeated lines are counted. */
  readonly end: () => void;
}

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
  if (status < 400 && code === undefined && error === undefined)
    return slowMs > 0 && answerMs >= slowMs ? slow : undefined;
  // In an envelope each answer has the status 200.
  if (isFailure(status) || error !== undefined || (code !== undefined && isFailure(errorStatus[code])))
    return failed;
  if (status === 429 || code === 'rest_too_many_requests') return limited;
  if (code !== undefined && isSignInRefusal(code)) return refused;
  return slowMs > 0 && answerMs >= slowMs ? slow : undefined;
}

const microseconds = (ms: number) => Math.round(ms * 1000) / 1000;

/** Logs requests as they come, and leaves their end to `logRequests`. */
class ArrivalLog extends LogController {
  override incomingRequest({ log, method, originalUrl, ip }: FastifyRequest): void {
    log.debug({ method, url: loggedUrl(originalUrl), client: shownClient(ip) }, 'A request came.');
  }

  override requestCompleted(): void {}
  override routeNotFound(): void {}
}

/** Returns Fastify's part in the log of requests: none, but for a line at `debug` when one comes that needs more than the cache. */
export function frameworkLog({ logger }: ServiceLog): LogController {
  const options = { requestIdLogLabel: 'request_id' };
  return logger.isLevelEnabled('debug')
    ? new ArrivalLog(options)
    : new LogController({ ...options, disableRequestLogging: true });
}

/**
 * Returns the log of requests: at `info`, at `warn` for failed sign-ins, rate limits and slow requests, at `error` for failures. Of
 * warnings and errors it writes a few each minute, and then their number; at `info` it leaves none out.
 */
export function requestLog({ logger: log, output }: ServiceLog, slowMs: number): RequestLog {
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
  return {
    isComplete: writesAll,
    log: (finished) => {
      const notice = noticeOf(finished, slowMs);
      if (notice && repeats.admit(notice.kind, finished.client)) tell(finished, notice);
      else if (writesAll) write(finished);
    },
    end: () => repeats.end(),
  };
}
