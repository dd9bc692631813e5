import type { Random } from './random.ts';

const WIDTH = 1200;
const HEIGHT = 675;
const SHAPES = 14;

/** Returns an SVG poster without words: circles and bands on a gradient. */
function drawPoster(random: Random): string {
  const hue = random.integer(360);
  const colour = (turn: number, lightness: number) => `hsl(${(hue + turn) % 360},65%,${lightness}%)`;
  const shapes = Array.from({ length: SHAPES }, () => {
    const fill = `fill="${colour(random.integer(90), 35 + random.integer(50))}" fill-opacity="0.45"`;
    const x = random.integer(WIDTH);
    const y = random.integer(HEIGHT);
    return random.chance(0.6)
      ? `<circle cx="${x}" cy="${y}" r="${30 + random.integer(190)}" ${fill}/>`
      : `<rect x="${x}" y="-300" width="${20 + random.integer(90)}" height="1400" transform="rotate(${random.integer(60) - 30} ${x} ${y})" ${fill}/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${colour(0, 30)}"/><stop offset="1" stop-color="${colour(60, 60)}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>${shapes.join('')}</svg>`;
}

/** Returns generated JPEG pictures, the same for the same random numbers. */
export async function drawPictures(random: Random, count: number): Promise<Buffer[]> {
  const { default: sharp } = await import('sharp');
  const drawings = Array.from({ length: count }, () => Buffer.from(drawPoster(random)));
  return Promise.all(drawings.map((svg) => sharp(svg).jpeg({ quality: 82 }).toBuffer()));
}
