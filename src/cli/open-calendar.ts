import type { Command } from 'commander';
import { linkAddress } from '#api/account-links/address.ts';
import type { Actor } from '#api/routing/actor.ts';
import type { Config } from '#config.ts';
import type { Use } from '#main.ts';
import { configOf } from './settings.ts';
import { translateText } from './translate.ts';

/** Returns the line that shows the first administrator's generated password. */
export const administratorPasswordLine = (password: string): string =>
  `${translateText('cli.administrator', { password })}\n`;

/** Returns the line that shows the link of the first start, on the origin at which the service is reached. */
export const setupLine = (config: Reached, code: string): string =>
  `${translateText('cli.setup', { address: linkAddress(publicOrigin(config), 'setup', code) })}\n`;

type Reached = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** Returns the origin at which people reach the service, as far as its settings tell. */
export const publicOrigin = ({ publicUrl, host, port }: Reached): string => publicUrl ?? originAt(host, port);

/** Returns the origin at which a service listens. */
export const originAt = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

type Work<T> = (actor: Actor) => Promise<T>;

/**
 * Opens the calendar of a command's settings, runs `work` without a signed-in user, and closes it; possible while the
 * service runs. Creates a missing calendar with its first administrator.
 */
export const withCalendar = <T>(command: Command, work: Work<T>): Promise<T> =>
  withOpened(command, 'make', work);

/** Opens an existing calendar for `work` that changes it. @throws StartError if there is none */
export const withExistingCalendar = <T>(command: Command, work: Work<T>): Promise<T> =>
  withOpened(command, 'change', work);

/**
 * Opens an existing calendar for `work` that only reads; writes nothing and migrates nothing.
 * @throws StartError if there is none, or one of an older version
 */
export const withCalendarToRead = <T>(command: Command, work: Work<T>): Promise<T> =>
  withOpened(command, 'read', work);

async function withOpened<T>(command: Command, use: Use, work: Work<T>): Promise<T> {
  const config: Config = configOf(command);
  const { openServices } = await import('#main.ts');
  const print = (_details: object, text: string) => process.stderr.write(`kalends: ${text}\n`);
  // Standard output is for the command's result: `token add` prints nothing else there.
  const tell = (password: string, code: string) =>
    void process.stderr.write(administratorPasswordLine(password) + setupLine(config, code));
  const services = await openServices(config, { warn: print, error: print }, { use, tell });
  try {
    return await work({ services, viewer: null, now: config.clock() });
  } finally {
    await services.close();
  }
}
