import type { Reading, Writing } from '#store/db/engine.ts';
import {
  type CategoryColor,
  type CategoryMark,
  categoryColors,
  categoryMarks,
} from '#store/db/field-values.ts';
import type { TermKind } from './kind.ts';
import type { TermRow } from './store.ts';

/** Colour and mark by which pages show a category; '' of tags, which have no look. */
export type TermLook = Pick<TermRow, 'color' | 'mark'>;

/** The look that a write brings; null is one that nobody chooses. */
export interface SentLook {
  color?: CategoryColor | null | undefined;
  mark?: CategoryMark | null | undefined;
}

/** Counts of categories by their look. */
type LookCounts = Awaited<ReturnType<typeof countLooks>>;

/** Returns the value that ranks lowest, of several the first. */
function lowest<T>(values: readonly [T, ...T[]], rank: (value: T) => number): T {
  const [first, ...others] = values;
  let found = first;
  for (const value of others) if (rank(value) < rank(found)) found = value;
  return found;
}

/** Returns values in a circle, beginning with another one. */
function rotated<T>(values: readonly [T, ...T[]], by: number): readonly [T, ...T[]] {
  const [first] = values;
  const turned = values.map((_, at) => values[(at + by) % values.length] ?? first);
  return [turned[0] ?? first, ...turned.slice(1)];
}

/** Returns a look whose colour and mark fewest categories have, and as a pair, where they aren't given. */
export function evenLook(
  counts: LookCounts,
  given: { color?: CategoryColor | undefined; mark?: CategoryMark | undefined },
): { color: CategoryColor; mark: CategoryMark } {
  const count = (has: (look: LookCounts[number]) => boolean) =>
    counts.reduce((sum, look) => sum + (has(look) ? look.n : 0), 0);
  const color = given.color ?? lowest(categoryColors, (one) => count((look) => look.color === one));
  const total = count(() => true) + 1;
  // Begins one further with each round of colours, so that pairs repeat as late as they can.
  const turn = categoryColors.indexOf(color) + count((look) => look.color === color);
  const mark =
    given.mark ??
    lowest(
      rotated(categoryMarks, turn),
      (one) =>
        count((look) => look.mark === one) * total +
        count((look) => look.mark === one && look.color === color),
    );
  return { color, mark };
}

/** Counting all of them for each that is made would take a hundred times longer at 40,000. */
const LOOKS_COUNTED = 243;

/** Returns how many of the newest categories, at most 243, have each pair of a colour and a mark, but for one category. */
async function countLooks(
  db: Reading,
  { except }: { except: number },
): Promise<readonly { color: CategoryColor; mark: CategoryMark; n: number }[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('categories')
        .select(['color', 'mark'])
        .where('id', '<>', except)
        .orderBy('id', 'desc')
        .limit(LOOKS_COUNTED)
        .as('newest'),
    )
    .select((eb) => ['color', 'mark', eb.fn.countAll<number>().as('n')])
    .groupBy(['color', 'mark'])
    .execute();
  return rows.map(({ n, ...look }) => ({ ...look, n: Number(n) }));
}

/** Returns the look of a term after a write: what was sent, else what it has, else what fewest categories have. */
export async function resultingLook(
  trx: Writing,
  kind: TermKind,
  sent: SentLook,
  before: TermLook & { id: number },
): Promise<TermLook> {
  if (kind === 'tags') return { color: '', mark: '' };
  const color = sent.color === undefined ? before.color || undefined : (sent.color ?? undefined);
  const mark = sent.mark === undefined ? before.mark || undefined : (sent.mark ?? undefined);
  if (color && mark) return { color, mark };
  return evenLook(await countLooks(trx, { except: before.id }), { color, mark });
}
