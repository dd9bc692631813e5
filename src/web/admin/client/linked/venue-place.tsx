import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api, bodyOf } from '../interface/client.ts';
import { type AnsweredSettings, settingsQuery } from '../interface/settings-query.ts';
import { TextField } from '../parts/field.tsx';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { AddressLookup } from './address-lookup.tsx';
import { type Coordinate, coordinateOf, copiedPoint, type MapPoint, pointOfTexts } from './coordinates.ts';
import type { MapSource, NearVenue } from './pin-map.tsx';

/** Returns what a map shows below its pin. */
const mapSourceOf = ({ map_tiles: tiles, map_outline: outline }: AnsweredSettings): MapSource => ({
  ...(/^https?:/.test(tiles) ? { tiles } : tiles ? { archive: '/map.pmtiles' } : {}),
  ...(outline ? { outline: '/kalends/v1/settings' } : {}),
});

const PinMap = lazy(() => import('./pin-map.tsx'));
const MOST = 50;
/** Venues whose names still leave the map to be seen. */
const NAMED = 12;
const NONE: readonly NearVenue[] = [];

/** Coordinates of a venue as they are typed. */
export type TypedPlace = Readonly<Record<Coordinate, string>>;

/** Returns whether a coordinate is wrong, or lacks where the other is. */
export function isWrongCoordinate(typed: TypedPlace, name: Coordinate): boolean {
  const text = typed[name].trim();
  if (text !== '') return coordinateOf(name, text) === undefined;
  return typed[name === 'geo_lat' ? 'geo_lng' : 'geo_lat'].trim() !== '';
}

/** The calendar's venues that have a place, by which the map is found one's way on. */
const located = async (signal: AbortSignal): Promise<NearVenue[]> => {
  const { venues } = await bodyOf(
    api.GET('/venues', {
      params: {
        query: { per_page: MOST, _fields: ['venues.venue', 'venues.geo_lat', 'venues.geo_lng'] },
      },
      signal,
    }),
  );
  return venues.flatMap(({ venue, geo_lat, geo_lng }) =>
    typeof geo_lat === 'number' && typeof geo_lng === 'number'
      ? [{ name: plainText(venue), geo_lat, geo_lng }]
      : [],
  );
};

const middleOf = (points: readonly MapPoint[]): MapPoint => ({
  geo_lat: points.reduce((sum, { geo_lat }) => sum + geo_lat, 0) / points.length,
  geo_lng: points.reduce((sum, { geo_lng }) => sum + geo_lng, 0) / points.length,
});
const squareTo = (from: MapPoint, to: MapPoint): number =>
  (from.geo_lat - to.geo_lat) ** 2 + (from.geo_lng - to.geo_lng) ** 2;

/** The place of a venue: its coordinates, typed or copied from elsewhere, and a map with its pin. */
export function VenuePlace({
  typed,
  name,
  problems = {},
  lookup,
  onChange,
}: {
  readonly typed: TypedPlace;
  /** Name of the venue, which isn't shown beside its own pin. */
  readonly name: string;
  /** Faults that the service found. */
  readonly problems?: Readonly<Record<string, string | undefined>>;
  /** The address that is typed, and what takes one that was found. */
  readonly lookup: Parameters<typeof AddressLookup>[0];
  onChange(typed: TypedPlace): void;
}) {
  const { say } = useTexts();
  const { data: venues = NONE } = useQuery({
    queryKey: ['venues', 'places'],
    queryFn: ({ signal }) => located(signal),
    staleTime: 60_000,
  });
  const { data: settings } = useQuery(settingsQuery);
  const others = venues.filter((venue) => venue.name !== name);
  const own = pointOfTexts(typed.geo_lat, typed.geo_lng);
  const point = own ?? (others.length > 0 ? middleOf(others) : undefined);
  const near =
    point && others.toSorted((one, other) => squareTo(point, one) - squareTo(point, other)).slice(0, NAMED);
  const put = ({ geo_lat, geo_lng }: MapPoint) =>
    onChange({ geo_lat: String(geo_lat), geo_lng: String(geo_lng) });
  const field = (coordinate: Coordinate) => (
    <TextField
      label={say(`admin.linked.field.${coordinate}`)}
      value={typed[coordinate]}
      inputMode="decimal"
      problem={
        isWrongCoordinate(typed, coordinate)
          ? say(`admin.editor.wrong.${coordinate}`)
          : (problems[coordinate] ?? '')
      }
      onChange={(text) => {
        const copied = copiedPoint(text);
        if (copied) put(copied);
        else onChange({ ...typed, [coordinate]: text });
      }}
    />
  );
  return (
    <div className="vp">
      <AddressLookup {...lookup} />
      {field('geo_lat')}
      {field('geo_lng')}
      <div className="vp-m">
        {point && near && settings ? (
          <Suspense fallback={<div className="sk" />}>
            <PinMap
              point={point}
              isPlaced={own !== undefined}
              venues={near}
              ground={mapSourceOf(settings)}
              onMove={put}
            />
          </Suspense>
        ) : null}
        <p className="h">{say(point ? 'admin.place.help' : 'admin.place.none')}</p>
      </div>
    </div>
  );
}
