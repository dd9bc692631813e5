import type { FastifyRequest } from 'fastify';
import { addressOf } from '#api/http/address.ts';
import type { InnerAnswer, InnerRequest } from '#api/http/inner-request.ts';
import { isObject } from '#foundation/text/is-object.ts';

/** Headers that say whose a request is and where it comes from: an inner request has those of the outer one. */
const OUTER =
  /^(host|authorization|cookie|origin|referer|user-agent|accept-language|sec-fetch-.*|x-forwarded-.*|forwarded)$/;
/** Headers that say how an inner request is sent, or what it pretends to be. */
const IGNORED =
  /^(host|authorization|proxy-authorization|cookie|origin|referer|x-wp-nonce|x-http-method-override|sec-.*|x-forwarded-.*|forwarded|accept|content-.*|transfer-encoding|connection|accept-encoding|expect|if-none-match|if-modified-since|range)$/;

/** Returns the body of a request as it is sent: as JSON, or with its file as a form, whose names nest as PHP's do. */
async function bodyOf({ body, file }: InnerRequest): Promise<{ type: string; payload: string | Buffer }> {
  if (!file) return { type: 'application/json', payload: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (isObject(value))
      for (const [member, one] of Object.entries(value)) form.append(`${name}[${member}]`, String(one));
    else form.append(name, String(value));
  form.append('file', new Blob([file.bytes], { type: file.type }), file.name);
  const written = new Response(form);
  return {
    type: written.headers.get('content-type') ?? '',
    payload: Buffer.from(await written.arrayBuffer()),
  };
}

/** Does a request by the same handlers as all others, with the credentials of the one that brings it. */
export async function dispatchInner(outer: FastifyRequest, inner: InnerRequest): Promise<InnerAnswer> {
  const own = Object.entries(inner.headers).filter(([name]) => !IGNORED.test(name));
  const given = Object.entries(outer.headers).filter(([name]) => OUTER.test(name));
  const { type, payload } = await bodyOf(inner);
  const answer = await outer.server.inject({
    method: inner.method,
    url: `${addressOf(outer.raw).base}${inner.path}`,
    headers: {
      ...Object.fromEntries(given),
      ...Object.fromEntries(own),
      'content-type': type,
      // Pages of errors are for people.
      accept: 'application/json',
      // A form of a page was let in as such.
      ...(outer.headers['sec-fetch-mode'] === undefined ? {} : { 'sec-fetch-mode': 'same-origin' }),
      ...(outer.headers['sec-fetch-dest'] === undefined ? {} : { 'sec-fetch-dest': 'empty' }),
    },
    payload,
    remoteAddress: outer.raw.socket.remoteAddress ?? outer.ip,
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body === '' ? null : answer.json(),
  };
}
