import type { Writing } from '#db/engine.ts';
import { Links, NAMESPACE } from '#http/address.ts';
import type { Call, Deps } from '#http/call.ts';
import type { Parameters } from '#http/parameter.ts';
import { Validity } from '#http/validity.ts';
import { message } from '#i18n/catalogue.ts';
import { organizer } from '#organizers/actions.ts';
import type { Viewer } from '#users/permissions.ts';
import { venue } from '#venues/actions.ts';
import { KalendsError } from '../errors.ts';
import type {
  Arrivals,
  Arriving,
  ArrivingEvent,
  ArrivingKind,
  ArrivingPicture,
  ArrivingPost,
  Batch,
  Source,
} from './arrival.ts';
import { takenFields, vitalFields } from './fields.ts';
import { PictureImport, type PictureOutcome, pictureKey } from './pictures.ts';
import { type ReadFields, readFields, reasonOf } from './reading.ts';
import { Report } from './report.ts';
import { readMark, recall, recallDigest, writeMark } from './store.ts';
import { digestOf, type Taking, takeEvent, takeLinked, takeTerm } from './take.ts';

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

/** Takes everything that a source gives, batch by batch. */
class Import {
  readonly #deps: Deps;
  readonly #source: Source;
  readonly #options: ImportOptions;
  readonly #pictures: PictureImport;
  readonly #report = new Report();
  /** Embedded items that were looked at in this run already. */
  readonly #met = new Set<string>();
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
    for await (const batch of this.#source.batches(mark)) {
      await this.#take(batch);
      this.#options.progress?.(batch.progress);
    }
    await this.#takeWaiting();
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
      negotiated: false,
      writtenIn: config.language,
      now,
      validity: new Validity(now),
      links: new Links(origin, { base: '', namespace: NAMESPACE }),
      namespace: NAMESPACE,
    };
  }

  async #take({ arrivals, remarks, mark }: Batch): Promise<void> {
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
    const taken = await this.#takeReady(ready, { actor: call, pictures, asked }, mark);
    this.#report.add(report);
    this.#report.add(taken);
    await this.#noteWaiting(wanted.events);
  }

  /** Takes what is ready in one transaction; where an action refuses something, once more without that. */
  async #takeReady(
    ready: Awaited<ReturnType<typeof readAll>>,
    by: Pick<Taking, 'actor' | 'pictures' | 'asked'>,
    mark: string | undefined,
    careful = false,
  ): Promise<Report> {
    const report = new Report();
    const work = async (trx: Writing) => {
      const taking: Taking = { ...by, trx, report, careful };
      for (const { item, input } of ready.categories) await takeTerm(taking, 'categories', item, input);
      for (const { item, input } of ready.tags) await takeTerm(taking, 'tags', item, input);
      for (const { item, input } of ready.venues) await takeLinked(taking, venue, item, input);
      for (const { item, input } of ready.organizers) await takeLinked(taking, organizer, item, input);
      for (const { item, input } of ready.events) await takeEvent(taking, item, input);
      await writeMark(trx, this.#source.name, mark);
    };
    try {
      await this.#deps.db.write(work);
      return report;
    } catch (error) {
      if (careful || !(error instanceof KalendsError)) throw error;
      return this.#takeReady(ready, by, mark, true);
    }
  }

  /** Without the embedded items that were met before, or that a list has brought. */
  async #withoutKnown(arrivals: Arrivals): Promise<Arrivals> {
    const keep = async <T extends Arriving>(kind: ArrivingKind, items: readonly T[]): Promise<T[]> => {
      const kept: T[] = [];
      for (const item of items) {
        const name = `${kind} ${item.key.source} ${item.key.id}`;
        const isMet = this.#met.has(name);
        if (kind !== 'events') this.#met.add(name);
        if (item.embedded && isMet) continue;
        if (
          item.embedded &&
          !this.#source.embeddedCount &&
          (await recall(this.#deps.db.read, kind, item.key))
        )
          continue;
        kept.push(item);
      }
      return kept;
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
    for (const item of items) {
      if (!item.picture) continue;
      const kind = 'links' in item ? 'events' : 'venue' in item.sent ? 'venues' : 'organizers';
      const known = await recall(this.#deps.db.read, kind, item.key);
      const { asked } = this.#source;
      const taken = asked ? await recallDigest(this.#deps.db.read, kind, item.key, asked) : known?.digest;
      if (taken !== digestOf(item)) wanted.push(item.picture);
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

  async #noteWaiting(events: readonly ArrivingEvent[]): Promise<void> {
    for (const event of events)
      if (event.parent && !(await recall(this.#deps.db.read, 'events', event.parent)))
        this.#waiting.push(event);
  }

  /** Events before their parents in the source are taken once more, now that all parents are here. */
  async #takeWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const call = this.#call();
    for (const item of waiting) {
      if (!item.parent || !(await recall(this.#deps.db.read, 'events', item.parent))) continue;
      const fields = await readFields(takenFields.events, item.sent, call, vitalFields.events);
      if ('faults' in fields) continue;
      // It was counted when it came.
      const { asked } = this.#source;
      const taking = { actor: call, report: new Report(), pictures: new Map(), careful: true, asked };
      await this.#deps.db.write((trx) => takeEvent({ ...taking, trx }, item, fields.input));
    }
  }
}

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
