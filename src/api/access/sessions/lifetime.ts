import { secondsOf, textOf } from '#foundation/time/clock.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** How long sessions last unused, and at most: those of a browser's window, and those that outlive it. */
const LIFETIMES = {
  window: { idleS: 12 * HOUR_S, mostS: 7 * DAY_S },
  remembered: { idleS: 30 * DAY_S, mostS: 90 * DAY_S },
} as const;

/** A session gets a new secret so often. */
export const ROTATED_EVERY_S = 900;
/** A former secret is answered to for so long: requests that were under way, or an answer that never arrived. */
export const GRACE_S = 60;

/** Returns the UTC text some seconds after another. */
const later = (utc: string, seconds: number) => textOf((secondsOf(utc) ?? 0) + seconds);

/** Returns how many seconds lie between two UTC texts. */
export const secondsBetween = (earlier: string, utc: string): number =>
  (secondsOf(utc) ?? 0) - (secondsOf(earlier) ?? 0);

/** Returns when a session that begins now ends, UTC: unused, and at most. */
export function lifetimeFrom(
  nowUtc: string,
  isRemembered: boolean,
): { idle_until_utc: string; expires_utc: string } {
  const { idleS, mostS } = LIFETIMES[isRemembered ? 'remembered' : 'window'];
  return { idle_until_utc: later(nowUtc, idleS), expires_utc: later(nowUtc, mostS) };
}

/** Returns when a session that is used now ends unless it is used again, UTC. */
export const idleUntil = (nowUtc: string, isRemembered: boolean): string =>
  lifetimeFrom(nowUtc, isRemembered).idle_until_utc;

/** Returns the `Max-Age` of a session's cookie; undefined: it ends with the browser's window. */
export const maxAgeOf = (
  { remembered, expires_utc }: { remembered: number; expires_utc: string },
  nowUtc: string,
): number | undefined => (remembered === 1 ? secondsBetween(nowUtc, expires_utc) : undefined);
