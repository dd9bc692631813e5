import type { ImportPicture, SourceKey } from '../import-item.ts';
import { isJsonObject, type JsonObject, textIn } from './json-object.ts';
import { shownIn } from './members.ts';

/** The pictures of an export, by whose ID its items name them. */
export class ExportedPictures {
  readonly #authorIn: (picture: JsonObject) => SourceKey | undefined;
  readonly #all = new Map<number, JsonObject>();
  readonly #taken = new Set<number>();

  /** @param media the entries of an export; others have none */
  constructor(media: readonly unknown[], authorIn: (picture: JsonObject) => SourceKey | undefined) {
    this.#authorIn = authorIn;
    for (const one of media)
      if (isJsonObject(one) && typeof one['id'] === 'number') this.#all.set(one['id'], one);
  }

  /** Returns the picture that an item shows; undefined: the export has no file of it. */
  take(id: number): ImportPicture | undefined {
    this.#taken.add(id);
    return this.#read(id);
  }

  /** Returns the pictures that no item has taken. */
  rest(): ImportPicture[] {
    return [...this.#all.keys()].flatMap((id) => (this.#taken.has(id) ? [] : (this.#read(id) ?? [])));
  }

  #read(id: number): ImportPicture | undefined {
    const picture = this.#all.get(id);
    if (!picture || textIn(picture, 'file') === '') return undefined;
    const text = (name: string) => textIn(picture, name);
    return {
      places: [{ file: text('file') }],
      wantedId: id,
      shown: shownIn(picture, undefined),
      stored: {
        title: text('title'),
        date: text('date'),
        date_utc: text('date_utc'),
        author: this.#authorIn(picture),
      },
    };
  }
}
