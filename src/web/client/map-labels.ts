/** A rectangle in pixels. */
interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A pin with its name, at the pixel of its tip. */
export interface LabelledPin {
  readonly x: number;
  readonly y: number;
  /** Pixels that the name takes; 0: it has none. */
  readonly width: number;
  /** Whether it is a disc around its pixel, as clusters are. */
  readonly isDisc: boolean;
}

/** The side of a pin on which its name stands; undefined: on none, where it would lie on another. */
export type LabelSide = 'end' | 'start' | undefined;

const LINE = 10;
const GAP = 4;

const overlap = (a: PixelBox, b: PixelBox): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns the boxes of pins themselves. @param scale of what is drawn */
const bodyOf = ({ x, y, isDisc }: LabelledPin, scale: number): PixelBox =>
  isDisc
    ? { left: x - 32 * scale, right: x + 32 * scale, top: y - 32 * scale, bottom: y + 32 * scale }
    : { left: x - 17 * scale, right: x + 17 * scale, top: y - 46 * scale, bottom: y };

/** The sides on which names of pins stand, and the boxes of pins and names. */
export interface LabelLayout {
  readonly sides: readonly LabelSide[];
  readonly taken: readonly PixelBox[];
}

/** Finds for each pin where its name fits: beside it, on the other side, or nowhere. */
export function placeLabels(pins: readonly LabelledPin[], scale: number): LabelLayout {
  const bodies = pins.map((pin) => bodyOf(pin, scale));
  const taken: PixelBox[] = [...bodies];
  const sides = pins.map((pin, at): LabelSide => {
    if (pin.width === 0) return undefined;
    const middle = pin.y - 29 * scale;
    const beside = 17 * scale + GAP;
    const boxes = [
      ['end', pin.x + beside, pin.x + beside + pin.width],
      ['start', pin.x - beside - pin.width, pin.x - beside],
    ] as const;
    for (const [side, left, right] of boxes) {
      const box = { left, right, top: middle - LINE, bottom: middle + LINE };
      if (taken.some((other) => other !== bodies[at] && overlap(box, other))) continue;
      taken.push(box);
      return side;
    }
    return undefined;
  });
  return { sides, taken };
}

/** Returns whether a name below a point, of so many pixels, lies on nothing that is taken. */
export const isFree = ({ taken }: LabelLayout, { x, y, width }: Omit<LabelledPin, 'isDisc'>): boolean => {
  const box = { left: x - width / 2, right: x + width / 2, top: y + 22, bottom: y + 44 };
  return !taken.some((other) => overlap(box, other));
};
