import type { AggregatorRegistry, Registry } from 'prom-client';
import { once } from '#foundation/memoize/memoize.ts';
import { collectFamilies, type MetricSources } from './families.ts';

/** The metrics of a process at one moment, as JSON. */
export type MetricsSnapshot = readonly object[];

/** Content type of the Prometheus text format. */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Returns prom-client's default metrics: processor, memory, event loop, handles, garbage collection. It then monitors the event loop;
 * done on first use because of its cost.
 */
const metricsOfProcess = once(async (): Promise<Registry> => {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
});

/** Returns all metrics of this process. */
export async function collectSnapshot(sources: MetricSources): Promise<MetricsSnapshot> {
  const about = await (await metricsOfProcess()).getMetricsAsJSON();
  // The oldest of several processes counts; prom-client would omit the metric.
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

/** Combines the metrics of processes, and returns them in the Prometheus text format. */
export const expose = async (snapshots: readonly MetricsSnapshot[]): Promise<string> =>
  (await registryOf(snapshots)).metrics();

/** Combines the metrics of processes into one snapshot. */
export const merge = async (snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> =>
  (await registryOf(snapshots)).getMetricsAsJSON();
