import path from 'node:path';
import { type Actor, changed } from '#api/routing/actor.ts';
import { logChanges } from '#store/db/changes.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { findSetting, putSetting } from '#store/db/stored-settings.ts';
import { PictureError } from '#store/pictures/errors.ts';
import type { PathOf } from '#store/pictures/files.ts';
import type { PictureFiles } from '#store/pictures/picture.ts';
import { monthOfPath, type StoredForm, type StoredSize, storedSizes } from './rules.ts';
import { findMedia, findOlderPicture, type MediaRow, updateMediaFile } from './store.ts';

/** The setting that keeps the ID of the last picture that was looked at. */
const CHECKPOINT = 'media_forms';

/** Returns the ID after which older pictures may still lack their smaller forms. */
const readCheckpoint = async (db: Reading): Promise<number> =>
  Number((await findSetting(db, CHECKPOINT)) ?? 0);

/**
 * Makes the AVIF and WebP that pages take of the next picture that was uploaded before there were any; its other files stay as
 * they are. Those that can't be decoded are passed over. Returns its ID; undefined: none is left.
 * @throws KalendsError `rest_unavailable` where it is to be tried again
 */
export async function renewNextPicture(actor: Actor): Promise<number | undefined> {
  const { db, log, media } = actor.services;
  const row = await findOlderPicture(db.read, await readCheckpoint(db.read));
  if (!row) return undefined;
  let sizes: Record<string, StoredSize> | undefined;
  try {
    sizes = await withForms(actor, row);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    log.warn({ err: error, media: row.id }, 'An older picture keeps the forms that it has.');
  }
  const written = sizes ? formsOf(sizes) : [];
  let isStored = false;
  try {
    isStored = await db.write((trx) => store(trx, actor, row, sizes));
  } finally {
    // Somebody has changed or deleted the picture meanwhile, or nothing could be written.
    if (!isStored) await media.files.remove(written);
  }
  return row.id;
}

/** Writes the forms of a picture's sizes, and returns these with them; undefined where its file is gone, or nothing gets smaller. */
async function withForms(actor: Actor, row: MediaRow): Promise<Record<string, StoredSize> | undefined> {
  const { files, decoders } = actor.services.media;
  const bytes = await files.read(row.original_file ?? row.file);
  if (!bytes) return undefined;
  const name = path.posix.basename(row.original_file ?? row.file);
  const made = await (await decoders.get()).makeSizes(bytes, name);
  const sizes = Object.fromEntries(storedSizes(row));
  const additions = Object.entries(sizes).map(([name, size]) => ({
    name,
    size,
    forms: formsFor(size, made.sizes[name]),
  }));
  const wanted = additions.flatMap(({ forms }) => forms.map(({ file, bytes }) => ({ name: file, bytes })));
  if (wanted.length > 0) {
    const pathOf = await files.write(...monthOfPath(row.file), wanted);
    for (const { name, size, forms } of additions)
      if (forms.length > 0) sizes[name] = { ...size, forms: storedForms(forms, pathOf) };
  }
  const [first] = Object.entries(sizes);
  if (first && made.placeholder) sizes[first[0]] = { ...first[1], placeholder: made.placeholder };
  return wanted.length > 0 || made.placeholder ? sizes : undefined;
}

/** Returns the forms of one size; none where it has other pixels by now. */
const formsFor = ({ width, height }: StoredSize, made: PictureFiles['sizes'][string] | undefined) =>
  made?.width === width && made.height === height ? (made.forms ?? []) : [];

const storedForms = (
  forms: NonNullable<PictureFiles['sizes'][string]['forms']>,
  pathOf: PathOf,
): StoredForm[] =>
  forms.map(({ file, 'mime-type': type, filesize }) => ({ file: pathOf(file), 'mime-type': type, filesize }));

const formsOf = (sizes: Readonly<Record<string, StoredSize>>): string[] =>
  Object.values(sizes).flatMap(({ forms = [] }) => forms.map(({ file }) => file));

/** Stores the sizes of a picture, if it is as it was, and that it has been looked at. Returns whether they were stored. */
async function store(
  trx: Writing,
  actor: Actor,
  { id, sizes: before }: MediaRow,
  sizes: Readonly<Record<string, StoredSize>> | undefined,
): Promise<boolean> {
  await putSetting(trx, CHECKPOINT, String(id));
  const found = await findMedia(trx, id);
  if (!sizes || found?.sizes !== before) return false;
  await updateMediaFile(trx, id, { sizes: JSON.stringify(sizes) });
  await logChanges(trx, [changed(actor, 'media', id, 'update')]);
  return true;
}
