import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Config } from '#config.ts';
import type { Services } from '#context.ts';
import type { Lifecycle } from '#foundation/telemetry/lifecycle.ts';
import type { RequestHandler } from './request-facts.ts';
import { endStalls, type Stalls } from './stalls.ts';

// An import would read all that the module has, and with its WebSocket a whole client of Node's own: 50 ms of each start.
const { createServer } = process.getBuiltinModule('node:http');

const WARNED_EVERY_MS = 60_000;
/** While a server closes. */
const CLOSE_IDLE_EVERY_MS = 500;

/** Returns an HTTP server, not yet listening, with its bounds on headers and idle connections. */
export function makeServer(
  { stallMs, keepAliveMs }: Pick<Config, 'stallMs' | 'keepAliveMs'>,
  handler: RequestHandler,
): Server {
  const options = {
    // Node's own refusals would lack the headers of the interface (api/server/mount.ts refuses).
    requireHostHeader: false,
    headersTimeout: stallMs,
    // A large body on a slow line may take its time (api/server/stalls.ts).
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(15_000, stallMs / 4),
  };
  return createServer(options, handler);
}

/** Returns a handler that passes requests on once they are let in, but for those whose client has left by then. */
export const admitting =
  (lifecycle: Lifecycle, next: RequestHandler): RequestHandler =>
  (request, response) =>
    lifecycle.admit(() => {
      if (!response.closed) next(request, response);
    });

/** Bounds the connections of a server that `makeServer` made, and disconnects stalled clients. */
export function boundClients(
  server: Server,
  config: Pick<Config, 'stallMs' | 'keepAliveMs' | 'maxConnections'>,
): Stalls {
  const stalls = endStalls(server, config);
  server.maxConnections = config.maxConnections;
  // An unknown expectation is ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return stalls;
}

/** Bounds the connections of the service, and warns of dropped ones. */
export function guardConnections(server: Server, { config, lifecycle, log, metrics }: Services): void {
  const { endReceiving } = boundClients(server, config);
  let taken = 0;
  server.on('connection', () => {
    taken++;
  });
  lifecycle.servers.push({
    countTaken: () => taken,
    close: () => closeServer(server),
    refuseUnreceived: endReceiving,
    disconnect: () => server.closeAllConnections(),
  });
  let warnedMs = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    metrics.droppedConnections++;
    if (performance.now() - warnedMs < WARNED_EVERY_MS) return;
    warnedMs = performance.now();
    log.warn(
      { connections: config.maxConnections },
      'Connections are closed, since KALENDS_MAX_CONNECTIONS are open.',
    );
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A client that was answered while it still sent its body got no `Connection: close`.
  // Right after what has arrived was read: a connection that brings a request isn't idle any more.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections());
  const timer = setInterval(closeIdle, CLOSE_IDLE_EVERY_MS);
  await closed;
  clearInterval(timer);
}
