import { once } from 'node:events';
import { Socket } from 'node:net';
import { securityHeaders } from '#api/http/response-headers.ts';
import { boundClients, makeServer } from '#api/server/connections.ts';
import { refuseMalformed } from '#api/server/malformed-requests.ts';
import type { Config } from '#config.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { checkPortFree } from '#foundation/network/port.ts';
import { nameOf } from '../../settings.ts';
import { isMetricsToken } from './access.ts';
import { CONTENT_TYPE } from './exposition.ts';

// As in api/server/connections.ts.
const { STATUS_CODES } = process.getBuiltinModule('node:http');
const bodyOf = (status: number) => `${STATUS_CODES[status]}\n`;
const headers = {
  'Content-Type': CONTENT_TYPE,
  'Cache-Control': 'no-store',
  ...securityHeaders,
} as const;
const HEADERS = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** A server that serves only metrics. */
export interface MetricsListener {
  close(): Promise<void>;
}

function portProblem(
  error: unknown,
  config: Config,
  { host, port }: NonNullable<Config['metricsPort']>,
): UserFacingError {
  const name = nameOf(config, 'KALENDS_METRICS_PORT');
  const values = { name, place: `${host}:${port}`, reason: reasonOf(error) };
  return new UserFacingError(message('config.metrics_port_failed', values), { cause: error });
}

/** Checks that the metrics port can be opened, if one is configured. @throws UserFacingError */
export async function probeMetricsPort(config: Config): Promise<void> {
  const { metricsPort: place } = config;
  if (!place) return;
  await checkPortFree(place).catch((error) => {
    throw portProblem(error, config, place);
  });
}

/**
 * Opens the metrics port, if one is configured. Whoever reaches it may read them, unless a metrics token is set.
 * @throws UserFacingError if the port cannot be opened
 */
export async function listenForMetrics(
  config: Config,
  collect: () => Promise<string>,
): Promise<MetricsListener | undefined> {
  const { metricsPort: place, metricsToken } = config;
  if (!place) return undefined;
  const server = makeServer(config, async (request, response) => {
    const { url = '', method } = request;
    const answer = (status: number, text = bodyOf(status)) => {
      response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
      response.end(method === 'HEAD' ? undefined : text);
    };
    if (!/^\/(metrics)?\/?(\?|$)/.test(url)) return answer(404);
    if (method !== 'GET' && method !== 'HEAD') return answer(405);
    if (metricsToken !== undefined && !isMetricsToken(request.headers.authorization, metricsToken))
      return answer(401);
    try {
      answer(200, await collect());
    } catch {
      answer(500);
    }
  });
  boundClients(server, config);
  server.on('clientError', (error, socket) => {
    if (socket instanceof Socket)
      refuseMalformed(error, socket, (status) => ({ headers: HEADERS, body: bodyOf(status) }));
    else socket.destroy();
  });
  server.listen(place.port, place.host);
  await once(server, 'listening').catch((error) => {
    throw portProblem(error, config, place);
  });
  return {
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
