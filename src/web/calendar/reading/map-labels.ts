/** A rectangle in pixels. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A point in pixels. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

const overlap = (a: PixelBox, b: PixelBox): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The pixels of a map that pins and names have taken. */
export class LabelSpace {
  readonly #taken: PixelBox[] = [];

  /** Takes a box, whatever lies there. */
  take(box: PixelBox): void {
    this.#taken.push(box);
  }

  /** Returns how many pixels of a box are taken. */
  overlapOf(box: PixelBox): number {
    return this.#taken.reduce((sum, other) => sum + overlap(box, other), 0);
  }

  /** Takes the first box that lies on nothing, and returns its place in the list; undefined: there is none. */
  takeFree(boxes: readonly PixelBox[]): number | undefined {
    const at = boxes.findIndex((box) => this.overlapOf(box) === 0);
    const box = boxes[at];
    if (!box) return undefined;
    this.take(box);
    return at;
  }
}

/** A pin with its name, at the pixel of its tip. */
export interface LabelledPin extends Pixel {
  /** Pixels that the name takes; 0: it has none. */
  readonly width: number;
  /** Whether it is a disc around its pixel, as clusters are. */
  readonly isDisc: boolean;
  /** Whether it is the one that is larger, and whose name comes first. */
  readonly isChosen?: boolean;
}

/** The side of a pin on which its name stands; undefined: on none, where it would lie on something. */
export type LabelSide = 'end' | 'start' | 'below' | 'above' | undefined;

/** Pixels of a pin, of a cluster, and of a line of a name. */
const PIN = { half: 17, height: 46, middle: 29 } as const;
const DISC = 34;
const LINE = 20;
const GAP = 4;
/** By how much the chosen pin is larger. */
const CHOSEN = 1.35;

const sizeOf = ({ isChosen, isDisc }: LabelledPin, scale: number): number =>
  isChosen && !isDisc ? CHOSEN * scale : scale;

function bodyOf(pin: LabelledPin, scale: number): PixelBox {
  const { x, y, isDisc } = pin;
  const size = sizeOf(pin, scale);
  const half = (isDisc ? DISC : PIN.half) * size;
  return {
    left: x - half,
    right: x + half,
    top: y - (isDisc ? half : PIN.height * size),
    bottom: isDisc ? y + half : y,
  };
}

/** Returns the boxes in which the name of a pin may stand. */
function nameBoxes(pin: LabelledPin, scale: number): readonly (readonly [LabelSide, PixelBox])[] {
  const { x, y, width } = pin;
  const size = sizeOf(pin, scale);
  const top = y - PIN.middle * size - LINE / 2;
  const beside = PIN.half * size + GAP;
  const line = { top, bottom: top + LINE };
  const middle = { left: x - width / 2, right: x + width / 2 };
  const below = { ...middle, top: y + GAP, bottom: y + GAP + LINE };
  const roof = y - PIN.height * size - GAP;
  const above = { ...middle, top: roof - LINE, bottom: roof };
  const end = { left: x + beside, right: x + beside + width, ...line };
  const start = { left: x - beside - width, right: x - beside, ...line };
  return pin.isChosen
    ? [
        ['below', below],
        ['end', end],
        ['start', start],
        ['above', above],
      ]
    : [
        ['end', end],
        ['start', start],
      ];
}

/** Takes the boxes of pins, then finds for each name where it lies on nothing; that of the chosen pin comes first. */
export function placePins(
  space: LabelSpace,
  pins: readonly LabelledPin[],
  scale: number,
): readonly LabelSide[] {
  for (const pin of pins) space.take(bodyOf(pin, scale));
  const sides: LabelSide[] = pins.map(() => undefined);
  const place = (pin: LabelledPin, at: number) => {
    if (pin.width === 0) return;
    const boxes = nameBoxes(pin, scale);
    const found = space.takeFree(boxes.map(([, box]) => box));
    if (found !== undefined) sides[at] = boxes[found]?.[0];
  };
  pins.forEach((pin, at) => void (pin.isChosen && place(pin, at)));
  pins.forEach((pin, at) => void (pin.isChosen || place(pin, at)));
  return sides;
}

/** Returns the box of a name whose middle is at a pixel. */
export const boxAround = ({ x, y }: Pixel, width: number, height = LINE): PixelBox => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

/** Pixels of the distance that a ring names, and the angles at which it may stand, in degrees from the end side. */
const RING_TEXT = { width: 56, height: 18 } as const;
const ANGLES = [0, 20, -20, 45, -45, 90, -90, 180] as const;

/** Returns where the distance of a ring stands: on the ring, where it lies on nothing; undefined: nowhere. */
export function placeRingText(space: LabelSpace, middle: Pixel, radius: number): Pixel | undefined {
  const points = ANGLES.map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) };
  });
  const found = space.takeFree(points.map((point) => boxAround(point, RING_TEXT.width, RING_TEXT.height)));
  return found === undefined ? undefined : points[found];
}

/** Pixels from a place to the middle of the name of its district below. */
const DISTRICT_BELOW = 33;

/** Takes the box of a district's name below its southernmost place; returns whether it lies on nothing. */
export const takeDistrict = (space: LabelSpace, { x, y }: Pixel, width: number): boolean =>
  space.takeFree([boxAround({ x, y: y + DISTRICT_BELOW }, width, 24)]) !== undefined;

/** Pixels of a letter of a name, about: of venues in narrow letters, of districts in wide ones. */
export const LETTER = { narrow: 7.2, wide: 9 } as const;
