import { presentImage } from '#api/media/present.ts';
import { storedSizes } from '#api/media/rules.ts';
import type { FocalPoint } from '#api/media/schema.ts';
import type { MediaRow } from '#api/media/store.ts';
import type { Call } from '#context.ts';

/** A file of a picture that browsers may choose. */
export interface PictureFile {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** A picture as pages show it: its files by form and width, and what is said of it in the reader's language. */
export interface PictureView {
  /** In the form in which it was uploaded, by width; the last is the picture itself. */
  readonly files: readonly PictureFile[];
  /** Files in forms that take fewer bytes, the smallest first. */
  readonly forms: readonly { readonly type: string; readonly files: readonly PictureFile[] }[];
  readonly alt: string;
  readonly credit: string;
  readonly focalPoint: FocalPoint | null;
  /** Sixteen pixels of it as a `data:` address; undefined where one sees through it, or it is small. */
  readonly placeholder: string | undefined;
}

/** Wide enough for every place in which pages show a picture, on screens with two pixels for one. */
const WIDE_ENOUGH = 1000;
/** Part of a picture's width below which a smaller copy of it looks blurred. */
const SHARP_ENOUGH = 0.6;

const byWidth = (a: PictureFile, b: PictureFile) => a.width - b.width;

/** Returns a picture as pages show it. */
export function pictureView(row: MediaRow, call: Call): PictureView {
  const { links } = call;
  const { url, width, height, alt_text, credit, focal_point } = presentImage(row, call);
  const stored = storedSizes(row);
  // The thumbnail is cut to a square.
  const whole = stored.filter(([name]) => name !== 'thumbnail').map(([, size]) => size);
  const own = whole.map((size) => ({ url: links.media(size.file), width: size.width, height: size.height }));
  // Smaller copies of an animation stand still.
  const isAnimation = row.mime_type === 'image/gif';
  const forms = new Map<string, PictureFile[]>();
  for (const size of whole)
    for (const form of size.forms ?? []) {
      const files = forms.get(form['mime-type']) ?? [];
      files.push({ url: links.media(form.file), width: size.width, height: size.height });
      forms.set(form['mime-type'], files);
    }
  const isSharp = (files: readonly PictureFile[]) =>
    Math.max(...files.map((file) => file.width)) >= Math.min(width * SHARP_ENOUGH, WIDE_ENOUGH);
  return {
    files: [...(isAnimation ? [] : own.sort(byWidth)), { url, width, height }],
    forms: ['image/avif', 'image/webp'].flatMap((type) => {
      const files = forms.get(type)?.sort(byWidth) ?? [];
      return files.length > 0 && isSharp(files) ? [{ type, files }] : [];
    }),
    alt: alt_text,
    credit,
    focalPoint: focal_point,
    placeholder: stored[0]?.[1].placeholder,
  };
}
