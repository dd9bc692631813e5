import type { Schemas } from '../interface/client.ts';
import { type MapPoint, pointOfTexts } from '../linked/coordinates.ts';
import { isWrongCoordinate, type TypedPlace } from '../linked/venue-place.tsx';
import type { Choice } from './event-form.ts';

/** Fields of a new venue beside its name and its place, in their order. */
export const newVenueFields = ['address', 'zip', 'city', 'country'] as const;

const typedOf = ({ fields }: Choice, name: string): string => fields?.[name]?.trim() ?? '';

/** Returns the coordinates of something new as they are typed. */
export const placeTyped = (choice: Choice): TypedPlace => ({
  geo_lat: typedOf(choice, 'geo_lat'),
  geo_lng: typedOf(choice, 'geo_lng'),
});

/** Returns whether the place of something new can be saved as it is typed. */
export const isComplete = (choice: Choice): boolean =>
  !isWrongCoordinate(placeTyped(choice), 'geo_lat') && !isWrongCoordinate(placeTyped(choice), 'geo_lng');

/** Returns the coordinates of a new venue, once both are right. */
export const pointOf = (choice: Choice): MapPoint | undefined => {
  const { geo_lat, geo_lng } = placeTyped(choice);
  return pointOfTexts(geo_lat, geo_lng);
};

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
