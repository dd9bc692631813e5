import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#api/access/permissions.ts';
import { provenanceOf } from '#api/access/sessions/cookie.ts';
import { Validity } from '#api/cache/response-cache.ts';
import { addressOf, Links } from '#api/http/address.ts';
import { readFields } from '#api/http/fields.ts';
import { languageOfHeader } from '#api/http/negotiation.ts';
import type { Batch, Call, Services } from '#context.ts';
import { languageOf } from '#foundation/i18n/catalogue.ts';
import { memoize } from '#foundation/memoize/memoize.ts';
import type { Database } from '#store/db/engine.ts';
import { PictureBudget } from '#store/pictures/budget.ts';
import { dispatchInner } from './dispatch.ts';
import { queryParameters } from './request-input.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer;
    /** The origin on which the client reached the service, for links (design 2). */
    origin: string;
    /** `translation_language` as sent, wherever it stood; known once the body is read. */
    askedLanguage: unknown;
    /** The batch of which it is a part. */
    batch: Batch | undefined;
    /** The replica that was lent to it. */
    lent: Database | undefined;
  }
}

const originOfText = memoize((typed) => URL.parse(typed)?.origin);

/** Returns the origin on which the client reached the service (design 2). */
export function originOf(request: FastifyRequest, { config }: Services): string {
  if (config.publicUrl) return config.publicUrl;
  // A proxy may pass on any word as the protocol.
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  return originOfText(`${scheme}://${request.host || 'localhost'}`) ?? `http://localhost:${config.port}`;
}

/** Selects the languages of a request: parameter, segment of the address, `Accept-Language`, site, in this order (contract 1). */
export function languageOfRequest(
  request: FastifyRequest,
  services: Services,
): Pick<Call, 'language' | 'negotiated' | 'writtenIn'> {
  const site = services.settings.language;
  const asked = request.askedLanguage ?? queryParameters(request)['translation_language'];
  const decided = (asked === undefined ? undefined : languageOf(asked)) ?? addressOf(request.raw).language;
  if (decided) return { language: decided, negotiated: false, writtenIn: decided };
  const language = languageOfHeader(request.headers['accept-language'], site) || site;
  return { language, negotiated: true, writtenIn: site };
}

/**
 * Returns the database from which a request reads: a replica that has all that this process knows of, where there is one
 * and the request is an anonymous read, else the primary. `endReading` gives back what was lent.
 */
function lendDatabase(request: FastifyRequest, primary: Database): Database {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!primary.lend || request.viewer !== null || !isReading) return primary;
  request.lent ??= primary.lend();
  return request.lent;
}

/**
 * Returns the services as a request reads them: from a replica where one is lent to it, with the settings that the calendar has by
 * now.
 * @param isWriting spares the look at the change log: a write shows the settings that were read last
 */
export async function servicesFor(
  request: FastifyRequest,
  services: Services,
  { isWriting = false } = {},
): Promise<Services> {
  const db = services.db.lend ? lendDatabase(request, services.db) : services.db;
  const site = await services.settings.read(db, { isWriting });
  const isSame = site === services.site && db === services.db;
  return isSame ? services : { ...services, db, site, config: site.config };
}

/** Gives back the replica that was lent to a request, which has read what it needs. */
export function endReading(request: FastifyRequest): void {
  request.lent?.release?.();
}

/** Makes the call of a request: all that its answer depends on beside its parameters. @param reply holds the memory or the turn of a large answer until it's closed */
export function callOf(request: FastifyRequest, services: Services, reply?: FastifyReply): Call {
  const address = addressOf(request.raw);
  const fields = queryParameters(request)['_fields'];
  const now = services.now();
  let budget: PictureBudget | undefined;
  return {
    services,
    site: services.site,
    viewer: request.viewer,
    client: request.ip,
    sender: () => ({
      agent: request.headers['user-agent'] ?? '',
      provenance: provenanceOf(request.headers),
    }),
    ...languageOfRequest(request, services),
    now,
    validity: new Validity(now),
    links: new Links(request.origin, address),
    namespace: address.namespace,
    fields: fields === undefined ? undefined : readFields(fields),
    dispatch: (inner, batch) => dispatchInner(request, inner, batch),
    pictureBudget: () => {
      budget ??= new PictureBudget(services.media.rules);
      return budget;
    },
    reserve: reply && ((bytes) => services.answerMemory.take(bytes, reply.raw)),
    awaitAtEnd: reply && (() => services.lifecycle.awaitLong(reply.raw)),
    takeFeedTurn: reply && (() => services.feedTurns.take(1, reply.raw)),
  };
}
