import type { Viewer } from '#api/access/permissions.ts';
import { Validity } from '#api/cache/cached-response.ts';
import { Links, NAMESPACE } from '#api/http/address.ts';
import type { Parameters } from '#api/routing/parameter.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { venue } from '#calendar/venues/actions.ts';
import type { Call, Deps } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { Pace } from '#store/db/pace.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { essentialFields, importFields } from './fields.ts';
import {
  type ImportBatch,
  ImportError,
  type ImportEvent,
  type ImportItem,
  type ImportItems,
  type ImportKind,
  type ImportPicture,
  type ImportPost,
  type ImportSource,
  importKinds,
  noItems,
  type SourceKey,
} from './import-item.ts';
import { ImportLedger } from './ledger.ts';
import { areAllLocal, findLocal } from './local-items.ts';
import { PictureImporter, type PictureOutcome, pictureKey } from './pictures.ts';
import { faultMessage, type ReadFields, readFields } from './read-fields.ts';
import { ImportReport } from './report.ts';
import { keyName, listImported, listImportedDigests, readCheckpoint, writeCheckpoint } from './store.ts';
import { type UpsertContext, upsertLinked, upsertTerm } from './upsert.ts';
import { prefetchLedger, upsertEvents } from './upsert-events.ts';

/** Events for which the engine is made ready beforehand. */
const BULK_FROM = 5000;
/** Items of a transaction where there are many, all of which are in memory at once. */
const ITEMS_PER_TRANSACTION = { least: 1000, most: 5000 };

/** How an import is run, and by whom: somebody with an administrator's rights. */
export interface ImportOptions {
  readonly viewer: Viewer;
  /** Folder of the files of an export. */
  readonly pictureFolder?: string | undefined;
  readonly withoutPictures?: boolean | undefined;
  progress?(at: ImportBatch['progress']): void;
  /** Told where an earlier import of the source was interrupted, and this one goes on. */
  resumed?(): void;
}

const countOf = (items: Readonly<Record<ImportKind, readonly unknown[]>>): number =>
  importKinds.reduce((sum, kind) => sum + items[kind].length, 0);

/** Batches of a kind made into one as long as the pace allows: a commit costs the less for each item the more it holds. */
async function* joinBatches(
  batches: AsyncIterable<ImportBatch>,
  batchSizer: Pace,
): AsyncGenerator<ImportBatch> {
  let whole: ImportBatch | undefined;
  for await (const batch of batches) {
    const isMore = whole?.progress.what === batch.progress.what && countOf(whole.items) < batchSizer.next;
    if (whole && !isMore) yield whole;
    whole = whole && isMore ? concatBatches(whole, batch) : batch;
  }
  if (whole) yield whole;
}

function concatBatches(first: ImportBatch, second: ImportBatch): ImportBatch {
  const items = noItems();
  for (const { items: some } of [first, second]) {
    items.categories.push(...some.categories);
    items.tags.push(...some.tags);
    items.venues.push(...some.venues);
    items.organizers.push(...some.organizers);
    items.events.push(...some.events);
  }
  return { ...second, items, remarks: [...first.remarks, ...second.remarks] };
}

/** Whether an item was taken whole as it is, given what is remembered of it. */
const isUnchanged = (item: Pick<ImportItem, 'digest' | 'earlierDigest'>, taken: string | undefined) =>
  taken !== undefined && (taken === item.digest || taken === item.earlierDigest());

/** Takes everything that a source gives, batch by batch. */
class ImportRun {
  readonly #deps: Deps;
  readonly #source: ImportSource;
  readonly #options: ImportOptions;
  readonly #pictures: PictureImporter;
  readonly #report = new ImportReport();
  readonly #batchSizer = new Pace(ITEMS_PER_TRANSACTION);
  /** Embedded items that were looked at in this run already. */
  readonly #met = new Set<string>();
  /** Whether the site was found to be another than this calendar's own. */
  #isAnother = false;
  /** Events whose parent came after them. */
  #waiting: ImportEvent[] = [];

  constructor(deps: Deps, source: ImportSource, options: ImportOptions) {
    const { media } = deps;
    const allowHosts = [...media.rules.allowHosts, ...source.trustedHosts];
    this.#deps = { ...deps, media: { ...media, rules: { ...media.rules, allowHosts } } };
    this.#source = source;
    this.#options = options;
    this.#pictures = new PictureImporter(options.pictureFolder);
  }

  async run(): Promise<ImportReport> {
    const checkpoint = await readCheckpoint(this.#deps.db.read, this.#source.name);
    if (checkpoint !== undefined) this.#options.resumed?.();
    const { db } = this.#deps;
    const areMany = (this.#source.events ?? 0) >= BULK_FROM;
    if (areMany) await db.write((trx) => db.dialect.expectMany(trx));
    const batches = this.#source.batches(checkpoint);
    for await (const batch of areMany ? joinBatches(batches, this.#batchSizer) : batches) {
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
  async #refuseItself(items: ImportItems): Promise<void> {
    const { site } = this.#source;
    if (site === undefined || this.#isAnother) return;
    for (const kind of ['venues', 'organizers', 'events'] as const) {
      const all: readonly ImportPost[] = items[kind];
      const made = all.filter(
        ({ key, wantedId, embedded }) => !embedded && key.source === site && key.id === String(wantedId),
      );
      if (made.length === 0) continue;
      if (await areAllLocal(this.#deps.db.read, kind, made))
        throw new ImportError(message('import.itself', { source: site }));
      this.#isAnother = true;
    }
  }

  async #upsert({ items, remarks, checkpoint }: ImportBatch): Promise<void> {
    await this.#refuseItself(items);
    const call = this.#call();
    const report = new ImportReport();
    for (const remark of remarks) report.leaveOut(remark);
    const wanted = await this.#withoutKnown(items);
    const ready = await readItems(wanted, call, report);
    const pictures = await this.#bringPictures(
      [...wanted.venues, ...wanted.organizers, ...wanted.events],
      report,
    );
    const { requestedLanguage } = this.#source;
    const { report: taken, orphans } = await this.#upsertReady(
      ready,
      { actor: call, pictures, requestedLanguage },
      checkpoint,
    );
    this.#report.add(report);
    this.#report.add(taken);
    this.#waiting.push(...orphans);
  }

  /** Takes what is ready in one transaction; where an action refuses something, once more without that. */
  async #upsertReady(
    ready: ReadItems,
    by: Pick<UpsertContext, 'actor' | 'pictures' | 'requestedLanguage'>,
    checkpoint: string | undefined,
    useSavepoints = false,
  ): Promise<Pick<UpsertContext, 'report' | 'orphans'>> {
    const { db } = this.#deps;
    const work = async (batch: WriteBatch) => {
      // Anew each time: the engine may do a transaction again.
      const report = new ImportReport();
      const orphans: ImportEvent[] = [];
      const ledger = new ImportLedger(batch.trx, by.requestedLanguage);
      const context: UpsertContext = {
        ...by,
        batch,
        ledger,
        authors: new Map(),
        report,
        orphans,
        useSavepoints,
      };
      await prefetchLedger(ledger, ready);
      for (const { item, input } of ready.categories) await upsertTerm(context, 'categories', item, input);
      for (const { item, input } of ready.tags) await upsertTerm(context, 'tags', item, input);
      await upsertLinked(context, venue, ready.venues);
      await upsertLinked(context, organizer, ready.organizers);
      await upsertEvents(context, ready.events);
      await ledger.write(db.dialect);
      await writeCheckpoint(batch.trx, this.#source.name, checkpoint);
      return { report, orphans };
    };
    try {
      return await this.#batchSizer.keep(countOf(ready), () => writeBatch(db, work));
    } catch (error) {
      if (useSavepoints || !(error instanceof KalendsError)) throw error;
      return this.#upsertReady(ready, by, checkpoint, true);
    }
  }

  /** Without the embedded items that were met before, or that a list has brought. */
  async #withoutKnown(items: ImportItems): Promise<ImportItems> {
    const keep = async <T extends ImportItem>(kind: ImportKind, items: readonly T[]): Promise<T[]> => {
      const unmet = items.filter((item) => {
        const name = `${kind} ${keyName(item.key)}`;
        const isMet = this.#met.has(name);
        if (kind !== 'events') this.#met.add(name);
        return !(item.embedded && isMet);
      });
      if (this.#source.embeddedCount) return unmet;
      const embedded = unmet.filter((item) => item.embedded).map((item) => item.key);
      const known = await listImported(this.#deps.db.read, kind, embedded);
      return unmet.filter((item) => !(item.embedded && known.has(keyName(item.key))));
    };
    return {
      categories: await keep('categories', items.categories),
      tags: await keep('tags', items.tags),
      venues: await keep('venues', items.venues),
      organizers: await keep('organizers', items.organizers),
      events: await keep('events', items.events),
    };
  }

  /** The pictures of items that aren't as they were when they were taken whole. */
  async #bringPictures(
    items: readonly ImportPost[],
    report: ImportReport,
  ): Promise<ReadonlyMap<string, PictureOutcome>> {
    const wanted: ImportPicture[] = [];
    const kindOf = (item: ImportPost) =>
      'links' in item ? 'events' : 'venue' in item.sent ? 'venues' : 'organizers';
    const pictured = items.filter(({ picture }) => picture);
    for (const [kind, some] of Map.groupBy(pictured, kindOf)) {
      const keys = some.map(({ key }) => key);
      const taken = await this.#digests(kind, keys);
      const unmade = keys.filter((key) => !taken.has(keyName(key)));
      const own = await findLocal(this.#deps.db.read, kind, unmade);
      for (const { key, picture, ...item } of some)
        if (picture && !own.has(key) && !isUnchanged(item, taken.get(keyName(key)))) wanted.push(picture);
    }
    if (wanted.length === 0) return new Map();
    if (this.#options.withoutPictures)
      return new Map(
        wanted.map((picture) => [pictureKey(picture).id, { reason: message('import.without_pictures') }]),
      );
    const outcomes = await this.#pictures.importAll(wanted, this.#call());
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
  async #digests(kind: ImportKind, keys: readonly SourceKey[]): Promise<Map<string, string>> {
    const { requestedLanguage } = this.#source;
    const { read } = this.#deps.db;
    if (requestedLanguage) return listImportedDigests(read, kind, keys, requestedLanguage);
    const known = await listImported(read, kind, keys);
    return new Map([...known].map(([name, { digest }]) => [name, digest]));
  }

  /** Events before their parents in the source are taken once more, now that all parents are here. */
  async #upsertWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const call = this.#call();
    for (const item of waiting) {
      const parents = item.parent ? [item.parent] : [];
      if ((await listImported(this.#deps.db.read, 'events', parents)).size === 0) continue;
      const fields = await readFields(importFields.events, item.sent, call, essentialFields.events);
      if ('faults' in fields) continue;
      // It was counted when it came.
      const { requestedLanguage } = this.#source;
      const context = {
        actor: call,
        report: new ImportReport(),
        orphans: [],
        pictures: new Map(),
        useSavepoints: true,
        requestedLanguage,
      };
      const { db } = this.#deps;
      await writeBatch(db, async (batch) => {
        const ledger = new ImportLedger(batch.trx, requestedLanguage);
        const events = [{ item, input: fields.input }];
        await prefetchLedger(ledger, { categories: [], tags: [], venues: [], organizers: [], events });
        await upsertEvents({ ...context, batch, ledger, authors: new Map() }, events);
        await ledger.write(db.dialect);
      });
    }
  }
}

type ReadItems = Awaited<ReturnType<typeof readItems>>;

interface ReadItem<T, P extends Parameters> {
  item: T;
  input: Extract<ReadFields<P>, { input: unknown }>['input'];
}

/** Reads the fields of one kind; what can't be taken is reported and missing from the answer. */
async function readKind<T extends ImportItem, P extends Parameters>(
  kind: ImportKind,
  items: readonly T[],
  { fields, vital }: { fields: P; vital: readonly (keyof P & string)[] },
  at: { call: Call; report: ImportReport },
): Promise<ReadItem<T, P>[]> {
  const ready: ReadItem<T, P>[] = [];
  for (const item of items) {
    const reading = await readFields(fields, item.sent, at.call, vital);
    if ('faults' in reading) {
      at.report.leaveOut({ kind, item: item.label, reason: faultMessage(reading.faults) });
      continue;
    }
    for (const { field, reason } of reading.dropped)
      at.report.leaveOut({ kind, item: item.label, field, reason });
    ready.push({ item, input: reading.input });
  }
  return ready;
}

async function readItems(items: ImportItems, call: Call, report: ImportReport) {
  const at = { call, report };
  const term = { fields: importFields.terms, vital: essentialFields.terms };
  return {
    categories: await readKind('categories', items.categories, term, at),
    tags: await readKind('tags', items.tags, term, at),
    venues: await readKind(
      'venues',
      items.venues,
      { fields: importFields.venues, vital: essentialFields.venues },
      at,
    ),
    organizers: await readKind(
      'organizers',
      items.organizers,
      { fields: importFields.organizers, vital: essentialFields.organizers },
      at,
    ),
    events: await readKind(
      'events',
      items.events,
      { fields: importFields.events, vital: essentialFields.events },
      at,
    ),
  };
}

/**
 * Brings what a source gives into the calendar. Each batch is one transaction, with what it remembers: an import that
 * was ended at any point can be run again, and doubles nothing. Items that can't be taken are left out and reported.
 * @throws ImportError where the source can't be read
 */
export function runImport(deps: Deps, source: ImportSource, options: ImportOptions): Promise<ImportReport> {
  return new ImportRun(deps, source, options).run();
}
