import type { Dialect, Writing } from '#db/engine.ts';
import type { Language } from '#i18n/catalogue.ts';
import type { ArrivingKind, SourceKey } from './arrival.ts';
import { findPlaces, keyName, type Remembered, recallAll, recallDigests } from './store.ts';

type Place = 'here' | 'trashed';

interface Item {
  made?: Remembered | undefined;
  /** Digest of what was taken in the language asked for. */
  taken?: string | undefined;
}

interface Kind {
  readonly items: Map<string, Item>;
  readonly places: Map<number, Place>;
}

/** What a transaction of an import remembers, asked for together beforehand and written together with `write`. */
export class Known {
  readonly #trx: Writing;
  readonly #asked: Language | undefined;
  readonly #kinds = new Map<ArrivingKind, Kind>();
  readonly #made = new Map<string, { kind: ArrivingKind; key: SourceKey; made: Remembered }>();
  readonly #taken = new Map<string, { kind: ArrivingKind; key: SourceKey; digest: string }>();

  /** @param asked the language in which the source was asked for everything */
  constructor(trx: Writing, asked: Language | undefined) {
    this.#trx = trx;
    this.#asked = asked;
  }

  #of(kind: ArrivingKind): Kind {
    const known = this.#kinds.get(kind) ?? { items: new Map(), places: new Map() };
    this.#kinds.set(kind, known);
    return known;
  }

  /** Asks for what will be wanted of items of a kind, all at once: nothing else may be asked of it. */
  async expect(kind: ArrivingKind, keys: Iterable<SourceKey>): Promise<void> {
    const { items, places } = this.#of(kind);
    const unknown = new Map<string, SourceKey>();
    for (const key of keys) {
      const name = keyName(key);
      if (!items.has(name)) unknown.set(name, key);
    }
    if (unknown.size === 0) return;
    const found = await recallAll(this.#trx, kind, unknown.values());
    const taken = this.#asked
      ? await recallDigests(this.#trx, kind, unknown.values(), this.#asked)
      : new Map<string, string>();
    for (const name of unknown.keys()) items.set(name, { made: found.get(name), taken: taken.get(name) });
    const ids = [...found.values()].map(({ resource_id }) => resource_id).filter((id) => !places.has(id));
    for (const [id, place] of await findPlaces(this.#trx, kind, ids)) places.set(id, place);
  }

  /** What an earlier import, or this one, made of an item. */
  recall(kind: ArrivingKind, key: SourceKey): Remembered | undefined {
    return this.#find(kind, key).made;
  }

  /** The same, where that is here, and what was last taken of it in the language asked for. */
  standing(
    kind: ArrivingKind,
    key: SourceKey,
  ): { made: Remembered; place: Place; taken?: string } | undefined {
    const { made, taken } = this.#find(kind, key);
    const place = made && this.#of(kind).places.get(made.resource_id);
    return made && place && { made, place, ...(taken === undefined ? {} : { taken }) };
  }

  #find(kind: ArrivingKind, key: SourceKey): Item {
    const item = this.#of(kind).items.get(keyName(key));
    if (!item) throw new Error(`Nobody asked for ${keyName(key)} of ${kind} beforehand.`);
    return item;
  }

  /** Remembers what was made of an item; it is here. */
  remember(kind: ArrivingKind, key: SourceKey, made: Remembered): void {
    const { items, places } = this.#of(kind);
    items.set(keyName(key), { ...items.get(keyName(key)), made });
    places.set(made.resource_id, 'here');
    this.#made.set(`${kind} ${keyName(key)}`, { kind, key, made });
  }

  /** The same of what was taken in the language asked for. */
  rememberDigest(kind: ArrivingKind, key: SourceKey, digest: string): void {
    this.#find(kind, key).taken = digest;
    this.#taken.set(`${kind} ${keyName(key)}`, { kind, key, digest });
  }

  async write({ insertRows }: Dialect): Promise<void> {
    const made = [...this.#made.values()].map(({ kind, key, made }) => ({
      source: key.source,
      kind,
      source_id: key.id,
      resource_id: made.resource_id,
      digest: made.digest,
    }));
    await insertRows(this.#trx, 'imported', made, ['source', 'kind', 'source_id']);
    const language = this.#asked;
    if (!language) return;
    const taken = [...this.#taken.values()].map(({ kind, key, digest }) => ({
      source: key.source,
      kind,
      source_id: key.id,
      language,
      digest,
    }));
    await insertRows(this.#trx, 'imported_texts', taken, ['source', 'kind', 'source_id', 'language']);
  }
}
