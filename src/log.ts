import { writeSync } from 'node:fs';
import { format } from 'node:util';
import { type Logger, pino } from 'pino';
import { loggedUrl, withoutSecrets } from '#http/logged.ts';
import type { Level } from './config.ts';

/** What JSON leaves as it is and some take for the end of a line, or turns the text around that follows. */
const BREAKING = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Returns a line of the log as it is written: one line for every reader, and without secrets. */
export const loggedLine = (line: string): string => withoutSecrets(line.replace(BREAKING, escaped));

const ADDRESS_MOST = 60;

const STANDARD_ERROR = 2;

/**
 * Prints a line of the log. Where standard error is closed, full or broken the line is lost, and the service goes on: the
 * next ones are tried again, since a disk may have room by then.
 */
function print(line: string): void {
  const bytes = Buffer.from(line);
  // What the stream still has comes first.
  if (process.stderr.writableLength > 0) {
    process.stderr.write(bytes);
    return;
  }
  let at = 0;
  try {
    // A pipe takes as much as it has room for.
    while (at < bytes.length) at += writeSync(STANDARD_ERROR, bytes, at);
  } catch (error) {
    // A pipe whose reader is slow: the stream waits for it.
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN')
      process.stderr.write(bytes.subarray(at));
  }
}

/** Opens the service's log: JSON on standard error, one line each, which is on its way when the call returns. */
export function openLog(level: Level): Logger {
  return pino(
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
      },
    },
    { write: (line: string) => print(loggedLine(line)) },
  );
}

/** Has everything that would print beside the log say it there: Node's warnings, and what libraries print. */
export function captureOutput(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns.'));
  for (const name of ['log', 'info', 'debug', 'warn', 'error', 'trace', 'dir'] as const)
    console[name] = (...texts: unknown[]) =>
      log.warn({ printed: format(...texts) }, 'Something was printed.');
}
