import type { Metadata, Sharp } from 'sharp';
import { PictureError } from './errors.ts';
import { type PictureType, pictureKinds } from './kinds.ts';
import { withoutMetadata, withoutTexts } from './metadata.ts';
import { safeFileName } from './name.ts';
import { type Open, type PictureTools, withSharp } from './sharp.ts';
import { type Dimensions, fitInto, maxSide, type PlannedSize, planSizes } from './sizes.ts';
import { pictureType } from './type.ts';

export { pictureType } from './type.ts';

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

/** A file of a size, in one form. */
interface SizeFile {
  file: string;
  bytes: Buffer;
  'mime-type': string;
  /** Bytes. */
  filesize: number;
}

/** A size as the interface tells it (reference 2.6), with its bytes. */
export interface PictureSize extends Dimensions, SizeFile {
  /** Copies in forms that take fewer bytes, for the pages; the smallest first. */
  forms?: SizeFile[];
}

/** The files of one picture. All names begin with the stem that `original` or else `file` has. */
export interface PictureFiles {
  /** The file that is shown: the picture, or a scaled copy of one wider or higher than 2560 pixels. */
  file: NamedBytes & Dimensions;
  /** The picture in full, where `file` is a scaled copy. */
  original?: NamedBytes;
  /** By name, in the interface's order; empty for a small picture. */
  sizes: Record<string, PictureSize>;
  /** The picture in sixteen pixels as a `data:` address, which pages show first; absent where one sees through it, or it is small. */
  placeholder?: string;
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

/** A rectangle of a picture as it is seen: parts of its width and height, from the upper left. */
export interface PictureCrop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Cuts a picture to a rectangle, at least one pixel wide and high, in its own form. Returns undefined for an animation, which
 * would stop. Throws {@link PictureError} for what cannot be decoded.
 */
export async function cropPicture(bytes: Buffer, crop: PictureCrop): Promise<Buffer | undefined> {
  const type = pictureType(bytes);
  if (type === undefined) throw brokenPicture();
  return withSharp(async ({ open }) => {
    try {
      const clean = withoutTexts(bytes, type);
      const metadata = await readMetadata(open, clean, type);
      if (isAnimated(metadata)) return undefined;
      const { width, height } = metadata.autoOrient;
      const left = Math.min(Math.round(crop.x * width), width - 1);
      const top = Math.min(Math.round(crop.y * height), height - 1);
      const cut = open(clean).extract({
        left,
        top,
        width: Math.max(1, Math.min(Math.round(crop.width * width), width - left)),
        height: Math.max(1, Math.min(Math.round(crop.height * height), height - top)),
      });
      return await encodeAs(cut.keepIccProfile(), type, metadata.isPalette, CROP_QUALITY).toBuffer();
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
    const forms: SizeFile[] = [];
    for (const form of formsOf(type, size)) {
      const resized = sharp(data, { raw }).resize({ width, height, fit: 'fill' });
      const bytes = await encodeAs(resized, form, false, FORM_QUALITY).toBuffer();
      // A drawing with few colours is smallest as it is.
      if (bytes.length < made.length)
        forms.push({
          file: `${file.slice(0, file.lastIndexOf('.'))}.${form}`,
          bytes,
          'mime-type': mimeType(form),
          filesize: bytes.length,
        });
    }
    sizes[size.name] = {
      file,
      bytes: made,
      width,
      height,
      'mime-type': mimeType(type),
      filesize: made.length,
      ...(forms.length > 0 ? { forms: forms.toSorted((a, b) => a.filesize - b.filesize) } : {}),
    };
  }
  const placeholder =
    Object.keys(sizes).length > 0 ? await placeholderOf(sharp(data, { raw }), sharp) : undefined;
  const isLarge = picture.width > maxSide || picture.height > maxSide;
  if (!isLarge || isAnimated(metadata)) {
    return {
      file: { name, bytes: clean, width: picture.width, height: picture.height },
      sizes,
      ...(placeholder ? { placeholder } : {}),
    };
  }
  const scaled = await encode({ name: 'scaled', ...largest, crop: false });
  return {
    file: { name: suffixed(name, 'scaled'), bytes: scaled, ...largest },
    original: { name, bytes: clean },
    sizes,
    ...(placeholder ? { placeholder } : {}),
  };
}

/** On the scale of JPEG: what is cut is the new original. */
const CROP_QUALITY = 92;
/** On the scale of JPEG; the smaller forms show less of what it costs. */
const FORM_QUALITY = 76;
/** Encoding a larger AVIF would take seconds. */
const WIDEST_AVIF = 1024;
const WIDEST_WEBP = 1536;

/** Returns the further forms in which a size is kept for the pages: none of what is cropped, or small by itself. */
function formsOf(type: PictureType, { width, crop }: PlannedSize): PictureType[] {
  if (crop || type === 'avif' || type === 'gif') return [];
  const avif: PictureType[] = width <= WIDEST_AVIF ? ['avif'] : [];
  return type === 'webp' || width > WIDEST_WEBP ? avif : [...avif, 'webp'];
}

/** Alpha of a point through which nothing is seen. */
const OPAQUE = 250;

/** Returns a picture in sixteen pixels as a `data:` address; undefined where one sees through it. */
async function placeholderOf(picture: Sharp, sharp: PictureTools['sharp']): Promise<string | undefined> {
  const { data, info } = await picture
    .resize({ width: 16, height: 16, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const hasAlpha = channels % 2 === 0;
  if (hasAlpha && data.some((value, at) => (at + 1) % channels === 0 && value < OPAQUE)) return undefined;
  const tiny = sharp(data, { raw: { width, height, channels } }).removeAlpha();
  const bytes = await tiny.webp({ quality: 25 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
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
