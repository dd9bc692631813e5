import { remembered } from '#text/remembered.ts';
import { type CostDisplay, presentCost, priceRange, SITE_CURRENCY } from './cost.ts';

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
 * The column `cost`: the list of pieces as sent. For an event from elsewhere that showed them in another way than we
 * would, an object with that too, which then is what we show until the cost is written anew.
 */
export function costColumn(pieces: readonly string[], foreign?: ForeignCost): string {
  if (!foreign || !differs(presentCost(pieces, SITE_CURRENCY), foreign)) return JSON.stringify(pieces);
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

/** What to show of a column `cost` (reference 5.7). */
export const shownCost = remembered((column): CostDisplay => {
  if (column.startsWith('{')) {
    const { shown }: { shown: CostDisplay } = JSON.parse(column);
    return shown;
  }
  return presentCost(costPieces(column), SITE_CURRENCY);
});

/** The lowest and highest price in a column `cost`, for programs. */
export const keptPriceRange = remembered((column) => priceRange(costPieces(column), SITE_CURRENCY));
