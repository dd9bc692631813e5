import type { GeocoderKind } from '#foundation/network/geocoder.ts';
import { singleLine } from '#foundation/text/html.ts';
import { isObject } from '#foundation/text/is-object.ts';
import type { FoundAddress } from './schema.ts';

/** Addresses that are shown, and characters of each part. */
export const MOST_FOUND = 5;
const LONGEST = 200;
/** Digits after the point of a coordinate: less than a metre. */
const DIGITS = 6;

/** Returns a text of somebody else's as one line; '' for anything else. */
const lineOf = (value: unknown): string =>
  typeof value === 'string' ? singleLine(value.replaceAll(/\p{C}/gu, ' ')).slice(0, LONGEST) : '';

/** Returns the first of some members of an object that says something. */
const firstOf = (from: Readonly<Record<string, unknown>>, ...names: string[]): string =>
  names.map((name) => lineOf(from[name])).find((text) => text !== '') ?? '';

/** Returns a coordinate within its range, as a number or a text of one; undefined for anything else. */
function degrees(value: unknown, most: number): number | undefined {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN;
  return Math.abs(number) <= most ? Number(number.toFixed(DIGITS)) : undefined;
}

type Parts = Omit<FoundAddress, 'label' | 'geo_lat' | 'geo_lng'>;

/** Returns an address with a line by which people tell it from others. */
function found(parts: Parts, at: { lat: unknown; lng: unknown }, name: string): FoundAddress[] {
  const [lat, lng] = [degrees(at.lat, 90), degrees(at.lng, 180)];
  if (lat === undefined || lng === undefined) return [];
  const town = [parts.zip, parts.city].filter(Boolean).join(' ');
  const lines = [name, parts.address, parts.district, town, parts.stateprovince, parts.country];
  const label = [...new Set(lines.filter(Boolean))].join(', ');
  return label === '' ? [] : [{ label, ...parts, geo_lat: lat, geo_lng: lng }];
}

/** Writes a street with its number: before it where English is spoken, else after it. */
const streetLine = (street: string, number: string, country: string): string =>
  (['GB', 'US', 'IE', 'AU', 'NZ', 'CA', 'ZA', 'FR'].includes(country.toUpperCase())
    ? [number, street]
    : [street, number]
  )
    .filter(Boolean)
    .join(' ');

/** Reads a feature of Photon's GeoJSON. */
function ofPhoton(feature: unknown): FoundAddress[] {
  if (!isObject(feature)) return [];
  const { geometry, properties } = feature;
  if (!isObject(geometry) || !isObject(properties) || !Array.isArray(geometry['coordinates'])) return [];
  const [lng, lat]: unknown[] = geometry['coordinates'];
  const [name, street] = [firstOf(properties, 'name'), firstOf(properties, 'street')];
  const isStreet = properties['osm_key'] === 'highway';
  return found(
    {
      address: streetLine(
        street || (isStreet ? name : ''),
        street ? firstOf(properties, 'housenumber') : '',
        firstOf(properties, 'countrycode'),
      ),
      zip: firstOf(properties, 'postcode'),
      city: firstOf(properties, 'city', 'town', 'village') || (properties['osm_key'] === 'place' ? name : ''),
      district: firstOf(properties, 'locality', 'district'),
      stateprovince: firstOf(properties, 'state'),
      country: firstOf(properties, 'country'),
    },
    { lat, lng },
    name,
  );
}

/** Reads a place of Nominatim's `jsonv2`. */
function ofNominatim(place: unknown): FoundAddress[] {
  if (!isObject(place)) return [];
  const { lat, lon } = place;
  const address = isObject(place['address']) ? place['address'] : {};
  return found(
    {
      address: streetLine(
        firstOf(address, 'road', 'pedestrian', 'footway', 'square'),
        firstOf(address, 'house_number'),
        firstOf(address, 'country_code'),
      ),
      zip: firstOf(address, 'postcode'),
      city: firstOf(address, 'city', 'town', 'village', 'municipality', 'hamlet'),
      district: firstOf(address, 'quarter', 'neighbourhood', 'suburb', 'city_district', 'borough'),
      stateprovince: firstOf(address, 'state'),
      country: firstOf(address, 'country'),
    },
    { lat, lng: lon },
    firstOf(place, 'name') || firstOf(place, 'display_name'),
  );
}

/** Returns the addresses in a geocoder's answer, at most five, without those that are nowhere on Earth; undefined: it is none of its kind. */
export function addressesOf(kind: GeocoderKind, answer: unknown): FoundAddress[] | undefined {
  const list = kind === 'photon' ? isObject(answer) && answer['features'] : answer;
  if (!Array.isArray(list)) return undefined;
  const read = kind === 'photon' ? ofPhoton : ofNominatim;
  const unique = new Map(
    list.flatMap((one) => read(one).map((address) => [address.label, address] as const)),
  );
  return [...unique.values()].slice(0, MOST_FOUND);
}
