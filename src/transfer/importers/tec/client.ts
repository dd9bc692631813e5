import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, Dispatcher } from 'undici';
import { type Language, type Message, message } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { type Allows, allowList } from '#foundation/network/allow-list.ts';
import { readDate } from '#foundation/time/typed.ts';
import { parseAddress, refuseForbidden } from '#store/pictures/address.ts';
import { PictureError } from '#store/pictures/errors.ts';
import { guardedConnector } from '#store/pictures/fetch.ts';
import { bytesFromMemory } from '../byte-source.ts';
import { ImportError } from '../import-item.ts';
import { JsonLimitError, valuesIn } from './json-splitter.ts';

/** Credentials, language and pauses for reading a site. */
export interface SiteClientOptions {
  /** `Authorization` header for the site; never sent to another origin. */
  readonly authorization?: string | undefined;
  /** Milliseconds between two requests. */
  readonly pauseMs: number;
  /** The language to request. */
  readonly language?: Language | undefined;
  /**
   * Hosts (`host`, `host:port`) that may have any IP address, while all others have to be public; absent: whoever named the
   * site trusts wherever it leads.
   */
  readonly allowHosts?: readonly string[] | undefined;
  /** Called with reason and milliseconds before each wait long enough to be noticed. */
  readonly onWait?: (reason: Message | string, waitMs: number) => void;
}

/** A final response. `body` is undefined if it is not JSON. */
export interface SiteResponse {
  readonly status: number;
  /** The address after redirects. */
  readonly url: string;
  readonly body: unknown;
  readonly links: string;
}

const TRIES = 7;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
const NOTICED_WAIT_MS = 2_000;
const ANSWER_WITHIN_MS = 60_000;
/** After this time, a response must have arrived at `LEAST_RATE` bytes a second on average. */
const SLOW_AFTER_MS = 20_000;
const LEAST_RATE = 512;
/** Time limit of a whole response, however steadily it arrives. */
const WHOLE_WITHIN_MS = 300_000;
const LARGEST_ANSWER = 32 * 1024 * 1024;
const LARGEST_DUMP = 64 * 1024;
const REDIRECTS = 5;
/** Attempts for slow responses, which take long as it is. */
const SLOW_TRIES = 3;
const again = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500;

const headerOf = (headers: Dispatcher.ResponseData['headers'], name: string) => [headers[name] ?? []].flat();

/**
 * Returns the milliseconds that a `Retry-After` header asks for (RFC 9110 §10.2.3): seconds or a date; undefined if
 * it says nothing.
 */
export function retryAfterMs(header: string | undefined, now: Temporal.Instant): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = readDate(header, { now, zone: 'UTC' });
  if (!date) return undefined;
  const until = Temporal.Instant.from(`${date.utc.replace(' ', 'T')}Z`);
  return Math.max(0, until.epochMilliseconds - now.epochMilliseconds);
}

/** A response that arrives too slowly. */
class SlowResponseError extends Error {}

/**
 * Reads a site over HTTP: one request at a time, with pauses; retries 429, 5xx and broken connections with growing
 * delays.
 */
export class SiteClient {
  readonly #options: SiteClientOptions;
  #agent: Agent | undefined;
  readonly #allows: Allows | undefined;
  #hasRequested = false;
  /** The origin the operator named: the only one that gets the credentials. */
  readonly #origin: string;

  constructor(address: string, options: SiteClientOptions) {
    this.#options = options;
    this.#allows = options.allowHosts && allowList(options.allowHosts);
    this.#origin = new URL(address).origin;
  }

  /** Returns the response to a GET. @throws ImportError after the last attempt, or if retrying is pointless */
  async get(address: string): Promise<SiteResponse> {
    if (this.#hasRequested && this.#options.pauseMs > 0) await sleep(this.#options.pauseMs);
    this.#hasRequested = true;
    let reason: Message | string = '';
    for (let attempt = 0; attempt < TRIES; attempt++) {
      let wait: number | undefined;
      const beganMs = performance.now();
      try {
        const { answer, retryAfter } = await this.#once(address);
        if (!again(answer.status)) return answer;
        reason = message('import.answer_status', { status: answer.status });
        wait = retryAfterMs(retryAfter, Temporal.Now.instant());
      } catch (error) {
        if (error instanceof ImportError) throw error;
        if (error instanceof PictureError) throw new ImportError(message('import.not_public', { address }));
        const isSlow =
          error instanceof SlowResponseError || (error instanceof Error && error.name === 'TimeoutError');
        reason = isSlow ? message('import.slow') : reasonOf(error);
        if (isSlow && attempt >= SLOW_TRIES - 1) break;
        // An unknown host or refused connection is unlikely to recover within a minute.
        if (/ENOTFOUND|ECONNREFUSED|certificate/i.test(`${error} ${codeOf(error)}`) && attempt >= 2) break;
      }
      if (attempt === TRIES - 1) break;
      const waitMs = Math.min(LONGEST_WAIT_MS, wait ?? FIRST_WAIT_MS * 2 ** attempt);
      // The attempt itself may have taken long.
      if (performance.now() - beganMs + waitMs >= NOTICED_WAIT_MS) this.#options.onWait?.(reason, waitMs);
      await sleep(waitMs);
    }
    throw new ImportError(message('import.try_again', { address, reason }));
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  async #once(address: string): Promise<{ answer: SiteResponse; retryAfter: string | undefined }> {
    let url = new URL(address);
    // Loaded at the first use, not at each start of the service.
    const { Agent, request } = await import('undici');
    const limits = { headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS };
    this.#agent ??= new Agent(this.#allows ? { ...limits, connect: guardedConnector(this.#allows) } : limits);
    const dispatcher = this.#agent;
    const signal = AbortSignal.timeout(WHOLE_WITHIN_MS);
    for (let redirects = 0; redirects <= REDIRECTS; redirects++) {
      if (this.#allows) refuseForbidden(parseAddress(url.href), this.#allows);
      const response = await request(url, {
        dispatcher,
        signal,
        headers: {
          accept: 'application/json',
          'user-agent': 'Kalends',
          ...(this.#options.language ? { 'accept-language': this.#options.language } : {}),
          ...(this.#options.authorization && url.origin === this.#origin
            ? { authorization: this.#options.authorization }
            : {}),
        },
      });
      const [location] = headerOf(response.headers, 'location');
      if (response.statusCode >= 300 && response.statusCode < 400 && location !== undefined) {
        // The body of a redirect is discarded, up to a limit.
        await response.body.dump({ limit: LARGEST_DUMP });
        url = new URL(location, url);
        if (!/^https?:$/.test(url.protocol))
          throw new ImportError(message('import.leads_away', { address, protocol: url.protocol }));
        continue;
      }
      const bytes = await readBytes(response, url.href);
      const answer: SiteResponse = {
        status: response.statusCode,
        url: url.href,
        body: await parse(bytes, url.href),
        links: headerOf(response.headers, 'link').join(', '),
      };
      return { answer, retryAfter: headerOf(response.headers, 'retry-after')[0] };
    }
    throw new ImportError(message('import.redirects', { address }));
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function readBytes({ body }: Dispatcher.ResponseData, address: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const beganMs = performance.now();
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    const tookMs = performance.now() - beganMs;
    if (tookMs >= SLOW_AFTER_MS && size < (LEAST_RATE * tookMs) / 1000) throw new SlowResponseError();
    if (size > LARGEST_ANSWER) throw new ImportError(message('import.too_large', { address }));
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Returns the value of an answer; undefined: it is no JSON. @throws ImportError for one that would take too much memory */
async function parse(bytes: Buffer, address: string): Promise<unknown> {
  const from = bytes.subarray(0, 3).toString('latin1') === 'ï»¿' ? 3 : 0;
  const whole = { from, to: bytes.length };
  try {
    for await (const [value] of valuesIn(bytesFromMemory(bytes), whole, {
      separator: 'blanks',
      longest: LARGEST_ANSWER,
    }))
      return JSON.parse(value?.text ?? '');
    return undefined;
  } catch (error) {
    if (error instanceof JsonLimitError)
      throw new ImportError(message('import.too_complex', { source: address, reason: error.told }));
    return undefined;
  }
}
