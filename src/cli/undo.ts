import type { Command } from 'commander';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { typedMoment, typedNumber } from './history.ts';
import { withExistingCalendar } from './open-calendar.ts';
import { withSettings } from './settings.ts';
import { placeholder, translateText } from './translate.ts';

/** Options of `undo`, as typed. */
interface UndoOptions {
  readonly by?: string;
  readonly import?: string;
  readonly since?: string;
  readonly as?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Registers `undo`: takes back an entry of the history, or all of a person, of an import, or since a moment. */
export function register(program: Command): void {
  withSettings(program.command('undo'))
    .description(translateText('cli.undo'))
    .argument(`[${translateText('place.entry')}]`, translateText('cli.undo.entry'))
    .option(`--by ${placeholder('login')}`, translateText('cli.undo.by'))
    .option(`--import ${placeholder('number')}`, translateText('cli.undo.import'))
    .option(`--since ${placeholder('date')}`, translateText('cli.undo.since'))
    .option(`--as ${placeholder('login')}`, translateText('cli.undo.as'))
    .option('--dry-run', translateText('cli.undo.dry_run'))
    .option('--json', translateText('cli.json'))
    .action(async (typed: string | undefined, options: UndoOptions, command: Command) => {
      const [{ personOf, utcOf }, { listEntryIds }, { undoEntries, undoEntry }, access, { tryWrites }] =
        await Promise.all([
          import('#calendar/history/present.ts'),
          import('#calendar/history/store.ts'),
          import('#calendar/history/undo.ts'),
          import('#api/access/store.ts'),
          import('#api/writes/trial.ts'),
        ]);
      const entry = typedNumber(translateText('place.entry'), typed);
      const importId = typedNumber('--import', options.import);
      const ways = [entry, options.by, importId, options.since].filter((way) => way !== undefined);
      if (ways.length !== 1) command.error(translateText('cli.undo.one_way'));
      const result = await withExistingCalendar(command, async (actor) => {
        const { read } = actor.services.db;
        const user =
          options.as === undefined
            ? await access.findFirstAdministrator(read)
            : await access.getUserByLogin(read, options.as);
        if (!user) throw new UserFacingError(message('cli.undo.nobody'));
        const by = await personOf(actor, options.by);
        if (by === 0) throw new UserFacingError(message('cli.undo.unknown', { login: options.by ?? '' }));
        const since = typedMoment('--since', options.since, (one) => utcOf(actor, one));
        const run = (services: typeof actor.services) => {
          const acting = { ...actor, services, viewer: { id: user.id, role: user.role } };
          if (entry !== undefined) return undoEntry(acting, entry);
          return listEntryIds(services.db.read, { by, importId, since, owner: null }).then((ids) =>
            undoEntries(acting, ids),
          );
        };
        return options.dryRun ? tryWrites(actor.services, run) : run(actor.services);
      });
      if (options.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      else {
        for (const { kind, id, reason, fields = [] } of result.kept)
          process.stdout.write(
            `${translateText(`cli.undo.kept.${reason}`, { item: `${kind} ${id}`, fields: fields.join(', '), hasFields: fields.length > 0 ? 'yes' : 'no' })}\n`,
          );
        const { undone, failed } = result;
        const key = options.dryRun ? 'cli.undo.would' : 'cli.undo.done';
        process.stdout.write(`${translateText(key, { undone, kept: result.kept.length, failed })}\n`);
      }
      if (result.failed > 0) process.exitCode = 1;
    });
}
