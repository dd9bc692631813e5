import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { VARIABLES } from './engine.ts';
import { isObject, parseJson } from './json.ts';

/** The outcome of a command; `code` is null where a signal ended it. */
export type Finished = { code: number | null; stdout: string; stderr: string };

/** A program of ours that goes on running. */
export type Running = {
  url: string;
  pid: number;
  /** Resolves with the exit code once the program has ended, null where a signal ended it. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
};

/** The program as users start it: the bundle of the last installation, or the sources where those are newer. */
export const CLI = path.join(import.meta.dirname, '..', '..', 'bin', 'kalends.js');
/** As what `CLI` goes on where it serves: the command line before `serve`, and what it adds to the environment. */
interface Launch {
  readonly line: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

function readLaunch(): Launch | undefined {
  const known = parseJson(process.env[VARIABLES.launch] ?? '');
  if (!isObject(known) || !Array.isArray(known['line']) || !isObject(known['env'])) return undefined;
  const env = Object.entries(known['env']).map(([name, value]) => [name, String(value)]);
  return { line: known['line'].map(String), env: Object.fromEntries(env) };
}

const READY = /^Kalends listens at (http:\/\/\S+)$/m;
/** On a busy machine a start takes long. */
const READY_MS = 180_000;
const STOP_MS = 60_000;
/** Characters of a service's output that are told where it ends by itself. */
const LAST_WORDS = 4_000;

/**
 * The environment without a developer's own settings and language, and what the runner says to test processes alone. No
 * load balancer is to notice that a service stops.
 */
export const inherited: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^KALENDS_|^DATABASE_URL$|^NODE_TEST_CONTEXT$|^NODE_COMPILE_CACHE$|^LANG$|^LC_/.test(name),
    ),
  ),
  KALENDS_SHUTDOWN_DELAY: '0',
};

const launch = readLaunch();

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Has `folder` removed when this process ends, however it does, unless `forget` is called before. */
export function removeAtExit(folder: string): { forget(): void } {
  folders.add(folder);
  return { forget: () => folders.delete(folder) };
}

function leaveNothing(): void {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

process.on('exit', leaveNothing);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    leaveNothing();
    process.kill(process.pid, signal);
  });
}

/**
 * Starts `serve` and resolves once it says where it listens. Rejects with everything it printed where it ends
 * before, or says nothing for three minutes. `print` gets all output as it comes.
 */
export async function serve(env: NodeJS.ProcessEnv, print: (text: string) => void): Promise<Running> {
  const [node, ...before] = launch?.line ?? [process.execPath, CLI];
  const child = spawn(node ?? process.execPath, [...before, 'serve'], {
    env: { ...launch?.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = follow(child);
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const giveUp = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`The service did not start: ${why}\n${printed}`));
    };
    const timer = setTimeout(() => giveUp(`not ready within ${READY_MS / 1000} s`), READY_MS);
    const hear = (chunk: string) => {
      printed += chunk;
      print(chunk);
      const ready = READY.exec(printed)?.[1];
      if (ready === undefined) return;
      clearTimeout(timer);
      resolve(ready);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    ended.then(
      (code) => {
        clearTimeout(timer);
        giveUp(`it ended with ${code}`);
      },
      (error: unknown) => {
        clearTimeout(timer);
        giveUp(String(error));
      },
    );
  });
  // From here on only the last of the output is kept: a log kept twice would grow without end.
  for (const stream of [child.stdout, child.stderr]) {
    stream.removeAllListeners('data').on('data', (text: string) => {
      printed = (printed + text).slice(-LAST_WORDS);
      print(text);
    });
  }
  hold(child, false);
  let asked = false;
  void ended.then((code) => {
    // Whoever uses it only sees that nobody listens any more.
    if (!asked)
      process.stderr.write(
        `The service at ${url} ended by itself with ${code ?? child.signalCode}:\n${printed}\n`,
      );
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: async (signal) => {
      asked = true;
      hold(child, true);
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      const code = await ended;
      clearTimeout(timer);
      return code;
    },
  };
}

/** Runs one command to its end, with `stdin` as its whole standard input. */
export async function command(env: NodeJS.ProcessEnv, args: string[], stdin = ''): Promise<Finished> {
  const child = spawn(process.execPath, [launch?.line.at(-1) ?? CLI, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = follow(child);
  // A command that reads no input may be gone before all of it is written.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

function follow(child: ChildProcess): Promise<number | null> {
  children.add(child);
  return once(child, 'close').then(
    () => {
      children.delete(child);
      return child.exitCode;
    },
    (error: unknown) => {
      children.delete(child);
      throw error;
    },
  );
}

// A test that fails before it stops its service must not hang on it: the exit hook ends the child.
function hold(child: ChildProcessByStdio<null, Readable, Readable>, on: boolean): void {
  if (on) child.ref();
  else child.unref();
  for (const stream of [child.stdout, child.stderr]) {
    if (!(stream instanceof Socket)) continue;
    if (on) stream.ref();
    else stream.unref();
  }
}

async function text(stream: Readable): Promise<string> {
  let all = '';
  for await (const chunk of stream.setEncoding('utf8')) all += String(chunk);
  return all;
}
