import { listOf } from './coercion.ts';

/** The members that `_fields` asks for, by name: all of one (null), or some below it. */
export type FieldMask = ReadonlyMap<string, FieldMask | null>;
type Tree = Map<string, Tree | null>;

const DEEPEST = 8;

/** Parses `_fields`: top-level names, paths `a.b`, through lists too (reference 1.5, D28). Undefined: all members. */
export function readFields(given: unknown): FieldMask | undefined {
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

/** Returns a value with only the members that are asked for. */
export function pick(value: unknown, fields: FieldMask): unknown {
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

/** Returns the members asked for below a member. Undefined: all; null: the member itself isn't asked for. */
export function fieldsBelow(fields: FieldMask | undefined, name: string): FieldMask | undefined | null {
  if (fields === undefined) return undefined;
  const below = fields.get(name);
  return below === undefined ? null : (below ?? undefined);
}
