const BROWSERS = [
  ['Firefox', /Firefox\//],
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Chrome', /Chrom(e|ium)\//],
  ['Safari', /Safari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;
const nameIn = (list: readonly (readonly [string, RegExp])[], agent: string): string =>
  list.find(([, pattern]) => pattern.test(agent))?.[0] ?? '';

/** Returns the browser and the system that call themselves so; what they say themselves where they aren't known. */
export const browserName = (agent: string): string =>
  [nameIn(BROWSERS, agent), nameIn(SYSTEMS, agent)].filter(Boolean).join(', ') || agent;
