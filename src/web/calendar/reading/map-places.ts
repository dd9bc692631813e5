import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import type { ListedEvent } from './listed-events.ts';
import { type MapFrame, type Position, pointOn } from './map-frame.ts';

/** Events at one position, in date order. */
export interface MapPlace {
  readonly position: Position;
  /** Markup that was sanitized when stored. */
  readonly name: string;
  readonly language: string;
  readonly district: string;
  readonly events: readonly ListedEvent[];
}

/** Places that are too near to each other to be told apart, or a single one, where they are drawn. */
export interface MapPin {
  readonly x: number;
  readonly y: number;
  readonly places: readonly [MapPlace, ...MapPlace[]];
}

/** Pixels within which places are one. */
const NEAR = 52;

/** Returns where a listed event is; undefined: at no position that is known. */
export function positionOf({ event }: ListedEvent): Position | undefined {
  const [venue] = [event.venue].flat();
  const { geo_lat: lat, geo_lng: lng } = venue ?? {};
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined;
}

/** Returns the places of events, in the order of their first ones. */
export function placesOf(events: readonly ListedEvent[]): MapPlace[] {
  const places = new Map<string, MapPlace & { events: ListedEvent[] }>();
  for (const listed of events) {
    const [venue] = [listed.event.venue].flat();
    const position = positionOf(listed);
    if (!venue || !position) continue;
    const key = `${venue.id} ${position.lat} ${position.lng}`;
    const known = places.get(key);
    if (known) known.events.push(listed);
    else
      places.set(key, {
        position,
        name: venue.venue,
        language: venue.language,
        district: venue.district ?? '',
        events: [listed],
      });
  }
  return [...places.values()];
}

/** Returns the pins of places, those that are near to each other as one. */
export function pinsOf(frame: MapFrame, places: readonly MapPlace[]): MapPin[] {
  const pins: { x: number; y: number; places: [MapPlace, ...MapPlace[]] }[] = [];
  for (const place of places) {
    const { x, y } = pointOn(frame, place.position);
    const near = pins.find((pin) => Math.hypot(pin.x - x, pin.y - y) < NEAR);
    if (near) near.places.push(place);
    else pins.push({ x, y, places: [place] });
  }
  return pins;
}

/** Returns the looks of a place's categories with the number of events that have each, the most frequent first. */
export function looksOf(
  events: readonly ListedEvent[],
): { color: CategoryColor; mark: CategoryMark; count: number }[] {
  const looks = new Map<string, { color: CategoryColor; mark: CategoryMark; count: number }>();
  for (const { event } of events) {
    const [category] = event.categories;
    const color = category?.color || 'slate';
    const known = looks.get(color);
    if (known) known.count++;
    else looks.set(color, { color, mark: category?.mark || 'disc', count: 1 });
  }
  return [...looks.values()].sort((a, b) => b.count - a.count);
}
