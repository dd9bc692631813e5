import type { Metadata, Sharp } from 'sharp';
import { PictureError } from './errors.ts';
import { withoutMetadata, withoutTexts } from './metadata.ts';
import { safeFileName } from './name.ts';
import { type Open, type PictureTools, withSharp } from './sharp.ts';
import { type Dimensions, fitInto, maxSide, type PlannedSize, planSizes } from './sizes.ts';
import { type PictureType, pictureKinds, pictureType } from './type.ts';

export { type PictureType, pictureType } from './type.ts';

/** Kind and size of a picture by its content; width and height in pixels as it is seen, EXIF orientation applied. */
export interface PictureFacts extends Dimensions {
  type: PictureType;
  mime_type: string;
  /** Without a dot, the usual one of the type. */
  extension: string;
}

/** Bytes of a picture, and the name of the file that holds them. */
export interface NamedBytes {
  name: string;
  bytes: Buffer;
}

/** A size as the interface tells it (reference 2.6), with its bytes. */
export interface PictureSize extends Dimensions {
  file: string;
  bytes: Buffer;
  'mime-type': string;
  /** Bytes. */
  filesize: number;
}

/** The files of one picture. All names begin with the stem that `original` or else `file` has. */
export interface PictureFiles {
  /** The file that is shown: the picture, or a scaled copy of one wider or higher than 2560 pixels. */
  file: NamedBytes & Dimensions;
  /** The picture in full, where `file` is a scaled copy. */
  original?: NamedBytes;
  /** By name, in the interface's order; empty for a small picture. */
  sizes: Record<string, PictureSize>;
}

/** Decodes a picture to learn what it is; undefined if it is none of ours, broken, cut off or too large to decode. */
export async function inspectPicture(sent: Buffer): Promise<PictureFacts | undefined> {
  const type = pictureType(sent);
  if (type === undefined) return undefined;
  const bytes = withoutTexts(sent, type);
  return withSharp(async ({ open }) => {
    try {
      const { autoOrient } = await readMetadata(open, bytes, type);
      // Every row has to be read for the smallest copy too, while memory stays small.
      await open(bytes).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
      const { mime_type, extensions } = pictureKinds[type];
      return {
        type,
        width: autoOrient.width,
        height: autoOrient.height,
        mime_type,
        extension: extensions[0],
      };
    } catch {
      // The library's errors have no codes to tell a broken file from others.
      return undefined;
    }
  });
}

/**
 * Makes what is kept of a picture: it and its smaller sizes (reference 2.6), turned upright and without metadata.
 * An animation stays one, with sizes of its first frame. Throws {@link PictureError} for what cannot be decoded.
 */
export async function makeSizes(bytes: Buffer, baseName: string): Promise<PictureFiles> {
  const type = pictureType(bytes);
  if (type === undefined) throw brokenPicture();
  return withSharp(async (tools) => {
    try {
      return await makeFiles(tools, bytes, type, safeFileName(baseName, type));
    } catch (error) {
      throw brokenPicture(error);
    }
  });
}

function brokenPicture(cause?: unknown): PictureError {
  return new PictureError('broken', undefined, { cause });
}

async function makeFiles({ open, sharp }: PictureTools, sent: Buffer, type: PictureType, name: string) {
  const bytes = withoutTexts(sent, type);
  const metadata = await readMetadata(open, bytes, type);
  const picture = metadata.autoOrient;
  const clean = await cleanOriginal(open, bytes, type, metadata);
  const largest = fitInto(picture, { width: maxSide, height: maxSide });
  // One decoding for all sizes, and never more pixels in memory than the largest of them.
  const { data, info } = await open(bytes)
    .resize({ ...largest, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const encode = async (size: PlannedSize) => {
    const { width, height, crop } = size;
    const resized = sharp(data, { raw }).resize({ width, height, fit: crop ? 'cover' : 'fill' });
    return await encodeAs(resized, type, metadata.isPalette).toBuffer();
  };

  const sizes: Record<string, PictureSize> = {};
  for (const size of planSizes(picture)) {
    const { width, height } = size;
    const made = await encode(size);
    const file = suffixed(name, `${width}x${height}`);
    sizes[size.name] = {
      file,
      bytes: made,
      width,
      height,
      'mime-type': mimeType(type),
      filesize: made.length,
    };
  }
  const isLarge = picture.width > maxSide || picture.height > maxSide;
  if (!isLarge || isAnimated(metadata)) {
    return { file: { name, bytes: clean, width: picture.width, height: picture.height }, sizes };
  }
  const scaled = await encode({ name: 'scaled', ...largest, crop: false });
  return {
    file: { name: suffixed(name, 'scaled'), bytes: scaled, ...largest },
    original: { name, bytes: clean },
    sizes,
  };
}

async function readMetadata(open: Open, bytes: Uint8Array, type: PictureType): Promise<Metadata> {
  const metadata = await open(bytes).metadata();
  // The same container holds HEVC, which no browser shows.
  const expected =
    type === 'avif' ? metadata.format === 'heif' && metadata.compression === 'av1' : metadata.format === type;
  if (!expected) throw new Error(`A ${type} that decodes as ${metadata.format}`);
  return metadata;
}

function isAnimated({ pages = 1 }: Metadata): boolean {
  return pages > 1;
}

async function cleanOriginal(
  open: Open,
  bytes: Buffer,
  type: PictureType,
  metadata: Metadata,
): Promise<Buffer> {
  const stripped = withoutMetadata(bytes, type);
  // Encoding anew would stop an animation.
  if (isAnimated(metadata)) return stripped ?? bytes;
  const isUpright = (metadata.orientation ?? 1) === 1;
  if (isUpright && stripped !== undefined) return stripped;
  const carriesMetadata = [metadata.exif, metadata.xmp, metadata.iptc].some((part) => part !== undefined);
  if (isUpright && type === 'avif' && !carriesMetadata) return bytes;
  return await encodeAs(open(bytes).keepIccProfile(), type, metadata.isPalette, 90).toBuffer();
}

function encodeAs(picture: Sharp, type: PictureType, palette: boolean, quality = 82): Sharp {
  switch (type) {
    case 'jpeg':
      return picture.jpeg({ quality });
    case 'png':
      return picture.png({ palette });
    case 'gif':
      return picture.gif();
    case 'webp':
      return picture.webp({ quality });
    case 'avif':
      // The scale is another one: 60 looks like JPEG's 82. More effort would take seconds a size.
      return picture.avif({ quality: quality - 22, effort: 2 });
  }
}

function mimeType(type: PictureType): string {
  return pictureKinds[type].mime_type;
}

function suffixed(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot)}-${suffix}${name.slice(dot)}`;
}
