import type { AggregatorRegistry, Registry } from 'prom-client';
import { familiesOf, type Sources } from './families.ts';

/** What a process has counted up to a moment, as JSON. */
export type Snapshot = readonly object[];

/** The content type of what `expose` returns. */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** What prom-client counts of every process: processor, memory, event loop, handles, garbage collection. */
let ofProcess: Promise<Registry> | undefined;

/** It is read, and begins to watch the event loop, when somebody asks for the first time: else it would cost for nothing. */
async function watchProcess(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/** Returns what this process has counted so far. */
export async function snapshotOf(sources: Sources): Promise<Snapshot> {
  ofProcess ??= watchProcess();
  const about = await (await ofProcess).getMetricsAsJSON();
  // Of several processes the oldest counts; prom-client would say none.
  const named = about.map((one) =>
    one.name === 'process_start_time_seconds' ? { ...one, aggregator: 'min' } : one,
  );
  return [...(await familiesOf(sources)), ...named];
}

async function registryOf(snapshots: readonly Snapshot[]): Promise<Registry> {
  const { AggregatorRegistry: Aggregating }: { AggregatorRegistry: typeof AggregatorRegistry } = await import(
    'prom-client'
  );
  return Aggregating.aggregate([...snapshots]);
}

/** Returns what processes have counted, taken together, in the text format of Prometheus. */
export const expose = async (snapshots: readonly Snapshot[]): Promise<string> =>
  (await registryOf(snapshots)).metrics();

/** Returns the same as one snapshot. */
export const merge = async (snapshots: readonly Snapshot[]): Promise<Snapshot> =>
  (await registryOf(snapshots)).getMetricsAsJSON();
