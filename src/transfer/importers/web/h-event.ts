import { mf2 } from 'microformats-parser';
import type { Thing, Value } from './things.ts';

type Root = ReturnType<typeof mf2>['items'][number];
type MicroformatValue = Root['properties'][string][number];

/** Names of schema.org for those of h-event, h-card, h-adr and h-geo. */
const names: Readonly<Record<string, string>> = {
  name: 'name',
  summary: 'description',
  content: 'description',
  description: 'description',
  start: 'startDate',
  end: 'endDate',
  duration: 'duration',
  location: 'location',
  url: 'url',
  uid: 'identifier',
  category: 'keywords',
  photo: 'image',
  featured: 'image',
  organizer: 'organizer',
  adr: 'address',
  geo: 'geo',
  latitude: 'latitude',
  longitude: 'longitude',
  tel: 'telephone',
  email: 'email',
  'street-address': 'streetAddress',
  'extended-address': 'extendedAddress',
  locality: 'addressLocality',
  region: 'addressRegion',
  'postal-code': 'postalCode',
  'country-name': 'addressCountry',
};
const types: Readonly<Record<string, string>> = {
  'h-event': 'Event',
  'h-card': 'Place',
  'h-adr': 'PostalAddress',
  'h-geo': 'GeoCoordinates',
};
/** The parts of an address, which a card may have itself. */
const ADDRESS = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'];

const isRoot = (property: MicroformatValue): property is Root =>
  typeof property === 'object' && 'properties' in property;

function valueFrom(property: MicroformatValue): Value | undefined {
  if (typeof property === 'string') return property;
  if (isRoot(property)) return thingOf(property);
  if ('html' in property) return property.html;
  return property.value;
}

function thingOf({ type, properties, children = [] }: Root): Thing {
  const own: Record<string, Value[]> = {};
  for (const [given, values] of Object.entries(properties)) {
    const name = names[given];
    const known =
      name === undefined
        ? []
        : values.flatMap((value): Value[] => {
            const read = valueFrom(value);
            return read === undefined || read === '' ? [] : [read];
          });
    // Content says more than a summary, which is then left out.
    if (name !== undefined && known.length > 0 && (given !== 'summary' || !properties['content']))
      own[name] = known;
  }
  const address = ADDRESS.filter((name) => own[name]);
  const email = own['email']?.map((one) => (typeof one === 'string' ? one.replace(/^mailto:/i, '') : one));
  return {
    types: (type ?? []).map((one) => types[one] ?? one),
    properties: {
      ...own,
      ...(email ? { email } : {}),
      ...(address.length > 0 && type?.includes('h-adr') !== true && !own['address']
        ? {
            address: [
              {
                types: ['PostalAddress'],
                properties: Object.fromEntries(address.map((name) => [name, own[name] ?? []])),
              },
            ],
          }
        : {}),
      ...(children.length > 0 ? { subEvent: children.filter(isEventRoot).map(thingOf) } : {}),
    },
  };
}

const isEventRoot = (root: Root): boolean => root.type?.includes('h-event') ?? false;

/** Yields the h-events among items, wherever they are nested. */
function* eventRoots(items: readonly Root[]): Generator<Root> {
  for (const item of items) {
    if (isEventRoot(item)) yield item;
    else {
      const inner = [...(item.children ?? []), ...Object.values(item.properties).flat().filter(isRoot)];
      yield* eventRoots(inner);
    }
  }
}

/** Reads the events of a page that are marked up as h-event or hCalendar. @param base address of the page */
export function readHEvents(text: string, base: string): Thing[] {
  return [...eventRoots(mf2(text, { baseUrl: base }).items)].map(thingOf);
}
