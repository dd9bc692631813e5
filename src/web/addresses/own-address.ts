import type { FastifyRequest } from 'fastify';
import { addressOf } from '#api/http/address.ts';
import { type PageQuery, type PublicPage, pageParameters, writePublicPage } from '#api/http/page-address.ts';
import { queryParameters } from '#api/server/request-input.ts';
import type { Call } from '#context.ts';
import { pageAddress } from '#web/html/page.ts';

/** Returns a path as people read it; one that can't be decoded as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the path of a request below the language's segment, decoded, with its slashes and letters as they were sent. */
export function sentPath(request: FastifyRequest): string {
  const [path = ''] = request.originalUrl.split('?');
  return decoded(path.slice(addressOf(request.raw).base.length)) || '/';
}

/** Returns the parameters that name a page, in one order, without empty ones. */
function namedParameters(query: PageQuery): string {
  const given = pageParameters.filter((name) => query[name] !== undefined && query[name] !== '');
  return JSON.stringify(given.map((name) => [name, query[name]]));
}

/** Returns where a request for a page leads that isn't written as the page's own address; undefined: it is. */
export function ownAddress(call: Call, request: FastifyRequest, page: PublicPage): string | undefined {
  const query = queryParameters(request);
  const written = writePublicPage(page);
  const [path = '', parameters = ''] = written.split('?');
  // Letters of another case are the page's too: its canonical address tells.
  const isSamePath = `/${decoded(path)}`.toLowerCase() === sentPath(request).toLowerCase();
  const isSameQuery =
    page.kind !== 'calendar' ||
    namedParameters(query) === namedParameters(Object.fromEntries(new URLSearchParams(parameters)));
  if (isSamePath && isSameQuery) return undefined;
  const language = query['translation_language'];
  const kept = typeof language === 'string' ? `translation_language=${encodeURIComponent(language)}` : '';
  return pageAddress(call, `${written}${kept ? (parameters ? '&' : '?') : ''}${kept}`);
}
