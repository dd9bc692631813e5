import type { Language } from '#foundation/i18n/catalogue.ts';
import { message, translate } from '#foundation/i18n/catalogue.ts';
import { currencyOf, currencyStyle } from '#foundation/i18n/currency.ts';
import { decimalText } from '#foundation/text/decimal.ts';
import { titleFrom } from '../source-text.ts';
import { webAddress } from './page.ts';
import { hasType, isThing, plainName, type Thing, textOf, thingsOf, valuesOf } from './things.ts';

/** The offers of an event: `cost` and `tickets` as requests would send them. */
export interface NodeOffers {
  readonly cost: readonly string[] | undefined;
  readonly tickets: readonly Readonly<Record<string, unknown>>[] | undefined;
}

const MOST_TICKETS = 100;
const NAME_LENGTH = 200;
const NUMBER = /^\d+(?:[.,]\d+)?$/;

/** Returns an amount; a text that is none, such as `from 12 €`, comes back as it is. */
function amountOf(text: string): number | string | undefined {
  if (text === '') return undefined;
  return NUMBER.test(text) ? Number(text.replace(',', '.')) : text;
}

/** Prices of an offer, from the lowest to the highest, and their currency (ISO 4217, '' if unknown). */
interface Prices {
  readonly amounts: readonly (number | string)[];
  readonly currency: string;
}

function pricesOf(offer: Thing): Prices {
  const specifications = thingsOf(offer, 'priceSpecification');
  const places = [offer, ...specifications];
  const amounts = ['price', 'lowPrice', 'minPrice', 'highPrice', 'maxPrice'].flatMap((name) =>
    places.flatMap((place) => amountOf(textOf(place, name)) ?? []),
  );
  const currency = places.map((place) => textOf(place, 'priceCurrency')).find((text) => text !== '') ?? '';
  return { amounts: [...new Set(amounts)], currency: currencyOf(currency.trim().toUpperCase()) ?? '' };
}

/** Returns an amount with its currency as people write it in a language. */
function priceText(amount: number | string, currency: string, language: Language): string {
  if (typeof amount === 'string' || amount === 0) return String(amount);
  const text = decimalText(amount);
  if (currency === '') return text;
  const { symbol, position, isSpaced } = currencyStyle(currency, language);
  const parts = position === 'prefix' ? [symbol, text] : [text, symbol];
  return parts.join(isSpaced ? ' ' : '');
}

const isSoldOut = (offer: Thing): boolean => /^SoldOut$/i.test(plainName(textOf(offer, 'availability')));

/** Reads `offers`: Offer, AggregateOffer, addresses alone, and `isAccessibleForFree`. @param base resolves addresses */
export function offersOf(
  node: Thing,
  { base, language }: { base: string | undefined; language: Language },
): NodeOffers {
  const values = valuesOf(node, 'offers');
  const offers = values.filter(isThing).flatMap((offer) => {
    const inner = thingsOf(offer, 'offers');
    return hasType(offer, 'AggregateOffer') && inner.length > 0 ? [offer, ...inner] : [offer];
  });
  const single = offers.filter(
    (offer) => !hasType(offer, 'AggregateOffer') || thingsOf(offer, 'offers').length === 0,
  );
  const cost = new Set<string>();
  for (const offer of offers) {
    const { amounts, currency } = pricesOf(offer);
    for (const amount of amounts) cost.add(priceText(amount, currency, language));
  }
  const isFree = /^(?:true|https?:\/\/schema\.org\/True)$/i.test(textOf(node, 'isAccessibleForFree'));
  if (cost.size === 0 && isFree) cost.add('0');
  const named = (offer: Thing) =>
    titleFrom(textOf(offer, 'name')).slice(0, NAME_LENGTH) ||
    translate(language, message('import.web.ticket'));
  const tickets = single.flatMap((offer) => {
    const { amounts, currency } = pricesOf(offer);
    const price = amounts.find((amount) => typeof amount === 'number');
    const url = webAddress(textOf(offer, 'url'), base);
    if (price === undefined && url === undefined && !isSoldOut(offer)) return [];
    const sales_start = textOf(offer, 'validFrom') || textOf(offer, 'availabilityStarts');
    const sales_end = textOf(offer, 'validThrough') || textOf(offer, 'availabilityEnds');
    return [
      {
        name: named(offer),
        ...(price === undefined ? {} : { price }),
        ...(currency === '' ? {} : { currency }),
        ...(url === undefined ? {} : { url }),
        ...(isSoldOut(offer) ? { capacity: 0 } : {}),
        ...(sales_start === '' ? {} : { sales_start }),
        ...(sales_end === '' ? {} : { sales_end }),
      },
    ];
  });
  const addresses = values.flatMap((value) =>
    isThing(value) ? [] : (webAddress(String(value), base) ?? []),
  );
  const all = [
    ...tickets,
    ...addresses.map((url) => ({ name: translate(language, message('import.web.ticket')), url })),
  ];
  return {
    cost: cost.size > 0 ? [...cost].slice(0, MOST_TICKETS) : undefined,
    tickets: all.length > 0 ? all.slice(0, MOST_TICKETS) : undefined,
  };
}
