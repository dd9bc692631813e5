import { randomInt } from 'node:crypto';

/**
 * A state of the calendar: how many writes have changed it, and a random number that the last of them drew. What is alike
 * in both has the same content, even where history was cut off and went on elsewhere (decision 11).
 */
export interface Version {
  readonly number: number;
  readonly token: number;
}

/** Whether both are the same state; what isn't known is the same as nothing. */
export const isSameVersion = (one: Version | undefined, other: Version | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (one === other || (one.number === other.number && one.token === other.token));

const MOST = 2 ** 48 - 1;

/** A number that no other write draws. Never 0, which stands for "before there were any". */
export const newToken = (): number => randomInt(1, MOST);

/** Returns the version in a row of `calendar`; number and token are 0 where there is none yet. */
export const versionOf = (
  row: { readonly version: unknown; readonly token: unknown } | undefined,
): Version => ({
  number: Number(row?.version ?? 0),
  token: Number(row?.token ?? 0),
});
