import { pictureKinds } from '#store/pictures/kinds.ts';
import { api, bodyOf } from './client.ts';

/** A file that is no picture of a kind that the library shows. */
export class UnsupportedFileError extends Error {}

const kinds = new Set(Object.values(pictureKinds).map(({ mime_type }) => mime_type));

/** Refuses a file of another kind, by what the system says of it; of others the service looks at the content. @throws UnsupportedFileError */
export function requirePicture({ type }: File): void {
  if (type !== '' && !kinds.has(type)) throw new UnsupportedFileError();
}

/** Returns the file to take of those that were dropped or pasted: the first picture, else one that can only be refused. */
export const pictureOf = (files: FileList | null | undefined): File | undefined =>
  [...(files ?? [])].find(({ type }) => kinds.has(type)) ?? files?.[0];

/** Uploads a picture to the library. Returns its ID and its address. @throws UnsupportedFileError; InterfaceError where it is refused */
export async function uploadPicture(file: File): Promise<{ id: number; url: string }> {
  requirePicture(file);
  const form = new FormData();
  form.append('file', file);
  const media = await bodyOf(
    // The file itself is what the document calls a binary text.
    api.POST('/kalends/v1/media', { body: { file: '' }, bodySerializer: () => form }),
  );
  return { id: media.id, url: media.source_url };
}
