import { type Command, InvalidArgumentError } from 'commander';
import { message } from '#foundation/i18n/catalogue.ts';
import { withCalendar } from './calendar.ts';
import { interruptible } from './interrupt.ts';
import { place, say } from './say.ts';
import { withSettings } from './settings.ts';

/** Reads an option that is a whole number in bounds. */
export const wholeNumber = (low: number, high: number) => (text: string) => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < low || number > high)
    throw new InvalidArgumentError(say('misuse.integer', { low, high }));
  return number;
};

/** `seed`: a made-up calendar, for demonstrations and measurements. */
export function register(program: Command): void {
  withSettings(program.command('seed'))
    .description(say('cli.seed'))
    .requiredOption(`--events ${place('count')}`, say('cli.seed.events'), wholeNumber(1, 10_000_000))
    .option(`--seed ${place('seed')}`, say('cli.seed.seed'), wholeNumber(0, 4_294_967_295), 1)
    .action(async (options: { events: number; seed: number }, command: Command) => {
      const [{ seedCalendar }, { showProgress }, { findFirstAdministrator }] = await Promise.all([
        import('#transfer/seed/seed.ts'),
        import('./progress.ts'),
        import('#api/access/store.ts'),
      ]);
      const began = performance.now();
      let made = 0;
      await interruptible({ told: () => message('cli.seed.interrupted', { count: made }) }, () =>
        withCalendar(command, async (actor) => {
          const viewer = await findFirstAdministrator(actor.deps.db.read);
          const progress = showProgress('events', options.events);
          const tell = (done: number) => {
            made = done;
            progress.to(done);
          };
          const resumed = (count: number) => {
            made = count;
            process.stderr.write(`${say('cli.seed.resumed', { count })}\n`);
          };
          await seedCalendar({ ...actor, viewer: viewer ?? null }, options, tell, { resumed });
          progress.end();
        }),
      );
      const seconds = (performance.now() - began) / 1000;
      process.stdout.write(`${say('cli.seed.done', { count: options.events, seconds })}\n`);
    });
}
