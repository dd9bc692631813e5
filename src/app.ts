import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { categoryRoutes } from '#categories/routes.ts';
import { eventRoutes } from '#events/routes.ts';
import { serveArrival } from '#health/arrival.ts';
import { healthRoutes } from '#health/routes.ts';
import { rewriteRequest } from '#http/address.ts';
import { answerBrokenRequest } from '#http/broken.ts';
import type { Deps } from '#http/call.ts';
import { guardConnections, serverOptions } from '#http/connections.ts';
import { Front } from '#http/front.ts';
import { describePath, indexRoutes } from '#http/index-routes.ts';
import { mount, sendUnread } from '#http/mount.ts';
import { factsOf, observeRequests } from '#http/observed.ts';
import { proxyTest } from '#http/proxies.ts';
import { parseQuery } from '#http/query.ts';
import type { Route } from '#http/route.ts';
import { logRequests, RequestsLoggedElsewhere } from '#logging/requests.ts';
import { mediaRoutes } from '#media/routes.ts';
import { serveMedia } from '#media/serve.ts';
import { RequestObservers } from '#metrics/observers.ts';
import { mountMetrics } from '#metrics/routes.ts';
import { documentRoutes } from '#openapi/routes.ts';
import { organizerRoutes } from '#organizers/routes.ts';
import { tagRoutes } from '#tags/routes.ts';
import { Authenticator } from '#users/credentials.ts';
import { userRoutes } from '#users/routes.ts';
import { venueRoutes } from '#venues/routes.ts';
import { answerMissing, mountPages } from '#web/routes.ts';
import { openLog } from './log.ts';

/** Every operation of the interface, in the order of the index. */
export function interfaceRoutes(): readonly Route[] {
  const routes: Route[] = [];
  routes.push(
    ...indexRoutes(() => routes),
    ...documentRoutes(() => routes),
    ...eventRoutes,
    ...venueRoutes,
    ...organizerRoutes,
    ...categoryRoutes,
    ...tagRoutes,
    ...mediaRoutes,
    ...userRoutes,
    ...healthRoutes,
  );
  return routes;
}

/** The service as a Fastify instance, not yet listening. */
export async function buildApp(
  deps: Deps,
  log: Logger = openLog(deps.config.logLevel, deps.config.logFormat),
): Promise<FastifyInstance> {
  const observers = new RequestObservers();
  logRequests(log, observers, deps.config.slowMs);
  observers.subscribe(deps.metrics.observe, { kept: true });
  const baseLog: FastifyBaseLogger = log;
  const app = Fastify({
    bodyLimit: deps.config.bodyLimit,
    http: serverOptions(deps.config),
    keepAliveTimeout: deps.config.keepAliveMs,
    trustProxy: deps.config.trustProxy === false ? false : proxyTest(deps.config.trustProxy),
    rewriteUrl: rewriteRequest,
    loggerInstance: baseLog,
    logController: new RequestsLoggedElsewhere({ requestIdLogLabel: 'request_id' }),
    genReqId: (request) => factsOf(request).id,
    routerOptions: {
      caseSensitive: false,
      maxParamLength: 2000,
      querystringParser: parseQuery,
    },
    // An address that can't be decoded never reaches the handlers.
    frameworkErrors: (_error, request, reply) => void sendUnread(request, reply, deps),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, deps.config, observers),
    // That is told in the same form as all else.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  const routes = interfaceRoutes();
  const authenticator = new Authenticator(deps.db, deps.now, deps.guesses);
  await mount(
    app,
    deps,
    authenticator,
    routes,
    (url, call) => describePath(routes, url, call),
    answerMissing,
  );
  observeRequests(app.server, observers, proxyTest(deps.config.trustProxy));
  // Where requests are counted, each goes the whole way.
  if (deps.config.cache > 0 && deps.config.rateLimit === 0)
    new Front(deps.kept, deps.config, deps.now, observers).standBefore(app);
  guardConnections(app.server, deps);
  mountMetrics(app, { deps, server: app.server, observers }, authenticator);
  mountPages(app, deps, routes);
  serveMedia(app, deps);
  serveArrival(app, deps);
  return app;
}
