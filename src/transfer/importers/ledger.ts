import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Dialect, Writing } from '#store/db/engine.ts';
import type { ImportKind, SourceKey } from './import-item.ts';
import type { KnownItem, LocalItems } from './local-items.ts';
import { findPresence, type ImportedResource, keyName, listImported, listImportedDigests } from './store.ts';

type Presence = 'here' | 'trashed';

interface LedgerEntry {
  readonly key: SourceKey;
  /** Entries to be written: new resources, and new digests in the requested language. */
  made?: ImportedResource | undefined;
  /** Whether the item was created in this calendar and returns in an export of it. */
  isLocal?: true;
  /** Digest last imported in the requested language. */
  taken?: string | undefined;
}

interface KindEntries {
  /** Entries by source, then ID: concatenated keys would cost more than everything else here. */
  readonly items: Map<string, Map<string, LedgerEntry>>;
  readonly presences: Map<number, Presence>;
  /** Of what `write` is to remember: what was made, and what was taken in the language asked for. */
  readonly made: Set<LedgerEntry>;
  readonly taken: Set<LedgerEntry>;
}

function findEntry({ items }: KindEntries, { source, id }: SourceKey): LedgerEntry | undefined {
  return items.get(source)?.get(id);
}

function addEntry({ items }: KindEntries, key: SourceKey): LedgerEntry {
  const item: LedgerEntry = { key };
  const ofSource = items.get(key.source) ?? new Map<string, LedgerEntry>();
  items.set(key.source, ofSource.set(key.id, item));
  return item;
}

/**
 * Remembers what imports made of a source's items. Entries are prefetched per batch, changed in memory, and written
 * together by `write`.
 */
export class ImportLedger {
  readonly #trx: Writing;
  readonly #requestedLanguage: Language | undefined;
  readonly #local: LocalItems;
  readonly #kinds = new Map<ImportKind, KindEntries>();

  /** @param requestedLanguage the language requested from the source for all texts */
  constructor(trx: Writing, local: LocalItems, requestedLanguage: Language | undefined) {
    this.#trx = trx;
    this.#local = local;
    this.#requestedLanguage = requestedLanguage;
  }

  #of(name: ImportKind): KindEntries {
    const existing = this.#kinds.get(name);
    if (existing) return existing;
    const kind: KindEntries = { items: new Map(), presences: new Map(), made: new Set(), taken: new Set() };
    this.#kinds.set(name, kind);
    return kind;
  }

  /** Loads the entries of items of a kind in one go; `find` and `status` work only for these. */
  async prefetch(name: ImportKind, items: Iterable<KnownItem>): Promise<void> {
    const kind = this.#of(name);
    const unknown = new Map<LedgerEntry, KnownItem>();
    for (const item of items) if (!findEntry(kind, item.key)) unknown.set(addEntry(kind, item.key), item);
    if (unknown.size === 0) return;
    const wanted = [...unknown.values()].map(({ key }) => key);
    const found = await listImported(this.#trx, name, wanted);
    const taken = this.#requestedLanguage
      ? await listImportedDigests(this.#trx, name, wanted, this.#requestedLanguage)
      : new Map<string, string>();
    for (const entry of unknown.keys()) {
      entry.made = found.get(keyName(entry.key));
      entry.taken = taken.get(keyName(entry.key));
    }
    const strange = [...unknown].filter(([{ made }]) => !made);
    const isLocal = await this.#local.find(
      this.#trx,
      name,
      strange.map(([, item]) => item),
    );
    for (const [entry] of strange) {
      if (!isLocal.has(entry.key)) continue;
      entry.isLocal = true;
      entry.made = { resource_id: Number(entry.key.id), digest: '' };
    }
    const { presences } = kind;
    const ids = [...unknown.keys()].flatMap(({ made }) =>
      made && !presences.has(made.resource_id) ? made.resource_id : [],
    );
    for (const [id, presence] of await findPresence(this.#trx, name, ids)) presences.set(id, presence);
  }

  /** Returns the resource made of an item by an earlier import or by this one. */
  find(kind: ImportKind, key: SourceKey): ImportedResource | undefined {
    return this.#entry(kind, key).made;
  }

  /**
   * Returns the resource made of an item if it still exists, with the digest last imported in the requested language.
   */
  status(
    kind: ImportKind,
    key: SourceKey,
  ): { made: ImportedResource; presence: Presence; isLocal: boolean; taken?: string } | undefined {
    const { made, taken, isLocal = false } = this.#entry(kind, key);
    const presence = made && this.#of(kind).presences.get(made.resource_id);
    return made && presence && { made, presence, isLocal, ...(taken === undefined ? {} : { taken }) };
  }

  #entry(kind: ImportKind, key: SourceKey): LedgerEntry {
    const item = findEntry(this.#of(kind), key);
    if (!item) throw new Error(`${keyName(key)} of ${kind} was not prefetched.`);
    return item;
  }

  /** Records the resource that was made of an item. */
  record(name: ImportKind, key: SourceKey, made: ImportedResource): void {
    const kind = this.#of(name);
    const item = findEntry(kind, key) ?? addEntry(kind, key);
    item.made = made;
    kind.presences.set(made.resource_id, 'here');
    kind.made.add(item);
  }

  /** Takes a resource that is here for an item that no import has brought; `record` writes it. */
  adopt(name: ImportKind, key: SourceKey, resource_id: number): void {
    this.#entry(name, key).made = { resource_id, digest: '' };
  }

  /** Records the digest of an item imported in the requested language. */
  recordDigest(kind: ImportKind, key: SourceKey, digest: string): void {
    const item = this.#entry(kind, key);
    item.taken = digest;
    this.#of(kind).taken.add(item);
  }

  /** Writes all changes since construction to the database. */
  async write({ insertRows }: Dialect): Promise<void> {
    const made = [...this.#kinds].flatMap(([kind, of]) =>
      [...of.made].flatMap(({ key, made }) =>
        made ? [{ source: key.source, kind, source_id: key.id, ...columnsOf(made) }] : [],
      ),
    );
    await insertRows(this.#trx, 'imported', made, ['source', 'kind', 'source_id']);
    const language = this.#requestedLanguage;
    if (!language) return;
    const taken = [...this.#kinds].flatMap(([kind, of]) =>
      [...of.taken].flatMap(({ key, taken: digest }) =>
        digest === undefined ? [] : [{ source: key.source, kind, source_id: key.id, language, digest }],
      ),
    );
    await insertRows(this.#trx, 'imported_texts', taken, ['source', 'kind', 'source_id', 'language']);
  }
}

// Named one by one, so that all rows have the same columns in the same order.
const columnsOf = ({ resource_id, digest }: ImportedResource): ImportedResource => ({ resource_id, digest });
