import type { AggregatorRegistry, Registry } from 'prom-client';
import { collectFamilies, type MetricSources } from './families.ts';

/** What a process has counted up to a moment, as JSON. */
export type MetricsSnapshot = readonly object[];

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
export async function collectSnapshot(sources: MetricSources): Promise<MetricsSnapshot> {
  ofProcess ??= watchProcess();
  const about = await (await ofProcess).getMetricsAsJSON();
  // Of several processes the oldest counts; prom-client would say none.
  const named = about.map((one) =>
    one.name === 'process_start_time_seconds' ? { ...one, aggregator: 'min' } : one,
  );
  return [...(await collectFamilies(sources)), ...named];
}

async function registryOf(snapshots: readonly MetricsSnapshot[]): Promise<Registry> {
  const { AggregatorRegistry: Aggregating }: { AggregatorRegistry: typeof AggregatorRegistry } = await import(
    'prom-client'
  );
  return Aggregating.aggregate([...snapshots]);
}

/** Returns what processes have counted, taken together, in the text format of Prometheus. */
export const expose = async (snapshots: readonly MetricsSnapshot[]): Promise<string> =>
  (await registryOf(snapshots)).metrics();

/** Returns the same as one snapshot. */
export const merge = async (snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> =>
  (await registryOf(snapshots)).getMetricsAsJSON();
