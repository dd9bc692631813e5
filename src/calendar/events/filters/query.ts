import { listScope, unlockScope } from '#api/access/permissions.ts';
import type { Call } from '#context.ts';
import type { ListFrame } from './filter.ts';
import type { OrderName } from './orders.ts';
import type { ListInput } from './parameters.ts';
import { type AskedFilters, type FilterName, type FilterValues, filterNames, filterOf } from './registry.ts';
import { listWindow, type Window, windowNames } from './window.ts';

/** A list of events: its window, scope and filters, of which each narrows, and its order. IDs are those of things that exist. */
export interface EventQuery extends ListFrame, AskedFilters {
  orderby: OrderName;
  order: 'asc' | 'desc';
}

/** Parameters as sent, by which those not sent are told from their defaults. */
export type Sent = Readonly<Record<string, unknown>>;

/** Returns the window of a list in the site's zone; a list of IDs has none. */
export function readWindow(call: Call, input: ListInput, sent: Sent): Window {
  if (input.include) return { bounds: [], shown: {} };
  const given = Object.fromEntries(
    windowNames
      .filter((name) => sent[name] !== undefined && sent[name] !== null)
      .map((name) => [name, input[name]]),
  );
  const { validity } = call;
  const zone = call.deps.config.timezone;
  return listWindow(given, {
    zone,
    strict: input.strict_dates,
    get now() {
      return validity.now;
    },
    get today() {
      return validity.today(zone);
    },
  });
}

/** Tells whether a filter is asked for: the first of its parameters is sent. */
export function isAsked(name: FilterName, input: Sent): boolean {
  const [first = ''] = Object.keys(filterOf[name].parameters);
  return input[first] !== undefined;
}

/** Returns the query that a request asks for. */
export async function readQuery(
  call: Call,
  input: ListInput,
  { window, sent }: { window: Window; sent: Sent },
): Promise<EventQuery> {
  const unlocked = unlockScope(call.viewer, {
    password: input.password,
    editing: input.context === 'edit',
  });
  const asked: AskedFilters = {};
  const set = <K extends FilterName>(name: K, value: FilterValues[K] | undefined) => {
    asked[name] = value;
  };
  for (const name of filterNames) if (isAsked(name, input)) set(name, await filterOf[name].read(input, call));
  return {
    scope: listScope(call.viewer, input.status),
    bounds: window.bounds,
    hidden: unlocked.editable,
    unlocked,
    linkedScope: listScope(call.viewer),
    ...asked,
    // What is asked for by number comes by publication, unless an order is asked for too (reference 4.5).
    orderby: input.include && !Object.hasOwn(sent, 'orderby') ? 'publication' : input.orderby,
    order: input.order,
  };
}
