/** Kinds of services that find addresses by words. */
export type GeocoderKind = 'photon' | 'nominatim';

/** A service that finds addresses: its kind, and the address at which it is asked. */
export interface Geocoder {
  readonly kind: GeocoderKind;
  readonly url: string;
}

/** The last part of the path at which each kind is asked. */
const paths: Readonly<Record<string, GeocoderKind>> = { api: 'photon', search: 'nominatim' };

/** Reads the address of Photon (`…/api`) or Nominatim (`…/search`); undefined for anything else. */
export function readGeocoder(address: string): Geocoder | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  const kind = paths[/\/(api|search)\/?$/.exec(url.pathname)?.[1] ?? ''];
  url.hash = '';
  return kind && { kind, url: url.href };
}
