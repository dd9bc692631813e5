import type { Links } from '#api/http/address.ts';
import { storedSizes } from './rules.ts';
import type { Image, Media } from './schema.ts';
import type { MediaRow } from './store.ts';

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);

/** Returns a picture as shown inside an event, venue or organizer (reference 2.6). */
export function presentImage(row: MediaRow, links: Links): Image {
  const sizes = storedSizes(row).map(([name, { file, width, height, filesize, 'mime-type': type }]) => [
    name,
    { width, height, 'mime-type': type, filesize, url: links.media(file) },
  ]);
  return {
    url: links.media(row.file),
    id: row.id,
    extension: row.file.slice(row.file.lastIndexOf('.') + 1),
    width: row.width ?? 0,
    height: row.height ?? 0,
    filesize: row.filesize,
    ...(sizes.length > 0 ? { sizes: Object.fromEntries(sizes) } : {}),
    ...(row.original_file ? { original_image: nameOf(row.original_file) } : {}),
  };
}

/** Returns a file as the media routes answer it. */
export function presentMedia(row: MediaRow, links: Links): Media {
  const url = links.media(row.file);
  const picture = row.width !== null && row.height !== null;
  return {
    id: row.id,
    date: row.date.replace(' ', 'T'),
    date_gmt: row.date_utc.replace(' ', 'T'),
    slug: row.slug,
    status: 'inherit',
    type: 'attachment',
    link: url,
    title: { rendered: row.title },
    author: row.author_id,
    media_type: picture ? 'image' : 'file',
    mime_type: row.mime_type,
    source_url: url,
    media_details: {
      ...(row.width !== null && row.height !== null ? { width: row.width, height: row.height } : {}),
      file: row.file,
      filesize: row.filesize,
      sizes: Object.fromEntries(
        storedSizes(row).map(([name, { file, width, height, filesize, 'mime-type': type }]) => [
          name,
          { file: nameOf(file), width, height, filesize, mime_type: type, source_url: links.media(file) },
        ]),
      ),
    },
  };
}
