import type { Language } from '#foundation/i18n/catalogue.ts';
import type { SiteCurrency } from '#foundation/i18n/currency.ts';
import { memoize } from '#foundation/memoize/memoize.ts';
import { currencyCode, readAmounts } from './amounts.ts';
import {
  type CostDisplay,
  costForPeople,
  LEADING_FREE,
  type PriceRange,
  presentCost,
  priceRanges,
} from './cost.ts';

/** A cost as another system shows it; members that it doesn't know are missing. */
export interface ForeignCost {
  cost: string;
  cost_details: Omit<CostDisplay['cost_details'], 'currency_code'> & { currency_code?: string | undefined };
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((member) => typeof member === 'string');
}

function differs(ours: CostDisplay, theirs: ForeignCost): boolean {
  const a = ours.cost_details;
  const b = theirs.cost_details;
  return (
    ours.cost !== theirs.cost ||
    a.currency_symbol !== b.currency_symbol ||
    a.currency_position !== b.currency_position ||
    (b.currency_code !== undefined && a.currency_code !== b.currency_code) ||
    JSON.stringify(a.values) !== JSON.stringify(b.values)
  );
}

/**
 * Returns the column `cost`: the list of texts as sent, which get the site's currency when they are shown. For an imported
 * event whose source showed them differently it is an object with that display too, shown until the cost is updated.
 */
export function costColumn(pieces: readonly string[], site: SiteCurrency, foreign?: ForeignCost): string {
  if (foreign === undefined) return JSON.stringify(pieces);
  // Naming a currency that wasn't sent, or a blank before it, doesn't make the amount a different one.
  for (const isGiven of [true, false])
    for (const isSpaced of [true, false])
      if (!differs(presentCost(pieces, { ...site, isGiven, isSpaced }), foreign))
        return JSON.stringify(pieces);
  const { currency_symbol, currency_code = '', currency_position, values } = foreign.cost_details;
  const shown: CostDisplay = {
    cost: foreign.cost,
    cost_details: { currency_symbol, currency_code, currency_position, values },
  };
  return JSON.stringify({ pieces, shown });
}

/** Returns whether a column `cost` names amounts, and all of them are nothing. */
export function isFree(column: string, site: SiteCurrency): boolean {
  const prices = storedPriceRanges(column, site);
  return prices.length > 0 && prices.every(({ high }) => high === 0);
}

/** Returns the texts in a column `cost`, as they were sent. */
export function costPieces(column: string): string[] {
  const stored: unknown = JSON.parse(column || '[]');
  if (isStrings(stored)) return stored;
  const pieces = typeof stored === 'object' && stored !== null && 'pieces' in stored ? stored.pieces : [];
  return isStrings(pieces) ? pieces : [];
}

/** Returns the display of another system, where the column has one. */
function foreignIn(column: string): CostDisplay | undefined {
  if (!column.startsWith('{')) return undefined;
  const { shown }: { shown: CostDisplay } = JSON.parse(column);
  return shown;
}

/** Returns the currency of another system's amounts that name none; the site's where that is unknown. */
function foreignCurrency({ cost, cost_details }: CostDisplay, site: SiteCurrency): SiteCurrency {
  const carrier = readAmounts(cost, site).amounts.find(({ symbol }) => symbol !== '' && symbol !== '%');
  const symbol = cost_details.currency_symbol || carrier?.symbol;
  if (!symbol) return site;
  return { ...site, symbol, code: cost_details.currency_code || currencyCode(symbol) };
}

const of = new WeakMap<SiteCurrency, ReturnType<typeof readersOf>>();

/** Returns the memoized readings of columns under a currency, of which a service has one. */
function readersIn(site: SiteCurrency) {
  const known = of.get(site) ?? readersOf(site);
  of.set(site, known);
  return known;
}

const readersOf = (site: SiteCurrency) => ({
  shown: memoize((column): CostDisplay => foreignIn(column) ?? presentCost(costPieces(column), site)),
  prices: memoize((column): readonly PriceRange[] => {
    const foreign = foreignIn(column);
    return priceRanges(costPieces(column), foreign ? foreignCurrency(foreign, site) : site);
  }),
});

/** Returns a column `cost` as the interface shows it (reference 5.7). */
export const shownCost = (column: string, site: SiteCurrency): CostDisplay => readersIn(site).shown(column);

/** Returns a column `cost` as people of a language read it; another system's display stays as it is. @param free the language's word for “free” */
export function costTextFor(
  column: string,
  site: SiteCurrency,
  reader: { language: Language; free: string },
): string {
  const foreign = foreignIn(column);
  return foreign
    ? foreign.cost.replace(LEADING_FREE, reader.free)
    : costForPeople(costPieces(column), site, reader);
}

/** Returns the lowest and highest price of each currency in a column `cost`. */
export const storedPriceRanges = (column: string, site: SiteCurrency): readonly PriceRange[] =>
  readersIn(site).prices(column);
