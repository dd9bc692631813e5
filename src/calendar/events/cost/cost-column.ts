import type { Language } from '#foundation/i18n/catalogue.ts';
import type { SiteCurrency } from '#foundation/i18n/currency.ts';
import { memoize } from '#foundation/text/memoize.ts';
import { currencyCode, readAmounts } from './amounts.ts';
import {
  type CostDisplay,
  costForPeople,
  LEADING_FREE,
  type PriceRange,
  presentCost,
  priceRanges,
} from './cost.ts';

/** How another system shows a cost; a member that it doesn't know is missing. */
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
 * The column `cost`: the list of pieces as sent, which take the site's currency as it is when they are shown. For an
 * event from elsewhere that showed them in another way than we would, an object with that too, which then is what we
 * show until the cost is written anew.
 */
export function costColumn(pieces: readonly string[], site: SiteCurrency, foreign?: ForeignCost): string {
  if (foreign === undefined) return JSON.stringify(pieces);
  // Whether a site names the currency that nobody sent, or has a blank before it, makes no other amount of it.
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

/** The pieces in a column `cost`. */
export function costPieces(column: string): string[] {
  const kept: unknown = JSON.parse(column || '[]');
  if (isStrings(kept)) return kept;
  const pieces = typeof kept === 'object' && kept !== null && 'pieces' in kept ? kept.pieces : [];
  return isStrings(pieces) ? pieces : [];
}

/** What another system showed, where the column has it. */
function foreignIn(column: string): CostDisplay | undefined {
  if (!column.startsWith('{')) return undefined;
  const { shown }: { shown: CostDisplay } = JSON.parse(column);
  return shown;
}

/** The currency in which another system showed amounts that name none; ours where that can't be told. */
function foreignCurrency({ cost, cost_details }: CostDisplay, site: SiteCurrency): SiteCurrency {
  const carrier = readAmounts(cost, site).amounts.find(({ symbol }) => symbol !== '' && symbol !== '%');
  const symbol = cost_details.currency_symbol || carrier?.symbol;
  if (!symbol) return site;
  return { ...site, symbol, code: cost_details.currency_code || currencyCode(symbol) };
}

const of = new WeakMap<SiteCurrency, ReturnType<typeof readersOf>>();

/** A service has one currency; what was worked out under it is remembered beside it. */
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

/** What to show of a column `cost` (reference 5.7). */
export const shownCost = (column: string, site: SiteCurrency): CostDisplay => readersIn(site).shown(column);

/** What people of a language read of a column `cost`; what another system showed is as it showed it. @param free their word for nothing */
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

/** The lowest and highest price in a column `cost`, of each currency, for programs. */
export const storedPriceRanges = (column: string, site: SiteCurrency): readonly PriceRange[] =>
  readersIn(site).prices(column);
