import type { Dialect, Writing } from '#db/engine.ts';
import type { Language } from '#i18n/catalogue.ts';
import type { ArrivingKind, SourceKey } from './arrival.ts';
import { findPlaces, keyName, type Remembered, recallAll, recallDigests } from './store.ts';

type Place = 'here' | 'trashed' | undefined;

interface Kind {
  readonly items: Map<string, Remembered | undefined>;
  readonly digests: Map<string, string | undefined>;
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
    const known = this.#kinds.get(kind) ?? { items: new Map(), digests: new Map(), places: new Map() };
    this.#kinds.set(kind, known);
    return known;
  }

  /** Asks for what will be wanted of items of a kind, all at once; what isn't named here is asked for one by one. */
  async expect(kind: ArrivingKind, keys: Iterable<SourceKey>): Promise<void> {
    const { items, digests, places } = this.#of(kind);
    const unknown = [...keys].filter((key) => !items.has(keyName(key)));
    if (unknown.length === 0) return;
    const found = await recallAll(this.#trx, kind, unknown);
    const taken = this.#asked ? await recallDigests(this.#trx, kind, unknown, this.#asked) : new Map();
    for (const key of unknown) {
      const name = keyName(key);
      items.set(name, found.get(name));
      digests.set(name, taken.get(name));
    }
    const ids = [...found.values()].map(({ resource_id }) => resource_id).filter((id) => !places.has(id));
    const where = await findPlaces(this.#trx, kind, ids);
    for (const id of ids) places.set(id, where.get(id));
  }

  /** What an earlier import, or this one, made of an item. */
  async recall(kind: ArrivingKind, key: SourceKey): Promise<Remembered | undefined> {
    const { items } = this.#of(kind);
    if (!items.has(keyName(key))) await this.expect(kind, [key]);
    return items.get(keyName(key));
  }

  /** Whether what was made of an item is still here, and where. */
  async place(kind: ArrivingKind, key: SourceKey): Promise<Place> {
    const made = await this.recall(kind, key);
    return made && this.#of(kind).places.get(made.resource_id);
  }

  /** What was last taken of an item in the language asked for. */
  async digest(kind: ArrivingKind, key: SourceKey): Promise<string | undefined> {
    await this.recall(kind, key);
    return this.#of(kind).digests.get(keyName(key));
  }

  /** Remembers what was made of an item; it is here. */
  remember(kind: ArrivingKind, key: SourceKey, made: Remembered): void {
    const { items, places } = this.#of(kind);
    items.set(keyName(key), made);
    places.set(made.resource_id, 'here');
    this.#made.set(`${kind} ${keyName(key)}`, { kind, key, made });
  }

  /** The same of what was taken in the language asked for. */
  rememberDigest(kind: ArrivingKind, key: SourceKey, digest: string): void {
    this.#of(kind).digests.set(keyName(key), digest);
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
