import { describe } from './compare.ts';
import type { Differing, Report } from './replay.ts';

/** `differing` in full: what was asked, what was answered, and its first 25 differences. */
export function inFull({ recording, answer, differences }: Differing): string {
  const { method, path, role, body } = recording.request;
  const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  return [
    `--- ${recording.name}`,
    `${method} ${path} as ${role}${sent}`,
    `here: ${answer.status} ${answer.text.slice(0, 600)}`,
    ...differences.slice(0, 25).map((difference) => `  ${describe(difference)}`),
  ].join('\n');
}

/** `differing` on one line: its name and its first difference. */
export function inShort({ recording, differences }: Differing): string {
  const [first, ...more] = differences;
  if (first === undefined) return recording.name;
  return `${recording.name}: ${describe(first)}${more.length > 0 ? ` (+${more.length})` : ''}`;
}

/** Counts the differences by path, the most frequent first, positions in lists taken together. */
export function byPlace({ differing }: Report): [place: string, times: number][] {
  const times = new Map<string, number>();
  for (const { at } of differing.flatMap(({ differences }) => differences)) {
    const place = at.replace(/\[\d+\]/g, '[]');
    times.set(place, (times.get(place) ?? 0) + 1);
  }
  return [...times].sort(([, a], [, b]) => b - a);
}

/** `N of M answers equal (P %), K not compared`. */
export function summary({ counted, excused, differing }: Report): string {
  const equal = counted - differing.length;
  const percent = ((100 * equal) / Math.max(1, counted)).toFixed(1);
  return `${equal} of ${counted} answers equal (${percent} %), ${excused} not compared`;
}
