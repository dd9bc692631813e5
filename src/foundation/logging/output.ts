import cluster from 'node:cluster';
import { writeSync } from 'node:fs';
import { once } from '#foundation/memoize/memoize.ts';
import type { LogFormat } from './levels.ts';
import { prettyLine } from './pretty.ts';

const STANDARD_ERROR = 2;

/**
 * A pipe takes so many bytes as one: of several processes that write at once none comes between (POSIX `PIPE_BUF` is
 * that much on Linux).
 */
const OF_MANY = 4_096;
/** Bytes that a process without others beside it prints at once. */
const OF_ONE = 32_768;
/** Waiting time of lines that may wait: whoever kills the process loses no more. */
const DEFER_MS = 25;
/** Number of lines within that time below which none waits for longer than the present turn. */
const FEW = 20;
/** A full pipe is tried again so often. */
const AGAIN_MS = 5;
/** Bytes that wait for a reader at most; further lines are lost, and counted. */
const WAITING_MOST = 8 * 2 ** 20;
/** For so long a process that ends waits for the reader. */
const END_MS = 1_000;

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

/** A place for the lines of a log. */
export interface LogOutput {
  /** Writes a line before the call returns. */
  write(line: string): void;
  /** Writes a line of ASCII, which may wait a moment for others. */
  defer(line: string): void;
}

/**
 * Prints lines on standard error, in order. Where that is closed or broken, or the disk is full, a line is lost and the
 * next ones are tried again, since there may be room by then. Lines wait for a slow reader up to a bound.
 */
export class LineOutput implements LogOutput {
  readonly #chunk = cluster.isWorker ? OF_MANY : OF_ONE;
  /** Whole lines, of ASCII alone. */
  #deferred = '';
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  /** Lines since the timer began. */
  #recent = 0;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lost = 0;
  #again: NodeJS.Timeout | undefined;
  /** Formats a line; undefined: it is printed as it is. */
  form: ((line: string) => string) | undefined;

  constructor() {
    process.once('exit', () => this.#end());
  }

  /** Prints a line, which is on its way when the call returns. */
  write(line: string): void {
    this.flush();
    this.#print(Buffer.from(this.form ? this.form(line) : line));
  }

  /** Prints a line within 25 ms, together with others where there are many. It may hold ASCII alone. */
  defer(line: string): void {
    if (this.form) {
      this.write(line);
      return;
    }
    if (this.#deferred.length + line.length > this.#chunk) this.flush();
    this.#deferred += line;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#recent = 0;
      this.flush();
    }, DEFER_MS).unref();
    if (++this.#recent < FEW) this.#immediate ??= setImmediate(() => this.flush());
  }

  /** Prints what was deferred. */
  flush(): void {
    this.#immediate = undefined;
    if (this.#deferred === '') return;
    const bytes = Buffer.from(this.#deferred, 'latin1');
    this.#deferred = '';
    this.#print(bytes);
  }

  #print(bytes: Buffer): void {
    if (this.#waiting.length > 0) this.#wait(bytes);
    else {
      const rest = take(bytes);
      if (rest) this.#wait(rest);
    }
  }

  #wait(bytes: Buffer): void {
    if (this.#waitingBytes + bytes.length > WAITING_MOST) {
      this.#lost++;
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#tryAgain();
  }

  #tryAgain(): void {
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      this.#drain();
    }, AGAIN_MS);
  }

  /** Prints what waits, as far as there is room. */
  #drain(): void {
    for (let first = this.#waiting.shift(); first; first = this.#waiting.shift()) {
      this.#waitingBytes -= first.length;
      const rest = take(first);
      if (!rest) continue;
      this.#waiting.unshift(rest);
      this.#waitingBytes += rest.length;
      this.#tryAgain();
      return;
    }
    if (this.#lost === 0) return;
    const lost = this.#lost;
    this.#lost = 0;
    this.write(lossLine(lost));
  }

  #end(): void {
    this.flush();
    const untilMs = performance.now() + END_MS;
    const nap = new Int32Array(new SharedArrayBuffer(4));
    for (;;) {
      this.#drain();
      if (this.#waiting.length === 0 || performance.now() > untilMs) return;
      Atomics.wait(nap, 0, 0, AGAIN_MS);
    }
  }
}

/** Prints as much as there is room for; gives the rest, or nothing where it is all printed or lost. */
function take(bytes: Buffer): Buffer | undefined {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(STANDARD_ERROR, bytes, at);
  } catch (error) {
    if (isFull(error)) return bytes.subarray(at);
  }
  return undefined;
}

const lossLine = (chunks: number) =>
  `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, chunks, msg: 'Whoever reads the log was too slow: lines of it were lost.' })}\n`;

const standardOutput = once(() => new LineOutput());

/** Returns this process's standard error, which prints lines as JSON or as text for people; `auto` is text on a terminal. */
export function standardError(format: LogFormat): LogOutput {
  const output = standardOutput();
  const { isTTY } = process.stderr;
  const isPretty = format === 'pretty' || (format === 'auto' && isTTY);
  // https://no-color.org
  const colors = isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
  output.form = isPretty ? (line) => prettyLine(line, { colors }) : undefined;
  return output;
}
