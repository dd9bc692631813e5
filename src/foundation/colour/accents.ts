import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
} from 'culori/fn';

/** A site's accents under one scheme, each `#rrggbb`. */
export interface AccentTokens {
  /** Colour of fills and lines: 3:1 on the page. */
  readonly accent: string;
  /** Colour of letters on a fill: 4.5:1. */
  readonly onAccent: string;
  /** Colour of letters on the page and on the tint: 4.5:1. */
  readonly accentInk: string;
  /** Quiet ground behind what is marked. */
  readonly accentTint: string;
}

/** A site's accents by day and by night. */
export interface Accents {
  readonly light: AccentTokens;
  readonly dark: AccentTokens;
}

/** A chosen colour that was moved until it could be seen, and its contrast (WCAG 2.2) before. */
export interface AccentRepair {
  readonly scheme: keyof Accents;
  readonly token: 'accent' | 'accentInk';
  readonly used: string;
  readonly contrast: number;
}

interface Scheme {
  readonly name: keyof Accents;
  /** Grounds that letters stand on, the page first. */
  readonly grounds: readonly string[];
  /** Direction in which a colour is moved away from the grounds. */
  readonly away: 1 | -1;
  /** Letters on a fill, in the order in which they are tried. */
  letters(hue: Pick<Oklch, 'c' | 'h'>): readonly string[];
  readonly tint: { readonly l: number; readonly c: number };
}

useMode(modeRgb);
useMode(modeLrgb);
useMode(modeOklch);
const toOklch = converter('oklch');

/** Returns the colour of a lightness in sRGB with as much chroma as fits. */
const colour = (l: number, { c, h }: Pick<Oklch, 'c' | 'h'>, most = c): string =>
  formatHex(
    clampChroma({ mode: 'oklch', l, c: Math.min(c, most), ...(h === undefined ? {} : { h }) }, 'oklch'),
  );

const WHITE = '#ffffff';
const darkInk = (hue: Pick<Oklch, 'c' | 'h'>) => colour(0.16, hue, 0.02);

/** The grounds of the pages' two schemes: page, fields and menus, quiet areas. */
const schemes: readonly [Scheme, Scheme] = [
  {
    name: 'light',
    grounds: ['#f9fbfa', '#ffffff', '#f0f3f1'],
    away: -1,
    letters: () => [WHITE],
    tint: { l: 0.955, c: 0.022 },
  },
  {
    name: 'dark',
    grounds: ['#101515', '#191f1e', '#0a0f0f'],
    away: 1,
    letters: (hue) => [darkInk(hue), WHITE],
    tint: { l: 0.29, c: 0.06 },
  },
];

/** Contrasts of WCAG 2.2: 1.4.11 for what isn't text, 1.4.3 for text. */
const FILL = 3;
const TEXT = 4.5;
/** Moves of lightness; at the last one black or white is reached. */
const STEP = 0.005;

const least = (one: string, others: readonly string[]) =>
  Math.min(...others.map((other) => wcagContrast(one, other)));

/** Returns the chosen colour where it passes, else the nearest lightness away from the grounds that does. */
function passing(chosen: string, away: 1 | -1, passes: (tried: string) => boolean): string {
  if (passes(chosen)) return chosen;
  const { l, ...hue } = toOklch(chosen) ?? { l: 0.5, c: 0 };
  for (let at = l + away * STEP; at > 0 && at < 1; at += away * STEP) {
    const tried = colour(at, hue);
    if (passes(tried)) return tried;
  }
  return away < 0 ? '#000000' : WHITE;
}

function accentsUnder(
  scheme: Scheme,
  chosen: string,
): { tokens: AccentTokens; repairs: readonly AccentRepair[] } {
  const { name, grounds, away, tint } = scheme;
  const hue = toOklch(chosen) ?? { c: 0 };
  const letters = scheme.letters(hue);
  const accentTint = colour(tint.l, hue, tint.c);
  const onAccentOf = (fill: string) => letters.find((letter) => wcagContrast(letter, fill) >= TEXT);
  const accent = passing(
    chosen,
    away,
    (tried) => least(tried, grounds) >= FILL && onAccentOf(tried) !== undefined,
  );
  const readable = [...grounds, accentTint];
  const accentInk = passing(accent, away, (tried) => least(tried, readable) >= TEXT);
  const contrast = Math.round(least(chosen, grounds) * 10) / 10;
  return {
    tokens: { accent, onAccent: onAccentOf(accent) ?? WHITE, accentInk, accentTint },
    repairs:
      accent === chosen
        ? []
        : [
            { scheme: name, token: 'accent', used: accent, contrast },
            { scheme: name, token: 'accentInk', used: accentInk, contrast },
          ],
  };
}

/** The colour of a site that has chosen none. */
export const DEFAULT_ACCENT = '#cc291f';

/** The accents of that site, drawn by hand. */
const DEFAULT_ACCENTS: Accents = {
  light: { accent: '#cc291f', onAccent: '#ffffff', accentInk: '#ac1b14', accentTint: '#ffebe8' },
  dark: { accent: '#f8654f', onAccent: '#150a08', accentInk: '#ff8972', accentTint: '#451f19' },
};

/**
 * Returns the accents of one colour, `#rrggbb`: moved in lightness until fills have 3:1 on the page, letters on them and
 * letters in them on the page 4.5:1, by day and by night; and what had to be moved.
 */
export function accentsOf(chosen: string): { accents: Accents; repairs: readonly AccentRepair[] } {
  if (chosen === DEFAULT_ACCENT) return { accents: DEFAULT_ACCENTS, repairs: [] };
  const [light, dark] = schemes.map((scheme) => accentsUnder(scheme, chosen));
  if (!light || !dark) throw new Error('There are two schemes.');
  return {
    accents: { light: light.tokens, dark: dark.tokens },
    repairs: [...light.repairs, ...dark.repairs],
  };
}
