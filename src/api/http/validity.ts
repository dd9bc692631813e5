import { secondsOf, utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

// Nearly every list asks for the same one.
let last: { minute: number; zone: string; day: string } | undefined;

/** How long an answer stays right while nothing is written: what looks at the clock says here for how long it saw the truth. */
export class Validity {
  readonly #now: Temporal.Instant;
  #fromMs = Number.NEGATIVE_INFINITY;
  #untilMs = Number.POSITIVE_INFINITY;

  constructor(now: Temporal.Instant) {
    this.#now = now;
  }

  /** Unix milliseconds: from the first, up to the second and not at it. */
  get range(): readonly [fromMs: number, untilMs: number] {
    return [this.#fromMs, this.#untilMs];
  }

  /** The present instant, for whoever goes by its second. */
  get now(): Temporal.Instant {
    this.#narrowTo(SECOND_MS);
    return this.#now;
  }

  /** The present day `YYYY-MM-DD` of a zone. On every clock of ours days begin with a minute of UTC. */
  today(zone: string): string {
    this.#narrowTo(MINUTE_MS);
    const minute = Math.floor(this.#now.epochMilliseconds / MINUTE_MS);
    if (last?.minute !== minute || last.zone !== zone)
      last = { minute, zone, day: toWall(utcText(this.#now), zone).slice(0, 10) };
    return last.day;
  }

  /** Whether a moment (UTC text) has come. */
  hasCome(utc: string): boolean {
    const atMs = (secondsOf(utc) ?? Number.NEGATIVE_INFINITY) * 1000;
    const come = atMs <= this.#now.epochMilliseconds;
    if (come) this.#fromMs = Math.max(this.#fromMs, atMs);
    else this.#untilMs = Math.min(this.#untilMs, atMs);
    return come;
  }

  #narrowTo(unitMs: number): void {
    const begun = Math.floor(this.#now.epochMilliseconds / unitMs) * unitMs;
    this.#fromMs = Math.max(this.#fromMs, begun);
    this.#untilMs = Math.min(this.#untilMs, begun + unitMs);
  }
}
