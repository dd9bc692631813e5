import { type Command, Option } from 'commander';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { withCalendarToRead } from './open-calendar.ts';
import { withSettings } from './settings.ts';
import { placeholder, translateText } from './translate.ts';

const MOST = 20;
const MOST_AT_ALL = 10_000;

/** Options of `history`, as typed. */
interface HistoryOptions {
  readonly kind?: string;
  readonly id?: string;
  readonly by?: string;
  readonly import?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: string;
  readonly json?: true;
}

/** Kinds of items that have a history; the module that says so is loaded only where they are listed. */
const KINDS = ['event', 'venue', 'organizer', 'category', 'tag', 'media'];

/** Returns a number that was typed. @throws UserFacingError where it is none */
export function typedNumber(
  option: string,
  typed: string | undefined,
  most = 2_147_483_647,
): number | undefined {
  if (typed === undefined) return undefined;
  const number = /^\d{1,10}$/.test(typed) ? Number(typed) : 0;
  if (number < 1 || number > most)
    throw new UserFacingError(message('cli.history.no_number', { option, typed, most }));
  return number;
}

/** Returns a moment that was typed, as UTC text. @throws UserFacingError where it is none */
export function typedMoment(
  option: string,
  typed: string | undefined,
  utcOf: (typed: string | undefined) => string | undefined,
): string | undefined {
  const utc = utcOf(typed);
  if (typed !== undefined && utc === undefined)
    throw new UserFacingError(message('cli.history.no_date', { option, typed }));
  return utc;
}

/** Registers `history`: what was changed, by whom, and when. */
export function register(program: Command): void {
  withSettings(program.command('history'))
    .description(translateText('cli.history'))
    .addOption(new Option(`--kind ${placeholder('kind')}`, translateText('cli.history.kind')).choices(KINDS))
    .option(`--id ${placeholder('number')}`, translateText('cli.history.id'))
    .option(`--by ${placeholder('login')}`, translateText('cli.history.by'))
    .option(`--import ${placeholder('number')}`, translateText('cli.history.import'))
    .option(`--since ${placeholder('date')}`, translateText('cli.history.since'))
    .option(`--until ${placeholder('date')}`, translateText('cli.history.until'))
    .option(`--limit ${placeholder('number')}`, translateText('cli.history.limit', { count: MOST }))
    .option('--json', translateText('cli.json'))
    .action(async (options: HistoryOptions, command: Command) => {
      const [{ personOf, presentEntries, utcOf }, { countHistory, listHistory }, { table }] =
        await Promise.all([
          import('#calendar/history/present.ts'),
          import('#calendar/history/store.ts'),
          import('./table.ts'),
        ]);
      const limit = typedNumber('--limit', options.limit, MOST_AT_ALL) ?? MOST;
      const id = typedNumber('--id', options.id);
      const importId = typedNumber('--import', options.import);
      const found = await withCalendarToRead(command, async (actor) => {
        const moment = (option: string, typed: string | undefined) =>
          typedMoment(option, typed, (one) => utcOf(actor, one));
        const query = {
          kind: options.kind,
          id,
          by: await personOf(actor, options.by),
          importId,
          since: moment('--since', options.since),
          until: moment('--until', options.until),
          owner: null,
        };
        const { read } = actor.services.db;
        const entries = await listHistory(read, query, { limit, offset: 0 });
        return { entries: await presentEntries(actor, entries), total: await countHistory(read, query) };
      });
      if (options.json) {
        process.stdout.write(`${JSON.stringify(found.entries, null, 2)}\n`);
        return;
      }
      const headings = (['id', 'at', 'by', 'action', 'item', 'title', 'changed'] as const).map((name) =>
        translateText(`cli.head.${name}`),
      );
      const rows = found.entries.map((entry) => [
        String(entry.id),
        entry.at,
        entry.by?.name ?? '',
        translateText(`history.action.${entry.action}`) +
          (entry.undone ? ` (${translateText('cli.history.taken_back')})` : ''),
        `${entry.kind} ${entry.item}`,
        entry.title,
        Object.keys(entry.changes).join(', '),
      ]);
      if (rows.length > 0) process.stdout.write(table(headings, rows));
      const told = { shown: rows.length, total: found.total };
      process.stderr.write(`${translateText('cli.history.shown', told)}\n`);
    });
}
