import cluster from 'node:cluster';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '#api/access/credentials.ts';
import { can } from '#api/access/permissions.ts';
import { forbidden } from '#errors.ts';
import { isMetricsToken } from './access.ts';
import { connectWorkerMetrics } from './cluster.ts';
import { CONTENT_TYPE, collectSnapshot, expose } from './exposition.ts';
import type { MetricSources } from './families.ts';
import { listenForMetrics, type MetricsListener } from './listener.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route checks credentials itself, since they may not be a user's. */
    ownCredentials?: boolean;
  }
}

/**
 * Mounts `GET /metrics` for administrators and holders of the metrics token, and opens the metrics port, which with
 * several processes the primary opens.
 */
export function mountMetrics(
  app: FastifyInstance,
  sources: MetricSources,
  authenticator: Authenticator,
): void {
  const { config } = sources.services;
  const snapshot = () => collectSnapshot(sources);
  const collect = cluster.isWorker ? connectWorkerMetrics(snapshot) : async () => expose([await snapshot()]);

  const admit = async ({ headers, ip }: FastifyRequest) => {
    const { authorization } = headers;
    if (config.metricsToken !== undefined && isMetricsToken(authorization, config.metricsToken)) return;
    const viewer = await authenticator.viewer(authorization, ip);
    if (!can(viewer, 'metrics')) throw forbidden(viewer);
  };
  app.get('/metrics', { config: { ownCredentials: true } }, async (request, reply) => {
    await admit(request);
    const text = await collect();
    reply
      .header('Cache-Control', 'no-store')
      .header('Vary', 'Authorization')
      .header('Content-Type', CONTENT_TYPE);
    return reply.send(text);
  });

  if (cluster.isWorker) return;
  let listener: MetricsListener | undefined;
  app.addHook('onReady', async () => {
    listener = await listenForMetrics(config, collect);
  });
  app.addHook('onClose', async () => listener?.close());
}
