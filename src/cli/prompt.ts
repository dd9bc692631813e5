import { constants } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { passwordProblem } from '#api/access/rules.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { ToldError } from '#foundation/i18n/told.ts';
import { translateText } from './translate.ts';

const TRIES = 3;

/** Whether somebody can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Ends as at any other Ctrl-C: while something is typed, the terminal makes no signal of it. */
function interrupt(): void {
  if (process.listenerCount('SIGINT') > 0) {
    process.kill(process.pid, 'SIGINT');
    return;
  }
  process.stderr.write(
    `\nkalends: ${translateText('cli.interrupted', { told: message('cli.prompt.interrupted') })}\n`,
  );
  process.exit(128 + constants.signals.SIGINT);
}

/** Asks one question after the other on the terminal; what is typed isn't shown. */
async function withPrompts<T>(work: (ask: (question: string) => Promise<string>) => Promise<T>): Promise<T> {
  // What is typed goes nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  // One for all questions: the lines after the first may come with it.
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const typed = lines[Symbol.asyncIterator]();
  lines.on('SIGINT', interrupt);
  try {
    return await work(async (question) => {
      process.stderr.write(question);
      const { value, done } = await typed.next();
      process.stderr.write('\n');
      return done ? '' : value;
    });
  } finally {
    lines.close();
  }
}

/** Asks on the terminal for a text that isn't shown while it is typed; undefined where there is no terminal. */
export async function askSecret(question: string): Promise<string | undefined> {
  if (!canAsk()) return undefined;
  return withPrompts(async (ask) => (await ask(question)).trim());
}

/**
 * Asks on the terminal for a new password, twice, and again where it can't be one or the two differ.
 * @returns undefined where there is no terminal @throws ToldError where that is still so
 */
export async function askNewPassword(login: string): Promise<string | undefined> {
  if (!canAsk()) return undefined;
  return withPrompts(async (ask) => {
    for (let at = 0; at < TRIES; at++) {
      const first = await ask(translateText('cli.prompt.password', { login }));
      const unfit = first === '' ? undefined : passwordProblem(first);
      if (unfit) {
        process.stderr.write(`${translateText('cli.prompt.unfit', { reason: unfit.message })}\n`);
        continue;
      }
      if ((await ask(translateText('cli.prompt.again'))) === first) return first;
      process.stderr.write(`${translateText('cli.prompt.differ')}\n`);
    }
    throw new ToldError(message('cli.prompt.unchanged'));
  });
}
