import type { Command } from 'commander';
import type { Actor } from '#posts/actor.ts';
import type { Config } from '../config.ts';
import { say } from './say.ts';
import { configOf } from './settings.ts';

/** Tells of a first administrator's made-up password; undefined where there is none to tell. */
export function administratorLine(password: string | undefined): string {
  return password === undefined ? '' : `${say('cli.administrator', { password })}\n`;
}

/**
 * Opens the calendar that a command's settings name, has `work` done on nobody's behalf, and closes it, also while
 * the service runs. A calendar without users gets its first administrator before.
 */
export async function withCalendar<T>(command: Command, work: (actor: Actor) => Promise<T>): Promise<T> {
  const config: Config = configOf(command);
  const { ensureAdministrator, openDeps } = await import('../main.ts');
  const print = (_details: object, text: string) => process.stderr.write(`kalends: ${text}\n`);
  const deps = await openDeps(config, { warn: print, error: print });
  try {
    // Standard output belongs to the command's result: `token add` prints nothing else there.
    process.stderr.write(administratorLine(await ensureAdministrator(deps.db, config)));
    return await work({ deps, viewer: null, now: config.clock() });
  } finally {
    await deps.db.close();
  }
}
