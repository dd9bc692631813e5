/** Words from which made-up calendars draw their texts. */

/** A city with its time zone and coordinates in degrees. */
export interface City {
  city: string;
  country: string;
  timezone: string;
  lat: number;
  lng: number;
}

/** Cities of generated venues. */
export const cities: readonly [City, ...City[]] = [
  { city: 'Berlin', country: 'Germany', timezone: 'Europe/Berlin', lat: 52.52, lng: 13.405 },
  { city: 'Hamburg', country: 'Germany', timezone: 'Europe/Berlin', lat: 53.551, lng: 9.994 },
  { city: 'München', country: 'Germany', timezone: 'Europe/Berlin', lat: 48.137, lng: 11.575 },
  { city: 'Zürich', country: 'Switzerland', timezone: 'Europe/Zurich', lat: 47.377, lng: 8.541 },
  { city: 'Wien', country: 'Austria', timezone: 'Europe/Vienna', lat: 48.208, lng: 16.373 },
  { city: 'Madrid', country: 'Spain', timezone: 'Europe/Madrid', lat: 40.417, lng: -3.704 },
  { city: 'Sevilla', country: 'Spain', timezone: 'Europe/Madrid', lat: 37.389, lng: -5.984 },
  { city: 'London', country: 'United Kingdom', timezone: 'Europe/London', lat: 51.507, lng: -0.128 },
  { city: 'Edinburgh', country: 'United Kingdom', timezone: 'Europe/London', lat: 55.953, lng: -3.188 },
  { city: 'New York', country: 'United States', timezone: 'America/New_York', lat: 40.713, lng: -74.006 },
  { city: 'Chicago', country: 'United States', timezone: 'America/Chicago', lat: 41.878, lng: -87.63 },
  { city: 'Portland', country: 'United States', timezone: 'America/Los_Angeles', lat: 45.515, lng: -122.678 },
  { city: 'Ciudad de México', country: 'Mexico', timezone: 'America/Mexico_City', lat: 19.433, lng: -99.133 },
  {
    city: 'Buenos Aires',
    country: 'Argentina',
    timezone: 'America/Argentina/Buenos_Aires',
    lat: -34.604,
    lng: -58.382,
  },
  { city: 'Sydney', country: 'Australia', timezone: 'Australia/Sydney', lat: -33.869, lng: 151.209 },
  { city: 'Tokyo', country: 'Japan', timezone: 'Asia/Tokyo', lat: 35.677, lng: 139.65 },
];

/** First parts of venue names. */
export const venueNames: readonly [string, ...string[]] = [
  'Town Hall',
  'Old Mill',
  'Harbour Theatre',
  'Museum of Modern Art',
  'Library',
  'Botanical Garden',
  'Jazz Cellar',
  'University Auditorium',
  'Community Centre',
  'Sports Park',
  'Concert House',
  'Market Square',
  'Riverside Stage',
  'Planetarium',
  'Book Café',
  'Film House',
  'St. Mary’s Church',
  'Kulturbrauerei',
  'Casa de la Cultura',
  'Makerspace',
];

/** First parts of organizer names. */
export const organizerNames: readonly [string, ...string[]] = [
  'Friends of Music',
  'City Council',
  'Film Club',
  'Writers’ Circle',
  'Running Club',
  'Chamber Orchestra',
  'Department of Physics',
  'Youth Theatre',
  'Garden Society',
  'Open Source Group',
  'Cooks & Friends',
  'History Forum',
];

/** Names of the top categories, each with those below it. */
export const categoryTree: readonly (readonly [string, readonly string[]])[] = [
  ['Music', ['Jazz', 'Classical', 'Rock', 'Choir']],
  ['Stage', ['Theatre', 'Dance', 'Comedy']],
  ['Film', []],
  ['Talks', ['Science', 'History', 'Literature']],
  ['Sports', ['Running', 'Football']],
  ['Markets', []],
  ['Workshops', ['Crafts', 'Cooking', 'Coding']],
  ['Exhibitions', []],
];

/** Names of the tags. */
export const tagNames: readonly [string, ...string[]] = [
  'Outdoor',
  'Family',
  'Free entry',
  'Accessible',
  'Beginners',
  'Seniors',
  'Kids',
  'In English',
  'Auf Deutsch',
  'En español',
  'Registration needed',
  'Food and drink',
  'Weekend',
  'Evening',
  'Premiere',
  'Benefit',
];

/** Second parts of event titles. */
export const eventKinds: readonly [string, ...string[]] = [
  'Concert',
  'Reading',
  'Workshop',
  'Guided Tour',
  'Lecture',
  'Film Night',
  'Festival',
  'Open Day',
  'Flea Market',
  'Rehearsal',
  'Exhibition Opening',
  'Tournament',
  'Meetup',
  'Panel Discussion',
  'Matinee',
  'Street Food Market',
];

/** First parts of event titles, and street names. */
export const subjects: readonly [string, ...string[]] = [
  'Winter',
  'Spring',
  'Summer',
  'Autumn',
  'Midnight',
  'Sunday',
  'Harbour',
  'Garden',
  'Baroque',
  'Electronic',
  'Silent',
  'Photography',
  'Astronomy',
  'Local History',
  'Poetry',
  'Ceramics',
  'Bicycle',
  'Chess',
  'Salsa',
  'Swing',
  'Vegan',
  'Climate',
  'Robotics',
  'Bird-watching',
  'Letterpress',
  'Improvisation',
  'Folk',
  'World Music',
  'Documentary',
  'Sourdough',
];

/** Sentences of descriptions and excerpts. */
export const sentences: readonly [string, ...string[]] = [
  'Doors open half an hour before the start.',
  'No previous knowledge is needed; bring curiosity.',
  'Tickets are available at the box office and in advance.',
  'The evening ends with a conversation over drinks.',
  'Children under twelve come in for free with an adult.',
  'Places are limited, so please come early.',
  'A wheelchair-accessible entrance is on the north side.',
  'In bad weather the event moves indoors.',
  'Our guests have travelled far to share their work with you.',
  'Afterwards there is time to try everything yourself.',
];
