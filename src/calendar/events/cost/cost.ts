import type { Language } from '#foundation/i18n/catalogue.ts';
import {
  amountText,
  type CurrencyPosition,
  currencyStyle,
  type SiteCurrency,
} from '#foundation/i18n/currency.ts';
import { stripTags } from '#foundation/text/markup.ts';
import {
  type Amount,
  type AmountsRead,
  currencyCode,
  isFree,
  type NumberStyle,
  readAmounts,
} from './amounts.ts';

/** A cost as the interface shows it (reference 5.7). `values` are in ascending order, texts last. */
export type CostDisplay = {
  cost: string;
  cost_details: {
    currency_symbol: string;
    currency_code: string;
    currency_position: CurrencyPosition | '';
    values: string[];
  };
};

/** The most amounts of a cost. */
export const MAX_PIECES = 100;
const MAX_LENGTH = 1000;

/**
 * Reads a `cost` as sent (a text, a number, or a list or flat object of them) into the texts to store. `''`, `[]`, `false`,
 * `null` and `true` give none; 0 gives one (contract D33). Tags are removed. Nested lists and texts that are too long are
 * a problem, described in English.
 * @param style the site's reading of ambiguous numbers, under which a JSON number must stay the same
 */
export function readCost(sent: unknown, style: NumberStyle = {}): { pieces: string[] } | { problem: string } {
  const members = typeof sent === 'object' && sent !== null ? Object.values(sent) : [sent];
  if (members.length > MAX_PIECES) return { problem: `cost has more than ${MAX_PIECES} members` };
  const pieces: string[] = [];
  for (const member of members) {
    if (member === null || member === undefined || typeof member === 'boolean') continue;
    if (typeof member !== 'string' && typeof member !== 'number')
      return { problem: 'cost must not be nested' };
    const text = typeof member === 'number' ? plainNumber(member, style) : member;
    if (text === undefined) return { problem: 'cost is no usable number' };
    if (text.length > MAX_LENGTH) return { problem: `cost is longer than ${MAX_LENGTH} characters` };
    const piece = stripTags(text, ' ').replace(/\s+/gu, ' ').trim();
    if (piece !== '') pieces.push(piece);
  }
  return { pieces };
}

/** Returns a JSON number without exponent. */
function plainNumber(number: number, { hasDottedThousands }: NumberStyle): string | undefined {
  if (!Number.isFinite(number) || Math.abs(number) >= 1e15) return undefined;
  const text = String(number);
  if (hasDottedThousands && /\.\d{3}$/.test(text)) return `${text}0`;
  return text.includes('e') ? number.toFixed(6).replace(/\.?0+$/, '') : text;
}

/**
 * Returns stored texts as the interface shows them: one amount, or the lowest – the highest, a lowest of 0 as `Free`;
 * several currencies each by itself (D45). Amounts stay as written, with their own currency, else the site's (D44). Texts
 * with other words (D15) are shown as sent.
 */
export function presentCost(pieces: readonly string[], site: SiteCurrency): CostDisplay {
  const readings = pieces.map((piece) => readAmounts(piece, site));
  const isNumeric = readings.some(({ amounts }) => amounts.length > 0);
  if (!isNumeric) return details(distinct(pieces).join(', '), NO_CURRENCY, distinct(pieces.map(lower)));
  const texts = pieces.filter((piece, index) => readings[index]?.amounts.length === 0 && !isFree(piece));
  const amounts = ascending([
    ...readings.flatMap((reading) => reading.amounts),
    ...pieces.filter(isFree).map((): Amount => FREE),
  ]);
  const values = [...distinct(amounts.map((amount) => amount.value)), ...distinct(texts.map(lower))];
  const shown = readings.some((reading) => reading.isProse)
    ? pieces.join(', ')
    : ranges(amounts, readings, wireStyle(site));
  return details(shown, namedCurrency(readings, site), values);
}

/** The range of prices in one currency, as numbers. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
  /** ISO 4217; `''` where it is unknown. */
  readonly currency: string;
}

/**
 * Returns the lowest and highest price among stored texts in each currency; none where they name no amount. Among other
 * words only an amount with its currency is a price: other numbers are times or numbers of people.
 */
export function priceRanges(pieces: readonly string[], site: SiteCurrency): PriceRange[] {
  const amounts = pieces.flatMap((piece) => {
    const { amounts, isProse } = readAmounts(piece, site);
    if (amounts.length === 0) return isFree(piece) ? [FREE] : [];
    return isProse ? amounts.filter(({ symbol }) => symbol !== '') : amounts;
  });
  const prices = amounts.filter(({ value, symbol }) => Number(value) >= 0 && symbol !== '%');
  const symbols = distinct(amounts.map(({ symbol }) => symbol).filter((text) => text !== ''));
  if (symbols.length === 1 && symbols[0] === '%') return [];
  const codes = distinct(amounts.filter(({ symbol }) => symbol !== '').map((amount) => codeOf(amount, site)));
  // Zero is zero in whichever of several currencies.
  const codeFor = (amount: Amount) => {
    if (amount.symbol !== '') return codeOf(amount, site);
    return (codes.length === 1 || Number(amount.value) === 0 ? codes[0] : undefined) ?? site.code;
  };
  const byCurrency = Map.groupBy(prices, codeFor);
  return [...byCurrency].map(([currency, some]) => {
    const numbers = some.map(({ value }) => Number(value));
    return { low: Math.min(...numbers), high: Math.max(...numbers), currency };
  });
}

/** Returns the code of an amount's currency; the site's own symbol means the site's currency, even if others share it. */
const codeOf = ({ symbol, code }: Amount, site: SiteCurrency) =>
  code ?? (symbol === site.symbol ? site.code : currencyCode(symbol));

const FREE: Amount = { text: 'Free', value: '0', symbol: '', position: '' };

function lower(text: string): string {
  return text.toLowerCase();
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function ascending(amounts: readonly Amount[]): Amount[] {
  return amounts.toSorted((a, b) => Number(a.value) - Number(b.value));
}

type NamedCurrency = Omit<CostDisplay['cost_details'], 'values'>;
const NO_CURRENCY: NamedCurrency = { currency_symbol: '', currency_code: '', currency_position: '' };

const carriersIn = ({ amounts }: Pick<AmountsRead, 'amounts'>) =>
  amounts.filter((amount) => amount.symbol !== '');

/**
 * Returns the currency that a cost names: the first that was sent, in every form (D44, D45), else the site's where there is
 * an amount and the operator has set one.
 */
function namedCurrency(readings: readonly AmountsRead[], site: SiteCurrency): NamedCurrency {
  const carriers = readings.flatMap(carriersIn);
  const [first] = carriers;
  if (first === undefined) {
    const isAmount = readings.some(
      ({ amounts, isProse }) => !isProse && amounts.some(({ value }) => Number(value) !== 0),
    );
    return site.isGiven && isAmount ? named(site.symbol, site.code, site.position) : NO_CURRENCY;
  }
  return named(first.symbol, codeOf(first, site), first.position);
}

const named = (symbol: string, code: string, position: CurrencyPosition | ''): NamedCurrency => ({
  currency_symbol: symbol,
  currency_code: code,
  currency_position: position,
});

/** The notation of amounts: as sent for programs, by language for people. */
interface CostStyle {
  /** The currency of amounts that carry none. */
  readonly own: Placed;
  readonly free: string;
  number(amount: Amount): string;
  /** Returns whether a blank separates an amount from this currency behind it, which ranges then name once. */
  isSpaced(symbol: string): boolean;
  /** Whether a range names its currency once and has no blanks: `18–64 €`. */
  readonly isCompact?: true;
}

const wireStyle = (site: SiteCurrency): CostStyle => ({
  own: site,
  free: FREE.text,
  number: ({ text }) => text,
  // Amounts in another currency are shown as in the reference (D45).
  isSpaced: (symbol) => site.isSpaced === true && symbol === site.symbol,
});

/**
 * Returns stored texts as people of a language read them: as by `presentCost`, with that language's thousands and decimals,
 * ranges as short as they can be (`18–64 €`, `$10–20`), and the site's currency, however it was sent, where that language
 * puts it unless the operator has set its position. Texts with other words stay as sent.
 * @param free the language's word for “free”
 */
export function costForPeople(
  pieces: readonly string[],
  site: SiteCurrency,
  { language, free }: { language: Language; free: string },
): string {
  const own: Placed = site.isPlaced ? site : currencyStyle(site.code, language);
  const readings = pieces.map((piece) => ownPlaced(readAmounts(piece, site), site, own));
  const isText = readings.some(({ amounts, isProse }, index) =>
    isFree(pieces[index] ?? '') ? false : amounts.length === 0 || isProse,
  );
  if (isText || readings.length === 0) return presentCost(pieces, site).cost.replace(LEADING_FREE, free);
  const amounts = ascending([
    ...readings.flatMap((reading) => reading.amounts),
    ...pieces.filter(isFree).map((): Amount => FREE),
  ]);
  return ranges(amounts, readings, {
    own,
    free,
    number: ({ value }) => amountText(value, language),
    isSpaced: () => true,
    isCompact: true,
  });
}

/** Returns a reading whose amounts in the site's currency have it where `own` has it, however they were sent. */
function ownPlaced(reading: AmountsRead, site: SiteCurrency, { symbol, position }: Placed): AmountsRead {
  const isOwn = (amount: Amount) => amount.symbol !== '' && codeOf(amount, site) === site.code;
  const amounts = reading.amounts.map(
    (amount): Amount => (isOwn(amount) ? { ...amount, symbol, position } : amount),
  );
  return { ...reading, amounts };
}

/** Matches the interface's word for “free” where it stands for an amount. */
export const LEADING_FREE = /^Free(?= –|,|$)/;

/** Returns ascending amounts as ranges: one, or one for each currency where prices carry several. */
function ranges(amounts: readonly Amount[], readings: readonly AmountsRead[], style: CostStyle): string {
  const { own } = style;
  const priced = amounts.filter(({ value }) => Number(value) !== 0);
  const carriers = priced.filter(({ symbol }) => symbol !== '');
  const [first = readings.flatMap(carriersIn)[0] ?? own] = carriers;
  if (carriers.every(({ symbol }) => symbol === first.symbol)) return range(amounts, first, style);
  const groups = [...Map.groupBy(priced, ({ symbol }) => symbol || own.symbol).values()];
  const parts = groups.map((group) => range(group, own, style));
  // Two prices joined by a dash would read as a range.
  const isPair = parts.length === 2 && !parts.some((part) => part.includes(TO));
  if (priced.length === amounts.length) return parts.join(isPair ? TO : ', ');
  return [style.free, ...parts].join(', ');
}

const TO = ' – ';

type Placed = Pick<Amount, 'symbol' | 'position'>;

/** @param usual the currency of amounts that carry none */
function range(amounts: readonly Amount[], usual: Placed, style: CostStyle): string {
  const carried = (amount: Amount): Placed => (amount.symbol === '' ? usual : amount);
  const show = (amount: Amount | undefined): string => {
    if (amount === undefined) return '';
    if (Number(amount.value) === 0) return style.free;
    return placed(style.number(amount), carried(amount), style);
  };
  const [lowest, highest] = [amounts[0], amounts.at(-1)];
  if (lowest === undefined || highest === undefined) return '';
  if (Number(lowest.value) === Number(highest.value)) return show(lowest);
  const [one, other] = [carried(lowest), carried(highest)];
  const isSame = Number(lowest.value) !== 0 && one.symbol === other.symbol && one.position === other.position;
  if (style.isCompact && isSame)
    return placed(`${style.number(lowest)}–${style.number(highest)}`, one, style);
  const isNamedOnce = isSame && one.position === 'postfix' && style.isSpaced(one.symbol);
  return (isNamedOnce ? style.number(lowest) : show(lowest)) + TO + show(highest);
}

/** Returns an amount with its currency before or behind it. */
function placed(number: string, { symbol, position }: Placed, style: CostStyle): string {
  const blank = style.isSpaced(symbol) ? ' ' : '';
  if (position === 'postfix') return number + blank + symbol;
  // Letters would run into the digits.
  return symbol + (/\p{L}$/u.test(symbol) ? blank : '') + number;
}

const details = (cost: string, currency: NamedCurrency, values: string[]): CostDisplay => ({
  cost,
  cost_details: { ...currency, values },
});
