import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Dialect, Writing } from '#store/db/engine.ts';
import type { ArrivingKind, SourceKey } from './arrival.ts';
import { findOwn } from './own.ts';
import { findPlaces, keyName, type Remembered, recallAll, recallDigests } from './store.ts';

type Place = 'here' | 'trashed';

interface Item {
  readonly key: SourceKey;
  made?: Remembered | undefined;
  /** Whether it was made in this calendar itself, and comes back in an export of it. */
  own?: true;
  /** Digest of what was taken in the language asked for. */
  taken?: string | undefined;
}

interface Kind {
  /** By source and ID there: one text of both takes longer to make than all else here. */
  readonly items: Map<string, Map<string, Item>>;
  readonly places: Map<number, Place>;
  /** Of what `write` is to remember: what was made, and what was taken in the language asked for. */
  readonly made: Set<Item>;
  readonly taken: Set<Item>;
}

function findItem({ items }: Kind, { source, id }: SourceKey): Item | undefined {
  return items.get(source)?.get(id);
}

function addItem({ items }: Kind, key: SourceKey): Item {
  const item: Item = { key };
  const ofSource = items.get(key.source) ?? new Map<string, Item>();
  items.set(key.source, ofSource.set(key.id, item));
  return item;
}

/** Tells what earlier imports made of items, asked for together beforehand, and what this one makes, written together with `write`. */
export class ImportLedger {
  readonly #trx: Writing;
  readonly #asked: Language | undefined;
  readonly #kinds = new Map<ArrivingKind, Kind>();

  /** @param asked the language in which the source was asked for everything */
  constructor(trx: Writing, asked: Language | undefined) {
    this.#trx = trx;
    this.#asked = asked;
  }

  #of(name: ArrivingKind): Kind {
    const asked = this.#kinds.get(name);
    if (asked) return asked;
    const kind: Kind = { items: new Map(), places: new Map(), made: new Set(), taken: new Set() };
    this.#kinds.set(name, kind);
    return kind;
  }

  /** Looks up items of a kind at once: of no others anything may be asked. */
  async prefetch(name: ArrivingKind, keys: Iterable<SourceKey>): Promise<void> {
    const kind = this.#of(name);
    const unknown: Item[] = [];
    for (const key of keys) if (!findItem(kind, key)) unknown.push(addItem(kind, key));
    if (unknown.length === 0) return;
    const wanted = unknown.map(({ key }) => key);
    const found = await recallAll(this.#trx, name, wanted);
    const taken = this.#asked
      ? await recallDigests(this.#trx, name, wanted, this.#asked)
      : new Map<string, string>();
    for (const item of unknown) {
      item.made = found.get(keyName(item.key));
      item.taken = taken.get(keyName(item.key));
    }
    const strange = unknown.filter(({ made }) => !made);
    const own = await findOwn(
      this.#trx,
      name,
      strange.map(({ key }) => key),
    );
    for (const item of strange) {
      if (!own.has(item.key)) continue;
      item.own = true;
      item.made = { resource_id: Number(item.key.id), digest: '' };
    }
    const { places } = kind;
    const ids = unknown.flatMap(({ made }) =>
      made && !places.has(made.resource_id) ? made.resource_id : [],
    );
    for (const [id, place] of await findPlaces(this.#trx, name, ids)) places.set(id, place);
  }

  /** Returns what an earlier import, or this one, made of an item. */
  recall(kind: ArrivingKind, key: SourceKey): Remembered | undefined {
    return this.#find(kind, key).made;
  }

  /** Returns what was made of an item where that is here, and what was last taken of it in the language asked for. */
  status(
    kind: ArrivingKind,
    key: SourceKey,
  ): { made: Remembered; place: Place; own: boolean; taken?: string } | undefined {
    const { made, taken, own = false } = this.#find(kind, key);
    const place = made && this.#of(kind).places.get(made.resource_id);
    return made && place && { made, place, own, ...(taken === undefined ? {} : { taken }) };
  }

  #find(kind: ArrivingKind, key: SourceKey): Item {
    const item = findItem(this.#of(kind), key);
    if (!item) throw new Error(`Nobody asked for ${keyName(key)} of ${kind} beforehand.`);
    return item;
  }

  /** Remembers what was made of an item; it is here. */
  remember(name: ArrivingKind, key: SourceKey, made: Remembered): void {
    const kind = this.#of(name);
    const item = findItem(kind, key) ?? addItem(kind, key);
    item.made = made;
    kind.places.set(made.resource_id, 'here');
    kind.made.add(item);
  }

  /** Remembers what was taken of an item in the language asked for. */
  rememberDigest(kind: ArrivingKind, key: SourceKey, digest: string): void {
    const item = this.#find(kind, key);
    item.taken = digest;
    this.#of(kind).taken.add(item);
  }

  /** Writes what was remembered since it was made. */
  async write({ insertRows }: Dialect): Promise<void> {
    const made = [...this.#kinds].flatMap(([kind, of]) =>
      [...of.made].flatMap(({ key, made }) =>
        made ? [{ source: key.source, kind, source_id: key.id, ...columnsOf(made) }] : [],
      ),
    );
    await insertRows(this.#trx, 'imported', made, ['source', 'kind', 'source_id']);
    const language = this.#asked;
    if (!language) return;
    const taken = [...this.#kinds].flatMap(([kind, of]) =>
      [...of.taken].flatMap(({ key, taken: digest }) =>
        digest === undefined ? [] : [{ source: key.source, kind, source_id: key.id, language, digest }],
      ),
    );
    await insertRows(this.#trx, 'imported_texts', taken, ['source', 'kind', 'source_id', 'language']);
  }
}

// Spelled out, so that all rows have the same columns in the same order.
const columnsOf = ({ resource_id, digest }: Remembered): Remembered => ({ resource_id, digest });
