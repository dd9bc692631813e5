import { textOf } from './civil.ts';

/** Tells the present instant. */
export type Clock = () => Temporal.Instant;

const machine: Clock = () => Temporal.Now.instant();

/** The machine's clock. */
export const systemClock = (): Clock => machine;

/** What a clock shows in Unix milliseconds, for who asks with each request: the machine's costs no instant. */
export const millisecondsOf = (clock: Clock): (() => number) =>
  clock === machine ? Date.now : () => clock().epochMilliseconds;

/** A clock standing at an instant such as `2026-11-20T12:00:00Z` (KALENDS_CLOCK); throws an Error if the text is none. */
export function standingClock(text: string): Clock {
  const instant = instantOf(text);
  return () => instant;
}

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text.trim());
  } catch {
    throw new Error(`"${text}" is not an instant. Write it with its offset, like 2026-11-20T12:00:00Z.`);
  }
}

/** An instant as the text `YYYY-MM-DD HH:MM:SS` in UTC, fractions of a second dropped. */
export function utcText(instant: Temporal.Instant): string {
  return textOf(instant.epochMilliseconds / 1000);
}

/** The parts of a moment as the `*_details` members show them: zero-padded texts. */
export type DateDetails = {
  year: string;
  month: string;
  day: string;
  hour: string;
  minutes: string;
  seconds: string;
};

/** The parts of a text `YYYY-MM-DD HH:MM:SS`. */
export function dateDetails(text: string): DateDetails {
  return {
    year: text.slice(0, 4),
    month: text.slice(5, 7),
    day: text.slice(8, 10),
    hour: text.slice(11, 13),
    minutes: text.slice(14, 16),
    seconds: text.slice(17, 19),
  };
}
