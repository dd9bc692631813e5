import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import type { PictureView } from '../reading/picture-view.ts';
import { picture } from './picture.ts';

/** The head of the page of one thing. */
export interface Hero {
  /** Small lines above the title: categories and badges. */
  readonly kicker: Html | '';
  readonly title: Html;
  /** Its first sentences, larger; '' for none. */
  readonly lead: Html | '';
  readonly image: PictureView | undefined;
}

/** Renders a link back to the list that a page is part of. */
export const crumb = (address: string, text: string): Html =>
  html`<p class="crumb"><a data-in-place href="${address}">${icon('left')}${text}</a></p>`;

/** Five of twelve columns of the widest page, on a phone the whole width. */
const SIZES = '(max-width: 48rem) 100vw, 31rem';

function figure(image: PictureView): Html {
  const credit = image.credit ? html`<figcaption>${image.credit}</figcaption>` : '';
  return html`<figure>${picture(image, { sizes: SIZES, alt: image.alt, isFirst: true, width: 1000 })}${credit}</figure>`;
}

/** Renders the title of a page beside its picture. */
export function hero({ kicker, title, lead, image }: Hero): Html {
  return html`<header class="ev-hero${image ? '' : ' no-img'}"><div>${kicker ? html`<p class="kick">${kicker}</p>` : ''}${title}${lead ? html`<div class="lead">${lead}</div>` : ''}</div>${image ? figure(image) : ''}</header>`;
}
