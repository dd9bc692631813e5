import { isDeepStrictEqual } from 'node:util';
import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import type { SentFile } from '#api/routing/route.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { sanitizeInline, singleLine } from '#foundation/text/html.ts';
import { slugify } from '#foundation/text/slug.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { logChanges } from '#store/db/changes.ts';
import type { Writing } from '#store/db/engine.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { Allowance } from '#store/pictures/allowance.ts';
import { documentType } from '#store/pictures/document.ts';
import { PictureError } from '#store/pictures/errors.ts';
import { writePicture } from '#store/pictures/files.ts';
import { type DocumentType, documentKinds, type PictureType, pictureKinds } from '#store/pictures/kinds.ts';
import { safeFileName } from '#store/pictures/name.ts';
import { pictureType } from '#store/pictures/type.ts';
import { discardUnstored, retireIfGone } from './discard.ts';
import type { PictureChoice } from './parameters.ts';
import { filesOf, type StoredForm, type StoredSize } from './rules.ts';
import type { FocalPoint } from './schema.ts';
import { deleteMedia, findMedia, findPicture, type MediaRow, updateMedia } from './store.ts';
import { withText } from './texts.ts';

/** The longest that making the sizes of all pictures of one write may take. */
const MAKING_MS = 60_000;

/** A file on disk whose row isn't inserted yet: the row without its ID. */
export type PreparedFile = Omit<MediaRow, 'id' | keyof ShownColumns> & Partial<ShownColumns>;
/** Fields of a file that pages show, as a request or an import sends them; what isn't sent stays. */
export interface SentShown {
  alt_text?: string | undefined;
  credit?: string | undefined;
  focal_point?: FocalPoint | null | undefined;
}

type ShownColumns = Pick<MediaRow, 'alt_text' | 'credit' | 'focal_point'>;
const NOTHING_SHOWN: ShownColumns = { alt_text: '{}', credit: '{}', focal_point: '' };

/** Returns these columns after a write. */
function shownColumns(actor: Actor, sent: SentShown, before: ShownColumns = NOTHING_SHOWN): ShownColumns {
  const text = (name: 'alt_text' | 'credit') =>
    sent[name] === undefined
      ? before[name]
      : withText(before[name], singleLine(sent[name]), languagesOf(actor));
  const { focal_point } = sent;
  return {
    alt_text: text('alt_text'),
    credit: text('credit'),
    focal_point:
      focal_point === undefined ? before.focal_point : focal_point ? JSON.stringify(focal_point) : '',
  };
}

/** The files of fetched pictures, by the choice that named their address. */
export type PreparedPictures = ReadonlyMap<PictureChoice, PreparedFile>;
/** For writes that fetch nothing: pictures are named by ID alone. */
export const NO_PICTURES: PreparedPictures = new Map();

/** The file's bytes, the name it came with, the title given to it, and the address it was fetched from (`''`: none). */
interface Source {
  bytes: Buffer;
  name: string;
  title?: string | undefined;
  address: string;
}

function newRow(actor: Actor, { title, address }: Source, name: string) {
  const utc = utcText(actor.now);
  const shown = sanitizeInline(title?.trim() ?? '') || name.replace(/\.[^.]*$/, '');
  return {
    author_id: actor.viewer?.id ?? 0,
    date: toWall(utc, actor.services.config.timezone),
    date_utc: utc,
    title: shown,
    slug: slugify(shown, languagesOf(actor).language),
    source_url: address,
  };
}

function monthOf(actor: Actor): [year: number, month: number] {
  const [year = 1970, month = 1] = toWall(utcText(actor.now), actor.services.config.timezone)
    .split('-')
    .map(Number);
  return [year, month];
}

function storedForms(
  forms: readonly { readonly 'mime-type': string; readonly filesize: number }[],
  files: readonly string[],
): StoredForm[] {
  return forms.map(({ 'mime-type': type, filesize }, at) => ({
    file: files[at] ?? '',
    'mime-type': type,
    filesize,
  }));
}

/**
 * Makes the sizes of a picture and writes its files.
 * @param keepsOriginal false: of a picture larger than what is shown, the scaled copy alone
 * @throws PictureError for what can't be decoded, or not in time
 */
async function preparePicture(
  actor: Actor,
  source: Source,
  type: PictureType,
  { allowance, keepsOriginal = true }: { allowance?: Allowance; keepsOriginal?: boolean } = {},
): Promise<PreparedFile> {
  const name = safeFileName(source.name, type, languagesOf(actor).language);
  const decoders = await actor.services.media.decoders.get();
  const { original, ...shown } = await decoders.makeSizes(source.bytes, name, allowance);
  const made = { ...shown, ...(original && keepsOriginal ? { original } : {}) };
  const paths = await writePicture(actor.services.media.files, monthOf(actor), made);
  const sizes = Object.fromEntries(
    Object.entries(made.sizes).map(([size, { width, height, 'mime-type': mime, filesize, forms }], at) => [
      size,
      {
        ...{ file: paths.sizes[size] ?? '', width, height, 'mime-type': mime, filesize },
        ...(forms ? { forms: storedForms(forms, paths.forms[size] ?? []) } : {}),
        ...(at === 0 && made.placeholder ? { placeholder: made.placeholder } : {}),
      } satisfies StoredSize,
    ]),
  );
  return {
    ...newRow(actor, source, name),
    mime_type: pictureKinds[type].mime_type,
    file: paths.file,
    original_file: paths.original ?? null,
    width: made.file.width,
    height: made.file.height,
    filesize: made.file.bytes.length,
    sizes: JSON.stringify(sizes),
  };
}

async function prepareDocument(actor: Actor, source: Source, type: DocumentType): Promise<PreparedFile> {
  const name = safeFileName(source.name, type, languagesOf(actor).language);
  const pathOf = await actor.services.media.files.write(...monthOf(actor), [{ name, bytes: source.bytes }]);
  return {
    ...newRow(actor, source, name),
    mime_type: documentKinds[type].mime_type,
    file: pathOf(name),
    original_file: null,
    width: null,
    height: null,
    filesize: source.bytes.length,
    sizes: '{}',
  };
}

/**
 * Runs the work that stores the rows of files; if it fails, deletes the files, unless their rows are there: the answer to
 * a commit can get lost.
 */
export async function orDiscard<T>(
  actor: Actor,
  prepared: () => Iterable<PreparedFile>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await discardUnstored(actor.services, [...prepared()]);
    throw error;
  }
}

/**
 * Writes the files of the fetched pictures among some choices, then runs the work that stores their rows; if that fails,
 * deletes the files. All are made within a minute together, not counting how long they wait for their turn.
 * @throws KalendsError `rest_invalid_param` for a picture that can't be decoded, or not in a whole minute;
 * `rest_unavailable` where others left it too little time
 */
export async function preparePictures<T>(
  actor: Actor,
  choices: readonly (PictureChoice | undefined)[],
  work: (pictures: PreparedPictures) => Promise<T>,
): Promise<T> {
  const fetched = choices.filter(
    (choice) => choice !== undefined && choice !== 'none' && 'fetched' in choice,
  );
  if (fetched.length === 0) return work(NO_PICTURES);
  const prepared = new Map<PictureChoice, PreparedFile>();
  const allowance = new Allowance(MAKING_MS);
  return orDiscard(
    actor,
    () => prepared.values(),
    async () => {
      for (const choice of fetched) {
        if (prepared.has(choice)) continue;
        const { bytes, fileName, type } = choice.fetched;
        const source = { bytes, name: fileName, address: choice.address };
        prepared.set(choice, await prepareFetched(actor, source, type, allowance));
      }
      return work(prepared);
    },
  );
}

async function prepareFetched(
  actor: Actor,
  source: Source,
  type: PictureType,
  allowance: Allowance,
): Promise<PreparedFile> {
  try {
    return await preparePicture(actor, source, type, { allowance });
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw invalidParameter('image', message('problem.image_address', { reason: error.userMessage }));
  }
}

/** Adds a file to a batch, under its old ID where that is wanted and free. */
export async function addFile(
  batch: WriteBatch,
  actor: Actor,
  prepared: PreparedFile,
  wantedId?: number,
): Promise<MediaRow> {
  const row: MediaRow = { id: await batch.postIds.claim(wantedId), ...NOTHING_SHOWN, ...prepared };
  batch.insert('media', row);
  batch.log(changed(actor, 'media', row.id, 'create'));
  return row;
}

/**
 * Returns the ID of the picture that a write names; null for none. A prepared one is added to the batch, an import's
 * under its old ID where that is free.
 */
export async function pictureOf(
  batch: WriteBatch,
  actor: Actor,
  choice: PictureChoice | undefined,
  pictures: PreparedPictures,
  wantedId?: number,
): Promise<number | null> {
  if (choice === undefined || choice === 'none') return null;
  if ('id' in choice) return choice.id;
  const prepared = pictures.get(choice);
  if (!prepared) return null;
  // Several fields of one write may name the same address.
  if (batch.writesTo('media')) await batch.flush();
  const stored = await findPicture(batch.trx, { file: prepared.file });
  return (stored ?? (await addFile(batch, actor, prepared, wantedId))).id;
}

/**
 * Stores an uploaded file: a picture by its content, else plain text or PDF.
 * @throws KalendsError `rest_upload_no_data`, `rest_upload_file_type`, `rest_upload_unknown_error`
 */
export async function uploadFile(
  actor: Actor,
  file: SentFile | undefined,
  { title, ...shown }: SentShown & { title?: string | undefined },
): Promise<MediaRow> {
  if (!file || file.bytes.length === 0) throw new KalendsError('rest_upload_no_data');
  const prepared = { ...(await prepareUpload(actor, file, title)), ...shownColumns(actor, shown) };
  return orDiscard(
    actor,
    () => [prepared],
    () => writeBatch(actor.services.db, (batch) => addFile(batch, actor, prepared)),
  );
}

/**
 * Writes the files of an upload, whose row the caller stores by `orDiscard`.
 * @throws KalendsError `rest_upload_file_type`, `rest_upload_unknown_error`
 */
export async function prepareUpload(
  actor: Actor,
  file: SentFile,
  title: string | undefined,
): Promise<PreparedFile> {
  const source = { bytes: file.bytes, name: file.name, title, address: '' };
  const picture = pictureType(file.bytes);
  if (picture) return refusingBroken(() => preparePicture(actor, source, picture));
  const document = documentType(file);
  if (!document) throw new KalendsError('rest_upload_file_type');
  return prepareDocument(actor, source, document);
}

/**
 * Writes the files of a picture that somebody without an account sends, whose row the caller stores by `orDiscard`. Where it is
 * larger than what is shown, the original isn't kept.
 * @throws KalendsError `rest_upload_file_type`, `rest_upload_unknown_error`
 */
export async function prepareSentPicture(
  actor: Actor,
  { bytes, name }: SentFile,
  { title, ...shown }: SentShown & { title: string },
): Promise<PreparedFile> {
  const type = pictureType(bytes);
  if (!type) throw new KalendsError('rest_upload_file_type');
  const source = { bytes, name, title, address: '' };
  const prepared = await refusingBroken(() => preparePicture(actor, source, type, { keepsOriginal: false }));
  return { ...prepared, ...shownColumns(actor, shown) };
}

async function refusingBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new KalendsError('rest_upload_unknown_error', { values: { reason: error.userMessage } });
  }
}

/** Changes what pages show of a file. @throws KalendsError `rest_media_invalid_id` */
export const changeFile = (actor: Actor, id: number, sent: SentShown): Promise<MediaRow> =>
  actor.services.db.write((trx) => changeShown(trx, actor, id, sent));

/** Changes what pages show of a file within a transaction. @throws KalendsError `rest_media_invalid_id` */
export async function changeShown(
  trx: Writing,
  actor: Actor,
  id: number,
  sent: SentShown,
): Promise<MediaRow> {
  const before = await findMedia(trx, id);
  if (!before) throw new KalendsError('rest_media_invalid_id');
  const columns = shownColumns(actor, sent, before);
  if (!isDeepStrictEqual({ ...before, ...columns }, { ...before })) {
    await updateMedia(trx, id, columns);
    await logChanges(trx, [changed(actor, 'media', id, 'update')]);
  }
  return { ...before, ...columns };
}

/**
 * Deletes a file, and removes it from all items that show it.
 * @throws KalendsError `rest_media_invalid_id`
 */
export async function deleteFile(actor: Actor, id: number): Promise<MediaRow> {
  let begun: MediaRow | undefined;
  const remove = async (trx: Writing): Promise<MediaRow> => {
    const found = await removeFile(trx, actor, id);
    if (!found) throw new KalendsError('rest_media_invalid_id');
    begun = found;
    return found;
  };
  try {
    const row = await actor.services.db.write(remove);
    await actor.services.media.files.retire(filesOf(row));
    return row;
  } catch (error) {
    if (begun) await retireIfGone(actor.services, begun);
    throw error;
  }
}

/**
 * Deletes the row of a file within a transaction, and removes it from all items that show it. Once that is committed, the caller
 * retires its files. Undefined: there is no such file.
 */
export async function removeFile(trx: Writing, actor: Actor, id: number): Promise<MediaRow | undefined> {
  const found = await findMedia(trx, id);
  if (!found) return undefined;
  const shownIn = await deleteMedia(trx, id);
  await logChanges(trx, [
    changed(actor, 'media', id, 'delete'),
    ...shownIn.map((one) => changed(actor, one.kind, one.id, 'update')),
  ]);
  return found;
}
