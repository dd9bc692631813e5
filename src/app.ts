import { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { Authenticator } from '#api/access/credentials.ts';
import { SessionAuthenticator } from '#api/access/sessions/authenticator.ts';
import { batchRoutes } from '#api/batch/routes.ts';
import { rewriteRequest } from '#api/http/address.ts';
import { invitationRoutes } from '#api/invitations/routes.ts';
import { mailRoutes } from '#api/mail/routes.ts';
import { mediaRoutes } from '#api/media/routes.ts';
import { serveMedia } from '#api/media/serve.ts';
import { passkeyRoutes } from '#api/passkeys/routes.ts';
import { passwordResetRoutes } from '#api/password-reset/routes.ts';
import type { Route } from '#api/routing/route.ts';
import { secondFactorRoutes } from '#api/second-factor/routes.ts';
import { admitting, guardConnections, makeServer } from '#api/server/connections.ts';
import { describePath, indexRoutes } from '#api/server/index-routes.ts';
import { answerMalformedRequest } from '#api/server/malformed-requests.ts';
import { mount, sendUnread } from '#api/server/mount.ts';
import { idOf, type RequestHandler, RequestTracker } from '#api/server/request-facts.ts';
import { parseQuery } from '#api/server/request-input.ts';
import { ResponseCacheMiddleware } from '#api/server/response-cache-middleware.ts';
import { sessionRoutes } from '#api/sessions/routes.ts';
import { makeSettingRoutes } from '#api/settings/routes.ts';
import { userRoutes } from '#api/users/routes.ts';
import { addressRoutes } from '#calendar/addresses/routes.ts';
import { categoryRoutes } from '#calendar/categories/routes.ts';
import { duplicateRoutes } from '#calendar/duplicates/routes.ts';
import { alternativeRoutes } from '#calendar/events/alternative-routes.ts';
import { busyRoutes } from '#calendar/events/busy/routes.ts';
import { previewRoutes } from '#calendar/events/preview-routes.ts';
import { eventRoutes } from '#calendar/events/routes.ts';
import { feedRoutes } from '#calendar/feeds/routes.ts';
import { secretFeedRoutes } from '#calendar/feeds/secret-routes.ts';
import { changedSince } from '#calendar/history/changed-since.ts';
import { historyRoutes } from '#calendar/history/routes.ts';
import { mergeRoutes } from '#calendar/merges/routes.ts';
import { organizerRoutes } from '#calendar/organizers/routes.ts';
import { savedFilterRoutes } from '#calendar/saved-filters/routes.ts';
import { storeSiteLanguage } from '#calendar/site-language/change.ts';
import { submissionRoutes } from '#calendar/submissions/routes.ts';
import { tagRoutes } from '#calendar/tags/routes.ts';
import { venueRoutes } from '#calendar/venues/routes.ts';
import { openLog, type ServiceLog } from '#foundation/logging/log.ts';
import { frameworkLog, requestLog } from '#foundation/logging/requests.ts';
import { proxyTest } from '#foundation/network/proxies.ts';
import { setupRoutes } from '#operations/first-run/routes.ts';
import { serveArrival } from '#operations/health/arrival.ts';
import { healthRoutes } from '#operations/health/routes.ts';
import { mountMetrics } from '#operations/metrics/routes.ts';
import { importRoutes } from '#transfer/imports/routes.ts';
import { serveMapTiles } from '#web/assets/map-tiles.ts';
import { serveAssets } from '#web/assets/routes.ts';
import { eventPreviewRoutes } from '#web/calendar/event/preview-routes.ts';
import { mountDiscovery } from '#web/discovery/routes.ts';
import { documentRoutes } from '#web/openapi/routes.ts';
import { mountPages, pageAnswers } from '#web/routes.ts';
import type { Call, Services } from './context.ts';

/** Every operation of the interface, in the order of the index. */
export function interfaceRoutes(): readonly Route[] {
  const routes: Route[] = [];
  routes.push(
    ...indexRoutes(() => routes),
    ...documentRoutes(() => routes),
    ...eventRoutes,
    ...previewRoutes,
    ...eventPreviewRoutes,
    ...busyRoutes,
    ...alternativeRoutes,
    ...duplicateRoutes,
    ...mergeRoutes,
    ...historyRoutes,
    ...feedRoutes,
    ...secretFeedRoutes,
    ...savedFilterRoutes,
    ...venueRoutes,
    ...organizerRoutes,
    ...categoryRoutes,
    ...tagRoutes,
    ...submissionRoutes,
    ...addressRoutes,
    ...mediaRoutes,
    ...userRoutes,
    ...secondFactorRoutes,
    ...passkeyRoutes,
    ...passwordResetRoutes,
    ...invitationRoutes,
    ...mailRoutes,
    ...sessionRoutes,
    ...batchRoutes,
    ...importRoutes,
    ...makeSettingRoutes(storeSiteLanguage),
    ...setupRoutes,
    ...healthRoutes,
  );
  return routes;
}

/** The service as a Fastify instance, not yet listening. */
export async function buildApp(
  services: Services,
  log: ServiceLog = openLog(services.config.logLevel, services.config.logFormat),
): Promise<FastifyInstance> {
  const isTrusted = proxyTest(services.config.trustProxy);
  const tracker = new RequestTracker(services, requestLog(log, services.config.slowMs), isTrusted);
  const handlerOf = (routing: RequestHandler): RequestHandler => {
    const tracked = tracker.tracking(routing);
    // Where requests are counted, each goes the whole way.
    if (services.config.cache === 0 || services.config.rateLimit > 0) return tracked;
    const middleware = new ResponseCacheMiddleware(services, tracker, tracked);
    return (request, response) => middleware.handle(request, response);
  };
  const baseLog: FastifyBaseLogger = log.logger;
  const app = Fastify({
    bodyLimit: services.config.bodyLimit,
    // Called once more for each further address that `localhost` has.
    serverFactory: (routing) => {
      const server = makeServer(services.config, admitting(services.lifecycle, handlerOf(routing)));
      guardConnections(server, services);
      return server.on('clientError', (error, socket) => {
        if (socket instanceof Socket) answerMalformedRequest(error, socket, services.config, tracker);
        else socket.destroy();
      });
    },
    trustProxy: services.config.trustProxy === false ? false : isTrusted,
    rewriteUrl: rewriteRequest,
    loggerInstance: baseLog,
    logController: frameworkLog(log),
    genReqId: idOf,
    routerOptions: {
      caseSensitive: false,
      maxParamLength: 2000,
      querystringParser: parseQuery,
    },
    // An address that can't be decoded never reaches the handlers.
    frameworkErrors: (_error, request, reply) => void sendUnread(request, reply, services),
    // Fastify would listen on the first server alone.
    clientErrorHandler: () => {},
    // That is told in the same form as all else.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // A start that takes long, as on a busy machine, is no failed one.
    pluginTimeout: 0,
  });
  app.addHook('onClose', async () => tracker.log.end());
  const routes = interfaceRoutes();
  const authenticator = new Authenticator(services.db, services.now, services.guesses);
  const sessions = new SessionAuthenticator(services.db, services.now, (session) =>
    services.log.warn(
      session,
      'A session was ended: its cookie was used after its successor, so that two have it.',
    ),
  );
  const describe = (url: string, call: Call) => describePath(routes, url, call);
  await mount(app, services, { authenticator, sessions }, routes, describe, { ...pageAnswers, changedSince });
  mountMetrics(app, { services, server: app.server }, authenticator);
  mountPages(app, services, routes);
  mountDiscovery(app, services);
  serveMedia(app, services);
  serveAssets(app, services);
  serveMapTiles(app, services);
  serveArrival(app, services);
  return app;
}
