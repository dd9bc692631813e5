import { nameFrom, regionField, titleFrom } from '../source-text.ts';
import { webAddress } from './page.ts';
import { hasType, isThing, nameOf, type Thing, textOf, textsOf, type Value, valuesOf } from './things.ts';

/** The places of an event: venues as requests would send them, an address online, and the country. */
export interface NodePlaces {
  readonly venues: readonly (Readonly<Record<string, unknown>> & { readonly venue: string })[];
  readonly virtualUrl: string | undefined;
  readonly country: string;
}

const WEB = /^https?:\/\/\S+$/i;
const ATTENDANCE = /(Online|Mixed|Offline)EventAttendanceMode$/;

/** Returns how an event can be attended, as it says itself. */
export function attendanceOf(node: Thing): 'online' | 'mixed' | 'offline' | undefined {
  const mode = ATTENDANCE.exec(textOf(node, 'eventAttendanceMode') || modeOfThing(node))?.[1];
  return mode === 'Online'
    ? 'online'
    : mode === 'Mixed'
      ? 'mixed'
      : mode === 'Offline'
        ? 'offline'
        : undefined;
}

const modeOfThing = (node: Thing): string => {
  const [mode] = valuesOf(node, 'eventAttendanceMode').filter(isThing);
  return mode ? textOf(mode, '@id') : '';
};

/** Returns the country that an address names, as a text or as a thing. */
const countryOf = (address: Thing): string => {
  const [country] = valuesOf(address, 'addressCountry');
  return country === undefined
    ? ''
    : nameOf(country) || (isThing(country) ? textOf(country, 'identifier') : '');
};

/** Returns the fields of a venue that an address has. */
function addressFields(address: Value | undefined): Record<string, string> {
  if (address === undefined) return {};
  if (!isThing(address)) return textField('address', nameOf(address));
  const country = countryOf(address);
  return {
    ...textField(
      'address',
      [...textsOf(address, 'streetAddress'), ...textsOf(address, 'extendedAddress')].join(', '),
    ),
    ...textField('city', textOf(address, 'addressLocality')),
    ...textField('zip', textOf(address, 'postalCode')),
    ...textField(regionField(country), textOf(address, 'addressRegion')),
    ...textField('country', country),
  };
}

const textField = (name: string, value: string): Record<string, string> => {
  const text = titleFrom(value);
  return text === '' ? {} : { [name]: text };
};

function pointFields(place: Thing): Record<string, number> {
  const [geo] = valuesOf(place, 'geo');
  const of = isThing(geo) ? geo : place;
  const [, lat = '', lng = ''] =
    /^(?:geo:)?(-?[\d.]+)[,;]\s*(-?[\d.]+)/.exec(geo === undefined ? '' : nameOf(geo)) ?? [];
  const [geo_lat, geo_lng] = [textOf(of, 'latitude') || lat, textOf(of, 'longitude') || lng].map((text) =>
    text === '' ? Number.NaN : Number(text.replace(',', '.')),
  );
  return geo_lat !== undefined && geo_lng !== undefined && Math.abs(geo_lat) <= 90 && Math.abs(geo_lng) <= 180
    ? { geo_lat, geo_lng }
    : {};
}

/** Returns a venue; undefined for a place without a name and an address. */
function venueOf(place: Value, base: string | undefined) {
  if (!isThing(place)) {
    const venue = nameFrom(titleFrom(nameOf(place)));
    return venue === '' ? undefined : { venue };
  }
  const [given] = valuesOf(place, 'address');
  const address = addressFields(hasType(place, 'PostalAddress') ? place : given);
  const name = hasType(place, 'PostalAddress') ? '' : nameFrom(titleFrom(textOf(place, 'name')));
  const venue = name || nameFrom(address['address'] ?? address['city'] ?? '');
  if (venue === '') return undefined;
  const website = webAddress(textOf(place, 'url') || textOf(place, 'sameAs'), base);
  return {
    venue,
    ...address,
    ...textField('phone', textOf(place, 'telephone')),
    ...(website === undefined ? {} : { website }),
    ...pointFields(place),
  };
}

/** Reads `location` in every form: text, Place, PostalAddress, VirtualLocation, or several of them. @param base resolves addresses */
export function placesOf(locations: readonly Value[], base: string | undefined): NodePlaces {
  const isOnline = (value: Value) =>
    isThing(value) ? hasType(value, 'VirtualLocation') : WEB.test(nameOf(value));
  const online = locations
    .filter(isOnline)
    .map((value) => (isThing(value) ? textOf(value, 'url') : nameOf(value)));
  const real = locations.filter((value) => !isOnline(value));
  const venues = real.flatMap((place) => venueOf(place, base) ?? []);
  return {
    venues,
    virtualUrl: online.find((url) => WEB.test(url)),
    country: venues.map((venue) => ('country' in venue ? String(venue.country) : '')).find(Boolean) ?? '',
  };
}
