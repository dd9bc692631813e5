import { format } from 'node:util';
import { type Logger, pino } from 'pino';
import type { Level, LogFormat } from './levels.ts';
import { type LogOutput, standardError } from './output.ts';
import { loggedUrl, withoutSecrets } from './redaction.ts';

/** Matches what JSON leaves as it is and some take for the end of a line, or turns the text around that follows. */
const BREAKING = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Returns a line of the log as it is written: one line for every reader, and without secrets. */
export const loggedLine = (line: string): string => withoutSecrets(line.replace(BREAKING, escaped));

const ADDRESS_MOST = 60;

/** Returns a text as JSON of ASCII alone, which is one line for every reader. */
export const asciiJson = (text: string): string => JSON.stringify(text).replace(/[\u007f-\uffff]/g, escaped);

/** A log, and where its lines go. */
export interface ServiceLog {
  readonly logger: Logger;
  readonly output: LogOutput;
}

/**
 * Opens the service's log: JSON, one line each, which is on its way when the call returns; on a terminal for people.
 * @param output without it the standard error of this process
 */
export function openLog(
  level: Level,
  format: LogFormat = 'json',
  output: LogOutput = standardError(format),
): ServiceLog {
  const logger = pino(
    {
      level,
      serializers: {
        err: pino.stdSerializers.err,
        req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
          method,
          url: loggedUrl(url),
          remoteAddress: ip.slice(0, ADDRESS_MOST),
        }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
        // At `trace` libraries tell of headers, in which credentials are.
        headers: () => undefined,
        busboyOptions: () => undefined,
      },
    },
    { write: (line: string) => output.write(loggedLine(line)) },
  );
  return { logger, output };
}

/** Redirects Node's warnings and the output of libraries into the log. */
export function captureOutput(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns.'));
  for (const name of ['log', 'info', 'debug', 'warn', 'error', 'trace', 'dir'] as const)
    console[name] = (...texts: unknown[]) =>
      log.warn({ printed: format(...texts) }, 'Something was printed.');
}
