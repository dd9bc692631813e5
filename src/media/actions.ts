import { logChanges } from '#db/changes.ts';
import type { Writing } from '#db/engine.ts';
import { nextId } from '#db/sequence.ts';
import type { Actor } from '#posts/actor.ts';
import { slugify } from '#text/slug.ts';
import { utcText } from '#time/clock.ts';
import { toWall } from '#time/zone.ts';
import type { PicturePaths } from './files.ts';
import type { PictureChoice } from './parameters.ts';
import type { PictureFiles } from './picture.ts';
import { insertMedia, type MediaRow } from './store.ts';

/** Pictures whose files are written but whose rows aren't yet. */
interface PreparedPicture {
  made: PictureFiles;
  paths: PicturePaths;
  mime_type: string;
  fileName: string;
  address: string;
}
export type PreparedPictures = ReadonlyMap<PictureChoice, PreparedPicture>;

const pathsOf = ({ paths }: PreparedPicture) => [
  paths.file,
  ...(paths.original ? [paths.original] : []),
  ...Object.values(paths.sizes),
];

/** Makes the sizes of a picture and writes its files. */
export async function preparePicture(
  actor: Actor,
  picture: { bytes: Buffer; fileName: string; mime_type: string; address: string },
): Promise<PreparedPicture> {
  const { makeSizes } = await import('./picture.ts');
  const { safeFileName } = await import('./name.ts');
  const { pictureType } = await import('./type.ts');
  const type = pictureType(picture.bytes);
  const name = type ? safeFileName(picture.fileName, type) : picture.fileName;
  const made = await makeSizes(picture.bytes, name);
  const [year = 1970, month = 1] = toWall(utcText(actor.now), actor.deps.config.timezone)
    .split('-')
    .map(Number);
  const paths = await actor.deps.media.files.writePicture(year, month, made);
  return { made, paths, mime_type: picture.mime_type, fileName: name, address: picture.address };
}

/** Takes the files of pictures back that no transaction came to keep. */
export async function discardPictures(actor: Actor, pictures: Iterable<PreparedPicture>): Promise<void> {
  await actor.deps.media.files.remove([...pictures].flatMap(pathsOf));
}

/**
 * Writes the files of the fetched pictures among some choices, then does the work that keeps them; where that fails,
 * the files are taken back.
 */
export async function preparePictures<T>(
  actor: Actor,
  choices: readonly (PictureChoice | undefined)[],
  work: (pictures: PreparedPictures) => Promise<T>,
): Promise<T> {
  const prepared = new Map<PictureChoice, PreparedPicture>();
  try {
    for (const choice of choices) {
      if (!choice || choice === 'none' || !('fetched' in choice) || prepared.has(choice)) continue;
      const { pictureKinds } = await import('./type.ts');
      const { bytes, fileName, type } = choice.fetched;
      const mime_type = pictureKinds[type].mime_type;
      prepared.set(
        choice,
        await preparePicture(actor, { bytes, fileName, mime_type, address: choice.address }),
      );
    }
    return await work(prepared);
  } catch (error) {
    await discardPictures(actor, prepared.values());
    throw error;
  }
}

/** Writes the row of a prepared picture and gives its ID. */
export async function keepPicture(trx: Writing, actor: Actor, picture: PreparedPicture): Promise<number> {
  const utc = utcText(actor.now);
  const { made, paths } = picture;
  const title = picture.fileName.replace(/\.[^.]*$/, '');
  const sizes = Object.fromEntries(
    Object.entries(made.sizes).map(([name, { width, height, 'mime-type': type, filesize }]) => [
      name,
      { file: paths.sizes[name] ?? '', width, height, 'mime-type': type, filesize },
    ]),
  );
  const row: MediaRow = {
    id: await nextId(trx, 'post'),
    author_id: actor.viewer?.id ?? 0,
    date: toWall(utc, actor.deps.config.timezone),
    date_utc: utc,
    title,
    slug: slugify(title),
    mime_type: picture.mime_type,
    file: paths.file,
    original_file: paths.original ?? null,
    width: made.file.width,
    height: made.file.height,
    filesize: made.file.bytes.length,
    sizes: JSON.stringify(sizes),
    source_url: picture.address,
  };
  await insertMedia(trx, row);
  await logChanges(trx, [
    { kind: 'media', resource_id: row.id, action: 'create', at_utc: utc, user_id: actor.viewer?.id ?? null },
  ]);
  return row.id;
}

/** The ID of the picture that a write names; null for none. A prepared one is kept with it. */
export async function pictureOf(
  trx: Writing,
  actor: Actor,
  choice: PictureChoice | undefined,
  pictures: PreparedPictures,
): Promise<number | null> {
  if (choice === undefined || choice === 'none') return null;
  if ('id' in choice) return choice.id;
  const prepared = pictures.get(choice);
  return prepared ? keepPicture(trx, actor, prepared) : null;
}
