import type { Schemas } from '../interface/client.ts';
import type { Choice } from './event-form.ts';

/** Fields of a new venue beside its name, in their order. */
export const newVenueFields = ['address', 'zip', 'city', 'country', 'geo_lat', 'geo_lng'] as const;

const LIMITS = { geo_lat: 90, geo_lng: 180 } as const;
/** Coordinates of a venue, which are given both or not at all. */
export type Coordinate = keyof typeof LIMITS;

/** Returns a coordinate that was typed with a point or a comma; undefined of what is none. */
function coordinateOf(name: Coordinate, typed: string): number | undefined {
  const text = typed.trim().replace(',', '.').replace('−', '-');
  return /^-?\d+(\.\d*)?$/.test(text) && Math.abs(Number(text)) <= LIMITS[name] ? Number(text) : undefined;
}

const typedOf = ({ fields }: Choice, name: string): string => fields?.[name]?.trim() ?? '';

/** Returns whether a coordinate of a new venue is wrong, or lacks where the other is. */
export function isWrongCoordinate(choice: Choice, name: Coordinate): boolean {
  const typed = typedOf(choice, name);
  if (typed !== '') return coordinateOf(name, typed) === undefined;
  return typedOf(choice, name === 'geo_lat' ? 'geo_lng' : 'geo_lat') !== '';
}

/** Returns whether the place of something new can be saved as it is typed. */
export const isComplete = (choice: Choice): boolean =>
  !isWrongCoordinate(choice, 'geo_lat') && !isWrongCoordinate(choice, 'geo_lng');

/** Returns the coordinates of a new venue, once both are right. */
export function pointOf(choice: Choice): { geo_lat: number; geo_lng: number } | undefined {
  const [lat, lng] = [typedOf(choice, 'geo_lat'), typedOf(choice, 'geo_lng')];
  const [geo_lat, geo_lng] = [coordinateOf('geo_lat', lat), coordinateOf('geo_lng', lng)];
  return geo_lat === undefined || geo_lng === undefined ? undefined : { geo_lat, geo_lng };
}

/** Returns what was typed of a new venue's address, without what is empty. */
export const addressOf = (
  choice: Choice,
): Readonly<Partial<Record<'address' | 'zip' | 'city' | 'country', string>>> =>
  Object.fromEntries(
    (['address', 'zip', 'city', 'country'] as const).flatMap((name) => {
      const typed = typedOf(choice, name);
      return typed === '' ? [] : [[name, typed]];
    }),
  );

/** Returns a venue as it is made with the event that it is typed for. */
export const newVenue = (choice: Choice): Schemas['CreateVenue'] => ({
  venue: choice.name,
  ...addressOf(choice),
  ...pointOf(choice),
});
