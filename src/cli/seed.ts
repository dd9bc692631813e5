import { type Command, InvalidArgumentError } from 'commander';
import { message } from '#foundation/i18n/catalogue.ts';
import { interruptible } from './interrupt.ts';
import { withCalendar } from './open-calendar.ts';
import { withSettings } from './settings.ts';
import { placeholder, translateText } from './translate.ts';

/** Returns a parser for an option that is an integer within bounds. */
export const wholeNumber = (low: number, high: number) => (text: string) => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < low || number > high)
    throw new InvalidArgumentError(translateText('misuse.integer', { low, high }));
  return number;
};

interface SeedCommandOptions {
  events: number;
  seed: number;
  series?: number;
  endless?: boolean;
}

/** Registers `seed`: a generated calendar for demonstrations and measurements. */
export function register(program: Command): void {
  withSettings(program.command('seed'))
    .description(translateText('cli.seed'))
    .requiredOption(
      `--events ${placeholder('count')}`,
      translateText('cli.seed.events'),
      wholeNumber(1, 10_000_000),
    )
    .option(`--seed ${placeholder('seed')}`, translateText('cli.seed.seed'), wholeNumber(0, 4_294_967_295), 1)
    .option(`--series ${placeholder('count')}`, translateText('cli.seed.series'), wholeNumber(0, 10_000_000))
    .option('--endless', translateText('cli.seed.endless'))
    .action(async (options: SeedCommandOptions, command: Command) => {
      const [{ seedCalendar }, { usualSeries }, { showProgress }, { findFirstAdministrator }] =
        await Promise.all([
          import('#transfer/seed/seed.ts'),
          import('#transfer/seed/series.ts'),
          import('./progress.ts'),
          import('#api/access/store.ts'),
        ]);
      const began = performance.now();
      let made = 0;
      await interruptible({ describe: () => message('cli.seed.interrupted', { count: made }) }, () =>
        withCalendar(command, async (actor) => {
          const viewer = await findFirstAdministrator(actor.services.db.read);
          const progress = showProgress('events', options.events);
          const tell = (done: number) => {
            made = done;
            progress.to(done);
          };
          const resumed = (count: number) => {
            made = count;
            process.stderr.write(`${translateText('cli.seed.resumed', { count })}\n`);
          };
          const series = {
            count: Math.min(options.series ?? usualSeries(options.events), options.events),
            areEndless: options.endless === true,
          };
          await seedCalendar({ ...actor, viewer: viewer ?? null }, options, tell, { resumed, series });
          progress.end();
        }),
      );
      const seconds = (performance.now() - began) / 1000;
      process.stdout.write(`${translateText('cli.seed.done', { count: options.events, seconds })}\n`);
    });
}
