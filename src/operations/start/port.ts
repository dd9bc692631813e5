import type { Config } from '#config.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { checkPortFree } from '#foundation/network/port.ts';
import { nameOf } from '../../settings.ts';
import { StartError } from './error.ts';
import { findPortHolder } from './port-holder.ts';

/** Checks that the service can listen on the configured port. @throws StartError with reason and remedy */
export async function probePort(config: Config): Promise<void> {
  try {
    await checkPortFree(config);
  } catch (error) {
    throw portProblem(error, config);
  }
}

/** Returns a network error as a StartError for the operator; other errors unchanged. */
export function portProblem(error: unknown, config: Config): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const { host, port } = config;
  const values = { name: nameOf(config, 'KALENDS_PORT'), host, port: String(port) };
  if (code === 'EADDRINUSE') {
    const holder = findPortHolder(port);
    return new StartError(
      holder
        ? message('start.port_taken_by', { ...values, program: holder.program, pid: String(holder.pid) })
        : message('start.port_taken', values),
      { cause: error },
    );
  }
  if (code === 'EACCES') return new StartError(message('start.port_refused', values), { cause: error });
  if (/^E(ADDRNOTAVAIL|AFNOSUPPORT|INVAL|NOTFOUND|AI_\w+)$/.test(code))
    return new StartError(
      message('start.host', { name: nameOf(config, 'KALENDS_HOST'), host, reason: reasonOf(error) }),
      { cause: error },
    );
  return error;
}
