import { type Agent, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

/** A request as it goes over the wire; nothing is added but the length of its body. */
export interface WireRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

/** An answer as it came. */
export interface WireAnswer {
  status: number;
  /** Names in lower case; a header sent more than once is joined with `, `. */
  headers: Record<string, string>;
  bytes: Buffer;
}

/** Sends a request and gives its answer. @throws where none has come in time, milliseconds, or the connection breaks */
export function exchange(
  agent: Agent,
  origin: string,
  { method, path, headers, body }: WireRequest,
  withinMs: number,
): Promise<WireAnswer> {
  const { hostname, port, protocol } = new URL(origin);
  const begin = protocol === 'https:' ? requestSecurely : request;
  return new Promise((resolve, reject) => {
    const sent = begin({
      agent,
      hostname,
      port,
      method,
      path,
      headers: body ? { ...headers, 'content-length': String(body.length) } : headers,
      setHost: false,
      timeout: withinMs,
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${withinMs} ms`)));
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const joined = Object.entries(response.headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
        );
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(joined),
          bytes: Buffer.concat(chunks),
        });
      });
    });
    sent.end(body);
  });
}

/** The body as it was before it was compressed. @throws where it isn't what its encoding says */
export function plainBytes({ headers, bytes }: WireAnswer): Buffer {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(bytes);
  if (encoding === 'gzip') return gunzipSync(bytes);
  if (encoding === 'zstd') return zstdDecompressSync(bytes);
  if (encoding !== undefined) throw new Error(`Nobody knows the encoding ${encoding}.`);
  return bytes;
}
