import { api, bodyOf } from './client.ts';

/** Uploads a picture to the library. Returns its ID and its address. @throws InterfaceError where it is refused */
export async function uploadPicture(file: File): Promise<{ id: number; url: string }> {
  const form = new FormData();
  form.append('file', file);
  const media = await bodyOf(
    // The file itself is what the document calls a binary text.
    api.POST('/kalends/v1/media', { body: { file: '' }, bodySerializer: () => form }),
  );
  return { id: media.id, url: media.source_url };
}
