import assert from 'node:assert/strict';

/** A line of the text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Metrics as Prometheus would read them. */
export interface Exposition {
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
  /** The sum of all samples with that name and these labels, whatever others they have; 0: there is none. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
  /** Samples with that name and these labels. */
  of(name: string, labels?: Readonly<Record<string, string>>): readonly Sample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/gy;

function numberOf(text: string): number {
  const special = { '+Inf': Number.POSITIVE_INFINITY, '-Inf': Number.NEGATIVE_INFINITY, Nan: Number.NaN };
  const value = Object.hasOwn(special, text) ? special[text as keyof typeof special] : Number(text);
  assert.ok(text !== '' && (text === 'Nan' || !Number.isNaN(value)), `"${text}" is no number`);
  return value;
}

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let end = 0;
  for (const [whole, name = '', value = ''] of text.matchAll(LABEL)) {
    assert.ok(!Object.hasOwn(labels, name), `${name} stands twice in ${text}`);
    labels[name] = value;
    end += whole.length;
  }
  assert.equal(end, text.length, `{${text}} can't be read`);
  return labels;
}

const keyOf = ({ name, labels }: Sample) => `${name} ${JSON.stringify(Object.entries(labels).sort())}`;

/** Reads the text format of Prometheus (version 0.0.4). Throws where anything in it isn't as it has to be. */
export function parseExposition(text: string): Exposition {
  assert.match(text, /\n$/);
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  let family = '';
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, what, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (what !== undefined) {
      assert.match(name, NAME);
      if (what === 'HELP') {
        assert.ok(!helped.has(name), `${name} has two HELP lines`);
        helped.add(name);
      } else {
        assert.ok(!types.has(name), `${name} has two TYPE lines`);
        assert.match(rest, /^(counter|gauge|histogram|summary)$/);
        types.set(name, rest);
        family = name;
      }
      continue;
    }
    const [, metric, labels = '', value = ''] = LINE.exec(line) ?? [];
    assert.ok(metric !== undefined, `no line of metrics: ${line}`);
    const isOwn = metric === family;
    const isPart = ['_bucket', '_sum', '_count'].some((end) => metric === family + end);
    assert.ok(
      types.get(family) === 'histogram' || types.get(family) === 'summary' ? isPart || isOwn : isOwn,
      line,
    );
    const sample = { name: metric, labels: labelsOf(labels), value: numberOf(value) };
    assert.ok(!seen.has(keyOf(sample)), `twice: ${line}`);
    seen.add(keyOf(sample));
    samples.push(sample);
  }
  for (const name of types.keys()) assert.ok(helped.has(name), `${name} has no HELP`);
  const of = (name: string, labels: Readonly<Record<string, string>> = {}) =>
    samples.filter(
      (one) =>
        one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    );
  const sum = (name: string, labels?: Readonly<Record<string, string>>) =>
    of(name, labels).reduce((all, { value }) => all + value, 0);
  for (const [name, type] of types) {
    if (type === 'counter') for (const one of of(name)) assert.ok(one.value >= 0, keyOf(one));
    if (type !== 'histogram') continue;
    for (const { labels, value } of of(`${name}_count`)) {
      const buckets = of(`${name}_bucket`, labels);
      const bounds = buckets.map((one) => numberOf(one.labels['le'] ?? ''));
      assert.deepEqual(
        bounds,
        bounds.toSorted((a, b) => a - b),
        name,
      );
      assert.deepEqual(
        buckets.map((one) => one.value),
        buckets.map((one) => one.value).toSorted((a, b) => a - b),
        `${name} grows from bound to bound`,
      );
      assert.equal(buckets.at(-1)?.labels['le'], '+Inf', name);
      assert.equal(buckets.at(-1)?.value, value, name);
      assert.equal(of(`${name}_sum`, labels).length, 1, name);
    }
  }
  return { types, samples, of, sum };
}
