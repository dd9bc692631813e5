import { stripTags } from '#text/markup.ts';
import { type Amount, type AmountsRead, currencyCode, readAmounts } from './amounts.ts';

/** The site's default currency: shown with amounts that name none. */
export type SiteCurrency = { symbol: string; code: string; position: 'prefix' | 'postfix' };

export const SITE_CURRENCY: SiteCurrency = { symbol: '$', code: 'USD', position: 'prefix' };

/** How the interface shows a cost (reference 5.7). `values` are in ascending order, texts last. */
export type CostDisplay = {
  cost: string;
  cost_details: {
    currency_symbol: string;
    currency_code: string;
    currency_position: 'prefix' | 'postfix' | '';
    values: string[];
  };
};

type Position = 'prefix' | 'postfix';

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
 * Stored pieces as they are shown: one amount, or the lowest – the highest, a lowest of 0 as `Free`;
 * amounts as written, with the currency they carry, else the site's. Pieces with other words (contract
 * D15) are shown as they were sent. The symbol of `cost_details` is the one that the amounts share;
 * `''` for the site's own in a range that is one text, as in the reference.
 */
export function presentCost(pieces: readonly string[], site: SiteCurrency): CostDisplay {
  const readings = pieces.map(readAmounts);
  const isNumeric = readings.some(({ amounts }) => amounts.length > 0);
  if (!isNumeric) return details(distinct(pieces).join(', '), '', '', '', distinct(pieces.map(lower)));
  const texts = pieces.filter(
    (piece, index) => readings[index]?.amounts.length === 0 && lower(piece) !== 'free',
  );
  const amounts = ascending([
    ...readings.flatMap((reading) => reading.amounts),
    ...pieces.filter((piece) => lower(piece) === 'free').map((): Amount => FREE),
  ]);
  const values = [...distinct(amounts.map((amount) => amount.value)), ...distinct(texts.map(lower))];
  const { symbol, position, isSilent } = commonCurrency(readings, site);
  const shown = readings.some((reading) => reading.isProse)
    ? pieces.join(', ')
    : range(amounts, { symbol, position }, site);
  if (isSilent || symbol === '') return details(shown, '', '', '', values);
  return details(shown, symbol, symbol === site.symbol ? site.code : currencyCode(symbol), position, values);
}

/**
 * The lowest and highest price among stored pieces, for programs; undefined where they name none, or name several
 * currencies. `currency` is an ISO 4217 code, `''` where it can't be told. Among words only an amount with its
 * currency is a price: others are times or numbers of people.
 */
export function priceRange(
  pieces: readonly string[],
  site: SiteCurrency,
): { low: number; high: number; currency: string } | undefined {
  const amounts = pieces.flatMap((piece) => {
    const { amounts, isProse } = readAmounts(piece);
    if (amounts.length === 0) return FREE_WORDS.test(piece) ? [FREE] : [];
    return isProse ? amounts.filter(({ symbol }) => symbol !== '') : amounts;
  });
  const prices = amounts.map(({ value }) => Number(value)).filter((price) => price >= 0);
  const [symbol, ...others] = distinct(amounts.map((amount) => amount.symbol).filter((text) => text !== ''));
  if (prices.length === 0 || others.length > 0 || symbol === '%') return undefined;
  const currency = symbol === undefined || symbol === site.symbol ? site.code : currencyCode(symbol);
  return { low: Math.min(...prices), high: Math.max(...prices), currency };
}

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

/** The one currency that amounts carry; none where they carry several, each is then shown with its own. */
function commonCurrency(
  readings: readonly Pick<AmountsRead, 'amounts'>[],
  site: SiteCurrency,
): { symbol: string; position: Position | ''; isSilent: boolean } {
  const carriers = readings.flatMap(({ amounts }) => amounts.filter((amount) => amount.symbol !== ''));
  const [first] = carriers;
  if (first === undefined || carriers.some((amount) => amount.symbol !== first.symbol)) {
    return { symbol: '', position: '', isSilent: false };
  }
  const isRange = readings.some(({ amounts }) => amounts.filter((amount) => amount.symbol !== '').length > 1);
  return {
    symbol: first.symbol,
    position: first.position,
    isSilent: isRange && first.symbol === site.symbol,
  };
}

function range(
  amounts: readonly Amount[],
  common: { symbol: string; position: Position | '' },
  site: SiteCurrency,
): string {
  const show = (amount: Amount | undefined): string => {
    if (amount === undefined) return '';
    if (Number(amount.value) === 0) return 'Free';
    if (amount.symbol !== '') return placed(amount.text, amount.symbol, amount.position);
    if (common.symbol !== '') return placed(amount.text, common.symbol, common.position);
    return placed(amount.text, site.symbol, site.position);
  };
  const [lowest, highest] = [amounts[0], amounts.at(-1)];
  if (Number(lowest?.value) === Number(highest?.value)) return show(lowest);
  return `${show(lowest)} – ${show(highest)}`;
}

function placed(text: string, symbol: string, position: Position | ''): string {
  return position === 'postfix' ? text + symbol : symbol + text;
}

function details(
  cost: string,
  currency_symbol: string,
  currency_code: string,
  currency_position: Position | '',
  values: string[],
): CostDisplay {
  return { cost, cost_details: { currency_symbol, currency_code, currency_position, values } };
}
