/** Whole pixels. */
export interface Dimensions {
  width: number;
  height: number;
}

/** Smaller copy that a picture gets: its name in answers, and its pixels. */
export interface PlannedSize extends Dimensions {
  name: string;
  /** Fills the box and loses what sticks out, instead of fitting into it. */
  crop: boolean;
}

/** Pictures wider or higher than this many pixels are served as a scaled copy (reference 2.6). */
export const maxSide = 2560;

// In the order in which the interface lists them; a bound of Infinity does not limit that side.
const boxes: readonly PlannedSize[] = [
  { name: 'medium', width: 300, height: 300, crop: false },
  { name: 'large', width: 1024, height: 1024, crop: false },
  { name: 'thumbnail', width: 150, height: 150, crop: true },
  { name: 'medium_large', width: 768, height: Number.POSITIVE_INFINITY, crop: false },
  { name: '1536x1536', width: 1536, height: 1536, crop: false },
  { name: '2048x2048', width: 2048, height: 2048, crop: false },
];

/** The sizes that are made of a picture, in the interface's order; none that would be as large as the picture. */
export function planSizes(picture: Dimensions): PlannedSize[] {
  return boxes
    .map((box) => ({ ...box, ...(box.crop ? cropInto(picture, box) : fitInto(picture, box)) }))
    .filter((size) => isSmaller(size, picture));
}

/**
 * The largest dimensions of the same shape within the box, never larger than the picture and at least 1 by 1.
 * Rounds as WordPress does: a side that ends one pixel short of its bound takes the bound.
 */
export function fitInto(picture: Dimensions, box: Dimensions): Dimensions {
  const byWidth = Math.min(1, box.width / picture.width);
  const byHeight = Math.min(1, box.height / picture.height);
  const scaled = (ratio: number) => ({
    width: Math.max(1, Math.round(picture.width * ratio)),
    height: Math.max(1, Math.round(picture.height * ratio)),
  });
  // The gentler ratio is right where rounding alone brings the other side within its bound.
  const gentle = scaled(Math.max(byWidth, byHeight));
  const bounded = Number.isFinite(box.width) && Number.isFinite(box.height);
  const fits = bounded && gentle.width <= box.width && gentle.height <= box.height;
  const { width, height } = fits ? gentle : scaled(Math.min(byWidth, byHeight));
  return {
    width: byWidth < 1 && width === box.width - 1 ? box.width : width,
    height: byHeight < 1 && height === box.height - 1 ? box.height : height,
  };
}

function cropInto(picture: Dimensions, box: Dimensions): Dimensions {
  return { width: Math.min(picture.width, box.width), height: Math.min(picture.height, box.height) };
}

// A pixel less is the same picture again.
function isSmaller(size: Dimensions, picture: Dimensions): boolean {
  return picture.width - size.width > 1 || picture.height - size.height > 1;
}
