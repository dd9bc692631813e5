// Steps of random writes to a calendar of events that repeat, done to services and to a model of them alike.
import assert from 'node:assert/strict';
import type { Answer } from './client.ts';
import type { RandomChange, Step } from './series-arbitraries.ts';
import { asSent, changeAll, type LinkIds, recurrenceOf, sentFields, timesAfter } from './series-changes.ts';
import {
  type ModelCalendar,
  type ModelDate,
  type ModelFields,
  ModelSeries,
  type ModelTimes,
  type OwnValues,
  PLAIN,
  real,
  withFields,
} from './series-model.ts';

/** A request that is sent to each service; the answer is the first one's, once all are the same. */
export type Ask = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<Answer>;

const sentTimes = ({ start, end, zone, allDay }: ModelTimes) => ({
  start_date: start,
  end_date: end,
  timezone: zone,
  all_day: allDay,
});

/** Whether a write was done. A recurrence may be refused where it makes nothing, or can't be said as a rule any more. */
function isDone(calendar: ModelCalendar, answer: Answer, may: { refuse?: boolean } = {}): boolean {
  calendar.done += 1;
  if (answer.status === 200 || answer.status === 201) return true;
  assert.ok(may.refuse === true && answer.status === 400, answer.text);
  assert.deepEqual(Object.keys(answer.at('data.params') ?? {}), ['recurrence'], answer.text);
  calendar.refused += 1;
  return false;
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
const hasDaysOnce = ({ puts }: ModelSeries) =>
  new Set(puts.map((date) => date.slice(0, 10))).size === puts.length;

/** What a write of a series or of one of its dates needs to know. */
interface Target {
  readonly series: ModelSeries;
  /** The date by whose ID it is written; undefined: by that of the series. */
  readonly date: ModelDate | undefined;
}

/** Writes to services by one who may, and to what they link. */
export class SeriesSteps {
  readonly #ask: Ask;
  readonly #links: LinkIds;
  readonly #calendar: ModelCalendar;
  readonly #restart: () => Promise<void>;

  constructor(ask: Ask, links: LinkIds, calendar: ModelCalendar, restart: () => Promise<void>) {
    this.#ask = ask;
    this.#links = links;
    this.#calendar = calendar;
    this.#restart = restart;
  }

  /** Does a step to the services and to the model; nothing where there is nothing to do it to. */
  async do(one: Step): Promise<void> {
    const { series, singles } = this.#calendar;
    if (one.do === 'restart') return this.#restart();
    if (one.do === 'create' || one.do === 'single') return this.#create(one);
    if (one.do === 'repeat') return this.#repeat(one);
    if (one.do === 'restoreAll') {
      const chosen = pick(
        series.filter(({ trashed }) => trashed),
        one.which,
      );
      if (!chosen) return;
      if (isDone(this.#calendar, await this.#ask('PUT', `/events/${chosen.id}`, { status: 'publish' }))) {
        chosen.trashed = false;
        chosen.status = 'publish';
      }
      return;
    }
    const chosen = pick(
      series.filter(({ trashed }) => !trashed),
      one.which,
    );
    if (!chosen) return;
    if (one.do === 'status') {
      if (isDone(this.#calendar, await this.#ask('PUT', `/events/${chosen.id}`, { status: one.status })))
        chosen.status = one.status;
      return;
    }
    if (one.do === 'stop') return this.#stop(chosen);
    const known = chosen.dates().filter(({ recurrenceId }) => chosen.ids.has(recurrenceId));
    const date = one.date === null ? undefined : pick(known, one.date);
    if (one.date !== null && !date) return;
    await this.#doToDates(one, { series: chosen, date });
    assert.ok(singles.every(({ id }) => id > 0));
  }

  async #create(one: Extract<Step, { do: 'create' | 'single' }>): Promise<void> {
    const recurrence = one.do === 'create' ? recurrenceOf(one.rules, one.times) : undefined;
    const change: RandomChange = one.do === 'create' ? one.change : {};
    const status = one.do === 'create' ? one.status : 'publish';
    const { sent, fields } = sentFields(change, this.#links);
    const answer = await this.#ask('POST', '/events', {
      title: 'Event',
      status,
      ...sent,
      ...sentTimes(one.times),
      recurrence: recurrence?.sent,
    });
    if (!isDone(this.#calendar, answer, { refuse: one.do === 'create' })) return;
    const all = withFields(PLAIN, fields);
    const id = answer.id();
    if (!recurrence) this.#calendar.singles.push({ id, fields: all, times: one.times, status });
    else {
      const series = new ModelSeries(id, all, one.times, recurrence.rules);
      series.status = status;
      this.#calendar.series.push(series);
    }
  }

  async #repeat({ which, rules }: Extract<Step, { do: 'repeat' }>): Promise<void> {
    const { singles, series } = this.#calendar;
    const single = pick(singles, which);
    if (!single) return;
    const recurrence = recurrenceOf(rules, single.times);
    const answer = await this.#ask('PUT', `/events/${single.id}`, { recurrence: recurrence.sent });
    if (!isDone(this.#calendar, answer, { refuse: true })) return;
    singles.splice(singles.indexOf(single), 1);
    const made = new ModelSeries(single.id, single.fields, single.times, recurrence.rules);
    made.status = single.status;
    series.push(made);
  }

  async #stop(series: ModelSeries): Promise<void> {
    const { singles, dead } = this.#calendar;
    const answer = await this.#ask('PUT', `/events/${series.id}`, { recurrence: null, scope: 'all' });
    if (!isDone(this.#calendar, answer)) return;
    const [first] = series.dates();
    const all = this.#calendar.series;
    all.splice(all.indexOf(series), 1);
    for (const other of all) {
      if (other.continues === series.id) other.continues = null;
      if (other.continuedBy === series.id) other.continuedBy = null;
    }
    dead.push(...series.ids.values(), ...series.gone.values());
    const at = first?.recurrenceId ?? '';
    series.own.delete(at);
    const times = series.dates()[0]?.times ?? series.times;
    singles.push({ id: series.id, fields: series.fields, times, status: series.status });
  }

  async #doToDates(
    one: Extract<Step, { which: number; date: number | null }>,
    { series, date }: Target,
  ): Promise<void> {
    const calendar = this.#calendar;
    const at = date?.recurrenceId ?? '';
    const id = (date && series.ids.get(at)) ?? series.id;
    const own: OwnValues = series.own.get(at) ?? { fields: {} };
    const force = 'force' in one && one.force ? '&force=true' : '';
    if (one.do === 'trashAll') {
      if (isDone(calendar, await this.#ask('DELETE', `/events/${id}?scope=all${force}`)))
        series.trashed = true;
    } else if (one.do === 'end') {
      if (!isDone(calendar, await this.#ask('DELETE', `/events/${id}?scope=following${force}`))) return;
      if (at === series.puts[0]) series.trashed = true;
      else series.drop(series.cut(at));
    } else if (one.do === 'trash') {
      const answer = await this.#ask('DELETE', `/events/${id}?scope=this${force}`);
      if (own.trashed) assert.equal(answer.expect(410).at('code'), 'event-is-in-trash');
      else if (isDone(calendar, answer)) series.own.set(at, { ...own, trashed: true });
    } else if (one.do === 'restore') {
      const answer = await this.#ask('PUT', `/events/${id}`, { status: series.status });
      if (isDone(calendar, answer)) series.own.set(at, { ...own, trashed: false });
    } else if (one.do === 'reset') {
      const answer = await this.#ask('PUT', `/events/${id}`, { recurrence_reset: one.reset });
      if (isDone(calendar, answer)) series.own.set(at, resetOwn(own, one.reset));
    } else if (one.do === 'this') await this.#changeThis(one, { series, date });
    else await this.#changeMore(one, { series, date });
  }

  async #changeThis(one: Extract<Step, { do: 'this' }>, { series, date }: Target): Promise<void> {
    if (!date) return;
    const at = date.recurrenceId;
    const reset = one.reset ?? [];
    const isReset = reset === true || reset.includes('start_date');
    const { rules: _, times, ...change } = one.change;
    const { sent, fields, query } = sentFields(change, this.#links);
    const move = isReset ? undefined : times;
    const body = {
      ...sent,
      ...(move ? asSent(move, date.times) : {}),
      ...(one.reset ? { recurrence_reset: one.reset } : {}),
    };
    const answer = await this.#ask('PUT', `/events/${series.ids.get(at)}${query}`, body);
    if (!isDone(this.#calendar, answer)) return;
    const own = resetOwn(series.own.get(at) ?? { fields: {} }, reset);
    const { hidden, ...others } = withFields(own.fields, fields);
    series.own.set(at, {
      ...own,
      // What its series alone can show is given back to it.
      fields: { ...others, ...(hidden ? { hidden } : {}) },
      ...(move ? { times: timesAfter(move, date.times) } : {}),
    });
  }

  /** Changes a series, or what follows one of its dates. */
  async #changeMore(
    one: Extract<Step, { do: 'all' | 'following' }>,
    { series, date }: Target,
  ): Promise<void> {
    const at = date?.recurrenceId ?? '';
    const id = (date && series.ids.get(at)) ?? series.id;
    const isSplit = one.do === 'following' && at !== series.puts[0];
    const { rules, times, ...change } = one.change;
    // Several dates on one day would become one; new rules beside another first date are told of the series alone.
    const move = rules || (times?.kind === 'allDay' && !hasDaysOnce(series)) ? undefined : times;
    const shown = date && move?.kind !== 'allDay' ? date.times : series.times;
    const { zone } = series.times;
    const begin = series.patternOf(at || series.times.start);
    const first = isSplit
      ? { ...series.times, start: real(begin.start, zone), end: real(begin.end, zone) }
      : series.times;
    const recurrence = rules && recurrenceOf(rules, first);
    const { sent, fields, query } = sentFields(change, this.#links);
    const body = {
      ...sent,
      ...(recurrence ? { recurrence: recurrence.sent } : {}),
      ...(move ? asSent(move, shown) : {}),
      scope: one.do,
    };
    const answer = await this.#ask('PUT', `/events/${id}${query}`, body);
    const refuse = isSplit || recurrence !== undefined || move !== undefined;
    if (!isDone(this.#calendar, answer, { refuse })) return;
    const target = isSplit ? this.#split(series, at, answer.id()) : series;
    target.fields = withFields(target.fields, fields);
    if (recurrence) {
      target.times = first;
      target.setRules(recurrence.rules);
    }
    if (move) changeAll(target, move, shown);
    if (isSplit && !recurrence) adoptBegin(target, answer);
  }

  #split(series: ModelSeries, at: string, id: number): ModelSeries {
    const target = series.cut(at);
    target.id = id;
    target.continues = series.id;
    target.continuedBy = series.continuedBy;
    for (const other of this.#calendar.series)
      if (other.id === series.continuedBy) other.continues = target.id;
    series.continuedBy = target.id;
    this.#calendar.series.push(target);
    return target;
  }
}

/** Returns what a date has of its own without what is its series' again. */
function resetOwn(own: OwnValues, names: readonly string[] | true): OwnValues {
  if (names === true) return { fields: {} };
  const kept = Object.entries(own.fields).filter(([name]) => !names.includes(name));
  const fields: Partial<ModelFields> = Object.fromEntries(kept);
  return { ...own, fields, times: names.includes('start_date') ? undefined : own.times };
}

/** Rules of what follows may count from a date before it, which is the service's choice. */
function adoptBegin(series: ModelSeries, answer: Answer): void {
  const [start, end] = [String(answer.at('start_date')), String(answer.at('end_date'))];
  const first = real(series.puts[0] ?? '', series.times.zone);
  assert.ok(start <= first, `${start} is after the first date`);
  series.times = { ...series.times, start, end };
}
