type Rgb = readonly [number, number, number];

const linear = (value: number) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Rgb) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Returns a colour of a style sheet, in whatever notation, as the browser paints it. */
function painted(context: CanvasRenderingContext2D, colour: string): Rgb {
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** Returns the contrast of two colours (WCAG 2.2), as this browser paints them now; undefined where it paints nothing. */
export function contrastOf(one: string, other: string): number | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  const [low = 0, high = 0] = [luminance(painted(context, one)), luminance(painted(context, other))].sort(
    (a, b) => a - b,
  );
  return (high + 0.05) / (low + 0.05);
}
