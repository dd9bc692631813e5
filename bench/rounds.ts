import { type DriverName, drive } from './drive/drive.ts';
import type { Plan } from './drive/plan.ts';
import { isTold, machineSeconds, usageOf } from './usage.ts';

/** A server under load: its address, its processes, and the load. */
export interface Contender {
  label: string;
  url: string;
  /** The program itself, whose memory counts with that of all that it starts. */
  pid: number;
  /** Processes whose processor time counts: with a database, its server too. */
  pids: readonly number[];
  plan: Plan;
  connections: number;
  /** Something that goes on during its rounds; gives how it is ended. */
  beside?: () => () => Promise<void>;
}

/** Figures of a round, or medians of several. Shares are of one core. */
export interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor seconds of the server for a thousand requests. */
  cpuPerThousand: number;
  residentMb: number;
  /** The load generator's share of a core: near 1 it limits the contender. */
  generator: number;
  /** The share that other programs took: figures of a busy machine mean little. */
  others: number;
}

/** The rounds of a contender. */
export interface Rounds {
  label: string;
  median: Figures;
  rounds: Figures[];
}

/** The durations and numbers of rounds. */
export interface Pace {
  driver: DriverName;
  rounds: number;
  seconds: number;
  warmUp: number;
}

/** Returns the median of some values. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const at = (index: number) => sorted[index] ?? 0;
  return sorted.length % 2 === 1 ? at(Math.floor(middle)) : (at(middle - 1) + at(middle)) / 2;
}

/** Returns the medians of each figure of several rounds. */
export function medians(rounds: readonly Figures[]): Figures {
  const of = (member: keyof Figures) => medianOf(rounds.map((round) => round[member]));
  return {
    perSecond: of('perSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    cpuPerThousand: of('cpuPerThousand'),
    residentMb: of('residentMb'),
    generator: of('generator'),
    others: of('others'),
  };
}

/** A contender under load; continues with requests that were never sent before. */
class Runner {
  readonly rounds: Figures[] = [];
  readonly contender: Contender;
  readonly #driver: DriverName;
  #first = 0;

  constructor(contender: Contender, driver: DriverName) {
    this.contender = contender;
    this.#driver = driver;
  }

  async round(seconds: number): Promise<Figures> {
    const { label, url, pid, pids, plan, connections } = this.contender;
    const began = performance.now();
    const before = { server: usageOf(pids), own: usageOf([process.pid]), machine: machineSeconds() };
    const driven = await drive(this.#driver, { plan, url, connections, seconds, first: this.#first });
    const after = { server: usageOf(pids), own: usageOf([process.pid]), machine: machineSeconds() };
    const wall = (performance.now() - began) / 1000;
    this.#first += driven.requests + connections;
    if (driven.faults > 0 || driven.requests === 0)
      throw new Error(
        `${label}: ${driven.faults} of ${driven.requests} answers were faulty: ${driven.kinds}.`,
      );
    const bytes = driven.bytes / driven.requests;
    if (bytes < plan.bytes.from || bytes > plan.bytes.to)
      throw new Error(
        `${label}: answers of ${bytes.toFixed(0)} bytes, not of ${plan.bytes.from} to ${plan.bytes.to}.`,
      );
    const server = after.server.cpuSeconds - before.server.cpuSeconds;
    // Everything that we started counts with us, a server that isn't measured now with none.
    const generator = after.own.cpuSeconds - before.own.cpuSeconds - server;
    return {
      perSecond: driven.requests / driven.seconds,
      p50Ms: driven.p50Ms,
      p99Ms: driven.p99Ms,
      cpuPerThousand: (server / driven.requests) * 1000,
      residentMb: usageOf([pid]).residentBytes / 2 ** 20,
      generator: isTold ? generator / driven.seconds : 0,
      others: isTold ? Math.max(0, after.machine - before.machine - server - generator) / wall : 0,
    };
  }

  async measure(seconds: number): Promise<void> {
    const end = this.contender.beside?.();
    this.rounds.push(await this.round(seconds));
    await end?.();
  }

  result(): Rounds {
    return { label: this.contender.label, median: medians(this.rounds), rounds: this.rounds };
  }
}

/** Drives contenders in turn, round by round, so that what else happens on the machine meets all of them. */
export async function inTurn(contenders: readonly Contender[], pace: Pace): Promise<Rounds[]> {
  const runners = contenders.map((contender) => new Runner(contender, pace.driver));
  for (const runner of runners) await runner.round(pace.warmUp);
  for (let round = 0; round < pace.rounds; round++)
    for (const runner of runners) await runner.measure(pace.seconds);
  return runners.map((runner) => runner.result());
}
