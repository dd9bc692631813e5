import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { addressOf } from '#api/http/address.ts';
import type { InnerAnswer, InnerRequest } from '#api/http/inner-request.ts';
import type { Batch } from '#context.ts';
import { isObject } from '#foundation/text/is-object.ts';

// An import would read all that the module has (connections.ts).
const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');

/** Headers that say whose a request is and where it comes from: an inner request has those of the outer one. */
const OUTER =
  /^(host|authorization|cookie|origin|referer|user-agent|accept-language|sec-fetch-.*|x-forwarded-.*|forwarded)$/;
/** Headers that say how an inner request is sent, or what it pretends to be. */
const IGNORED =
  /^(host|authorization|proxy-authorization|cookie|origin|referer|x-wp-nonce|x-http-method-override|sec-.*|x-forwarded-.*|forwarded|accept|content-.*|transfer-encoding|connection|accept-encoding|expect|if-none-match|if-modified-since|range)$/;

/** Returns the body of a request as it is sent: as JSON, or with its file as a form, whose names nest as PHP's do. */
async function bodyOf({ body, file }: InnerRequest): Promise<{ type: string; body: Buffer }> {
  if (!file) return { type: 'application/json', body: Buffer.from(JSON.stringify(body)) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (isObject(value))
      for (const [member, one] of Object.entries(value)) form.append(`${name}[${member}]`, String(one));
    else form.append(name, String(value));
  form.append('file', new Blob([file.bytes], { type: file.type }), file.name);
  const written = new Response(form);
  return {
    type: written.headers.get('content-type') ?? '',
    body: Buffer.from(await written.arrayBuffer()),
  };
}

/** Returns the headers of a request: those of the outer one, and of its own what says neither whose it is nor how it is sent. */
function headersOf(outer: FastifyRequest, inner: InnerRequest, type: string): IncomingHttpHeaders {
  const own = Object.entries(inner.headers).filter(([name]) => !IGNORED.test(name));
  const given = Object.entries(outer.headers).filter(([name]) => OUTER.test(name));
  return {
    ...Object.fromEntries(given),
    ...Object.fromEntries(own),
    'content-type': type,
    // Pages of errors are for people.
    accept: 'application/json',
    // A form of a page was let in as such.
    ...(outer.headers['sec-fetch-mode'] === undefined ? {} : { 'sec-fetch-mode': 'same-origin' }),
    ...(outer.headers['sec-fetch-dest'] === undefined ? {} : { 'sec-fetch-dest': 'empty' }),
  };
}

/** A connection that leads nowhere. */
class NoConnection extends Socket {
  constructor(remoteAddress: string) {
    super();
    Object.defineProperty(this, 'remoteAddress', { value: remoteAddress });
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    done();
  }

  override _writev(_chunks: unknown, done: () => void): void {
    done();
  }
}

/** A request that another one brings, as the handlers see it. */
export class InnerMessage extends IncomingMessage {
  /** The batch of which it is a part. */
  readonly batch: Batch | undefined;

  constructor(
    connection: Socket,
    sent: {
      readonly method: string;
      readonly url: string;
      readonly headers: IncomingHttpHeaders;
      readonly httpVersion: string;
      readonly body: Buffer;
    },
    batch: Batch | undefined,
  ) {
    super(connection);
    this.batch = batch;
    this.method = sent.method;
    this.url = sent.url;
    this.httpVersion = sent.httpVersion;
    this.headers = { ...sent.headers, 'content-length': String(sent.body.length) };
    this.complete = true;
    this.push(sent.body);
    this.push(null);
  }
}

/** The answer to such a request, whose head and body are kept instead of being sent. */
class InnerResponse extends ServerResponse {
  body = '';

  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest.at(-1);
    if (isObject(headers))
      for (const [name, value] of Object.entries(headers)) this.setHeader(name, String(value));
    return super.writeHead(status);
  }

  override end(body?: unknown): this {
    if (typeof body === 'string' || body instanceof Uint8Array) this.body = Buffer.from(body).toString();
    return super.end();
  }
}

/** Does a request by the same handlers as all others, with the credentials of the one that brings it. */
export async function dispatchInner(
  outer: FastifyRequest,
  inner: InnerRequest,
  batch?: Batch,
): Promise<InnerAnswer> {
  const { type, body } = await bodyOf(inner);
  const connection = new NoConnection(outer.raw.socket.remoteAddress ?? outer.ip);
  // Dots in a path lead as they do in a browser.
  const { pathname, search } = new URL(`http://localhost${addressOf(outer.raw).base}${inner.path}`);
  const headers = headersOf(outer, inner, type);
  const request = new InnerMessage(
    connection,
    { method: inner.method, url: pathname + search, headers, body, httpVersion: outer.raw.httpVersion },
    batch,
  );
  const response = new InnerResponse(request);
  response.assignSocket(connection);
  const finished = once(response, 'finish');
  outer.server.routing(request, response);
  await finished;
  // Bounds that count a response until it closes wait for this.
  response.emit('close');
  const { statusCode: status } = response;
  return {
    status,
    headers: response.getHeaders(),
    body: response.body === '' ? null : JSON.parse(response.body),
  };
}
