import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at, parseJson } from '../../test/support/json.ts';
import { runProgram } from '../programs.ts';
import { type Driven, isVaried, type Load } from './plan.ts';
import { wrkScript } from './wrk.ts';

/** The name of a load generator. */
export type DriverName = 'wrk' | 'autocannon';

/** `wrk` where it's installed: it needs less of the processor for itself. */
export function chooseDriver(): DriverName {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' });
    return 'wrk';
  } catch (error) {
    // It ends with 1 when it tells its version.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'autocannon' : 'wrk';
  }
}

/** Drives a server from another process and tells what came of it. */
export async function drive(name: DriverName, load: Load): Promise<Driven> {
  const text = name === 'wrk' ? await byWrk(load) : await byAutocannon(load);
  const told = parseJson(text.slice(text.indexOf('{"driven":')));
  const number = (member: string): number => {
    const value = at(told, `driven.${member}`);
    if (typeof value !== 'number') throw new Error(`${name} told no ${member}:\n${text}`);
    return value;
  };
  return {
    requests: number('requests'),
    seconds: number('seconds'),
    bytes: number('bytes'),
    faults: number('faults'),
    kinds: String(at(told, 'driven.kinds')),
    p50Ms: number('p50Ms'),
    p99Ms: number('p99Ms'),
  };
}

async function byWrk(load: Load): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-wrk-'));
  try {
    const script = path.join(folder, 'load.lua');
    writeFileSync(script, wrkScript(load));
    const { plan, connections, seconds } = load;
    const url = load.url + (isVaried(plan) ? '' : plan.path);
    return await runProgram('wrk', [
      '--threads=1',
      `--connections=${connections}`,
      `--duration=${Math.ceil(seconds)}s`,
      '--timeout=30s',
      '--latency',
      `--script=${script}`,
      url,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const byAutocannon = (load: Load): Promise<string> =>
  runProgram(process.execPath, [path.join(import.meta.dirname, 'autocannon.ts')], {
    stdin: JSON.stringify(load),
  });
