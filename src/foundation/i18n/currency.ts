import { memoizeBy, once } from '#foundation/memoize/memoize.ts';
import type { Language } from './catalogue.ts';

/** On which side of an amount its currency stands. */
export type CurrencyPosition = 'prefix' | 'postfix';

/** The currency of amounts that name none (D44). */
export interface SiteCurrency {
  readonly symbol: string;
  /** ISO 4217. */
  readonly code: string;
  readonly position: CurrencyPosition;
  /** Whether the operator named it. One that is only assumed isn't told as if it had been said. */
  readonly isGiven: boolean;
  /** Whether the operator said on which side it stands, so that no reader's language does. */
  readonly isPlaced?: boolean;
  /** Whether a blank stands before it, as the site's language has it (`12 €`). */
  readonly isSpaced?: boolean;
  /** Whether dots stand between thousands in the site's language, so that `1.200` is more than a thousand. */
  readonly hasDottedThousands?: boolean;
}

/** Position and symbol of a currency beside amounts in a language. */
export type CurrencyStyle = Pick<SiteCurrency, 'symbol' | 'position'> & { readonly isSpaced: boolean };

const codes = new Set(Intl.supportedValuesOf('currency'));

/** The ISO 4217 code that a text is, in whatever case; undefined: none that is in use. */
export function currencyOf(text: string): string | undefined {
  const code = text.toUpperCase();
  return codes.has(code) ? code : undefined;
}

/** Returns how people of a language write an amount of a currency on the ground, where no other is near (CLDR). */
export function currencyStyle(code: string, language: Language): CurrencyStyle {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  const parts = format.formatToParts(1);
  const at = (type: Intl.NumberFormatPartTypes) => parts.findIndex((part) => part.type === type);
  const symbol = parts[at('currency')]?.value ?? code;
  const position = at('currency') < at('integer') ? 'prefix' : 'postfix';
  return {
    symbol,
    position,
    isSpaced: position === 'postfix' && /^\s$/.test(parts[at('currency') - 1]?.value ?? ''),
  };
}

const numberFormat = memoizeBy(
  (language: Language, digits: number) => `${language} ${digits}`,
  (language, digits) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);
const isDecimal = (text: string): text is `${number}` => /^-?\d+(?:\.\d+)?$/.test(text);

/**
 * Returns a decimal number as people of a language write an amount: its thousands and decimals, of which there are none
 * or at least two. What is no decimal number is given back.
 */
export function amountText(value: string, language: Language): string {
  if (!isDecimal(value)) return value;
  const decimals = value.split('.')[1]?.length ?? 0;
  const digits = Math.min(decimals === 0 ? 0 : Math.max(2, decimals), 20);
  return numberFormat(language, digits).format(value);
}

const hasDots = (language: Language) =>
  new Intl.NumberFormat(language, { useGrouping: 'always' }).format(1000).includes('.');

/** The site's currency as its language writes it. @param position where the operator says so; undefined: the language's */
export function siteCurrency(
  code: string,
  language: Language,
  { position, isGiven }: { position: CurrencyPosition | undefined; isGiven: boolean },
): SiteCurrency {
  const usual = currencyStyle(code, language);
  return {
    symbol: usual.symbol,
    code,
    position: position ?? usual.position,
    isGiven,
    isPlaced: position !== undefined,
    isSpaced: usual.isSpaced && (position ?? usual.position) === usual.position,
    hasDottedThousands: hasDots(language),
  };
}

/** Returns whether a text is the code of a currency that is written with a symbol where no other is near (`CAD`, `$`). */
export const hasSymbol = (code: string, symbol: string): boolean =>
  codes.has(code) && currencyStyle(code, 'en').symbol === symbol;

const codesBySymbol = once((): ReadonlyMap<string, string> => {
  const users = Map.groupBy(codes, (code) => currencyStyle(code, 'en').symbol);
  const alone = [...users].flatMap(([one, [code, ...others]]) =>
    code !== undefined && others.length === 0 ? [[one, code] as const] : [],
  );
  const wide = [...codes].map((code) => [wideSymbol(code), code] as const);
  return new Map([...alone, ...wide]);
});

/** The code of a symbol that is one currency's alone, or that CLDR gives to one in English (`$`, `CA$`); undefined: none. */
export const codeOfSymbol = (symbol: string): string | undefined => codesBySymbol().get(symbol);

const wideSymbol = (code: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? code;
