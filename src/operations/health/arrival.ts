import type { FastifyInstance } from 'fastify';
import type { Deps } from '#context.ts';
import { proxyTest } from '#foundation/network/proxies.ts';

/** Where a request tells how it came in. */
export const ARRIVAL = '/kalends/v1/health/arrival';

/** How a request came in, as the service takes it. */
export interface Arrival {
  /** The client's address, by which limits count. */
  client: string;
  /** Whether an `X-Forwarded-For` came along, and counts. */
  forwarded: 'none' | 'trusted' | 'ignored';
  protocol: string;
  host: string;
}

/**
 * `GET /kalends/v1/health/arrival`: tells a client how its own request came in, so that `kalends doctor` sees whether a
 * proxy passes it on rightly. No part of the interface, and nothing in it that the client couldn't know.
 */
export function serveArrival(app: FastifyInstance, { config }: Deps): void {
  const isTrusted = proxyTest(config.trustProxy);
  app.get(ARRIVAL, async (request, reply): Promise<Arrival> => {
    reply.header('Cache-Control', 'no-store');
    const { raw, ip, protocol, host } = request;
    const isForwarded = raw.headers['x-forwarded-for'] !== undefined;
    const counts = isTrusted(raw.socket.remoteAddress ?? '', 0);
    return { client: ip, forwarded: isForwarded ? (counts ? 'trusted' : 'ignored') : 'none', protocol, host };
  });
}
