import type { Command } from 'commander';
import type { Actor } from '#api/routing/actor.ts';
import type { Config } from '#config.ts';
import type { Use } from '#main.ts';
import { configOf } from './settings.ts';
import { translateText } from './translate.ts';

/** Tells of a first administrator's made-up password. */
export const administratorPasswordLine = (password: string): string =>
  `${translateText('cli.administrator', { password })}\n`;

type Work<T> = (actor: Actor) => Promise<T>;

/**
 * Opens the calendar that a command's settings name, has `work` done on nobody's behalf, and closes it, also while
 * the service runs. Where there is none it is made, with its first administrator.
 */
export const withCalendar = <T>(command: Command, work: Work<T>): Promise<T> =>
  withOpened(command, 'make', work);

/** The same on a calendar that is there: none is made. @throws StartError where none is */
export const withExistingCalendar = <T>(command: Command, work: Work<T>): Promise<T> =>
  withOpened(command, 'change', work);

/**
 * The same for work that only reads: opening writes nothing, and no calendar is brought to another form.
 * @throws StartError where none is, or one of an older version
 */
export const withCalendarToRead = <T>(command: Command, work: Work<T>): Promise<T> =>
  withOpened(command, 'read', work);

async function withOpened<T>(command: Command, use: Use, work: Work<T>): Promise<T> {
  const config: Config = configOf(command);
  const { openDeps } = await import('#main.ts');
  const print = (_details: object, text: string) => process.stderr.write(`kalends: ${text}\n`);
  // Standard output belongs to the command's result: `token add` prints nothing else there.
  const tell = (password: string) => void process.stderr.write(administratorPasswordLine(password));
  const deps = await openDeps(config, { warn: print, error: print }, { use, tell });
  try {
    return await work({ deps, viewer: null, now: config.clock() });
  } finally {
    await deps.db.close();
  }
}
