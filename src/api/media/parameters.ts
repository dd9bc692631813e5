import Type from 'typebox';
import { can, mayReadMedia } from '#api/access/permissions.ts';
import { integerOf } from '#api/http/coercion.ts';
import { type Parameter, parameter, type ReadResult, refuse } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { type AddressedPicture, MAX_ADDRESSES, type PictureBudget } from '#store/pictures/budget.ts';
import { PictureError } from '#store/pictures/errors.ts';
import { asUnavailable } from '#store/pictures/unavailable.ts';
import { findMedia, findPicture, isShownTo, type MediaRow } from './store.ts';

/** The picture that a write names: a stored one, a fetched one, or none. */
export type PictureChoice = { id: number } | AddressedPicture | 'none';

async function byAddress(address: string, call: Call): Promise<ReadResult<PictureChoice>> {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return refuse('problem.image_id');
  if (!can(call.viewer, 'upload')) return refuse('problem.image_forbidden');
  const budget = call.pictureBudget();
  if (!budget.admit(address)) return refuse('picture.addresses', { limit: MAX_ADDRESSES });
  // Our names need no decoding (store/pictures/name.ts).
  const ours = call.links.media('');
  const isOurs = address.startsWith(ours);
  const known = await findPicture(
    call.services.db.read,
    isOurs ? { file: address.slice(ours.length) } : { source: address },
  );
  if (known && (await isUsable(known, call))) return { value: { id: known.id } };
  if (isOurs) return refuse('problem.image_id');
  const found = budget.found(address);
  if (found) return { value: found };
  try {
    return await fetchAndInspect(call, address, budget);
  } catch (error) {
    if (!(error instanceof PictureError)) throw asUnavailable(error);
    return { problem: { message: message('problem.image_address', { reason: error.userMessage }) } };
  }
}

async function fetchAndInspect(
  { services, writtenIn: language }: Call,
  address: string,
  budget: PictureBudget,
): Promise<ReadResult<PictureChoice>> {
  const { fetches, decoders } = services.media;
  const { fetchPicture } = await import('#store/pictures/fetch.ts');
  const fetched = await fetches.run({ isExpensive: false, bytes: 0 }, () =>
    fetchPicture(address, { ...budget.rulesForNext(), language }),
  );
  const facts = await (await decoders.get()).inspect(fetched.bytes, budget.decoding);
  if (!facts) return refuse('problem.image_id');
  const picture = { fetched, address };
  budget.take(picture);
  return { value: picture };
}

/** Returns whether a row is a picture that the caller may read; others are refused as if they didn't exist. */
async function isUsable(row: MediaRow | undefined, call: Call): Promise<boolean> {
  if (!row?.width) return false;
  return mayReadMedia(call.viewer, row, await isShownTo(call.services.db.read, row.id, call.viewer));
}

/**
 * Reads `image` as an ID or an address (reference 3.0, IMG; D27 takes numbers too). A known address is the stored picture;
 * any other is fetched, for callers who may upload. `false` means none, as in answers, and so does `''` if `empty`.
 */
export function pictureField(options: { empty: boolean }): Parameter<PictureChoice, false> {
  return parameter<PictureChoice>(
    Type.String({ examples: ['12', 'https://example.org/photo.jpg'] }),
    async (value, { call }) => {
      if (value === false || (value === '' && options.empty)) return { value: 'none' };
      const id = integerOf(value);
      if (id !== undefined) {
        const row = id > 0 ? await findMedia(call.services.db.read, id) : undefined;
        return (await isUsable(row, call)) ? { value: { id } } : refuse('problem.image_id');
      }
      return typeof value === 'string' && value.length <= 2000
        ? byAddress(value, call)
        : refuse('problem.image_id');
    },
  );
}
