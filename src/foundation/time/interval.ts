const SECOND_MS = 1000;
const units: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: 60 * SECOND_MS,
  h: 3600 * SECOND_MS,
  d: 86_400 * SECOND_MS,
  w: 7 * 86_400 * SECOND_MS,
};
/** More is a mistake. */
const LONGEST_MS = 366 * 86_400 * SECOND_MS;

/** Returns the milliseconds of `30m`, `6h`, `1d` or `2w`; undefined: nothing was given; null: it can't be understood. */
export function readInterval(text: string): number | undefined | null {
  if (text === '' || text === '0') return undefined;
  const [, number, unit = ''] = /^([1-9]\d{0,6}) ?([smhdw])$/i.exec(text) ?? [];
  const ms = Number(number) * (units[unit.toLowerCase()] ?? Number.NaN);
  return ms <= LONGEST_MS ? ms : null;
}
