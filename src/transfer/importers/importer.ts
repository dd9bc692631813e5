import { can } from '#api/access/permissions.ts';
import { Validity } from '#api/cache/response-cache.ts';
import { Links, NAMESPACE } from '#api/http/address.ts';
import { listMedia } from '#api/media/store.ts';
import type { Actor } from '#api/routing/actor.ts';
import { layOutToHorizon } from '#calendar/events/series/horizon.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { venue } from '#calendar/venues/actions.ts';
import type { Call, Services } from '#context.ts';
import { isUnavailable, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { BatchSizer } from '#store/db/batch-sizer.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { PictureBudget } from '#store/pictures/budget.ts';
import { isUnchanged } from './digest.ts';
import { essentialFields, importFields } from './fields.ts';
import { upsertFormerDates } from './former-dates.ts';
import { insertFormerSlugs } from './former-slugs.ts';
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
  type SourceKey,
  withOverrides,
} from './import-item.ts';
import type { ImportOptions } from './import-options.ts';
import { countItems, joinBatches } from './join-batches.ts';
import { ImportLedger } from './ledger.ts';
import { areAllLocal, LocalItems } from './local-items.ts';
import { insertMergedItems } from './merged-items.ts';
import { withNamedTerms } from './named-terms.ts';
import { PictureImporter, type PictureOutcome, pictureKey } from './pictures.ts';
import { readFields } from './read-fields.ts';
import { type ReadItems, readItems } from './read-items.ts';
import { ImportReport } from './report.ts';
import { splitBatches } from './split-batches.ts';
import {
  isRenumbered,
  keyName,
  listImported,
  listImportedDigests,
  readCheckpoint,
  writeCheckpoint,
} from './store.ts';
import { type UpsertContext, upsertTerm } from './upsert.ts';
import { prefetchLedger, upsertEvents } from './upsert-events.ts';
import { upsertLinked } from './upsert-linked.ts';

/** Number of events from which the database is prepared for a bulk load. */
const BULK_FROM = 5000;
/** Bounds of a transaction's items in a bulk load; all of them are in memory at once. */
const ITEMS_PER_TRANSACTION = { least: 1000, most: 5000 };

/** Takes the transaction of a dry run back, and brings out what it has found. */
class DryRunEnd extends Error {
  readonly outcome: Pick<UpsertContext, 'report' | 'orphans'>;

  constructor(outcome: Pick<UpsertContext, 'report' | 'orphans'>) {
    super();
    this.outcome = outcome;
  }
}

/** One run of an import: reads a source batch by batch and writes each batch in a transaction. */
class ImportRun {
  readonly #services: Services;
  readonly #source: ImportSource;
  readonly #options: ImportOptions;
  readonly #pictures: PictureImporter;
  readonly #local: LocalItems;
  readonly #report = new ImportReport();
  readonly #batchSizer = new BatchSizer(ITEMS_PER_TRANSACTION);
  /** Embedded items already handled in this run, by kind and key. */
  readonly #met = new Set<string>();
  /** Set once the site is known not to be this calendar itself. */
  #isAnother = false;
  #matchesContent = false;
  /** Events that came before their parent. */
  #waiting: ImportEvent[] = [];

  constructor(services: Services, source: ImportSource, options: ImportOptions) {
    const { media } = services;
    const allowHosts = [...media.rules.allowHosts, ...source.trustedHosts];
    this.#services = { ...services, media: { ...media, rules: { ...media.rules, allowHosts } } };
    this.#source = source;
    this.#options = options;
    this.#pictures = new PictureImporter(options.pictureFolder);
    this.#local = new LocalItems(services.config.publicUrl);
  }

  async run(): Promise<ImportReport> {
    const checkpoint = await readCheckpoint(this.#services.db.read, this.#source.name);
    if (checkpoint !== undefined) this.#options.resumed?.();
    const { db } = this.#services;
    const { itemsAtOnce } = this.#options;
    this.#matchesContent = await isRenumbered(this.#services.db.read, this.#source);
    const areMany = itemsAtOnce === undefined && (this.#source.events ?? 0) >= BULK_FROM;
    if (areMany) await db.write((trx) => db.dialect.expectMany(trx));
    const batches = this.#source.batches(checkpoint);
    const sized = itemsAtOnce === undefined ? batches : splitBatches(batches, itemsAtOnce);
    for await (const batch of areMany ? joinBatches(batches, this.#batchSizer) : sized) {
      if (this.#options.isStopped?.()) return this.#report;
      await this.#upsert(batch);
      this.#options.progress?.(batch.progress);
    }
    if (this.#options.isDryRun) return this.#report;
    await this.#upsertWaiting();
    // Series are laid out as far as they were at the source; the dates after those get IDs that nothing there has.
    await layOutToHorizon(this.#call(), () => this.#options.isStopped?.() ?? false);
    if (areMany) await db.dialect.settleMany(db);
    return this.#report;
  }

  /** Returns the context of a request that the operator would make now. */
  #call(): Call & Actor {
    const { config, media } = this.#services;
    const now = this.#services.now();
    const origin = config.publicUrl ?? `http://localhost:${config.port}`;
    return {
      services: this.#services,
      site: this.#services.site,
      viewer: this.#options.viewer,
      ...(this.#options.importId === undefined ? {} : { importId: this.#options.importId }),
      language: 'en',
      client: '',
      sender: () => ({ agent: '', provenance: { origin: undefined, site: undefined } }),
      negotiated: false,
      writtenIn: config.language,
      now,
      validity: new Validity(now),
      links: new Links(origin, { base: '', namespace: NAMESPACE }),
      namespace: NAMESPACE,
      pictureBudget: () => new PictureBudget(media.rules),
    };
  }

  /** Throws if the source is this calendar itself, judging by the first list of items created there. */
  async #refuseItself(items: ImportItems): Promise<void> {
    const { site } = this.#source;
    if (site === undefined || this.#isAnother) return;
    for (const kind of ['venues', 'organizers', 'events'] as const) {
      const all: readonly ImportPost[] = items[kind];
      const made = all.filter(
        ({ key, wantedId, embedded }) => !embedded && key.source === site && key.id === String(wantedId),
      );
      if (made.length === 0) continue;
      if (await areAllLocal(this.#services.db.read, kind, made))
        throw new ImportError(message('import.itself', { source: site }));
      this.#isAnother = true;
    }
  }

  async #upsert(whole: ImportBatch): Promise<void> {
    const { remarks, pictures: loose, formerDates, formerSlugs, mergedItems } = whole;
    const items = await withNamedTerms(this.#services.db.read, whole.items);
    await this.#refuseItself(items);
    const call = this.#call();
    const report = new ImportReport();
    for (const remark of remarks) report.leaveOut(remark);
    const wanted = await this.#withoutKnown(items);
    const ready = await readItems(wanted, call, report);
    const pictures = await this.#importPictures(wanted, report);
    // What is canceled while pictures are fetched writes nothing more.
    if (this.#options.isStopped?.()) return;
    const { requestedLanguage } = this.#source;
    const { report: taken, orphans } = await this.#upsertReady(
      ready,
      { actor: call, pictures, requestedLanguage, choices: this.#options.choices },
      { read: report, whole },
    );
    this.#report.add(report);
    this.#report.add(taken);
    this.#waiting.push(...orphans);
    // Numbers and slugs of what isn't theirs are no matter of authors.
    if (this.#options.isDryRun || !can(call.viewer, 'edit_others')) return;
    // Without their files there is nothing to be had of them.
    if (loose && this.#options.pictureFolder !== undefined && !this.#options.withoutPictures)
      await this.#fetchPictures(await this.#withoutOwn(loose), [], this.#report);
    const { db } = this.#services;
    if (formerDates) await writeBatch(db, (batch) => upsertFormerDates(batch, call, formerDates));
    if (formerSlugs) await db.write((trx) => insertFormerSlugs(trx, formerSlugs));
    if (mergedItems) await db.write((trx) => insertMergedItems(trx, mergedItems));
  }

  /**
   * Writes items in one transaction; if an action refuses one, repeats it with a savepoint per item and leaves that
   * one out.
   */
  async #upsertReady(
    ready: ReadItems,
    by: Pick<UpsertContext, 'actor' | 'pictures' | 'requestedLanguage' | 'choices'>,
    of: { read: ImportReport; whole: ImportBatch },
    useSavepoints = false,
  ): Promise<Pick<UpsertContext, 'report' | 'orphans'>> {
    const { db } = this.#services;
    const work = async (batch: WriteBatch) => {
      // Created for each attempt: the engine may repeat a transaction.
      const report = new ImportReport();
      const orphans: ImportEvent[] = [];
      const ledger = new ImportLedger(batch.trx, this.#local, by.requestedLanguage);
      const context: UpsertContext = {
        ...by,
        batch,
        ledger,
        authors: new Map(),
        report,
        orphans,
        useSavepoints,
        matchesContent: this.#matchesContent,
      };
      await prefetchLedger(ledger, ready);
      for (const { item, input } of ready.categories) await upsertTerm(context, 'categories', item, input);
      for (const { item, input } of ready.tags) await upsertTerm(context, 'tags', item, input);
      await upsertLinked(context, venue, ready.venues);
      await upsertLinked(context, organizer, ready.organizers);
      await upsertEvents(context, ready.events);
      await ledger.write(db.dialect);
      if (this.#options.isDryRun) {
        await batch.flush();
        throw new DryRunEnd({ report, orphans });
      }
      await writeCheckpoint(batch.trx, this.#source.name, of.whole.checkpoint);
      await this.#record(batch, of, report);
      return { report, orphans };
    };
    try {
      return await this.#batchSizer.measure(countItems(ready), () => writeBatch(db, work));
    } catch (error) {
      if (error instanceof DryRunEnd) {
        await writeBatch(db, (batch) => this.#record(batch, of, error.outcome.report));
        return error.outcome;
      }
      if (useSavepoints || isUnavailable(error) || !(error instanceof KalendsError)) throw error;
      return this.#upsertReady(ready, by, of, true);
    }
  }

  /** Keeps what became of the items of a batch, of those too that were left out before anything was written. */
  async #record(
    batch: WriteBatch,
    { read, whole }: { read: ImportReport; whole: ImportBatch },
    written: ImportReport,
  ): Promise<void> {
    if (!this.#options.record) return;
    await batch.flush();
    const both = new ImportReport();
    both.add(read);
    both.add(written);
    await this.#options.record(batch.trx, both.entries, whole.progress);
  }

  /** Drops embedded items that were handled before or that a list has delivered. */
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
      const known = await listImported(this.#services.db.read, kind, embedded);
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
  async #importPictures(
    items: ImportItems,
    report: ImportReport,
  ): Promise<ReadonlyMap<string, PictureOutcome>> {
    const wanted: ImportPicture[] = [];
    // Each event with the dates of its series, which are own where the series is.
    const whole = {
      venues: items.venues.map((item): ImportPost[] => [item]),
      organizers: items.organizers.map((item): ImportPost[] => [item]),
      events: items.events.map((item): ImportPost[] => withOverrides([item])),
    };
    for (const kind of ['venues', 'organizers', 'events'] as const) {
      const pictured = whole[kind].filter((some) => some.some(({ picture }) => picture));
      const keys = pictured.flat().map(({ key }) => key);
      const taken = await this.#digests(kind, keys);
      const unmade = pictured.flatMap(([item]) => (item && !taken.has(keyName(item.key)) ? item : []));
      const own = await this.#local.find(this.#services.db.read, kind, unmade);
      for (const some of pictured) {
        if (some[0] && own.has(some[0].key)) continue;
        for (const item of some)
          if (item.picture && !isUnchanged(item, taken.get(keyName(item.key)))) wanted.push(item.picture);
      }
    }
    return this.#fetchPictures(wanted, Object.values(whole).flat(2), report);
  }

  /** Drops pictures that are here already: of an export of this calendar. */
  async #withoutOwn(pictures: readonly ImportPicture[]): Promise<ImportPicture[]> {
    const ids = pictures.flatMap(({ wantedId }) => wantedId ?? []);
    const present = await listMedia(this.#services.db.read, ids);
    return pictures.filter(({ wantedId, stored }) => {
      const own = wantedId === undefined ? undefined : present.get(wantedId);
      return own === undefined || own.date_utc !== stored?.date_utc;
    });
  }

  /** Imports pictures of items, or of none. */
  async #fetchPictures(
    wanted: readonly ImportPicture[],
    items: readonly ImportPost[],
    report: ImportReport,
  ): Promise<ReadonlyMap<string, PictureOutcome>> {
    if (wanted.length === 0) return new Map();
    // Nothing is fetched for what is not kept.
    if (this.#options.isDryRun) return new Map();
    if (this.#options.withoutPictures)
      return new Map(
        wanted.map((picture) => [pictureKey(picture).id, { reason: message('import.without_pictures') }]),
      );
    const isStopped = () => this.#options.isStopped?.() ?? false;
    const outcomes = await this.#pictures.importAll(wanted, this.#call(), isStopped);
    for (const [place, outcome] of outcomes) {
      if ('reason' in outcome) {
        const of = items.find(({ picture }) => picture && pictureKey(picture).id === place);
        const item = of ? message('import.picture_of', { picture: place, item: of.label }) : place;
        report.leaveOut({ kind: 'pictures', item, reason: outcome.reason });
      } else report.count('pictures', outcome.isNew ? 'added' : 'unchanged');
    }
    return outcomes;
  }

  /** Returns the stored digests of items in the requested language, by `keyName`. */
  async #digests(kind: ImportKind, keys: readonly SourceKey[]): Promise<Map<string, string>> {
    const { requestedLanguage } = this.#source;
    const { read } = this.#services.db;
    if (requestedLanguage) return listImportedDigests(read, kind, keys, requestedLanguage);
    const known = await listImported(read, kind, keys);
    return new Map([...known].map(([name, { digest }]) => [name, digest]));
  }

  /** Writes the events that came before their parents again, now that the parents exist. */
  async #upsertWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const call = this.#call();
    for (const item of waiting) {
      const parents = item.parent ? [item.parent] : [];
      if ((await listImported(this.#services.db.read, 'events', parents)).size === 0) continue;
      const fields = await readFields(importFields.events, item.sent, call, essentialFields.events);
      if ('faults' in fields) continue;
      // The event was counted when it was first written.
      const { requestedLanguage } = this.#source;
      const context = {
        actor: call,
        report: new ImportReport(),
        orphans: [],
        pictures: new Map(),
        useSavepoints: true,
        requestedLanguage,
        choices: this.#options.choices,
      };
      const { db } = this.#services;
      await writeBatch(db, async (batch) => {
        const ledger = new ImportLedger(batch.trx, this.#local, requestedLanguage);
        const events = [{ item, input: fields.input }];
        await prefetchLedger(ledger, { categories: [], tags: [], venues: [], organizers: [], events });
        await upsertEvents({ ...context, batch, ledger, authors: new Map() }, events);
        await ledger.write(db.dialect);
      });
    }
  }
}

/**
 * Imports everything a source delivers. Each batch is one transaction together with its ledger entries, so that an
 * interrupted import can be repeated without duplicates. Items that cannot be imported are reported.
 * @throws ImportError if the source cannot be read
 */
export const runImport = (services: Services, source: ImportSource, options: ImportOptions) =>
  new ImportRun(services, source, options).run();
