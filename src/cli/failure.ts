import { CommanderError } from 'commander';
import { ConfigError } from '#config.ts';
import { KalendsError } from '#errors.ts';
import { type Language, message, translate } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { usageErrorText } from './usage-error.ts';

/** The message and exit code of a failed command; `line` is empty if nothing is to be printed. */
export interface CommandFailure {
  line: string;
  /** 1: it failed. 2: arguments or settings were wrong. */
  code: 0 | 1 | 2;
}

function refusalOf(error: KalendsError, language: Language): string {
  const problems = error.extras.data?.problems;
  if (problems)
    return Object.entries(problems)
      .map(([name, problem]) => `${name} ${translate(language, problem.message)}`)
      .join('; ');
  const text = translate(language, message(`error.${error.code}`, error.extras.values));
  return error.cause === undefined ? text : `${text} (${reasonIn(error.cause, language)})`;
}

/** Returns the file or address of a failed system call. */
function placeOf(error: Error): string {
  if ('path' in error && typeof error.path === 'string') return error.path;
  const { address, port } = { address: '', port: '', ...error };
  return port === '' ? String(address) : `${address}:${port}`;
}

/** Returns the reason of a system error with its file or address, or any other error's message. */
function reasonIn(error: unknown, language: Language): string {
  const reason = reasonOf(error);
  if (typeof reason === 'string') return reason;
  const place = error instanceof Error ? placeOf(error) : '';
  return translate(language, place === '' ? reason : message('system.failed', { place, reason }));
}

/** Returns message and exit code for anything that a command throws. */
export function failureOf(error: unknown, language: Language): CommandFailure {
  if (error instanceof CommanderError)
    return { line: usageErrorText(error, language), code: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof UserFacingError)
    return { line: translate(language, error.userMessage), code: error instanceof ConfigError ? 2 : 1 };
  if (error instanceof KalendsError)
    return { line: refusalOf(error, language), code: error.code === 'rest_invalid_param' ? 2 : 1 };
  return { line: reasonIn(error, language), code: 1 };
}
