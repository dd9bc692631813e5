import { CommanderError } from 'commander';
import { translate } from '#i18n/catalogue.ts';
import { ConfigError } from '../config.ts';
import { KalendsError } from '../errors.ts';

/** How a command failed: the line for the operator ('' where it was printed already) and the exit code. */
export interface Failure {
  line: string;
  /** 1: it could not be done. 2: it was asked for in a wrong way, by its arguments or the settings. */
  code: 0 | 1 | 2;
}

function reasonOf(error: KalendsError): string {
  const problems = error.extras.data?.problems;
  if (problems)
    return Object.entries(problems)
      .map(([name, { message }]) => `${name} ${translate('en', message)}`)
      .join('; ');
  const { values } = error.extras;
  const text = translate('en', { key: `error.${error.code}`, ...(values ? { values } : {}) });
  return error.cause instanceof Error ? `${text} (${error.cause.message})` : text;
}

/** What to print and to exit with for anything a command threw. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) return { line: '', code: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof ConfigError) return { line: error.message, code: 2 };
  if (error instanceof KalendsError)
    return { line: reasonOf(error), code: error.code === 'rest_invalid_param' ? 2 : 1 };
  const text = error instanceof Error ? error.message : String(error);
  return { line: text.replace(/\s*\n\s*/g, ' '), code: 1 };
}
