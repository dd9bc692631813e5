import type { Viewer } from '#api/access/permissions.ts';
import { Links, NAMESPACE } from '#api/http/address.ts';
import { Validity } from '#api/http/validity.ts';
import type { Parameters } from '#api/routing/parameter.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { venue } from '#calendar/venues/actions.ts';
import type { Call, Deps } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { Pace } from '#store/db/pace.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import {
  type Arrivals,
  type Arriving,
  type ArrivingEvent,
  type ArrivingKind,
  type ArrivingPicture,
  type ArrivingPost,
  arrivingKinds,
  type Batch,
  ImportError,
  noArrivals,
  type Source,
  type SourceKey,
} from './arrival.ts';
import { takenFields, vitalFields } from './fields.ts';
import { ImportLedger } from './ledger.ts';
import { areAllHere, findOwn } from './own.ts';
import { PictureImport, type PictureOutcome, pictureKey } from './pictures.ts';
import { type ReadFields, readFields, reasonOf } from './reading.ts';
import { Report } from './report.ts';
import { keyName, readMark, recallAll, recallDigests, writeMark } from './store.ts';
import { type UpsertContext, upsertLinked, upsertTerm } from './upsert.ts';
import { prefetchLedger, upsertEvents } from './upsert-events.ts';

/** Events for which the engine is made ready beforehand. */
const MANY = 5000;
/** Items of a transaction where there are many, all of which are in memory at once. */
const TOGETHER = { least: 1000, most: 5000 };

/** How an import is run, and by whom: somebody with an administrator's rights. */
export interface ImportOptions {
  readonly viewer: Viewer;
  /** Folder of the files of an export. */
  readonly pictureFolder?: string | undefined;
  readonly withoutPictures?: boolean | undefined;
  progress?(at: Batch['progress']): void;
  /** Told where an earlier import of the source was interrupted, and this one goes on. */
  resumed?(): void;
}

const countOf = (items: Readonly<Record<ArrivingKind, readonly unknown[]>>): number =>
  arrivingKinds.reduce((sum, kind) => sum + items[kind].length, 0);

/** Batches of a kind made into one as long as the pace allows: a commit costs the less for each item the more it holds. */
async function* joined(batches: AsyncIterable<Batch>, pace: Pace): AsyncGenerator<Batch> {
  let whole: Batch | undefined;
  for await (const batch of batches) {
    const isMore = whole?.progress.what === batch.progress.what && countOf(whole.arrivals) < pace.next;
    if (whole && !isMore) yield whole;
    whole = whole && isMore ? afterEachOther(whole, batch) : batch;
  }
  if (whole) yield whole;
}

function afterEachOther(first: Batch, second: Batch): Batch {
  const arrivals = noArrivals();
  for (const { arrivals: some } of [first, second]) {
    arrivals.categories.push(...some.categories);
    arrivals.tags.push(...some.tags);
    arrivals.venues.push(...some.venues);
    arrivals.organizers.push(...some.organizers);
    arrivals.events.push(...some.events);
  }
  return { ...second, arrivals, remarks: [...first.remarks, ...second.remarks] };
}

/** Whether an item was taken whole as it is, given what is remembered of it. */
const isTaken = (item: Pick<Arriving, 'digest' | 'earlierDigest'>, taken: string | undefined) =>
  taken !== undefined && (taken === item.digest || taken === item.earlierDigest());

/** Takes everything that a source gives, batch by batch. */
class Import {
  readonly #deps: Deps;
  readonly #source: Source;
  readonly #options: ImportOptions;
  readonly #pictures: PictureImport;
  readonly #report = new Report();
  readonly #pace = new Pace(TOGETHER);
  /** Embedded items that were looked at in this run already. */
  readonly #met = new Set<string>();
  /** Whether the site was found to be another than this calendar's own. */
  #isAnother = false;
  /** Events whose parent came after them. */
  #waiting: ArrivingEvent[] = [];

  constructor(deps: Deps, source: Source, options: ImportOptions) {
    const { media } = deps;
    const allowHosts = [...media.rules.allowHosts, ...source.trustedHosts];
    this.#deps = { ...deps, media: { ...media, rules: { ...media.rules, allowHosts } } };
    this.#source = source;
    this.#options = options;
    this.#pictures = new PictureImport(options.pictureFolder);
  }

  async run(): Promise<Report> {
    const mark = await readMark(this.#deps.db.read, this.#source.name);
    if (mark !== undefined) this.#options.resumed?.();
    const { db } = this.#deps;
    const areMany = (this.#source.events ?? 0) >= MANY;
    if (areMany) await db.write((trx) => db.dialect.expectMany(trx));
    const batches = this.#source.batches(mark);
    for await (const batch of areMany ? joined(batches, this.#pace) : batches) {
      await this.#upsert(batch);
      this.#options.progress?.(batch.progress);
    }
    await this.#upsertWaiting();
    if (areMany) await db.dialect.settleMany(db);
    return this.#report;
  }

  /** A call as a request of the operator would make it. */
  #call(): Call {
    const { config } = this.#deps;
    const now = this.#deps.now();
    const origin = config.publicUrl ?? `http://localhost:${config.port}`;
    return {
      deps: this.#deps,
      viewer: this.#options.viewer,
      language: 'en',
      client: '',
      negotiated: false,
      writtenIn: config.language,
      now,
      validity: new Validity(now),
      links: new Links(origin, { base: '', namespace: NAMESPACE }),
      namespace: NAMESPACE,
    };
  }

  /** Refuses a site that shows this calendar itself, by the first list of what was made there. */
  async #refuseItself(arrivals: Arrivals): Promise<void> {
    const { site } = this.#source;
    if (site === undefined || this.#isAnother) return;
    for (const kind of ['venues', 'organizers', 'events'] as const) {
      const all: readonly ArrivingPost[] = arrivals[kind];
      const made = all.filter(
        ({ key, wantedId, embedded }) => !embedded && key.source === site && key.id === String(wantedId),
      );
      if (made.length === 0) continue;
      if (await areAllHere(this.#deps.db.read, kind, made))
        throw new ImportError(message('import.itself', { source: site }));
      this.#isAnother = true;
    }
  }

  async #upsert({ arrivals, remarks, mark }: Batch): Promise<void> {
    await this.#refuseItself(arrivals);
    const call = this.#call();
    const report = new Report();
    for (const remark of remarks) report.leaveOut(remark);
    const wanted = await this.#withoutKnown(arrivals);
    const ready = await readAll(wanted, call, report);
    const pictures = await this.#bringPictures(
      [...wanted.venues, ...wanted.organizers, ...wanted.events],
      report,
    );
    const { asked } = this.#source;
    const { report: taken, orphans } = await this.#upsertReady(ready, { actor: call, pictures, asked }, mark);
    this.#report.add(report);
    this.#report.add(taken);
    this.#waiting.push(...orphans);
  }

  /** Takes what is ready in one transaction; where an action refuses something, once more without that. */
  async #upsertReady(
    ready: AllReady,
    by: Pick<UpsertContext, 'actor' | 'pictures' | 'asked'>,
    mark: string | undefined,
    careful = false,
  ): Promise<Pick<UpsertContext, 'report' | 'orphans'>> {
    const { db } = this.#deps;
    const work = async (batch: WriteBatch) => {
      // Anew each time: the engine may do a transaction again.
      const report = new Report();
      const orphans: ArrivingEvent[] = [];
      const ledger = new ImportLedger(batch.trx, by.asked);
      const context: UpsertContext = { ...by, batch, ledger, authors: new Map(), report, orphans, careful };
      await prefetchLedger(ledger, ready);
      for (const { item, input } of ready.categories) await upsertTerm(context, 'categories', item, input);
      for (const { item, input } of ready.tags) await upsertTerm(context, 'tags', item, input);
      await upsertLinked(context, venue, ready.venues);
      await upsertLinked(context, organizer, ready.organizers);
      await upsertEvents(context, ready.events);
      await ledger.write(db.dialect);
      await writeMark(batch.trx, this.#source.name, mark);
      return { report, orphans };
    };
    try {
      return await this.#pace.keep(countOf(ready), () => writeBatch(db, work));
    } catch (error) {
      if (careful || !(error instanceof KalendsError)) throw error;
      return this.#upsertReady(ready, by, mark, true);
    }
  }

  /** Without the embedded items that were met before, or that a list has brought. */
  async #withoutKnown(arrivals: Arrivals): Promise<Arrivals> {
    const keep = async <T extends Arriving>(kind: ArrivingKind, items: readonly T[]): Promise<T[]> => {
      const unmet = items.filter((item) => {
        const name = `${kind} ${keyName(item.key)}`;
        const isMet = this.#met.has(name);
        if (kind !== 'events') this.#met.add(name);
        return !(item.embedded && isMet);
      });
      if (this.#source.embeddedCount) return unmet;
      const embedded = unmet.filter((item) => item.embedded).map((item) => item.key);
      const known = await recallAll(this.#deps.db.read, kind, embedded);
      return unmet.filter((item) => !(item.embedded && known.has(keyName(item.key))));
    };
    return {
      categories: await keep('categories', arrivals.categories),
      tags: await keep('tags', arrivals.tags),
      venues: await keep('venues', arrivals.venues),
      organizers: await keep('organizers', arrivals.organizers),
      events: await keep('events', arrivals.events),
    };
  }

  /** The pictures of items that aren't as they were when they were taken whole. */
  async #bringPictures(
    items: readonly ArrivingPost[],
    report: Report,
  ): Promise<ReadonlyMap<string, PictureOutcome>> {
    const wanted: ArrivingPicture[] = [];
    const kindOf = (item: ArrivingPost) =>
      'links' in item ? 'events' : 'venue' in item.sent ? 'venues' : 'organizers';
    const pictured = items.filter(({ picture }) => picture);
    for (const [kind, some] of Map.groupBy(pictured, kindOf)) {
      const keys = some.map(({ key }) => key);
      const taken = await this.#digests(kind, keys);
      const unmade = keys.filter((key) => !taken.has(keyName(key)));
      const own = await findOwn(this.#deps.db.read, kind, unmade);
      for (const { key, picture, ...item } of some)
        if (picture && !own.has(key) && !isTaken(item, taken.get(keyName(key)))) wanted.push(picture);
    }
    if (wanted.length === 0) return new Map();
    if (this.#options.withoutPictures)
      return new Map(
        wanted.map((picture) => [pictureKey(picture).id, { reason: message('import.without_pictures') }]),
      );
    const outcomes = await this.#pictures.bring(wanted, this.#call());
    for (const [place, outcome] of outcomes) {
      if ('reason' in outcome) {
        const of = items.find(({ picture }) => picture && pictureKey(picture).id === place);
        const item = of ? message('import.picture_of', { picture: place, item: of.label }) : place;
        report.leaveOut({ kind: 'pictures', item, reason: outcome.reason });
      } else report.count('pictures', outcome.isNew ? 'added' : 'unchanged');
    }
    return outcomes;
  }

  /** What was last taken of items in the language asked for, by `keyName`. */
  async #digests(kind: ArrivingKind, keys: readonly SourceKey[]): Promise<Map<string, string>> {
    const { asked } = this.#source;
    const { read } = this.#deps.db;
    if (asked) return recallDigests(read, kind, keys, asked);
    const known = await recallAll(read, kind, keys);
    return new Map([...known].map(([name, { digest }]) => [name, digest]));
  }

  /** Events before their parents in the source are taken once more, now that all parents are here. */
  async #upsertWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const call = this.#call();
    for (const item of waiting) {
      const parents = item.parent ? [item.parent] : [];
      if ((await recallAll(this.#deps.db.read, 'events', parents)).size === 0) continue;
      const fields = await readFields(takenFields.events, item.sent, call, vitalFields.events);
      if ('faults' in fields) continue;
      // It was counted when it came.
      const { asked } = this.#source;
      const context = {
        actor: call,
        report: new Report(),
        orphans: [],
        pictures: new Map(),
        careful: true,
        asked,
      };
      const { db } = this.#deps;
      await writeBatch(db, async (batch) => {
        const ledger = new ImportLedger(batch.trx, asked);
        const events = [{ item, input: fields.input }];
        await prefetchLedger(ledger, { categories: [], tags: [], venues: [], organizers: [], events });
        await upsertEvents({ ...context, batch, ledger, authors: new Map() }, events);
        await ledger.write(db.dialect);
      });
    }
  }
}

type AllReady = Awaited<ReturnType<typeof readAll>>;

interface Ready<T, P extends Parameters> {
  item: T;
  input: Extract<ReadFields<P>, { input: unknown }>['input'];
}

/** Reads the fields of one kind; what can't be taken is reported and missing from the answer. */
async function readKind<T extends Arriving, P extends Parameters>(
  kind: ArrivingKind,
  items: readonly T[],
  { fields, vital }: { fields: P; vital: readonly (keyof P & string)[] },
  at: { call: Call; report: Report },
): Promise<Ready<T, P>[]> {
  const ready: Ready<T, P>[] = [];
  for (const item of items) {
    const reading = await readFields(fields, item.sent, at.call, vital);
    if ('faults' in reading) {
      at.report.leaveOut({ kind, item: item.label, reason: reasonOf(reading.faults) });
      continue;
    }
    for (const { field, reason } of reading.dropped)
      at.report.leaveOut({ kind, item: item.label, field, reason });
    ready.push({ item, input: reading.input });
  }
  return ready;
}

async function readAll(arrivals: Arrivals, call: Call, report: Report) {
  const at = { call, report };
  const term = { fields: takenFields.terms, vital: vitalFields.terms };
  return {
    categories: await readKind('categories', arrivals.categories, term, at),
    tags: await readKind('tags', arrivals.tags, term, at),
    venues: await readKind(
      'venues',
      arrivals.venues,
      { fields: takenFields.venues, vital: vitalFields.venues },
      at,
    ),
    organizers: await readKind(
      'organizers',
      arrivals.organizers,
      { fields: takenFields.organizers, vital: vitalFields.organizers },
      at,
    ),
    events: await readKind(
      'events',
      arrivals.events,
      { fields: takenFields.events, vital: vitalFields.events },
      at,
    ),
  };
}

/**
 * Brings what a source gives into the calendar. Each batch is one transaction, with what it remembers: an import that
 * was ended at any point can be run again, and doubles nothing. Items that can't be taken are left out and reported.
 * @throws ImportError where the source can't be read
 */
export function runImport(deps: Deps, source: Source, options: ImportOptions): Promise<Report> {
  return new Import(deps, source, options).run();
}
