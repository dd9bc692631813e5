import type { CurrencyPosition, SiteCurrency } from '#i18n/currency.ts';
import { stripTags } from '#text/markup.ts';
import { type Amount, type AmountsRead, currencyCode, readAmounts } from './amounts.ts';

/** How the interface shows a cost (reference 5.7). `values` are in ascending order, texts last. */
export type CostDisplay = {
  cost: string;
  cost_details: {
    currency_symbol: string;
    currency_code: string;
    currency_position: CurrencyPosition | '';
    values: string[];
  };
};

const MAX_PIECES = 100;
const MAX_LENGTH = 1000;

/**
 * What was sent as `cost` as the pieces to store: text, number, or a list or flat object of them. Nothing,
 * `''`, `[]`, `false`, `null` and `true` (which names no amount) give no piece; 0 is a piece (contract D33).
 * Tags are removed. Nested lists and what is too long are a problem, told in English.
 */
export function readCost(sent: unknown): { pieces: string[] } | { problem: string } {
  const members = typeof sent === 'object' && sent !== null ? Object.values(sent) : [sent];
  if (members.length > MAX_PIECES) return { problem: `cost has more than ${MAX_PIECES} members` };
  const pieces: string[] = [];
  for (const member of members) {
    if (member === null || member === undefined || typeof member === 'boolean') continue;
    if (typeof member !== 'string' && typeof member !== 'number')
      return { problem: 'cost must not be nested' };
    const text = typeof member === 'number' ? plainNumber(member) : member;
    if (text === undefined) return { problem: 'cost is no usable number' };
    if (text.length > MAX_LENGTH) return { problem: `cost is longer than ${MAX_LENGTH} characters` };
    const piece = stripTags(text, ' ').replace(/\s+/gu, ' ').trim();
    if (piece !== '') pieces.push(piece);
  }
  return { pieces };
}

/** A JSON number without exponent. */
function plainNumber(number: number): string | undefined {
  if (!Number.isFinite(number) || Math.abs(number) >= 1e15) return undefined;
  const text = String(number);
  return text.includes('e') ? number.toFixed(6).replace(/\.?0+$/, '') : text;
}

/**
 * Stored pieces as they are shown: one amount, or the lowest – the highest, a lowest of 0 as `Free`; of several
 * currencies each by itself (D45). Amounts are as written, with the currency they carry, else the site's (D44). Pieces
 * with other words (D15) are shown as they were sent.
 */
export function presentCost(pieces: readonly string[], site: SiteCurrency): CostDisplay {
  const readings = pieces.map(readAmounts);
  const isNumeric = readings.some(({ amounts }) => amounts.length > 0);
  if (!isNumeric) return details(distinct(pieces).join(', '), NOBODYS, distinct(pieces.map(lower)));
  const texts = pieces.filter(
    (piece, index) => readings[index]?.amounts.length === 0 && lower(piece) !== 'free',
  );
  const amounts = ascending([
    ...readings.flatMap((reading) => reading.amounts),
    ...pieces.filter((piece) => lower(piece) === 'free').map((): Amount => FREE),
  ]);
  const values = [...distinct(amounts.map((amount) => amount.value)), ...distinct(texts.map(lower))];
  const shown = readings.some((reading) => reading.isProse)
    ? pieces.join(', ')
    : ranges(amounts, readings, site);
  return details(shown, namedCurrency(readings, site), values);
}

/** Prices for programs, of one currency. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
  /** ISO 4217; `''` where it can't be told. */
  readonly currency: string;
}

/**
 * The lowest and highest price among stored pieces, in each currency by itself; none where they name none. Among words
 * only an amount with its currency is a price: others are times or numbers of people.
 */
export function priceRanges(pieces: readonly string[], site: SiteCurrency): PriceRange[] {
  const amounts = pieces.flatMap((piece) => {
    const { amounts, isProse } = readAmounts(piece);
    if (amounts.length === 0) return FREE_WORDS.test(piece) ? [FREE] : [];
    return isProse ? amounts.filter(({ symbol }) => symbol !== '') : amounts;
  });
  const prices = amounts.filter(({ value, symbol }) => Number(value) >= 0 && symbol !== '%');
  const symbols = distinct(amounts.map(({ symbol }) => symbol).filter((text) => text !== ''));
  if (symbols.length === 1 && symbols[0] === '%') return [];
  const [first] = symbols;
  // Of several currencies nothing is nothing in whichever.
  const symbolOf = ({ symbol, value }: Amount) =>
    symbol || (symbols.length === 1 || Number(value) === 0 ? first : undefined) || site.symbol;
  const byCurrency = Map.groupBy(prices, (amount) => codeOf(symbolOf(amount), site));
  return [...byCurrency].map(([currency, some]) => {
    const numbers = some.map(({ value }) => Number(value));
    return { low: Math.min(...numbers), high: Math.max(...numbers), currency };
  });
}

/** The code of a currency as written; the site's own symbol is the site's currency, whoever else has it. */
const codeOf = (symbol: string, site: SiteCurrency) =>
  symbol === site.symbol ? site.code : currencyCode(symbol);

// The words of the languages that the interface speaks.
const FREE_WORDS = /^(free|kostenlos|kostenfrei|gratis|gratuit[oa])$/i;

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

type Named = Omit<CostDisplay['cost_details'], 'values'>;
const NOBODYS: Named = { currency_symbol: '', currency_code: '', currency_position: '' };

const carriersIn = ({ amounts }: Pick<AmountsRead, 'amounts'>) =>
  amounts.filter((amount) => amount.symbol !== '');

/**
 * The currency that a cost names: the first that was sent (D45), else the site's where there is an amount and the
 * operator has said which that is. On a site of which nobody has, one text with several amounts in its currency names
 * none, as in the reference.
 */
function namedCurrency(readings: readonly AmountsRead[], site: SiteCurrency): Named {
  const carriers = readings.flatMap(carriersIn);
  const [first] = carriers;
  if (first === undefined) {
    const isAmount = readings.some(
      ({ amounts, isProse }) => !isProse && amounts.some(({ value }) => Number(value) !== 0),
    );
    return site.isGiven && isAmount ? named(site.symbol, site.code, site.position) : NOBODYS;
  }
  const isOne = carriers.every(({ symbol }) => symbol === first.symbol);
  const isRange = readings.some((reading) => carriersIn(reading).length > 1);
  if (isOne && isRange && !site.isGiven && first.symbol === site.symbol) return NOBODYS;
  return named(first.symbol, codeOf(first.symbol, site), first.position);
}

const named = (symbol: string, code: string, position: CurrencyPosition | ''): Named => ({
  currency_symbol: symbol,
  currency_code: code,
  currency_position: position,
});

/** Amounts in ascending order as ranges: one, or one of each currency where prices carry several. */
function ranges(amounts: readonly Amount[], readings: readonly AmountsRead[], site: SiteCurrency): string {
  const own: Placed = { symbol: site.symbol, position: site.position };
  const priced = amounts.filter(({ value }) => Number(value) !== 0);
  const carriers = priced.filter(({ symbol }) => symbol !== '');
  const [first = readings.flatMap(carriersIn)[0] ?? own] = carriers;
  if (carriers.every(({ symbol }) => symbol === first.symbol)) return range(amounts, first);
  const groups = [...Map.groupBy(priced, ({ symbol }) => symbol || site.symbol).values()];
  const parts = groups.map((group) => range(group, own));
  // Two prices read as from one to the other.
  const isPair = parts.length === 2 && !parts.some((part) => part.includes(TO));
  if (priced.length === amounts.length) return parts.join(isPair ? TO : ', ');
  return [FREE.text, ...parts].join(', ');
}

const TO = ' – ';

type Placed = Pick<Amount, 'symbol' | 'position'>;

/** @param usual the currency of amounts that carry none */
function range(amounts: readonly Amount[], usual: Placed): string {
  const show = (amount: Amount | undefined): string => {
    if (amount === undefined) return '';
    if (Number(amount.value) === 0) return FREE.text;
    return placed(amount.text, amount.symbol === '' ? usual : amount);
  };
  const [lowest, highest] = [amounts[0], amounts.at(-1)];
  if (Number(lowest?.value) === Number(highest?.value)) return show(lowest);
  return show(lowest) + TO + show(highest);
}

/** An amount with its currency, the one place that says how they stand beside each other. */
function placed(text: string, { symbol, position }: Placed): string {
  return position === 'postfix' ? text + symbol : symbol + text;
}

const details = (cost: string, currency: Named, values: string[]): CostDisplay => ({
  cost,
  cost_details: { ...currency, values },
});
