import type { DurationHistogram } from '#foundation/telemetry/metrics.ts';

/** The method by which the values of several processes are combined. */
export type Aggregator = 'sum' | 'max' | 'min' | 'first';
/** Names and values of a sample's labels. */
export type Labels = Readonly<Record<string, string | number>>;

/** A value of a metric. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  /** For histograms: the metric's name with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string;
}

/** A metric with all its values, in prom-client's JSON form. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly aggregator: Aggregator;
  readonly values: readonly Sample[];
}

/** One value, or several with their labels. */
type MetricValues = number | readonly (readonly [Labels, number])[];

const samplesOf = (numbers: MetricValues): Sample[] =>
  typeof numbers === 'number'
    ? [{ labels: {}, value: numbers }]
    : numbers.map(([labels, value]) => ({ labels, value }));

/** Returns a metric that only increases. */
export const counter = (name: string, help: string, numbers: MetricValues): MetricFamily => ({
  name,
  help,
  type: 'counter',
  aggregator: 'sum',
  values: samplesOf(numbers),
});

/** Returns a metric that can increase and decrease. */
export const gauge = (
  name: string,
  help: string,
  numbers: MetricValues,
  aggregator: Aggregator = 'sum',
): MetricFamily => ({ name, help, type: 'gauge', aggregator, values: samplesOf(numbers) });

/** Returns a metric of durations in seconds. */
export const histogram = (
  name: string,
  help: string,
  series: readonly (readonly [Labels, DurationHistogram])[],
): MetricFamily => ({
  name,
  help,
  type: 'histogram',
  aggregator: 'sum',
  values: series.flatMap(([labels, durations]) => {
    const { bounds, cumulated, sum } = durations;
    const count = cumulated.at(-1) ?? 0;
    return [
      ...cumulated.map((value, at) => ({
        labels: { ...labels, le: bounds[at] ?? '+Inf' },
        value,
        metricName: `${name}_bucket`,
      })),
      { labels, value: sum, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ];
  }),
});
