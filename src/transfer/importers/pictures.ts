import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pictureOf, preparePictures } from '#api/media/actions.ts';
import { type PictureChoice, pictureField } from '#api/media/parameters.ts';
import { findMedia, updateMedia } from '#api/media/store.ts';
import { foreignColumns, foreignFileColumns } from '#api/media/texts.ts';
import type { Call, Services } from '#context.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import type { Writing } from '#store/db/engine.ts';
import { writeBatch } from '#store/db/write-batch.ts';
import { PictureError } from '#store/pictures/errors.ts';
import { authorFor } from './authors.ts';
import { type ImportPicture, NOBODY, type SourceKey } from './import-item.ts';
import { findImported, recordImported } from './store.ts';

const CONCURRENT_PICTURES = 4;
/** Consecutive failures after which a host is skipped for the rest of the run. */
const MAX_HOST_FAILURES = 10;

const field = pictureField({ empty: false });

/** The imported picture, or the reason why there is none. */
export type PictureOutcome = { id: number; isNew: boolean } | { reason: Message };

/** Returns the ledger key of a picture, made of its best address or file. */
export const pictureKey = ({ places: [place] }: ImportPicture): SourceKey => ({
  source: 'picture',
  id: place === undefined ? '' : 'address' in place ? place.address : place.file,
});

type PictureCandidate = { choice: PictureChoice } | { reason: Message };

async function fromFile({ media }: Services, folder: string, file: string): Promise<PictureCandidate> {
  const [{ pictureType }, decoders, { safeFileName }] = await Promise.all([
    import('#store/pictures/type.ts'),
    media.decoders.get(),
    import('#store/pictures/name.ts'),
  ]);
  try {
    const root = await realpath(folder);
    const real = await realpath(path.resolve(root, file));
    if (!real.startsWith(root + path.sep))
      return { reason: message('import.picture_outside', { file, folder }) };
    const bytes = await readFile(real);
    const type = pictureType(bytes);
    if (!type || !(await decoders.inspect(bytes)))
      return { reason: message('import.picture_unknown', { file }) };
    const fileName = safeFileName(path.basename(file).replace(/^\d+-/, ''), type);
    return { choice: { fetched: { bytes, type, finalUrl: '', fileName }, address: '' } };
  } catch (error) {
    if (error instanceof PictureError) return { reason: error.userMessage };
    return { reason: message('import.picture_unreadable', { file }) };
  }
}

/** Returns the column of whose a picture is, as the authors of items are found. */
async function ownerColumn(trx: Writing, call: Call, author: SourceKey): Promise<{ author_id?: number }> {
  const id = author.id === NOBODY ? Number(NOBODY) : await authorFor(trx, call, author);
  return id === undefined ? {} : { author_id: id };
}

/** Imports pictures, each in a transaction of its own, so that only a few are in memory at a time. */
export class PictureImporter {
  readonly #folder: string | undefined;
  readonly #failures = new Map<string, number>();

  /** @param folder folder with the picture files of an export */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /**
   * Imports each picture once and reuses those imported before; returns outcomes by `pictureKey(…).id`.
   * @param isStopped asked before each; none is fetched any more
   */
  async importAll(
    pictures: readonly ImportPicture[],
    call: Call,
    isStopped: () => boolean,
  ): Promise<Map<string, PictureOutcome>> {
    const queue = [...new Map(pictures.map((picture) => [pictureKey(picture).id, picture]))];
    const outcomes = new Map<string, PictureOutcome>();
    const work = async () => {
      for (let next = queue.pop(); next && !isStopped(); next = queue.pop())
        outcomes.set(next[0], await this.#one(next[1], call));
    };
    await Promise.all(Array.from({ length: CONCURRENT_PICTURES }, work));
    return outcomes;
  }

  async #one(picture: ImportPicture, call: Call): Promise<PictureOutcome> {
    const { db } = call.services;
    const key = pictureKey(picture);
    const known = await findImported(db.read, 'pictures', key);
    if (known && (await findMedia(db.read, known.resource_id)))
      return { id: known.resource_id, isNew: false };
    let found: PictureCandidate = { reason: message('import.picture_unnamed') };
    for (const place of picture.places) {
      found = await this.#find(place, call);
      if ('choice' in found) break;
    }
    if ('reason' in found) return found;
    const { choice } = found;
    const isNew = typeof choice === 'object' && 'fetched' in choice;
    const id = await preparePictures(call, [choice], (prepared) =>
      writeBatch(db, async (batch) => {
        const pictureId = await pictureOf(batch, call, choice, prepared, picture.wantedId);
        if (pictureId !== null && isNew) {
          await batch.flush();
          const { language } = call.services.config;
          const { shown, stored } = picture;
          await updateMedia(batch.trx, pictureId, {
            ...foreignColumns(shown, language),
            ...(stored ? foreignFileColumns(stored, language) : {}),
            ...(stored?.author ? await ownerColumn(batch.trx, call, stored.author) : {}),
          });
        }
        if (pictureId !== null)
          await recordImported(batch.trx, 'pictures', key, { resource_id: pictureId, digest: '' });
        return pictureId;
      }),
    );
    return id === null ? { reason: message('import.picture_none') } : { id, isNew };
  }

  async #find(place: ImportPicture['places'][number], call: Call): Promise<PictureCandidate> {
    if ('address' in place) return this.#byAddress(place.address, call);
    return this.#folder === undefined
      ? { reason: message('import.picture_without_folder') }
      : fromFile(call.services, this.#folder, place.file);
  }

  async #byAddress(address: string, call: Call): Promise<PictureCandidate> {
    const host = URL.parse(address)?.host ?? '';
    const failures = this.#failures.get(host) ?? 0;
    if (failures >= MAX_HOST_FAILURES)
      return { reason: message('import.picture_patience', { host, count: MAX_HOST_FAILURES }) };
    const reading = await field.read(address, { call, name: 'image', sent: {} });
    if ('problem' in reading) {
      this.#failures.set(host, failures + 1);
      return { reason: reading.problem.message };
    }
    this.#failures.set(host, 0);
    return { choice: reading.value };
  }
}
