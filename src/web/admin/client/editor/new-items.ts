import type { Schemas } from '../interface/client.ts';
import { type MapPoint, pointOfTexts } from '../linked/coordinates.ts';
import type { LinkedScreenKind, NewLinkedFields } from '../linked/linked-kinds.ts';
import { isWrongCoordinate, type TypedPlace } from '../linked/venue-place.tsx';
import type { Choice } from './event-form.ts';

/** Fields of a new venue or organizer beside its name and its place, in their order. */
export const newItemFields = {
  venues: ['address', 'zip', 'city', 'district', 'country'],
  organizers: ['email', 'phone', 'website'],
} as const satisfies Readonly<Record<LinkedScreenKind, readonly string[]>>;

const typedOf = ({ fields }: Choice, name: string): string => fields?.[name]?.trim() ?? '';

/** Returns the coordinates of something new as they are typed. */
export const placeTyped = (choice: Choice): TypedPlace => ({
  geo_lat: typedOf(choice, 'geo_lat'),
  geo_lng: typedOf(choice, 'geo_lng'),
});

/** Returns whether the place of something new can be saved as it is typed. */
export const isComplete = (choice: Choice): boolean =>
  !isWrongCoordinate(placeTyped(choice), 'geo_lat') && !isWrongCoordinate(placeTyped(choice), 'geo_lng');

const pointOf = (choice: Choice): MapPoint | undefined => {
  const { geo_lat, geo_lng } = placeTyped(choice);
  return pointOfTexts(geo_lat, geo_lng);
};

type TypedFields<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** Returns what was typed of some fields, without what is empty. */
const typedFields = <Name extends string>(choice: Choice, names: readonly Name[]): TypedFields<Name> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const typed = typedOf(choice, name);
      return typed === '' ? [] : [[name, typed]];
    }),
  ) as TypedFields<Name>;

/** Returns what is compared of something new; the country and the district of a venue tell nothing. */
export function comparedOf(kind: LinkedScreenKind, choice: Choice): NewLinkedFields {
  if (kind === 'organizers') return { name: choice.name, ...typedFields(choice, newItemFields.organizers) };
  const { country: _, district: __, ...address } = typedFields(choice, newItemFields.venues);
  return { name: choice.name, ...address, ...pointOf(choice) };
}

/** Returns a venue as it is made with the event that it is typed for. */
export const newVenue = (choice: Choice): Schemas['CreateVenue'] => ({
  venue: choice.name,
  ...typedFields(choice, newItemFields.venues),
  ...pointOf(choice),
});

/** Returns an organizer as it is made with the event that it is typed for. */
export const newOrganizer = (choice: Choice): Schemas['CreateOrganizer'] => ({
  organizer: choice.name,
  ...typedFields(choice, newItemFields.organizers),
});
