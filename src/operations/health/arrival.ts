import type { FastifyInstance } from 'fastify';
import type { Services } from '#context.ts';
import { proxyTest } from '#foundation/network/proxies.ts';

/** Address of the report on how a request arrived. */
export const ARRIVAL = '/kalends/v1/health/arrival';

/** The route by which a request arrived, as the service understands it. */
export interface Arrival {
  /** The client's address, to which rate limits apply. */
  client: string;
  /** Whether `X-Forwarded-For` was present, and trusted. */
  forwarded: 'none' | 'trusted' | 'ignored';
  protocol: string;
  host: string;
}

/**
 * Serves `GET /kalends/v1/health/arrival`, which tells clients how their own request arrived, so that `kalends
 * doctor` can check the proxy in front. Not part of the interface; reveals nothing the client could not know.
 */
export function serveArrival(app: FastifyInstance, { config }: Services): void {
  const isTrusted = proxyTest(config.trustProxy);
  app.get(ARRIVAL, async (request, reply): Promise<Arrival> => {
    reply.header('Cache-Control', 'no-store');
    const { raw, ip, protocol, host } = request;
    const isForwarded = raw.headers['x-forwarded-for'] !== undefined;
    const counts = isTrusted(raw.socket.remoteAddress ?? '', 0);
    return { client: ip, forwarded: isForwarded ? (counts ? 'trusted' : 'ignored') : 'none', protocol, host };
  });
}
