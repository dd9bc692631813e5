const sheet = (ground: string, shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90"><path fill="${ground}" d="M0 0h120v90H0z"/>${shapes}</svg>`;
const ring = (x: number, y: number, radius: number, colour: string, width = 8) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
const bar = (x: number, y: number, width: number, height: number, colour: string) =>
  `<path fill="${colour}" d="M${x} ${y}h${width}v${height}h-${width}z"/>`;
const several = (n: number, make: (at: number) => string) =>
  Array.from({ length: n }, (_, at) => make(at)).join('');

/** Plain posters of made-up events without words, as SVG. */
const posters = {
  rings: sheet(
    '#12304a',
    ring(48, 95, 75, '#e8e1d0') +
      ring(48, 95, 60, '#7fb0c6') +
      ring(48, 95, 45, '#e2572d') +
      ring(48, 95, 30, '#e8e1d0') +
      ring(48, 95, 15, '#7fb0c6') +
      '<circle cx="92" cy="18" r="12" fill="#e2572d"/>',
  ),
  arch: sheet(
    '#e8d9de',
    ring(60, 60, 40, '#77204a') +
      ring(60, 60, 27, '#e8693a') +
      ring(60, 60, 14, '#221733') +
      bar(0, 78, 120, 12, '#77204a'),
  ),
  keys: sheet(
    '#efe8d6',
    several(
      8,
      (at) =>
        bar(4 + at * 14, 6 + ((at * 17) % 30), 9, 84, at % 3 === 2 ? '#c6352b' : '#2b3866') +
        bar(9 + at * 14, 4 + ((at * 23) % 26), 5, 26, '#e9b44c'),
    ),
  ),
  beams: sheet(
    '#171a2b',
    several(
      6,
      (at) =>
        `<path fill="${at % 2 ? '#d8455f' : '#4ac0c9'}" opacity=".85" d="M${at * 20} 90 60 0l${8 + at} 0L${at * 20 + 12} 90z"/>`,
    ),
  ),
  lamps: sheet(
    '#2b1e3d',
    several(
      9,
      (at) =>
        `<circle cx="${10 + (at % 5) * 25}" cy="${20 + Math.floor(at / 5) * 36 + (at % 2) * 10}" r="9" fill="${at % 3 ? '#f0a63a' : '#e8613a'}"/>`,
    ),
  ),
  halves: sheet(
    '#cfe3dc',
    several(
      4,
      (at) =>
        `<path fill="${at % 2 ? '#d2552b' : '#1f5d5a'}" d="M${10 + at * 26} 45a13 13 0 0 ${at % 2} 26 0z"/>`,
    ) + bar(0, 62, 120, 5, '#1f5d5a'),
  ),
  moon: sheet(
    '#0f1a30',
    '<circle cx="78" cy="34" r="20" fill="#f1e6c4"/><circle cx="70" cy="30" r="18" fill="#0f1a30"/>' +
      bar(10, 52, 16, 38, '#34507e') +
      bar(32, 40, 12, 50, '#22395f') +
      bar(50, 60, 22, 30, '#34507e') +
      bar(80, 66, 26, 24, '#22395f'),
  ),
  lanes: sheet(
    '#c8452c',
    several(
      5,
      (at) =>
        `<path fill="none" stroke="#f4e9d8" stroke-width="3" d="M-10 ${30 + at * 16}Q60 ${at * 16} 130 ${40 + at * 16}"/>`,
    ),
  ),
  leaves: sheet(
    '#e3ecd2',
    several(
      7,
      (at) =>
        `<ellipse cx="${12 + at * 16}" cy="${50 - (at % 3) * 9}" rx="7" ry="26" fill="${at % 2 ? '#3c7a4a' : '#88ad52'}" transform="rotate(${at * 9 - 27} ${12 + at * 16} 50)"/>`,
    ),
  ),
  tide: sheet(
    '#dce8ea',
    several(
      6,
      (at) =>
        `<path fill="none" stroke="#1f5673" stroke-width="${2 + at}" d="M0 ${14 + at * 14}q15-10 30 0t30 0 30 0 30 0"/>`,
    ),
  ),
} as const;

/** The name of one of these posters. */
export type PosterName = keyof typeof posters;
/** Names of all posters. */
export const posterNames = Object.keys(posters) as readonly PosterName[];

/** Returns a poster as PNG of 1200 × 900 pixels. */
export async function posterOf(name: PosterName): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(posters[name]), { density: 288 }).resize(1200, 900).png().toBuffer();
}

/** Words of posters, by name. */
export const posterTexts: Readonly<Partial<Record<PosterName, { alt_text: string; credit: string }>>> = {
  rings: {
    alt_text: 'Poster: concentric arcs in cream, blue and orange under a red sun',
    credit: 'Poster: Studio Winsch',
  },
};
