import { CommanderError } from 'commander';
import { ConfigError } from '#config.ts';
import { KalendsError } from '#errors.ts';
import { type Language, message, translate } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { ToldError } from '#foundation/i18n/told.ts';
import { usageErrorText } from './usage-error.ts';

/** How a command failed: the line for the operator ('' where there is none) and the exit code. */
export interface CommandFailure {
  line: string;
  /** 1: it could not be done. 2: it was asked for in a wrong way, by its arguments or the settings. */
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

/** Where a call of the system failed: a file or an address. */
function placeOf(error: Error): string {
  if ('path' in error && typeof error.path === 'string') return error.path;
  const { address, port } = { address: '', port: '', ...error };
  return port === '' ? String(address) : `${address}:${port}`;
}

/** What of the system failed, or any other error's own words. */
function reasonIn(error: unknown, language: Language): string {
  const reason = reasonOf(error);
  if (typeof reason === 'string') return reason;
  const place = error instanceof Error ? placeOf(error) : '';
  return translate(language, place === '' ? reason : message('system.failed', { place, reason }));
}

/** What to print and to exit with for anything a command threw. */
export function failureOf(error: unknown, language: Language): CommandFailure {
  if (error instanceof CommanderError)
    return { line: usageErrorText(error, language), code: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof ToldError)
    return { line: translate(language, error.told), code: error instanceof ConfigError ? 2 : 1 };
  if (error instanceof KalendsError)
    return { line: refusalOf(error, language), code: error.code === 'rest_invalid_param' ? 2 : 1 };
  return { line: reasonIn(error, language), code: 1 };
}
