import { integerOf } from '#api/http/coercion.ts';
import { type Language, message } from '#foundation/i18n/catalogue.ts';
import { slugify } from '#foundation/text/slug.ts';
import type { ByteSource } from '../byte-source.ts';
import {
  type ImportBatch,
  ImportError,
  type ImportFormerSlug,
  type ImportKind,
  type ImportMergedItem,
  type ImportPicture,
  type ImportSource,
  type ImportTerm,
  importKinds,
  noItems,
} from '../import-item.ts';
import type { ReadRequest } from '../source-kind.ts';
import { type AdaptedItems, ItemAdapter } from './adapt.ts';
import type { SiteClient } from './client.ts';
import { type ItemList, parseDocuments, type SourceDocument } from './document.ts';
import { isJsonObject, listIn, textIn } from './json-object.ts';
import { findRoot, ListRefusedError, listPages, PER_PAGE } from './site.ts';
import { siteIdentity } from './site-identity.ts';
import { SiteSeriesReader, seriesIdOf } from './site-series.ts';

const BATCH = 1000;

const emptyAdapted = (): AdaptedItems => ({ items: noItems(), remarks: [] });

/** Sorts categories so that each comes after its parent. */
function parentsFirst(terms: readonly ImportTerm[]): ImportTerm[] {
  const name = (term: Pick<ImportTerm, 'key'>) => `${term.key.source} ${term.key.id}`;
  const byName = new Map(terms.map((term) => [name(term), term]));
  const ordered = new Set<ImportTerm>();
  const parentOf = (term: ImportTerm) => term.parent && byName.get(name({ key: term.parent }));
  for (const term of byName.values()) {
    // Walks up to the first parent already sorted; a loop, since the tree may be too deep for recursion.
    const chain = new Set<ImportTerm>();
    for (let at: ImportTerm | undefined = term; at && !ordered.has(at) && !chain.has(at); at = parentOf(at))
      chain.add(at);
    for (const one of [...chain].reverse()) ordered.add(one);
  }
  return [...ordered];
}

async function* itemBatches(
  kind: ImportKind,
  items: ItemList,
  adapter: ItemAdapter,
): AsyncGenerator<ImportBatch> {
  let done = 0;
  for await (const some of chunksOf(items, BATCH)) {
    const adapted = emptyAdapted();
    for (const item of some) adapter.add(adapted, kind, item);
    adapted.items.categories = parentsFirst(adapted.items.categories);
    done += some.length;
    yield { ...adapted, progress: { what: kind, done, total: items.count } };
  }
}

/** Yields items in chunks of a size. */
async function* chunksOf(items: ItemList, size: number): AsyncGenerator<unknown[]> {
  let lot: unknown[] = [];
  for await (const some of items.read())
    for (const item of some) {
      lot.push(item);
      if (lot.length < size) continue;
      yield lot;
      lot = [];
    }
  if (lot.length > 0) yield lot;
}

/** Yields the categories of a list and those embedded in events together: a parent may stand in either. */
async function* categoryBatches(found: SourceDocument, adapter: ItemAdapter): AsyncGenerator<ImportBatch> {
  const adapted = emptyAdapted();
  const add = (item: unknown) => adapter.add(adapted, 'categories', item);
  for await (const some of found.items.categories?.read() ?? []) some.forEach(add);
  for (const item of found.embedded.values()) add(item);
  const ordered = parentsFirst(adapted.items.categories);
  let { remarks } = adapted;
  for (let at = 0; at < ordered.length || remarks.length > 0; at += BATCH) {
    const categories = ordered.slice(at, at + BATCH);
    const done = Math.min(ordered.length, at + BATCH);
    yield {
      items: { ...noItems(), categories },
      remarks,
      progress: { what: 'categories', done, total: ordered.length },
    };
    remarks = [];
  }
}

/** Returns the former slug that an entry of an export tells; undefined where it tells none. */
function formerSlugIn(item: unknown, adapter: ItemAdapter): ImportFormerSlug | undefined {
  if (!isJsonObject(item)) return undefined;
  const id = integerOf(item['id']);
  const kind = importKinds.find((one) => one === item['kind']);
  const slug = slugify(textIn(item, 'slug'));
  return id !== undefined && kind && slug ? { kind, slug, item: adapter.keyOf(kind, id) } : undefined;
}

/** Returns the merged item that an entry of an export tells; undefined where it tells none. */
function mergedItemIn(item: unknown, adapter: ItemAdapter): ImportMergedItem | undefined {
  if (!isJsonObject(item)) return undefined;
  const id = integerOf(item['id']);
  const into = integerOf(item['into']);
  const kind = importKinds.find((one) => one === item['kind']);
  if (id === undefined || into === undefined || !kind || kind === 'events') return undefined;
  const slugs = listIn(item, 'slugs').flatMap((slug) =>
    typeof slug === 'string' ? slugify(slug) || [] : [],
  );
  return { kind, id, into: adapter.keyOf(kind, into), slugs };
}

function* pictureBatches(pictures: readonly ImportPicture[]): Generator<ImportBatch> {
  const { length: total } = pictures;
  for (let at = 0; at < total; at += BATCH)
    yield {
      items: noItems(),
      remarks: [],
      pictures: pictures.slice(at, at + BATCH),
      progress: { what: 'events', done: Math.min(total, at + BATCH), total },
    };
}

async function* formerBatches(
  { former, formerSlugs, mergedItems }: SourceDocument,
  adapter: ItemAdapter,
): AsyncGenerator<ImportBatch> {
  const { length: total } = former;
  for (let at = 0; at < total; at += BATCH)
    yield {
      items: noItems(),
      remarks: [],
      formerDates: former.slice(at, at + BATCH).flatMap((item) => adapter.formerDate(item) ?? []),
      progress: { what: 'events', done: Math.min(total, at + BATCH), total },
    };
  for (let at = 0; at < formerSlugs.length; at += BATCH)
    yield {
      items: noItems(),
      remarks: [],
      formerSlugs: formerSlugs.slice(at, at + BATCH).flatMap((item) => formerSlugIn(item, adapter) ?? []),
      progress: { what: 'events', done: Math.min(formerSlugs.length, at + BATCH), total: formerSlugs.length },
    };
  for (let at = 0; at < mergedItems.length; at += BATCH)
    yield {
      items: noItems(),
      remarks: [],
      mergedItems: mergedItems.slice(at, at + BATCH).flatMap((item) => mergedItemIn(item, adapter) ?? []),
      progress: { what: 'events', done: Math.min(mergedItems.length, at + BATCH), total: mergedItems.length },
    };
}

/** Returns the items of a JSON text (`parseDocuments`) as a source. @throws ImportError */
export async function fileSource(
  bytes: ByteSource,
  {
    name,
    shown,
    requestedLanguage,
    mostItems,
  }: Pick<ReadRequest, 'name' | 'shown' | 'requestedLanguage' | 'mostItems'>,
): Promise<ImportSource> {
  const all = await parseDocuments(bytes, shown, mostItems);
  return {
    name,
    requestedLanguage,
    embeddedCount: true,
    events: all.reduce((sum, { items }) => sum + (items.events?.count ?? 0), 0),
    trustedHosts: [],
    async *batches() {
      for (const found of all) {
        const adapter = new ItemAdapter(found);
        yield* categoryBatches(found, adapter);
        for (const kind of importKinds) {
          const items = found.items[kind];
          if (items && kind !== 'categories') yield* itemBatches(kind, items, adapter);
        }
        yield* pictureBatches(adapter.pictures.rest());
        yield* formerBatches(found, adapter);
      }
    },
  };
}

/**
 * How far an import of a site has come: all kinds before `kind`, and its pages up to `page`. Stored as JSON, so that its
 * members keep their names; `asked` is the language requested.
 */
interface SiteCheckpoint {
  kind: ImportKind;
  page: number;
  all: boolean;
  asked?: Language | undefined;
  /** Whether the pages have each series once. */
  condensed?: boolean | undefined;
}

function readCheckpoint(
  text: string | undefined,
  { all, asked, condensed }: Pick<SiteCheckpoint, 'all' | 'asked' | 'condensed'>,
): SiteCheckpoint | undefined {
  if (text === undefined) return undefined;
  const checkpoint: unknown = JSON.parse(text);
  if (!isJsonObject(checkpoint)) return undefined;
  const kind = importKinds.find((one) => one === checkpoint['kind']);
  const { page } = checkpoint;
  const isSame =
    checkpoint['all'] === all && checkpoint['asked'] === asked && checkpoint['condensed'] === condensed;
  return kind && typeof page === 'number' && isSame ? { kind, page, all, asked, condensed } : undefined;
}

/**
 * Returns the items of a site as a source that resumes after the last imported page.
 * @param all whether to request drafts and everything else the credentials show
 * @throws ImportError if the site has no such interface
 */
export async function siteSource(
  client: SiteClient,
  address: string,
  { all, requestedLanguage }: { all: boolean; requestedLanguage?: Language | undefined },
): Promise<ImportSource> {
  const found = await findRoot(client, address);
  const { root } = found;
  const condensed = found.condenses || undefined;
  const series = new SiteSeriesReader(client, root, { all, requestedLanguage });
  const home = siteIdentity(root);
  if (!home) throw new ImportError(message('import.no_address', { source: root }));
  const adapter = new ItemAdapter({ form: 'shown', home, media: [] });
  const url = new URL(root);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  // An operator who names a private address trusts it; a public one needs no trust.
  const trustedHosts = [`${url.hostname}:${port}`];

  async function* kindBatches(kind: ImportKind, first: number): AsyncGenerator<ImportBatch> {
    const categories = emptyAdapted();
    let done = (first - 1) * PER_PAGE;
    for await (const { page, total, items } of listPages(client, found, kind, {
      first,
      all,
      requestedLanguage,
    })) {
      const adapted = kind === 'categories' ? categories : emptyAdapted();
      for (const item of items) {
        const id = kind === 'events' ? seriesIdOf(item) : undefined;
        if (id === undefined || !isJsonObject(item)) adapter.add(adapted, kind, item);
        else {
          const read = await series.read(id, item);
          for (const one of read.items) adapter.add(adapted, kind, one);
          adapted.remarks.push(...read.remarks);
        }
      }
      done += items.length;
      if (kind === 'categories') continue;
      adapted.items.categories = parentsFirst(adapted.items.categories);
      const checkpoint: SiteCheckpoint = { kind, page, all, asked: requestedLanguage, condensed };
      yield { ...adapted, progress: { what: kind, done, total }, checkpoint: JSON.stringify(checkpoint) };
    }
    if (kind !== 'categories') return;
    const ordered = parentsFirst(categories.items.categories);
    for (let at = 0; at < ordered.length; at += BATCH)
      yield {
        items: { ...noItems(), categories: ordered.slice(at, at + BATCH) },
        remarks: at === 0 ? categories.remarks : [],
        progress: { what: kind, done: Math.min(ordered.length, at + BATCH), total: ordered.length },
      };
  }

  return {
    name: `site ${home.key}`,
    site: home.key,
    requestedLanguage,
    embeddedCount: false,
    trustedHosts,
    async *batches(text) {
      const checkpoint = readCheckpoint(text, { all, asked: requestedLanguage, condensed });
      const from = checkpoint ? importKinds.indexOf(checkpoint.kind) : 0;
      for (const kind of importKinds.slice(from)) {
        try {
          yield* kindBatches(kind, checkpoint?.kind === kind ? checkpoint.page + 1 : 1);
        } catch (error) {
          // If a site refuses a list, its items still come embedded in events.
          if (kind === 'events' || !(error instanceof ListRefusedError)) throw error;
          const remark = {
            kind,
            item: home.key,
            field: 'list',
            reason: message('import.not_given', { answer: error.answer }),
          };
          yield { items: noItems(), remarks: [remark], progress: { what: kind, done: 0, total: 0 } };
        }
      }
      // Without a checkpoint the next import starts from the beginning.
      yield { items: noItems(), remarks: [], progress: { what: 'events', done: 0, total: 0 } };
    },
  };
}
