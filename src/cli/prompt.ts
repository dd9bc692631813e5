import { constants } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { passwordProblem } from '#api/access/rules.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { translateText } from './translate.ts';

const TRIES = 3;

/** Returns whether the operator can be asked on a terminal. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Ends as any other Ctrl-C does: the terminal sends no signal while a line is read. */
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

/** Runs work that asks questions on the terminal; the answers are not echoed. */
async function withPrompts<T>(work: (ask: (question: string) => Promise<string>) => Promise<T>): Promise<T> {
  // Discards the echo.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  // One reader for all questions, since several lines may arrive at once.
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

/** Asks on the terminal for a text that is not echoed; undefined without a terminal. */
export async function askSecret(question: string): Promise<string | undefined> {
  if (!canAsk()) return undefined;
  return withPrompts(async (ask) => (await ask(question)).trim());
}

/**
 * Asks on the terminal for a new password, twice; repeats if it is not acceptable or the two differ.
 * @returns undefined without a terminal
 * @throws UserFacingError after the last attempt
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
    throw new UserFacingError(message('cli.prompt.unchanged'));
  });
}
