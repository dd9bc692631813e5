import path from 'node:path';
import { type Actor, changed } from '#api/routing/actor.ts';
import type { SentFile } from '#api/routing/route.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { logChanges } from '#store/db/changes.ts';
import { PictureError } from '#store/pictures/errors.ts';
import { orDiscard, prepareUpload } from './actions.ts';
import { filesOf } from './rules.ts';
import type { Crop, FocalPoint } from './schema.ts';
import { findMedia, type MediaRow, updateMediaFile } from './store.ts';

/**
 * Gives a file another content: another file of its kind, a part of the picture, or a part of another picture. Its ID, its texts
 * and the items that show it stay; what it was is retired, and comes back by an undo.
 * @throws KalendsError `rest_media_invalid_id`, `rest_upload_no_data`, `rest_upload_file_type`, `rest_upload_unknown_error`,
 * `rest_invalid_param` for a crop of what can't be cut
 */
export async function replaceFile(
  actor: Actor,
  id: number,
  { file, crop }: { file: SentFile | undefined; crop: Crop | undefined },
): Promise<MediaRow> {
  const before = await findMedia(actor.services.db.read, id);
  if (!before) throw new KalendsError('rest_media_invalid_id');
  const sent = file && file.bytes.length > 0 ? file : undefined;
  if (!sent && !crop) throw new KalendsError('rest_upload_no_data');
  const content = sent ?? (await storedFile(actor, before));
  const prepared = await prepareUpload(
    actor,
    crop ? await cropped(actor, content, crop) : content,
    before.title,
  );
  let left: string[] = [];
  const row = await orDiscard(
    actor,
    () => [prepared],
    async () => {
      // Pages show it as the kind that it is.
      if ((prepared.width === null) !== (before.width === null))
        throw new KalendsError('rest_upload_file_type');
      return actor.services.db.write(async (trx) => {
        const present = await findMedia(trx, id);
        if (!present) throw new KalendsError('rest_media_invalid_id');
        // What was cut out is a part of the file that it was then.
        if (!sent && present.file !== before.file)
          throw invalidParameter('crop', message('problem.crop_replaced'));
        left = filesOf(present);
        const { mime_type, file, original_file, width, height, filesize, sizes } = prepared;
        const focal_point = crop ? focusWithin(present.focal_point, crop) : present.focal_point;
        const columns = { mime_type, file, original_file, width, height, filesize, sizes, focal_point };
        await updateMediaFile(trx, id, columns);
        await logChanges(trx, [changed(actor, 'media', id, 'update')]);
        return { ...present, ...columns };
      });
    },
  );
  await actor.services.media.files.retire(left);
  return row;
}

async function storedFile(actor: Actor, row: MediaRow): Promise<SentFile> {
  const place = row.original_file ?? row.file;
  const bytes = await actor.services.media.files.read(place);
  if (!bytes) throw new KalendsError('rest_media_invalid_id');
  return { name: path.posix.basename(place), bytes, type: row.mime_type };
}

async function cropped({ services }: Actor, file: SentFile, crop: Crop): Promise<SentFile> {
  try {
    const bytes = await (await services.media.decoders.get()).crop(file.bytes, crop);
    if (bytes) return { ...file, bytes };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
  }
  throw invalidParameter('crop', message('problem.crop_impossible'));
}

/** Returns where the focal point is in a part of the picture; `''` for none, also where it isn't in that part. */
function focusWithin(stored: string, crop: Crop): string {
  if (stored === '') return '';
  const focus: FocalPoint = JSON.parse(stored);
  const point = { x: (focus.x - crop.x) / crop.width, y: (focus.y - crop.y) / crop.height };
  const isWithin = [point.x, point.y].every((share) => share >= 0 && share <= 1);
  return isWithin ? JSON.stringify(point) : '';
}
