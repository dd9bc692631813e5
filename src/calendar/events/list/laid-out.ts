import { setTimeout as pause } from 'node:timers/promises';
import { MOST_YEARS } from '#calendar/recurrence/check.ts';
import type { Call, Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { daysFrom, utcText } from '#foundation/time/clock.ts';
import type { Database } from '#store/db/engine.ts';
import type { Version } from '#store/db/version.ts';
import type { Bound } from '../filters/window.ts';
import { layOutBehind, leastLaidOut } from '../series/horizon.ts';
import { dayWithinHorizon } from '../series/rules.ts';
import { findGap, findSeries } from '../series/store.ts';

/** A reader waits so long for dates to be laid out, which goes on meanwhile. */
const PATIENCE_MS = 20_000;
/** Milliseconds within which a write of another process is known here; mostly it is at once. */
const CATCH_UP_MS = 1_000;
const CATCH_UP_STEP_MS = 10;
/** Others may write further series while a reader waits for work that began before. */
const MOST_ROUNDS = 3;
const RETRY_AFTER_SECONDS = '20';
const DAY = 10;
const FOREVER = '9999-12-31';

/** The days up to which this process knows series to be laid out, `YYYY-MM-DD` on the clocks of their zones. */
interface Known {
  /** All are laid out so far while the calendar has this version. */
  readonly until: string;
  readonly version: Version | undefined;
}

declare module '#context.ts' {
  interface Services {
    readonly laidOut: LaidOutDays;
  }
}

/** Days up to which a process knows all series to be laid out, and the work by which they are laid out further. */
export class LaidOutDays {
  /** When the next dates of all series were last looked for, in milliseconds since 1970. */
  nextLookedMs = 0;
  #known: Known | undefined;
  #running: { readonly until: string; readonly done: Promise<void> } | undefined;

  /** Tells whether all series are laid out up to a day, as far as is known of the calendar's present version. */
  isKnownUntil(db: Database, day: string): boolean {
    const known = this.#known;
    return known?.version !== undefined && day <= known.until && known.version === db.known();
  }

  /** Notes that all series are laid out up to a day at a version of the calendar; undefined: it isn't known. */
  note(until: string, version: Version | undefined): void {
    this.#known = { until, version };
  }

  /** Does work that lays out all series up to a day, after what is under way; those who ask meanwhile share it. */
  share(until: string, work: () => Promise<void>): Promise<void> {
    const underWay = this.#running;
    if (underWay && underWay.until >= until) return underWay.done;
    const done = (underWay?.done ?? Promise.resolve())
      .catch(() => {})
      .then(work)
      .finally(() => {
        if (this.#running?.done === done) this.#running = undefined;
      });
    // Callers that wait get the error; the work goes on without them.
    done.catch(() => {});
    this.#running = { until, done };
    return done;
  }
}

const dayOf = (text: string): string => text.slice(0, DAY);
const shifted = (day: string, days: number): string => dayOf(daysFrom(`${day} 00:00:00`, days));

/** Returns the last day that a list may show by its window; undefined: it has no end, and begins within the horizon. */
function lastDayOf(bounds: readonly Bound[], isWithin: (day: string) => boolean): string | undefined {
  let last: string | undefined;
  let first: string | undefined;
  for (const { column, operator, moment } of bounds) {
    const isUtc = column.startsWith('utc_');
    if (operator === '<' || operator === '<=') {
      const day = isUtc ? shifted(dayOf(moment), 1) : dayOf(moment);
      if (last === undefined || day < last) last = day;
    } else first = first === undefined || moment > first ? moment : first;
  }
  if (last !== undefined) return last;
  return first === undefined || isWithin(dayOf(first)) ? undefined : FOREVER;
}

/** Lays out all series that are behind. */
async function layOutAll(services: Services, days: LaidOutDays, until: string): Promise<void> {
  const { db } = services;
  const actor = { services, viewer: null, now: services.now() };
  const { lifecycle } = services;
  const isAwaited = until <= dayWithinHorizon(services.config, actor.now);
  while (true) {
    const version = db.known();
    const added = await layOutBehind(
      actor,
      { until, gaps: 'short' },
      { isStopped: () => lifecycle.isClosing, isAwaited },
    );
    if (lifecycle.isClosing) throw unfinished();
    // What was written in between by others reaches the horizon alone.
    if (added === 0) {
      await catchUp(db, (await leastLaidOut(db.read)).version);
      days.note(until, version);
      return;
    }
  }
}

/** Waits until this process knows of a version that a read has found: another process may just have laid dates out. */
async function catchUp(db: Database, found: number): Promise<void> {
  const untilMs = performance.now() + CATCH_UP_MS;
  while ((await db.version()).number < found && performance.now() < untilMs) await pause(CATCH_UP_STEP_MS);
}

const unfinished = () =>
  new KalendsError('rest_unavailable', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });

/** Waits for work that goes on. @throws KalendsError `rest_unavailable` where it takes too long for a reader */
async function patiently<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unfinished()), PATIENCE_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the parts that read from the calendar itself rather than from a replica, which may lack what was just written. */
const atOrigin = (services: Services): Services =>
  services.db.origin ? { ...services, db: services.db.origin } : services;

/** Returns the last day, ten years past today, that is laid out for whoever asks. */
const lastDayAt = ({ now }: Pick<Call, 'now'>): string =>
  Temporal.PlainDate.from(dayOf(utcText(now)))
    .add({ years: MOST_YEARS })
    .toString();

/**
 * Lays out the dates that a list asks for beyond those that are, at most ten years past today (contract R7). Where
 * the calendar can only be read the list shows what there is. Returns the call that reads them.
 * @throws KalendsError `rest_unavailable` where that takes long; asked again later it goes on
 */
export async function withDatesLaidOut(call: Call, bounds: readonly Bound[]): Promise<Call> {
  const services = atOrigin(call.services);
  const { db } = services;
  // A transaction that laid dates out may be rolled back.
  const days = db.isTransaction ? new LaidOutDays() : services.laidOut;
  const horizon = () => shifted(dayOf(utcText(call.now)), services.config.horizonDays);
  const last = lastDayOf(bounds, (day) => days.isKnownUntil(db, day) || day <= horizon());
  // A series written just now may not be laid out to the horizon yet.
  const asked = last ?? dayWithinHorizon(services.config, call.now);
  if (days.isKnownUntil(db, asked)) return call;
  const most = lastDayAt(call);
  // Tomorrow the list may show a day more.
  if (asked > most) call.validity.today(services.config.timezone);
  const until = asked < most ? asked : most;
  try {
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      const version = db.known();
      const least = await leastLaidOut(db.read);
      const day = least.day ?? FOREVER;
      if (!least.hasShortGaps) days.note(day, version);
      if (until <= day && !least.hasShortGaps) {
        await catchUp(db, least.version);
        // A replica has what was known when it was lent.
        if (rounds === 0 && (!version || version.number >= least.version)) return call;
        break;
      }
      await patiently(days.share(until, () => layOutAll(services, days, until)));
    }
  } catch (error) {
    if (isUnwritable(error) || (last === undefined && isLate(error))) return call;
    throw error;
  }
  return { ...call, services };
}

const isLate = (error: unknown): boolean =>
  error instanceof KalendsError && error.code === 'rest_unavailable';

/** Whether a write was refused since the database can only be read at present, or has no room left. */
const isUnwritable = (error: unknown): boolean =>
  error instanceof KalendsError && /^rest_(read_only|storage_full)$/.test(error.code);

/**
 * Lays out a series up to a day and the one after, at most ten years past today; without a day as far as a list without an end
 * shows it. Returns the call that reads its dates.
 */
export async function withSeriesLaidOut(call: Call, id: number, day?: string): Promise<Call> {
  if (day !== undefined && day > lastDayAt(call)) return call;
  const services = atOrigin(call.services);
  const { db } = services;
  const until = day === undefined ? dayWithinHorizon(services.config, call.now) : shifted(day, 1);
  try {
    const stored = await findSeries(db.read, id);
    const gap = stored && (await findGap(db.read, id));
    const isLeft =
      gap !== undefined &&
      (day === undefined ? gap.is_long === 0 : gap.from_day <= until && day <= gap.to_day);
    if (!stored || (stored.laid_out_until >= until && !isLeft)) return call;
    const actor = { services, viewer: null, now: call.now };
    const isAwaited = isLeft || until <= dayWithinHorizon(services.config, call.now);
    await patiently(layOutBehind(actor, { until, id, gaps: isLeft ? 'all' : undefined }, { isAwaited }));
  } catch (error) {
    if (isUnwritable(error)) return call;
    throw error;
  }
  return { ...call, services };
}
