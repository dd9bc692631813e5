import { LRUCache } from 'lru-cache';
import { sizeOfBytes } from '#api/cache/response-cache.ts';
import { translationIn } from '#api/routing/actor.ts';
import { checkAnswerSize } from '#api/server/answer-size.ts';
import type { Call } from '#context.ts';
import type { CacheStats } from '#foundation/telemetry/metrics.ts';
import type { ChangedResources, ChangeLogFollower } from '#store/db/change-log-follower.ts';
import type { Database } from '#store/db/engine.ts';
import type { Occurrence } from '../series/store.ts';
import {
  type EmbeddedJsonById,
  type EmbeddedKind,
  embeddedKinds,
  makeEmbeddedJson,
  noEmbeddedJson,
  sizeOfEmbedded,
} from './embedded-json.ts';
import {
  type EventJson,
  type EventSource,
  fill,
  filledSize,
  type JsonForm,
  missingAmong,
  templateOf,
} from './event-json.ts';
import type { JsonBytes } from './json-bytes.ts';
import {
  type DateJson,
  fillDate,
  plainDateOf,
  type SeriesJson,
  seriesJsonOf,
  unfilledDate,
} from './series-json.ts';
import { admitEvents, EVERYTHING } from './volume.ts';

/** Event JSON for readers of one origin, base, namespace and language, in one form. */
interface Variant {
  /** Events by ID, the oldest first. */
  readonly events: Map<number, EventJson>;
  /** Plain dates of the series in `series` by their own IDs, the oldest first. */
  readonly dates: Map<number, DateJson>;
  /** JSON that the plain dates of a series share in lists, by the ID of the series. */
  readonly series: Map<number, SeriesJson>;
  /** IDs of the events and dates that have the event of this ID as parent. */
  readonly below: Map<number, Set<number>>;
  readonly embedded: EmbeddedJsonById;
}

/** JSON of events, and of plain dates with that of their series. */
interface FoundJson {
  readonly events: Map<number, EventJson>;
  readonly dates: Map<number, DateJson>;
  readonly series: Map<number, SeriesJson>;
}

/** The form and source in which events are read for a variant, and what was found so far. */
interface CacheLookup {
  readonly form: JsonForm;
  readonly source: EventSource;
  readonly variant: Variant;
  readonly found: FoundJson;
}

/** Readers reach a service at few addresses; made-up hosts must not fill the memory. */
const MAX_VARIANTS = 16;
/** Bytes of memory that an event takes beside its JSON. */
const EVENT_OVERHEAD = 1_000;
/** The share of the memory that embedded JSON may take. */
const EMBEDDED_SHARE = 1 / 4;
/** The share that dates have for themselves. Beyond it they make room for events, which cost far more to make again. */
const DATES_SHARE = 1 / 4;

const sizeOf = ({ json }: JsonBytes): number => sizeOfBytes(json) + EVENT_OVERHEAD;
/** Events that change while they are read are read again, so many times before they are made without the cache. */
const TRIES = 3;

declare module '#context.ts' {
  interface Services {
    readonly eventJson: EventJsonCache;
  }
}

/**
 * Caches the JSON of events as anonymous readers are shown them, until they change (design 4): byte for byte the JSON of
 * `presentEvent`. Embedded resources are cached by themselves, so that a change of one doesn't drop its events.
 */
export class EventJsonCache {
  readonly #db: Database;
  readonly #most: number;
  readonly #log: ChangeLogFollower;
  readonly #variants = new LRUCache<string, Variant>({
    max: MAX_VARIANTS,
    dispose: (variant) => {
      this.#dropAll(variant);
      this.#dropEmbeddedKinds(variant, embeddedKinds);
    },
  });
  /** Bytes of memory in use. */
  readonly #bytes = { events: 0, dates: 0, embedded: 0 };
  #hits = 0;
  #misses = 0;
  #evictions = 0;
  /** Changes with every change of embedded JSON. */
  #state = 0;

  /** @param most bytes of memory; 0 turns it off */
  constructor(db: Database, changeLog: ChangeLogFollower, most: number) {
    this.#db = db;
    this.#most = most;
    this.#log = changeLog;
    this.#log.subscribe((changed) => this.#forget(changed));
  }

  get #inUse(): number {
    return this.#bytes.events + this.#bytes.dates + this.#bytes.embedded;
  }

  /** Counters for the metrics, in events. */
  get stats(): CacheStats {
    let entries = 0;
    for (const { events, dates, series } of this.#variants.values())
      entries += events.size + dates.size + series.size;
    return {
      hits: this.#hits,
      misses: this.#misses,
      evictions: this.#evictions,
      entries,
      bytes: this.#inUse,
      most: this.#most,
    };
  }

  /**
   * Returns by ID the JSON of these events in lists, where the caller sees what everybody sees; for an anonymous caller
   * that is all of them. Callers must give no password and not edit. Undefined: the cache is off or can't follow the log.
   * @throws KalendsError `rest_answer_too_large` before it is made, `rest_unavailable`
   */
  async list(
    call: Call,
    ids: readonly number[],
    source: EventSource,
  ): Promise<ReadonlyMap<number, JsonBytes> | undefined> {
    const anonymous = call.viewer === null ? call : { ...call, viewer: null };
    const found = await this.#get(anonymous, ids, { form: 'listed', source });
    if (!found) return undefined;
    const shown = new Map<number, JsonBytes>();
    for (const [id, event] of found.events)
      if (call.viewer === null || event.isSameForAll) shown.set(id, event);
    for (const [id, date] of found.dates)
      if (call.viewer === null || date.series.event.isSameForAll) shown.set(id, date);
    return shown;
  }

  /** Returns the JSON of one event that everybody may read; undefined for any other, or where the cache is off. @throws as `list` */
  async single(call: Call, id: number, source: EventSource): Promise<EventJson | undefined> {
    const event = (await this.#get(call, [id], { form: 'single', source }))?.events.get(id);
    return event?.isPublic ? event : undefined;
  }

  async #get(
    call: Call,
    ids: readonly number[],
    { form, source }: { form: JsonForm; source: EventSource },
  ): Promise<FoundJson | undefined> {
    if (this.#most === 0 || call.services.db !== this.#db) return undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      if (!(await this.#log.follow())) return undefined;
      const variant = this.#variantOf(call, form);
      const found: FoundJson = { events: new Map(), dates: new Map(), series: new Map() };
      const missing: number[] = [];
      for (const id of new Set(ids)) {
        const date = variant.dates.get(id);
        const event = date ? date.series.event : variant.events.get(id);
        if (!event || (event.until !== undefined && call.validity.hasCome(event.until))) missing.push(id);
        else if (date) {
          found.dates.set(id, date);
          found.series.set(date.parentId, date.series);
        } else found.events.set(id, event);
      }
      this.#hits += found.events.size + found.dates.size;
      const { revision } = this.#log;
      const reading = { form, source, variant, found };
      if (missing.length > 0) await this.#load(call, missing, reading);
      const events = [...found.events.values(), ...Array.from(found.series.values(), ({ event }) => event)];
      const stale = events.filter(({ state }) => state !== this.#state);
      const missingEmbeds = stale.length > 0 ? missingAmong(stale, variant.embedded) : undefined;
      const made =
        missingEmbeds &&
        (await makeEmbeddedJson(this.#db.read, call, missingEmbeds, { jsonLd: form === 'single' }));
      if (revision !== this.#log.revision || ![...this.#variants.values()].includes(variant)) continue;
      if (made) this.#putEmbedded(variant, made);
      // Another request may have made room meanwhile.
      if (made && missingAmong(stale, variant.embedded)) continue;
      if (stale.length > 0) {
        let bytes = 0;
        for (const event of stale) bytes += filledSize(event, variant.embedded);
        checkAnswerSize(bytes, call.services.config.answerLimit);
      }
      if (missing.length > 0 || stale.length > 0 || found.dates.size > 0) this.#put(call, missing, reading);
      for (const { until } of events) if (until !== undefined) call.validity.hasCome(until);
      return found;
    }
    return undefined;
  }

  /** Loads events, and of plain dates whose series' JSON is cached no more than the dates, and puts them into `found`. */
  async #load(
    call: Call,
    missing: readonly number[],
    { form, source, variant, found }: CacheLookup,
  ): Promise<void> {
    const isKnown = (id: number): boolean => {
      const series = form === 'listed' ? variant.series.get(id) : undefined;
      if (!series) return false;
      const { until } = series.event;
      if (until !== undefined && call.validity.hasCome(until)) return false;
      found.series.set(id, series);
      return true;
    };
    const reader = { translation: translationIn(call), now: call.now };
    const { events, dates } = await source.load(this.#db.read, missing, reader, isKnown);
    const addDate = (occurrence: Occurrence) => {
      const series = found.series.get(occurrence.series_id);
      if (series) found.dates.set(occurrence.id, unfilledDate(series, occurrence));
    };
    for (const date of dates) addDate(date);
    this.#misses += missing.length;
    await admitEvents(call, events, { needs: EVERYTHING, closed: false });
    const { currency } = call.services.config;
    for (const linked of events) {
      const date = form === 'listed' ? plainDateOf(linked) : undefined;
      if (date) {
        if (!found.series.has(date.series_id))
          found.series.set(date.series_id, seriesJsonOf(linked, source, call));
        addDate(date);
      } else {
        const event = source.present(linked, call);
        const options = { single: form === 'single', forDates: false, currency };
        found.events.set(linked.row.id, templateOf(linked, event, options));
      }
    }
  }

  /** Fills stale events, series and dates, and caches the missing ones. @throws KalendsError `rest_answer_too_large` */
  #put(call: Call, missing: readonly number[], { source, variant, found }: CacheLookup): void {
    const fillStale = (event: EventJson, isCached: boolean) => {
      if (event.state === this.#state) return;
      const before = sizeOf(event);
      fill(event, variant.embedded, this.#state);
      if (isCached) this.#bytes.events += sizeOf(event) - before;
    };
    for (const [id, event] of found.events) fillStale(event, variant.events.get(id) === event);
    for (const [id, series] of found.series) {
      const isCached = variant.series.get(id) === series;
      fillStale(series.event, isCached);
      if (isCached) continue;
      this.#dropSeries(variant, id);
      variant.series.set(id, series);
      this.#bytes.events += sizeOf(series.event);
    }
    let bytes = 0;
    for (const { series } of found.dates.values()) bytes += series.event.json.length;
    checkAnswerSize(bytes, call.services.config.answerLimit);
    for (const [id, date] of found.dates) {
      if (date.state === date.series.event.state) continue;
      const before = sizeOf(date);
      fillDate(date, source, call);
      if (variant.dates.get(id) === date) this.#bytes.dates += sizeOf(date) - before;
    }
    for (const id of missing) {
      const [event, date] = [found.events.get(id), found.dates.get(id)];
      const parentId = (event ?? date)?.parentId;
      if (parentId === undefined) continue;
      this.#drop(variant, id);
      if (parentId !== 0) variant.below.set(parentId, (variant.below.get(parentId) ?? new Set()).add(id));
      if (event) {
        variant.events.set(id, event);
        this.#bytes.events += sizeOf(event);
      } else if (date) {
        variant.dates.set(id, date);
        this.#bytes.dates += sizeOf(date);
      }
    }
    this.#shrink();
  }

  #putEmbedded(variant: Variant, made: EmbeddedJsonById): void {
    for (const kind of embeddedKinds)
      for (const [id, one] of made[kind]) {
        this.#dropEmbedded(variant, kind, id);
        variant.embedded[kind].set(id, one);
        this.#bytes.embedded += sizeOfEmbedded(one);
      }
  }

  #dropEmbedded(variant: Variant, kind: EmbeddedKind, id: number): void {
    const one = variant.embedded[kind].get(id);
    if (variant.embedded[kind].delete(id) && one) this.#bytes.embedded -= sizeOfEmbedded(one);
  }

  #dropEmbeddedKinds(variant: Variant, kinds: readonly EmbeddedKind[]): void {
    for (const kind of kinds) {
      for (const one of variant.embedded[kind].values()) this.#bytes.embedded -= sizeOfEmbedded(one);
      variant.embedded[kind].clear();
    }
  }

  #variantOf({ links, language }: Call, form: JsonForm): Variant {
    const name = `${form}\n${language}\n${links.root}\n${links.pages}\n${links.origin}`;
    const known = this.#variants.get(name) ?? {
      events: new Map(),
      dates: new Map(),
      series: new Map(),
      below: new Map(),
      embedded: noEmbeddedJson(),
    };
    this.#variants.set(name, known);
    return known;
  }

  #forget(changed: ChangedResources): void {
    this.#state++;
    // A deleted user may leave items to another.
    if (changed === 'everything' || changed.some(({ kind }) => kind === 'user')) {
      this.#variants.clear();
      return;
    }
    for (const variant of this.#variants.values())
      for (const { kind, id } of changed) {
        if (kind === 'event') {
          this.#drop(variant, id);
          this.#dropSeries(variant, id);
          // Its children say whether it may be seen.
          for (const below of [...(variant.below.get(id) ?? [])]) this.#drop(variant, below);
          // The log doesn't say which terms now count one event more or less.
          this.#dropEmbeddedKinds(variant, ['category', 'tag']);
        } else if (kind === 'category' || kind === 'tag') {
          this.#dropEmbeddedKinds(variant, [kind]);
          this.#dropAll(variant);
        } else if (kind === 'media') {
          // Venues and organizers show pictures too.
          this.#dropEmbedded(variant, 'media', id);
          this.#dropEmbeddedKinds(variant, ['venue', 'organizer']);
        } else if (kind !== 'user') this.#dropEmbedded(variant, kind, id);
      }
  }

  #drop(variant: Variant, id: number): void {
    const [event, date] = [variant.events.get(id), variant.dates.get(id)];
    const parentId = (event ?? date)?.parentId;
    if (parentId === undefined) return;
    const siblings = variant.below.get(parentId);
    if (siblings?.delete(id) && siblings.size === 0) variant.below.delete(parentId);
    if (variant.events.delete(id) && event) this.#bytes.events -= sizeOf(event);
    if (variant.dates.delete(id) && date) this.#bytes.dates -= sizeOf(date);
  }

  #dropSeries(variant: Variant, id: number): void {
    const series = variant.series.get(id);
    if (!series) return;
    variant.series.delete(id);
    this.#bytes.events -= sizeOf(series.event);
    for (const below of [...(variant.below.get(id) ?? [])])
      if (variant.dates.has(below)) this.#drop(variant, below);
  }

  #dropAll(variant: Variant): void {
    for (const event of variant.events.values()) this.#bytes.events -= sizeOf(event);
    for (const date of variant.dates.values()) this.#bytes.dates -= sizeOf(date);
    for (const { event } of variant.series.values()) this.#bytes.events -= sizeOf(event);
    variant.events.clear();
    variant.dates.clear();
    variant.series.clear();
    variant.below.clear();
  }

  #shrink(): void {
    if (this.#inUse <= this.#most && this.#bytes.embedded <= this.#most * EMBEDDED_SHARE) return;
    const isFull = () => this.#inUse > this.#most;
    const evict = (ids: Iterable<number>, isDue: () => boolean, drop: (id: number) => void) => {
      for (const id of ids) {
        if (!isDue()) return;
        drop(id);
        this.#evictions++;
      }
    };
    // The least recently used variant first.
    for (const variant of [...this.#variants.values()].toReversed()) {
      if (this.#bytes.embedded > this.#most * EMBEDDED_SHARE) this.#dropEmbeddedKinds(variant, embeddedKinds);
      const drop = (id: number) => this.#drop(variant, id);
      evict(variant.dates.keys(), () => isFull() && this.#bytes.dates > this.#most * DATES_SHARE, drop);
      evict(variant.events.keys(), isFull, drop);
      evict(variant.dates.keys(), isFull, drop);
      // One series serves many dates, and goes last.
      evict(variant.series.keys(), isFull, (id) => this.#dropSeries(variant, id));
    }
  }
}
