import { type Language, type Message, message } from '#foundation/i18n/catalogue.ts';
import {
  type ArrivingKind,
  type ArrivingTerm,
  arrivingKinds,
  type Batch,
  ImportError,
  noArrivals,
  type Source,
} from '../arrival.ts';
import type { Bytes } from '../bytes.ts';
import { type Adapted, Adapter } from './adapt.ts';
import type { SiteClient } from './client.ts';
import { homeOf } from './home.ts';
import { isMembers } from './json.ts';
import { type Found, type Items, parseAnswers } from './parse.ts';
import { findRoot, ListRefused, listPages, PER_PAGE } from './site.ts';

const BATCH = 1000;

const nothingYet = (): Adapted => ({ arrivals: noArrivals(), remarks: [] });

/** Categories so that each comes after the one it is below. */
function parentsFirst(terms: readonly ArrivingTerm[]): ArrivingTerm[] {
  const name = (term: Pick<ArrivingTerm, 'key'>) => `${term.key.source} ${term.key.id}`;
  const byName = new Map(terms.map((term) => [name(term), term]));
  const ordered = new Set<ArrivingTerm>();
  const parentOf = (term: ArrivingTerm) => term.parent && byName.get(name({ key: term.parent }));
  for (const term of byName.values()) {
    // From it upwards, as far as none has its place yet: however deep that is, nothing is called within itself.
    const chain = new Set<ArrivingTerm>();
    for (let at: ArrivingTerm | undefined = term; at && !ordered.has(at) && !chain.has(at); at = parentOf(at))
      chain.add(at);
    for (const one of [...chain].reverse()) ordered.add(one);
  }
  return [...ordered];
}

async function* batchesOf(kind: ArrivingKind, items: Items, adapter: Adapter): AsyncGenerator<Batch> {
  let done = 0;
  for await (const some of lotsOf(items, BATCH)) {
    const adapted = nothingYet();
    for (const item of some) adapter.add(adapted, kind, item);
    adapted.arrivals.categories = parentsFirst(adapted.arrivals.categories);
    done += some.length;
    yield { ...adapted, progress: { what: kind, done, total: items.count } };
  }
}

/** Items so many at a time. */
async function* lotsOf(items: Items, size: number): AsyncGenerator<unknown[]> {
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

/** Categories of a list and those inside events, all at once: a parent may stand anywhere. */
async function* categoryBatches(found: Found, adapter: Adapter): AsyncGenerator<Batch> {
  const adapted = nothingYet();
  const add = (item: unknown) => adapter.add(adapted, 'categories', item);
  for await (const some of found.items.categories?.read() ?? []) some.forEach(add);
  for (const item of found.embedded.values()) add(item);
  const ordered = parentsFirst(adapted.arrivals.categories);
  let { remarks } = adapted;
  for (let at = 0; at < ordered.length || remarks.length > 0; at += BATCH) {
    const categories = ordered.slice(at, at + BATCH);
    const done = Math.min(ordered.length, at + BATCH);
    yield {
      arrivals: { ...noArrivals(), categories },
      remarks,
      progress: { what: 'categories', done, total: ordered.length },
    };
    remarks = [];
  }
}

/** The items of a JSON text (`parseAnswers`), in the right order. @param shown its name to people @throws ImportError */
export async function fileSource(
  bytes: Bytes,
  name: string,
  { shown = name, asked }: { shown?: string | Message; asked?: Language | undefined } = {},
): Promise<Source> {
  const all = await parseAnswers(bytes, shown);
  return {
    name: `file ${name}`,
    asked,
    embeddedCount: true,
    events: all.reduce((sum, { items }) => sum + (items.events?.count ?? 0), 0),
    trustedHosts: [],
    async *batches() {
      for (const found of all) {
        const adapter = new Adapter(found);
        yield* categoryBatches(found, adapter);
        for (const kind of arrivingKinds) {
          const items = found.items[kind];
          if (items && kind !== 'categories') yield* batchesOf(kind, items, adapter);
        }
      }
    },
  };
}

/** How far an import of a site had come: everything of the kinds before, and so many pages of this one. */
interface Mark {
  kind: ArrivingKind;
  page: number;
  all: boolean;
  asked?: Language | undefined;
}

function readMark(text: string | undefined, { all, asked }: Pick<Mark, 'all' | 'asked'>): Mark | undefined {
  if (text === undefined) return undefined;
  const mark: unknown = JSON.parse(text);
  if (!isMembers(mark)) return undefined;
  const kind = arrivingKinds.find((one) => one === mark['kind']);
  const { page } = mark;
  const isSame = mark['all'] === all && mark['asked'] === asked;
  return kind && typeof page === 'number' && isSame ? { kind, page, all, asked } : undefined;
}

/**
 * What a site serves. `all`: with drafts and what else the credentials show. `asked`: in that language. Goes on after the last page taken when
 * it was interrupted. @throws ImportError where the site has no such interface
 */
export async function siteSource(
  client: SiteClient,
  address: string,
  { all, asked }: { all: boolean; asked?: Language | undefined },
): Promise<Source> {
  const root = await findRoot(client, address);
  const home = homeOf(root);
  if (!home) throw new ImportError(message('import.no_address', { source: root }));
  const adapter = new Adapter({ form: 'shown', home, media: [] });
  const url = new URL(root);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  // Whoever names a private address trusts it; a public one needs no trust.
  const trustedHosts = [`${url.hostname}:${port}`];

  async function* kindBatches(kind: ArrivingKind, first: number): AsyncGenerator<Batch> {
    const categories = nothingYet();
    let done = (first - 1) * PER_PAGE;
    for await (const { page, total, items } of listPages(client, root, kind, { first, all, asked })) {
      const adapted = kind === 'categories' ? categories : nothingYet();
      for (const item of items) adapter.add(adapted, kind, item);
      done += items.length;
      if (kind === 'categories') continue;
      adapted.arrivals.categories = parentsFirst(adapted.arrivals.categories);
      const mark: Mark = { kind, page, all, asked };
      yield { ...adapted, progress: { what: kind, done, total }, mark: JSON.stringify(mark) };
    }
    if (kind !== 'categories') return;
    const ordered = parentsFirst(categories.arrivals.categories);
    for (let at = 0; at < ordered.length; at += BATCH)
      yield {
        arrivals: { ...noArrivals(), categories: ordered.slice(at, at + BATCH) },
        remarks: at === 0 ? categories.remarks : [],
        progress: { what: kind, done: Math.min(ordered.length, at + BATCH), total: ordered.length },
      };
  }

  return {
    name: `site ${home.key}`,
    site: home.key,
    asked,
    embeddedCount: false,
    trustedHosts,
    async *batches(text) {
      const mark = readMark(text, { all, asked });
      const from = mark ? arrivingKinds.indexOf(mark.kind) : 0;
      for (const kind of arrivingKinds.slice(from)) {
        try {
          yield* kindBatches(kind, mark?.kind === kind ? mark.page + 1 : 1);
        } catch (error) {
          // Events bring the others along where a site keeps a list for itself.
          if (kind === 'events' || !(error instanceof ListRefused)) throw error;
          const remark = {
            kind,
            item: home.key,
            field: 'list',
            reason: message('import.not_given', { answer: error.answer }),
          };
          yield { arrivals: noArrivals(), remarks: [remark], progress: { what: kind, done: 0, total: 0 } };
        }
      }
      // Without a mark: the next import begins anew.
      yield { arrivals: noArrivals(), remarks: [], progress: { what: 'events', done: 0, total: 0 } };
    },
  };
}
