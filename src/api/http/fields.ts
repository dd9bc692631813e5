import { listOf } from './coercion.ts';

/** What `_fields` asks for: a member whole (null), or some members below it. */
export type Fields = ReadonlyMap<string, Fields | null>;
type Tree = Map<string, Tree | null>;

const DEEPEST = 8;

/** Returns what `_fields` asks for: top-level names, paths `a.b`, through lists too (reference 1.5, D28). undefined: everything. */
export function readFields(given: unknown): Fields | undefined {
  if (given === undefined) return undefined;
  const names = listOf(given)?.filter((name): name is string => typeof name === 'string' && name !== '');
  return names && names.length > 0 ? fieldTree(names) : undefined;
}

function fieldTree(paths: readonly string[]): Tree {
  const tree: Tree = new Map();
  for (const path of paths) {
    let at = tree;
    const names = path.split('.').slice(0, DEEPEST);
    names.forEach((name, depth) => {
      const known = at.get(name);
      if (known === null) return;
      if (depth === names.length - 1) at.set(name, null);
      else {
        const next: Tree = known ?? new Map();
        at.set(name, next);
        at = next;
      }
    });
  }
  return tree;
}

/** Returns a value with the members alone that are asked for. */
export function pick(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map((member) => pick(member, fields));
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const below = fields.get(name);
    if (below === undefined) continue;
    out[name] = below === null ? member : pick(member, below);
  }
  return out;
}

/** Returns what is asked for below a member. undefined: all of it; null: the member isn't wanted. */
export function fieldsBelow(fields: Fields | undefined, name: string): Fields | undefined | null {
  if (fields === undefined) return undefined;
  const below = fields.get(name);
  return below === undefined ? null : (below ?? undefined);
}
