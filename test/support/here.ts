import { readConfig } from '#config.ts';
import { openLog } from '#foundation/logging/log.ts';
import { prepareService, type Service } from '#service.ts';

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
      return { url: `http://${host}:${port}`, end: closeOnce(service) };
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

/** Returns what closes a service and forgets it: a test file keeps what it has started for as long as its process lives. */
function closeOnce(service: Service): () => Promise<void> {
  let open: Service | undefined = service;
  return async () => {
    const closing = open?.close();
    open = undefined;
    await closing;
  };
}
