import { type Calendar, seeded } from './calendars.ts';
import type { EngineName, Options } from './options.ts';
import { sizeText } from './options.ts';
import { postgres } from './postgres.ts';
import { type Program, startProgram } from './programs.ts';
import type { Row } from './results.ts';
import type { Pace } from './rounds.ts';

/** The means of a scenario: options, durations of rounds, sizes of calendars. */
export interface Bench {
  options: Options;
  pace: Pace;
  /** The smallest, and the largest, of the sizes asked for. */
  small: number;
  large: number;
}

/** Something to measure: gives the lines that it adds to the table. */
export interface Scenario {
  name: string;
  about: string;
  run(bench: Bench): Promise<Row[]>;
}

/** A program that is running on a calendar, and the processes whose work counts as its own. */
export interface Served extends Program {
  pids: number[];
}

async function withDatabase(program: Program, calendar: Calendar | undefined): Promise<Served> {
  const pids = [program.pid];
  if (calendar?.engine === 'postgres') pids.push((await postgres()).pid);
  return { ...program, pids };
}

/** The service as its users start it: no settings but where its calendar is. */
export async function startService(
  calendar: Calendar,
  env: NodeJS.ProcessEnv = {},
  options: readonly string[] = [],
): Promise<Served> {
  const program = await startProgram('bin/kalends.js', ['serve', ...options], {
    ...calendar.env,
    KALENDS_PORT: '0',
    ...env,
  });
  return withDatabase(program, calendar);
}

/** A program of `baselines/`. */
export async function startBaseline(
  name: string,
  args: readonly string[] = [],
  calendar?: Calendar,
): Promise<Served> {
  const program = await startProgram(`bench/baselines/${name}.ts`, args, { ...calendar?.env });
  return withDatabase(program, calendar);
}

/** Stops programs, whatever became of the work that used them. */
export async function using<T>(programs: readonly Program[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    for (const program of programs) await program.stop();
  }
}

/** Names a calendar in the table: its engine and its number of events. */
export const calendarText = ({ engine, size }: { engine: EngineName; size: number }): string =>
  `${sizeText(size)} ${engine}`;

/** The smallest calendar that was asked for, on an engine. */
export const smallCalendar = (bench: Bench, engine: EngineName): Promise<Calendar> =>
  seeded(engine, bench.small);
