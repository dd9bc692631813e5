/** A rectangle of a picture: parts of its width and height, from the upper left. */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The shapes to which a picture is cut; undefined: any. */
export const cropShapes = { free: undefined, wide: 16 / 9, square: 1 } as const;
/** Names a shape. */
export type CropShape = keyof typeof cropShapes;

/** The whole picture. */
export const wholeArea: CropArea = { x: 0, y: 0, width: 1, height: 1 };

/** The smallest part of a side that can be cut out. */
const LEAST = 0.05;
const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** Returns an area moved to another corner, as far as it stays within the picture. */
export const movedTo = (area: CropArea, x: number, y: number): CropArea => ({
  ...area,
  x: between(x, 0, 1 - area.width),
  y: between(y, 0, 1 - area.height),
});

/**
 * Returns an area with another size from its upper left corner, as far as it stays within the picture and, where it has a shape,
 * in that.
 * @param ratio width to height of the picture in pixels
 */
export function resized(
  area: CropArea,
  { width, height }: { readonly width: number; readonly height: number },
  shape: CropShape,
  ratio: number,
): CropArea {
  const wanted = cropShapes[shape];
  const [mostWidth, mostHeight] = [1 - area.x, 1 - area.y];
  if (wanted === undefined)
    return {
      ...area,
      width: between(width, LEAST, mostWidth),
      height: between(height, LEAST, mostHeight),
    };
  // Of a shape the height follows from the width, in parts of other sides.
  const heightOf = ratio / wanted;
  const most = Math.min(mostWidth, mostHeight / heightOf);
  const least = Math.min(most, Math.max(LEAST, LEAST / heightOf));
  const chosen = between(width, least, most);
  return { ...area, width: chosen, height: chosen * heightOf };
}

/** Returns the largest area of a shape in the middle of a picture. @param ratio as above */
export function largestOf(shape: CropShape, ratio: number): CropArea {
  const { width, height } = resized(wholeArea, { width: 1, height: 1 }, shape, ratio);
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}
