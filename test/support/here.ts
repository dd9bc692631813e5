import { readConfig } from '#config.ts';
import { openLog } from '#foundation/logging/log.ts';
import { prepareService } from '#service.ts';

/** A service in this process. */
export interface ServiceHere {
  readonly url: string;
  /** Closes it as the end of its process would. */
  end(): Promise<void>;
}

/** Starts a service in this process, as `serve` does in one of its own. `print` gets the lines of its log. */
export async function serveHere(env: NodeJS.ProcessEnv, print: (text: string) => void): Promise<ServiceHere> {
  try {
    const config = readConfig(env);
    const log = openLog(config.logLevel, 'json', { write: print, defer: print });
    const service = await prepareService(config, log, { tell: () => {} });
    try {
      const port = await service.listen(config.port);
      const host = config.host.includes(':') ? `[${config.host}]` : config.host;
      return { url: `http://${host}:${port}`, end: () => service.close() };
    } catch (error) {
      await service.abandon();
      throw error;
    }
  } catch (error) {
    throw new Error(`The service did not start: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
