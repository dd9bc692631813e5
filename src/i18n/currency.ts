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
}

const codes = new Set(Intl.supportedValuesOf('currency'));

/** The ISO 4217 code that a text is, in whatever case; undefined: none that is in use. */
export function currencyOf(text: string): string | undefined {
  const code = text.toUpperCase();
  return codes.has(code) ? code : undefined;
}

/** How people of a language write an amount of a currency on the ground, where no other is near (CLDR). */
function written(code: string, language: Language): { symbol: string; position: CurrencyPosition } {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  const parts = format.formatToParts(1);
  const at = (type: Intl.NumberFormatPartTypes) => parts.findIndex((part) => part.type === type);
  const symbol = parts[at('currency')]?.value ?? code;
  return { symbol, position: at('currency') < at('integer') ? 'prefix' : 'postfix' };
}

/** The site's currency as its language writes it. @param position where the operator says so; undefined: the language's */
export function siteCurrency(
  code: string,
  language: Language,
  { position, isGiven }: { position: CurrencyPosition | undefined; isGiven: boolean },
): SiteCurrency {
  const usual = written(code, language);
  return { symbol: usual.symbol, code, position: position ?? usual.position, isGiven };
}

let bySymbol: Map<string, string> | undefined;

/** The code of a symbol that is one currency's alone (CLDR); undefined: of none, or of several. */
export function codeOfSymbol(symbol: string): string | undefined {
  if (!bySymbol) {
    const users = Map.groupBy(codes, (code) => written(code, 'en').symbol);
    const alone = [...users].flatMap(([one, [code, ...others]]) =>
      code !== undefined && others.length === 0 ? [[one, code] as const] : [],
    );
    bySymbol = new Map(alone);
  }
  return bySymbol.get(symbol);
}
