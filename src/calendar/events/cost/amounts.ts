import { languages, languageTraits } from '#foundation/i18n/catalogue.ts';
import { codeOfSymbol, hasSymbol } from '#foundation/i18n/currency.ts';
import { memoize } from '#foundation/memoize/memoize.ts';

/** An amount in a text: as written, as a decimal number, and the currency written beside it. */
export type Amount = {
  readonly text: string;
  readonly value: string;
  readonly symbol: string;
  readonly position: 'prefix' | 'postfix' | '';
  /** The ISO 4217 code behind an amount whose symbol stands before it (`$10 CAD`). */
  readonly code?: string;
};

const RUN =
  /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,'’]\d+)*|(?<![\d\p{L}])[.,]\d+/gu;
const SYMBOL = String.raw`(?<!\p{L})[A-Z]{3} \p{Sc}|(?:[A-Z]{1,3})?\p{Sc}|%|(?<!\p{L})(?:[A-Z]{3}|kr\.?|z\u0142|K\u010d|Ft|lei|Fr\.|RM|Rp|Rs\.?|FCFA|CFPF)(?!\p{L})`;
const SYMBOL_BEFORE = new RegExp(`(?:${SYMBOL}) ?$`, 'u');
const SYMBOL_AFTER = new RegExp(`^ ?(?:${SYMBOL})`, 'u');
const CODE_AFTER = /^ ?([A-Z]{3})(?!\p{L})/u;
/** Returns words of all languages, for a regular expression. */
const wordsOf = (kind: 'free' | 'to') =>
  languages.flatMap((language) => languageTraits[language].words[kind]).join('|');
const FREE_WORDS = wordsOf('free');
const SEPARATORS = new RegExp(`^(?:[\\s\\-–—,;/|]|\\b(?:${wordsOf('to')}|${FREE_WORDS})\\b)*$`, 'i');
const FREE_ALONE = new RegExp(`^(?:${FREE_WORDS})$`, 'i');
const FREE_WORD = new RegExp(`\\b(?:${FREE_WORDS})\\b`, 'i');
/** The sign for no cents in `12,- €`. */
const NO_CENTS = new RegExp(String.raw`^[,.][-\u2013\u2014]{1,2}(?=\s*$|[ \u00a0\u202f]?(?:${SYMBOL}))`, 'u');
const DOTTED_THOUSANDS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

/** Returns whether a text is a word for “free” in any language. */
export const isFree = (text: string): boolean => FREE_ALONE.test(text);

// Symbols of several currencies, or of none in CLDR, with the currency that people mean unless they say otherwise.
const CODES = new Map(
  Object.entries({ '₿': 'BTC', US$: 'USD', C$: 'CAD', AU$: 'AUD', S$: 'SGD', 'Fr.': 'CHF' }),
);
const ISO_CODES = new Set(Intl.supportedValuesOf('currency'));

/** Returns the ISO 4217 code of a currency symbol or code as written; `''` where it names none or several (`kr`). */
export function currencyCode(symbol: string): string {
  if (ISO_CODES.has(symbol)) return symbol;
  const code = symbol.slice(0, 3);
  if (hasSymbol(code, symbol.slice(3).trim())) return code;
  return CODES.get(symbol) ?? codeOfSymbol(symbol) ?? '';
}

/**
 * Returns the amounts in a text in the order written, with a word for “free” beside numbers as `0`. `isProse` tells that
 * it has other words or signs than amounts, currencies and separators.
 */
export function readAmounts(text: string, { hasDottedThousands = false }: NumberStyle = {}): AmountsRead {
  return hasDottedThousands ? readDotted(text) : readPlain(text);
}

/** The reading of ambiguous numbers: `1.200` is one thousand two hundred where dots separate thousands. */
export interface NumberStyle {
  readonly hasDottedThousands?: boolean;
}

/** The amounts in a text, in the order written, and whether other words stand beside them. */
export interface AmountsRead {
  readonly amounts: readonly Amount[];
  readonly isProse: boolean;
}

// Calendars have few prices and many events.
const memory = { maxEntries: 1000, maxLength: 40 };
const readPlain = memoize((text) => amountsIn(text, false), memory);
const readDotted = memoize((text) => amountsIn(text, true), memory);

function amountsIn(text: string, isDotted: boolean): AmountsRead {
  const runs = [...text.matchAll(RUN)];
  const amounts: Amount[] = [];
  let gap = '';
  let rest = '';
  runs.forEach((run, index) => {
    const end = run.index + run[0].length;
    if (index === 0) gap = text.slice(0, run.index);
    let after = text.slice(end, runs[index + 1]?.index ?? text.length);
    if (/^\d+$/.test(run[0])) after = after.replace(NO_CENTS, '');
    const sign = (index === 0 ? /(?:^|\p{Sc})-$/u : /\p{Sc}-$/u).test(gap) ? '-' : '';
    if (sign !== '') gap = gap.slice(0, -1);
    const before = known(SYMBOL_BEFORE.exec(gap)?.[0]);
    if (before !== '') gap = gap.trimEnd().slice(0, -before.length);
    const behind = before === '' ? known(SYMBOL_AFTER.exec(after)?.[0]) : '';
    if (behind !== '') after = after.replace(SYMBOL_AFTER, '');
    const code = before === '' ? undefined : CODE_AFTER.exec(after)?.[1];
    const hasCode = code !== undefined && hasSymbol(code, before);
    const position = before !== '' ? 'prefix' : behind !== '' ? 'postfix' : '';
    for (const number of readRun(run[0], isDotted)) {
      amounts.push({
        text: sign + number.text,
        value: sign + number.value,
        symbol: before + behind,
        position,
        ...(hasCode ? { code } : {}),
      });
    }
    rest += `${gap} `;
    gap = after;
  });
  rest += runs.length === 0 ? text : gap;
  if (amounts.length > 0 && FREE_WORD.test(rest))
    amounts.push({ text: 'Free', value: '0', symbol: '', position: '' });
  return { amounts: amounts.map((amount) => withCode(amount, amounts)), isProse: !SEPARATORS.test(rest) };
}

/** Returns an amount with the code that another one of the text has beside the same sign (`$10 - $20 CAD`). */
function withCode(amount: Amount, amounts: readonly Amount[]): Amount {
  const { symbol } = amount;
  if (symbol === '' || amount.code !== undefined) return amount;
  const codes = amounts.flatMap((one) => {
    if (one.symbol === symbol) return one.code ?? [];
    const code = one.symbol.slice(0, 3);
    return hasSymbol(code, symbol) && one.symbol.slice(3).trim() === symbol ? code : [];
  });
  const [code] = codes;
  return code !== undefined && codes.every((one) => one === code) ? { ...amount, code } : amount;
}

function known(found: string | undefined): string {
  const symbol = found?.trim() ?? '';
  if (/^[A-Z]{3}$/.test(symbol)) return ISO_CODES.has(symbol) ? symbol : '';
  const [, code = '', sign = ''] = /^([A-Z]{3}) (.)$/u.exec(symbol) ?? [];
  return code === '' || hasSymbol(code, sign) ? symbol : sign;
}

/** Reads a run of digits and separators: one number in most cases, several where it can't be one (`5,10,15`). */
function readRun(run: string, isDotted: boolean): { text: string; value: string }[] {
  const value = isDotted && DOTTED_THOUSANDS.test(run) ? run.replaceAll('.', '') : decimal(run);
  if (value !== undefined) return [{ text: run, value }];
  const separator = run.includes(',') ? /,/ : /[.'’]/;
  return run.split(separator).flatMap((part) => readRun(part, isDotted));
}

/** Returns a number in the notation of any country as decimal digits; undefined where it is none. */
function decimal(run: string): string | undefined {
  const plain = run.replace(/[ \u00a0\u202f]/gu, '');
  if (/^\d+$/.test(plain)) return unpadded(plain);
  if (/^\d*\.\d+$/.test(plain)) return unpadded(plain);
  const [, lead, separator] = /^([1-9]\d{0,2})([.,'’])\d/.exec(plain) ?? [];
  if (lead !== undefined && separator !== undefined) {
    const group = separator === '.' ? '\\.' : separator;
    const fraction = separator === '.' ? ',' : separator === ',' ? '\\.' : '[.,]';
    const western = new RegExp(`^\\d+(?:${group}\\d{3})+(?:${fraction}\\d+)?$`);
    const indian = new RegExp(`^\\d{1,2}(?:${group}\\d{2})+${group}\\d{3}(?:${fraction}\\d+)?$`);
    if (western.test(plain) || indian.test(plain)) {
      return unpadded(plain.replaceAll(separator, '').replace(',', '.'));
    }
  }
  return /^\d*,\d+$/.test(plain) ? unpadded(plain.replace(',', '.')) : undefined;
}

function unpadded(number: string): string {
  return number.replace(/^0+(?=\d)/, '').replace(/^\./, '0.');
}
