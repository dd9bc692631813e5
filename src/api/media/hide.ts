import path from 'node:path';
import { type Actor, changed } from '#api/routing/actor.ts';
import { logChanges } from '#store/db/changes.ts';
import { deleteSetting, findSetting } from '#store/db/stored-settings.ts';
import type { NewFile } from '#store/pictures/files.ts';
import { filesOf, monthOfPath, storedSizes } from './rules.ts';
import {
  type FileText,
  findGuessablePicture,
  findMedia,
  listNamedFiles,
  type MediaRow,
  updateMediaFile,
} from './store.ts';

/** The setting of a calendar whose pictures had addresses that can be guessed, until the hidden ones are moved. */
const WAITING = 'media_to_hide';
/** The setting that keeps the ID of the site's logo (api/settings/store.ts). */
const LOGO = 'site.logo';
/**
 * Gives pictures of earlier versions, whose addresses can be guessed, other addresses where no public item shows them; once for
 * each calendar. The logo and those that one of `texts` names stay. Returns how many were moved. Ends early once `isStopped`
 * returns true.
 */
export async function hidePictures(
  actor: Actor,
  texts: readonly FileText[],
  isStopped: () => boolean,
): Promise<number> {
  const { db, config } = actor.services;
  if ((await findSetting(db.read, WAITING)) === undefined) return 0;
  const named = await listNamedFiles(db.read, texts);
  const logos = [config.siteOverrides.logo, Number(await findSetting(db.read, LOGO))];
  let moved = 0;
  let row = await findGuessablePicture(db.read, 0);
  for (; row && !isStopped(); row = await findGuessablePicture(db.read, row.id))
    if (!logos.includes(row.id) && !filesOf(row).some((file) => named.has(file)) && (await move(actor, row)))
      moved += 1;
  if (!row) await db.write((trx) => deleteSetting(trx, WAITING));
  return moved;
}

/** Moves the files of a picture to a new folder. Returns whether it is there now: somebody may have changed it meanwhile. */
async function move(actor: Actor, row: MediaRow): Promise<boolean> {
  const { db, media } = actor.services;
  const before = filesOf(row);
  const wanted: NewFile[] = [];
  for (const file of before) {
    const bytes = await media.files.read(file);
    // Without its files nobody sees it, and it stays as it is for whoever finds them again.
    if (!bytes) return false;
    wanted.push({ name: path.posix.basename(file), bytes });
  }
  const pathOf = await media.files.write(...monthOfPath(row.file), wanted);
  const placeOf = (file: string) => pathOf(path.posix.basename(file));
  const sizes = storedSizes(row).map(([name, size]) => [
    name,
    {
      ...size,
      file: placeOf(size.file),
      ...(size.forms && { forms: size.forms.map((form) => ({ ...form, file: placeOf(form.file) })) }),
    },
  ]);
  const columns = {
    file: placeOf(row.file),
    original_file: row.original_file === null ? null : placeOf(row.original_file),
    sizes: JSON.stringify(Object.fromEntries(sizes)),
  };
  let isMoved = false;
  try {
    isMoved = await db.write(async (trx) => {
      const present = await findMedia(trx, row.id);
      if (present?.file !== row.file || present.sizes !== row.sizes) return false;
      await updateMediaFile(trx, row.id, columns);
      await logChanges(trx, [changed(actor, 'media', row.id, 'update')]);
      return true;
    });
  } finally {
    if (!isMoved) await media.files.remove(wanted.map(({ name }) => pathOf(name)));
  }
  if (isMoved) await media.files.retire(before);
  return isMoved;
}
