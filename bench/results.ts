import type { Rounds } from './rounds.ts';

/** A row of the table: the comparison, its result, and the target of issue 5. */
export interface Row {
  scenario: string;
  /** Such as `10k sqlite`. */
  calendar: string;
  /** The meaning of the result: `service / baseline, requests a second`. */
  tells: string;
  value: number;
  unit: '×' | 'ms' | 's' | 'MB';
  /** For ratios: whether of speed (more is better) or of time. */
  of?: 'perSecond' | 'p50Ms';
  wanted?: { comparison: '≥' | '≤' | '<'; value: number };
  /** The contenders, a baseline first. */
  measured: readonly Rounds[];
  note?: string;
}

/** A ratio of requests a second, or of medians of latency, of the last contender to the first. */
export function ratioRow(row: Omit<Row, 'value' | 'unit' | 'of'>, of: 'perSecond' | 'p50Ms'): Row {
  const first = row.measured.at(0)?.median[of] ?? 0;
  const last = row.measured.at(-1)?.median[of] ?? 0;
  return { ...row, value: last / first, unit: '×', of };
}

function isMet({ value, wanted }: Row): boolean | undefined {
  if (!wanted) return undefined;
  if (wanted.comparison === '≥') return value >= wanted.value;
  return wanted.comparison === '≤' ? value <= wanted.value : value < wanted.value;
}

function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  if (value >= 10) return value.toFixed(1);
  return value >= 0.1 ? value.toFixed(2) : value.toFixed(3);
}

/** The ratio of processor time per request, which other work on the machine changes less. */
function byProcessor({ of, measured }: Row): string {
  const first = measured.at(0)?.median.cpuPerThousand ?? 0;
  const last = measured.at(-1)?.median.cpuPerThousand ?? 0;
  if (of === undefined || first <= 0 || last <= 0) return '';
  return `${figure(of === 'perSecond' ? first / last : last / first)} ×`;
}

const HEAD = [
  'scenario',
  'calendar',
  'result',
  'by CPU',
  'wanted',
  '',
  'what it tells',
  'contenders',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU s/1000',
  'MB',
  'load',
  'others',
];

/** The results as a table in Markdown. Several contenders share a cell, a slash between them. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const met = isMet(row);
    const of = (show: (rounds: Rounds) => string) => row.measured.map(show).join(' / ');
    return [
      row.scenario,
      row.calendar,
      `${figure(row.value)} ${row.unit}`,
      byProcessor(row),
      row.wanted ? `${row.wanted.comparison} ${row.wanted.value}` : '',
      met === undefined ? '' : met ? 'yes' : '**no**',
      row.tells + (row.note ? ` (${row.note})` : ''),
      of(({ label }) => label),
      of(({ median }) => figure(median.perSecond)),
      of(({ median }) => figure(median.p50Ms)),
      of(({ median }) => figure(median.p99Ms)),
      of(({ median }) => figure(median.cpuPerThousand)),
      of(({ median }) => median.residentMb.toFixed(0)),
      of(({ median }) => median.generator.toFixed(2)),
      of(({ median }) => median.others.toFixed(2)),
    ];
  });
  return [HEAD, HEAD.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
