import { hash } from 'node:crypto';
import { fold } from '#foundation/text/fold.ts';

/** Returns an address as addresses are compared: without scheme, fragment, final slash and `utm_…` (contract I8). */
function comparedAddress(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (/^utm_/i.test(name)) url.searchParams.delete(name);
  return `${url.host}${url.pathname.replace(/\/+$/, '')}${url.search}`;
}

const digestOf = (texts: readonly string[]): string =>
  hash('sha256', JSON.stringify(texts), 'base64url').slice(0, 22);

/** The values by which an event of a page is recognized. */
export interface IdentifiedNode {
  readonly title: string;
  readonly times: { readonly start_date: string };
  readonly address: string | undefined;
  readonly places: { readonly venues: readonly { readonly venue: string }[] };
}

/**
 * Returns the key of each event: its address and day, or else title, place and day. Later events of an address on one day have
 * their time too. An address with events of several titles identifies none alone.
 */
export function keysOf<T extends IdentifiedNode>(events: readonly T[]): Map<T, string> {
  const titles = new Map<string, Set<string>>();
  const compared = new Map<T, string>();
  for (const event of events) {
    if (event.address === undefined) continue;
    const address = comparedAddress(event.address);
    compared.set(event, address);
    titles.set(address, (titles.get(address) ?? new Set()).add(fold(event.title)));
  }
  const keys = new Map<T, string>();
  const earliest = new Map<string, string>();
  const base = (event: T): string => {
    const { title, times, places } = event;
    const address = compared.get(event);
    const day = times.start_date.slice(0, 10);
    if (address === undefined)
      return `event:${digestOf([fold(title), fold(places.venues[0]?.venue ?? '')])} ${day}`;
    const isShared = (titles.get(address)?.size ?? 0) > 1;
    return `${address} ${isShared ? `${digestOf([fold(title)])} ` : ''}${day}`;
  };
  for (const event of events) {
    const key = base(event);
    const start = event.times.start_date;
    const first = earliest.get(key);
    if (first === undefined || start < first) earliest.set(key, start);
  }
  for (const event of events) {
    const key = base(event);
    const start = event.times.start_date;
    keys.set(event, earliest.get(key) === start ? key : `${key} ${start.slice(11)}`);
  }
  return keys;
}
