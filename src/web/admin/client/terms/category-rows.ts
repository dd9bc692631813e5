import type { ListedTerm } from './term-calls.ts';

/** A category in the tree, with those below it. */
export interface CategoryBranch {
  readonly term: ListedTerm;
  /** How many stand above it. */
  readonly depth: number;
  readonly below: readonly CategoryBranch[];
}

/** Returns the tree of categories, in the order in which they are given; one whose parent is unknown stands at the top. */
export function branchesOf(terms: readonly ListedTerm[]): readonly CategoryBranch[] {
  const ids = new Set(terms.map(({ id }) => id));
  const children = Map.groupBy(terms, ({ parent }) => (ids.has(parent) ? parent : 0));
  const under = (parent: number, depth: number): readonly CategoryBranch[] =>
    (children.get(parent) ?? []).map((term) => ({ term, depth, below: under(term.id, depth + 1) }));
  return under(0, 0);
}

/** Returns the rows of a tree from top to bottom. */
export const rowsOf = (branches: readonly CategoryBranch[]): readonly CategoryBranch[] =>
  branches.flatMap((branch) => [branch, ...rowsOf(branch.below)]);

/** Returns the IDs of a category and of all below it, where it cannot be moved to. */
export function withinOf(terms: readonly ListedTerm[], id: number): ReadonlySet<number> {
  const branch = rowsOf(branchesOf(terms)).find(({ term }) => term.id === id);
  return new Set(branch ? rowsOf([branch]).map(({ term }) => term.id) : [id]);
}

/** Returns the parent that a key moves a category to: deeper is below the one before it, outwards is beside its parent. */
export function parentByKey(
  terms: readonly ListedTerm[],
  id: number,
  direction: 'deeper' | 'outwards',
): number | undefined {
  const rows = rowsOf(branchesOf(terms));
  const own = rows.find(({ term }) => term.id === id);
  if (!own) return undefined;
  const above = rows.find(({ below }) => below.includes(own));
  if (direction === 'outwards') {
    if (!above) return undefined;
    return rows.find(({ below }) => below.includes(above))?.term.id ?? 0;
  }
  const siblings = above?.below ?? rows.filter(({ depth }) => depth === 0);
  return siblings[siblings.indexOf(own) - 1]?.term.id;
}
