import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Config } from '#config.ts';
import type { Deps } from '#context.ts';
import { proxyTest } from '#foundation/network/proxies.ts';
import type { RequestHandler } from './request-facts.ts';
import { endStalls } from './stalls.ts';

const TOLD_EVERY_MS = 60_000;

/** Returns Node's server, not yet listening, with its bounds on headers and idle connections. */
export function makeServer(
  { stallMs, keepAliveMs }: Pick<Config, 'stallMs' | 'keepAliveMs'>,
  handler: RequestHandler,
): Server {
  const options = {
    // Node's own refusals would say nothing of what each answer says (api/server/mount.ts refuses).
    requireHostHeader: false,
    headersTimeout: stallMs,
    // A large body on a slow line may take its time (api/server/stalls.ts).
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(15_000, stallMs / 4),
  };
  return createServer(options, handler);
}

/** Bounds what the clients of a server may hold, whatever it serves; the server was made by `makeServer`. */
export function boundClients(
  server: Server,
  config: Pick<Config, 'stallMs' | 'keepAliveMs' | 'maxConnections'>,
): void {
  endStalls(server, config);
  server.maxConnections = config.maxConnections;
  // Whatever is expected beside a body to come: it is answered as if it weren't (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Bounds what the clients of the service may hold, and tells of proxies that aren't trusted. */
export function guardConnections(server: Server, { config, log, metrics }: Deps): void {
  boundClients(server, config);
  let toldMs = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    metrics.droppedConnections++;
    if (performance.now() - toldMs < TOLD_EVERY_MS) return;
    toldMs = performance.now();
    log.warn(
      { connections: config.maxConnections },
      'Connections are closed, since KALENDS_MAX_CONNECTIONS are open.',
    );
  });
  warnOfProxies(server, config, log);
}

/** Says once that a proxy seems to be there which no setting names: its clients would count as one. */
function warnOfProxies(server: Server, { trustProxy }: Config, log: Deps['log']): void {
  const isTrusted = proxyTest(trustProxy);
  const look = ({ headers, socket }: IncomingMessage) => {
    if (headers['x-forwarded-for'] === undefined || isTrusted(socket.remoteAddress ?? '', 0)) return;
    server.off('request', look);
    log.warn(
      { remoteAddress: socket.remoteAddress },
      'X-Forwarded-For came from an address that KALENDS_TRUST_PROXY does not trust; it counts for nothing. This is said once.',
    );
  };
  server.prependListener('request', look);
}
