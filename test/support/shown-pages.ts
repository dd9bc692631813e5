/** A kind of public page, by an address of it in the made-up programme. */
export interface ShownPage {
  readonly name: string;
  readonly address: string;
  /** The status of its answer, 200 if absent. */
  readonly status?: number;
  /** A state of a page that is here by itself: looked at on a phone by day and on a desktop by night alone. */
  readonly isState?: boolean;
  /** Selector of what script has to have made before the page is looked at. */
  readonly ready?: string;
  /** Selector of what is pressed for the picture. */
  readonly pressed?: string;
  /** Settings of the site under which it is shown; tests of its subject look at it. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Public pages that are tested in a browser and shown in docs/screenshots; add yours. */
export const shownPages: readonly ShownPage[] = [
  { name: 'list', address: '/' },
  { name: 'event', address: '/event/season-opening-nielsen-grieg-madetoja/2026-09-17/' },
  { name: 'event-cancelled', address: '/event/open-air-cinema-the-beacon/', isState: true },
  { name: 'event-postponed', address: '/event/dance-double-bill-neap-and-winch-new-date/', isState: true },
  { name: 'event-online', address: '/event/how-to-write-a-grant-application/', isState: true },
  { name: 'event-past', address: '/event/boleros-on-the-patio/', isState: true },
  { name: 'event-locked', address: '/event/harbour-reception-for-volunteers/', isState: true },
  { name: 'tickets', address: '/event/der-zerbrochene-spiegel/2026-09-17/', isState: true },
  { name: 'search-misspelt', address: '/events/list/?search=Carrilon&free=true', isState: true },
  { name: 'venue', address: '/venue/granary-4/' },
  { name: 'organizer', address: '/organizer/marsh-philharmonic/', isState: true },
  { name: 'category', address: '/events/category/music/', isState: true },
  { name: 'share', address: '/event/choral-vespers/', isState: true, pressed: '#share summary' },
  { name: 'opening-hours', address: '/event/slack-water-seven-painters-of-the-marsh/', isState: true },
  { name: 'weekend', address: '/events/weekend/' },
  { name: 'tonight', address: '/events/tonight/', isState: true },
  { name: 'tomorrow', address: '/events/tomorrow/', isState: true },
  { name: 'on-now', address: '/events/category/art/', isState: true },
  // Links to further days are buttons there.
  { name: 'category-month', address: '/events/category/music/month/', isState: true },
  { name: 'category-week', address: '/events/category/music/week/', isState: true },
  { name: 'month', address: '/events/month/' },
  { name: 'month-search', address: '/events/month/?search=Carillon', isState: true },
  { name: 'week', address: '/events/week/' },
  { name: 'day', address: '/events/2026-09-19/' },
  { name: 'day-exhibition', address: '/events/2026-08-31/', isState: true },
  {
    name: 'map',
    address: '/events/map/2026-09-17/?geoloc_lat=53.549&geoloc_lng=9.982&geoloc_radius=20',
    ready: '.live:not(.is-coming)',
    pressed: '.live [aria-label^="Granary 4"]',
  },
  {
    name: 'map-list',
    address: '/events/map/?geoloc_lat=53.549&geoloc_lng=9.982&geoloc_radius=20',
    isState: true,
    settings: { map_tiles: null },
  },
  { name: 'docs', address: '/docs' },
  { name: 'guide', address: '/docs/backup', isState: true },
  { name: 'guide-search', address: '/docs/search?search=backup', isState: true },
  { name: 'embed', address: '/embed/' },
  { name: 'embed-calendar', address: '/embed/calendar/' },
  { name: '404', address: '/nothing/here/', status: 404, isState: true },
];
