import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { inherited } from '../test/support/program.ts';

/** A server that is measured: the service itself or a baseline. */
export interface Program {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** The root of the repository. */
export const root = path.join(import.meta.dirname, '..');
const READY = /(?:listens at|listening at) (http:\/\/[^\s"]+)$/m;
const READY_MS = 60_000;
const STOP_MS = 15_000;
const SAID = 4_000;

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(signal === 'SIGINT' ? 130 : 143));

/** Starts `node FILE ARGS` and resolves once it says where it listens. Rejects with what it said where it doesn't. */
export async function startProgram(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Program> {
  const child = spawn(process.execPath, [...nodeOptions(), path.join(root, file), ...args], {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const ended = once(child, 'close').finally(() => children.delete(child));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`${file} ${args.join(' ')} did not start: ${why}\n${said}`));
    };
    const timer = setTimeout(() => fail(`silent for ${READY_MS / 1000} s`), READY_MS);
    const hear = (text: string) => {
      said = (said + text).slice(-SAID);
      const found = READY.exec(said)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    ended.then(
      () => fail(`ended with ${child.exitCode ?? child.signalCode}`),
      (error: unknown) => fail(String(error)),
    );
  });
  let asked = false;
  void ended.then(() => {
    if (!asked || child.exitCode) process.stderr.write(`${file} ended by itself:\n${said}\n`);
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      asked = true;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Options of Node for every measured program, such as `--cpu-prof`, from KALENDS_BENCH_NODE_OPTIONS. */
function nodeOptions(): string[] {
  return (process.env['KALENDS_BENCH_NODE_OPTIONS'] ?? '').split(' ').filter(Boolean);
}

/** Runs a command to its end and gives its standard output. @throws Error with all that it said where it fails */
export async function runProgram(
  command: string,
  args: readonly string[],
  { env = {}, cwd = root, stdin = '' }: { env?: NodeJS.ProcessEnv; cwd?: string; stdin?: string } = {},
): Promise<string> {
  const child = spawn(command, [...args], {
    cwd,
    env: { ...inherited, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.add(child);
  let out = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  await once(child, 'close').finally(() => children.delete(child));
  if (child.exitCode !== 0)
    throw new Error(
      `${path.basename(command)} ${args.join(' ')} ended with ${child.exitCode ?? child.signalCode}:\n${out.slice(-SAID)}${said}`,
    );
  return out;
}

/** Runs `kalends ARGS` as its users do. */
export const kalends = (args: readonly string[], env: NodeJS.ProcessEnv, stdin = ''): Promise<string> =>
  runProgram(process.execPath, [path.join(root, 'bin', 'kalends.js'), ...args], { env, stdin });
