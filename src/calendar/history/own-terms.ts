import { can, type Viewer } from '#api/access/permissions.ts';
import { termTraits } from '#calendar/terms/kind.ts';

const kinds = new Map(Object.values(termTraits).map(({ logged, capability }) => [`${logged}`, capability]));

/** Returns whether items of a kind belong to nobody. */
export const isTermKind = (kind: string): boolean => kinds.has(kind);

/** Returns the kinds of terms that a viewer writes: of these everybody takes back what they wrote themselves. */
export const termKindsOf = (viewer: Viewer): string[] =>
  [...kinds].flatMap(([kind, capability]) => (can(viewer, capability) ? kind : []));
