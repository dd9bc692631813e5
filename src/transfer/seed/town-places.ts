/** Categories of the made-up town, with the look that pages give each. */
export const categories = {
  music: { name: 'Music', color: 'blue', mark: 'disc' },
  stage: { name: 'Theatre & dance', color: 'pink', mark: 'triangle' },
  art: { name: 'Exhibitions', color: 'amber', mark: 'square' },
  film: { name: 'Film', color: 'violet', mark: 'screen' },
  books: { name: 'Talks & books', color: 'green', mark: 'diamond' },
  kids: { name: 'Families', color: 'red', mark: 'star' },
  market: { name: 'Markets & food', color: 'orange', mark: 'ring' },
  sport: { name: 'Sport & outdoors', color: 'teal', mark: 'cross' },
  civic: { name: 'Town & university', color: 'slate', mark: 'bars' },
} as const;
/** The names of these categories in other languages. */
export const categoryNames: Readonly<Record<CategorySlug, Readonly<Record<'de' | 'es', string>>>> = {
  music: { de: 'Musik', es: 'Música' },
  stage: { de: 'Theater & Tanz', es: 'Teatro y danza' },
  art: { de: 'Ausstellungen', es: 'Exposiciones' },
  film: { de: 'Film', es: 'Cine' },
  books: { de: 'Vorträge & Bücher', es: 'Charlas y libros' },
  kids: { de: 'Familien', es: 'Familias' },
  market: { de: 'Märkte & Essen', es: 'Mercados y comida' },
  sport: { de: 'Sport & Draußen', es: 'Deporte y aire libre' },
  civic: { de: 'Stadt & Universität', es: 'Ciudad y universidad' },
};
/** The slug of one of these categories. */
export type CategorySlug = keyof typeof categories;

/** Venues of the made-up town: district, latitude and longitude. */
export const venues = {
  'Granary 4': ['Lock Quarter', 53.5461, 9.982],
  'Museum of Pilotage': ['Lock Quarter', 53.5449, 9.9876],
  Boatyard: ['Lock Quarter', 53.5437, 9.979],
  'Town Library': ['New Town', 53.5529, 9.9931],
  Lichtspiele: ['New Town', 53.5541, 9.9899],
  'Casa del Sur': ['New Town', 53.5552, 9.9957],
  Playhouse: ['Old Town', 53.5501, 9.9866],
  'Chamber Theatre': ['Old Town', 53.5493, 9.9841],
  'Town Hall': ['Old Town', 53.5505, 9.9921],
  'Market Square': ['Old Town', 53.5498, 9.9905],
  'Fish Market': ['Old Town', 53.5466, 9.9522],
  'St. Gertrud': ['Old Town', 53.5511, 9.9884],
  'Old Power House': ['North Bank', 53.5583, 9.9776],
  'Youth House Lock': ['North Bank', 53.5601, 9.9725],
  'Art Hall at the Sluice': ['Westmole', 53.5444, 9.9641],
  'Westmole Baths': ['Westmole', 53.5421, 9.9588],
  'Physic Garden': ['South Park', 53.5367, 9.9853],
  Planetarium: ['South Park', 53.5349, 9.9907],
  'University, Hall 3': ['South Campus', 53.5312, 9.9988],
} as const satisfies Record<string, readonly [string, number, number]>;
/** The name of one of these venues. */
export type VenueName = keyof typeof venues;

/** German names of venues, where they have others. */
export const germanVenues: Readonly<Partial<Record<VenueName, string>>> = {
  'Granary 4': 'Speicher 4',
  'Museum of Pilotage': 'Lotsenmuseum',
  Boatyard: 'Bootswerft',
  'Town Library': 'Stadtbücherei',
  Playhouse: 'Schauspielhaus',
  'Chamber Theatre': 'Kammertheater',
  'Town Hall': 'Rathaus',
  'Market Square': 'Marktplatz',
  'Fish Market': 'Fischmarkt',
  'Old Power House': 'Altes Kraftwerk',
  'Youth House Lock': 'Jugendhaus Schleuse',
  'Art Hall at the Sluice': 'Kunsthalle an der Schleuse',
  'Westmole Baths': 'Westmole-Bad',
  'Physic Garden': 'Apothekergarten',
  'University, Hall 3': 'Universität, Saal 3',
};

/** Venues of which more is said, by name; `picture` names a poster. */
export const described: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Granary 4': {
    picture: 'halves',
    description:
      'A granary of 1908 on the timber basin: one hall under the hoist with 620 seats, a lower loft for talking, and a bar that closes when the last ferry has gone.',
    address: 'Timber Quay 4',
    zip: '21734',
    phone: '+49 4705 555 0199',
    website: 'https://granary4.example.org',
  },
};
