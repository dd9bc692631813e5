import type { Call } from '#context.ts';
import { storedSizes } from './rules.ts';
import type { Image, Media, MediaUse } from './schema.ts';
import type { MediaRow } from './store.ts';
import { textFor } from './texts.ts';
import type { UseRow } from './uses/store.ts';

/** The reader of a file: links and texts are theirs. */
type FileCall = Pick<Call, 'links' | 'language' | 'services'>;

const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);

const told = (row: MediaRow, call: FileCall) => ({
  alt_text: textFor(row.alt_text, call),
  credit: textFor(row.credit, call),
  focal_point: row.focal_point === '' ? null : JSON.parse(row.focal_point),
});

/** Returns a picture in JSON-LD: its address, or with what is said of it an ImageObject. */
export function imageNode({ url, alt_text, credit }: Pick<Image, 'url' | 'alt_text' | 'credit'>) {
  if (alt_text === '' && credit === '') return url;
  return {
    '@type': 'ImageObject',
    url,
    contentUrl: url,
    ...(alt_text === '' ? {} : { caption: alt_text }),
    ...(credit === '' ? {} : { creditText: credit }),
  };
}

/** Returns a picture as shown inside an event, venue or organizer (reference 2.6). */
export function presentImage(row: MediaRow, call: FileCall): Image {
  const { links } = call;
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
    ...told(row, call),
  };
}

/** Returns a file as the media routes answer it. */
export function presentMedia(row: MediaRow, call: FileCall): Media {
  const { links } = call;
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
    ...told(row, call),
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

/** Tables of the interface by kind. */
const tables = { event: 'events', venue: 'venues', organizer: 'organizers' } as const;

/** Returns an item that shows a picture as answered. */
export const presentUse = ({ kind, id, title, status, start_date }: UseRow, call: FileCall): MediaUse => ({
  kind,
  id,
  title,
  status,
  start_date,
  rest_url: call.links.rest(tables[kind], id),
});
