import { type Html, html } from '#web/html/html.ts';
import type { PictureFile, PictureView } from '../reading/picture-view.ts';

/** The way in which a page shows a picture. */
export interface PictureLook {
  /** Width of its place by that of the window (HTML §4.8.4.2.2). */
  readonly sizes: string;
  /** '' where the words beside it say the same. */
  readonly alt: string;
  /** Whether it is the first thing that is seen: loaded before others, with its sixteen pixels beneath meanwhile. */
  readonly isFirst?: boolean;
  /** Pixels of the file for browsers that choose none, about. */
  readonly width: number;
}

const srcset = (files: readonly PictureFile[]): string =>
  files.map(({ url, width }) => `${url} ${width}w`).join(', ');

/** Returns the classes that keep a point of the picture in sight where it is cut, to a tenth of its sides. */
const focus = ({ focalPoint: point }: PictureView): string =>
  point ? ['fp', `fx${Math.round(point.x * 10)}`, `fy${Math.round(point.y * 10)}`].join(' ') : 'pic';

/** Renders a picture in the forms and widths that there are, of which browsers choose. */
export function picture(view: PictureView, { sizes, alt, isFirst = false, width }: PictureLook): Html | '' {
  const fallback = view.files.find((file) => file.width >= width) ?? view.files.at(-1);
  if (!fallback) return '';
  const sources = view.forms.map(
    ({ type, files }) => html`<source type="${type}" srcset="${srcset(files)}" sizes="${sizes}">`,
  );
  const loading = isFirst ? 'eager' : 'lazy';
  const priority = isFirst ? 'high' : 'auto';
  const shown = html`<picture>${sources}<img src="${fallback.url}" srcset="${srcset(view.files)}" sizes="${sizes}" width="${fallback.width}" height="${fallback.height}" alt="${alt}" class="${focus(view)}" loading="${loading}" fetchpriority="${priority}" decoding="async"></picture>`;
  if (!isFirst || view.placeholder === undefined) return shown;
  return html`<span class="ph"><img src="${view.placeholder}" width="${fallback.width}" height="${fallback.height}" alt="" aria-hidden="true" class="${focus(view)}">${shown}</span>`;
}
