import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { administratorLine } from './calendar.ts';
import { say } from './say.ts';
import { configOf, withSettings } from './settings.ts';

/** What hasn't come in by then, or isn't answered, is cut off; service managers kill after ten seconds. */
const STOP_WITHIN_MS = 7_000;

/** `serve`: the service itself. */
export function register(program: Command): void {
  withSettings(program.command('serve'))
    .description(say('cli.serve'))
    .action((_options: object, command: Command) => serve(configOf(command)));
}

/** Serves until a signal stops it; requests under way are finished, for seven seconds. Prints one line when it listens. */
export async function serve(config: Config): Promise<void> {
  const [{ buildApp }, { ensureAdministrator, openDeps }, { startPublication }, { sweepMedia }] =
    await Promise.all([
      import('../app.ts'),
      import('../main.ts'),
      import('#jobs/publication.ts'),
      import('#media/sweep.ts'),
    ]);
  const line = (level: string) => (details: object, text: string) =>
    process.stderr.write(`${level}: ${text} ${JSON.stringify(details, errorText)}\n`);
  const deps = await openDeps(config, { warn: line('warning'), error: line('error') });
  // Files have the machine's time, whatever clock the calendar has.
  await sweepMedia(deps.media.folder, Temporal.Now.instant().epochMilliseconds);
  const [password, app] = await Promise.all([ensureAdministrator(deps.db, config), buildApp(deps)]);
  const publication = startPublication(deps);
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  if (config.clockStands)
    process.stderr.write(`${say('cli.serve.clock', { instant: config.clock().toString() })}\n`);
  process.stdout.write(administratorLine(password));
  process.stdout.write(`${say('cli.serve.listens', { address: `http://${host}:${port}` })}\n`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS).unref();
    await publication.stop();
    await app.close();
    await deps.db.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function errorText(_key: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}
