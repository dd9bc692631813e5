import type { NewEvent } from '#calendar/events/schema.ts';
import type { PosterName } from './posters.ts';
import type { CategorySlug, VenueName } from './town-places.ts';

/** Texts of an event in one language. */
interface TownTexts {
  readonly title: string;
  /** The sentence below the title. */
  readonly lead: string;
  /** Paragraphs; absent: the lead alone. */
  readonly text?: string;
}

/** Offers of tickets, without addresses and currencies. */
interface TownTicket {
  readonly name: string;
  readonly price: number;
  /** Tickets that are left; absent: unknown. */
  readonly capacity?: number;
  /** Days from today on which the sale begins or ends. */
  readonly from?: number;
  readonly until?: number;
}

/** An event of the demonstration, whose days are counted from today. */
export interface TownEvent {
  /** Days from today, or the next such day of the week from then on. */
  readonly at: number | { readonly weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7; readonly from: number };
  /** `HH:MM-HH:MM`, on the next day where the end is earlier; a number: whole days. */
  readonly when: string | number;
  readonly category: CategorySlug;
  readonly venue?: VenueName;
  readonly organizer: OrganizerKey;
  /** `0`: free; absent: nothing is said. */
  readonly cost?: string;
  readonly picture?: PosterName;
  readonly en: TownTexts;
  readonly de: TownTexts;
  readonly es?: TownTexts;
  /** A rule without its start, such as `FREQ=WEEKLY`. */
  readonly rule?: string;
  readonly tickets?: readonly TownTicket[];
  readonly tags?: readonly string[];
  /** Fields of the interface, as they are. */
  readonly more?: Partial<NewEvent>;
}

/** Organizers of the demonstration. */
export const organizers = {
  philharmonic: {
    organizer: 'Marsh Philharmonic',
    email: 'box@marshphil.example',
    phone: '+49 4705 555 0190',
    website: 'https://marshphil.example/',
  },
  culture: {
    organizer: 'Town Office for Culture',
    email: 'culture@altenfleet.example',
    phone: '+49 4705 555 0100',
  },
  playhouse: {
    organizer: 'Altenfleet Playhouse',
    email: 'tickets@playhouse.example',
    phone: '+49 4705 555 0140',
    website: 'https://playhouse.example/',
  },
  powerhouse: {
    organizer: 'Old Power House Collective',
    email: 'hello@powerhouse.example',
    website: 'https://powerhouse.example/',
  },
  library: { organizer: 'Friends of the Town Library', email: 'friends@library.example' },
  casa: {
    organizer: 'Casa del Sur',
    email: 'hola@casadelsur.example',
    website: 'https://casadelsur.example/',
  },
  museum: { organizer: 'Museum of Pilotage', email: 'museum@pilotage.example', phone: '+49 4705 555 0155' },
  rowing: { organizer: 'Altenfleet Rowing Club of 1887', email: 'stroke@rowing.example' },
  university: {
    organizer: 'University of the Marsh',
    email: 'events@marsh-university.example',
    website: 'https://marsh-university.example/',
  },
  lichtspiele: { organizer: 'Lichtspiele Film Club', email: 'club@lichtspiele.example' },
  garden: { organizer: 'Society of the Physic Garden', email: 'garden@altenfleet.example' },
  gertrud: { organizer: 'St. Gertrud’s Parish', phone: '+49 4705 555 0120' },
} as const;
/** Names one of these organizers. */
export type OrganizerKey = keyof typeof organizers;
