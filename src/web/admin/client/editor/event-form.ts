import type { FormKind } from '../editing/editing-state.ts';
import type { AdminEvent } from '../events/event-lists.ts';
import type { Schemas } from '../interface/client.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminLanguage, adminLanguages } from '../texts/texts.tsx';
import { isComplete, newOrganizer, newVenue } from './new-items.ts';
import { noOpeningHours, type OpeningHoursForm, openingHoursForm, openingHoursOf } from './opening-hours.ts';
import { areWholeTickets, type TicketForm, ticketForm, ticketsOf } from './tickets.ts';

type EventFields = Schemas['UpdateEvent'];

/** Something that an event links to; without an ID it is made as the event is saved. */
export interface Choice {
  readonly id?: number;
  readonly name: string;
  /** Further values of something new, as typed, by the interface's names of its fields. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Texts of an event in one language. */
export interface Words {
  readonly title: string;
  /** Markup, as the interface cleans and keeps it. */
  readonly description: string;
  /** Further words for people with disabilities. */
  readonly accessibility_note: string;
}

/** Rules and single dates by which an event repeats, as the interface has them. */
export interface RecurrenceFields {
  readonly rrule: readonly string[];
  readonly rdate: readonly string[];
  readonly exdate: readonly string[];
}

/** A picture of the library. */
export interface Picture {
  readonly id: number;
  readonly url: string;
}

/** Values of all fields of the editor. Dates are on the event's clock, `YYYY-MM-DD HH:MM:SS`. */
export interface EventForm {
  readonly words: Readonly<Record<AdminLanguage, Words>>;
  readonly start_date: string;
  readonly end_date: string;
  readonly all_day: boolean;
  readonly timezone: string;
  readonly recurrence: RecurrenceFields | null;
  readonly venue: readonly Choice[];
  readonly organizer: readonly Choice[];
  readonly categories: readonly Choice[];
  readonly tags: readonly Choice[];
  readonly image: Picture | null;
  /** Prices, a line each. */
  readonly cost: string;
  readonly tickets: readonly TicketForm[];
  readonly website: string;
  /** Features that it offers to people with disabilities. */
  readonly accessibility: AdminEvent['accessibility'];
  /** Language tags, with commas. */
  readonly spoken_languages: string;
  /** `HH:MM`; empty where nobody said. */
  readonly door_time: string;
  readonly opening_hours: OpeningHoursForm;
  readonly status: NonNullable<EventFields['status']>;
  readonly event_status: NonNullable<EventFields['event_status']>;
  readonly event_status_reason: string;
  readonly virtual_url: string;
  /** Visitors can take part online too, where there is a venue. */
  readonly is_virtual: boolean;
  readonly hide_from_listings: boolean;
  readonly featured: boolean;
  readonly password: string;
  readonly slug: string;
}

/** An event as the interface gives it in each language. */
export type EventInLanguages = Readonly<Record<AdminLanguage, AdminEvent>>;

const EMPTY: Words = { title: '', description: '', accessibility_note: '' };

/** Makes a value for each language. */
export function forLanguages<T>(make: (language: AdminLanguage) => T): Readonly<Record<AdminLanguage, T>> {
  return { en: make('en'), de: make('de'), es: make('es') };
}

const statuses: readonly EventForm['status'][] = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
];

/** Returns what the editor begins with for an event that there is. */
export function formOf(events: EventInLanguages, primary: AdminLanguage): EventForm {
  const event = events[primary];
  const { raw, recurrence } = event;
  const venues = [event.venue].flat().filter((venue) => 'venue' in venue);
  const terms = (all: AdminEvent['categories']): Choice[] =>
    all.flatMap((term) => ('id' in term ? [{ id: term.id, name: plainText(term.name) }] : []));
  return {
    words: forLanguages((language) => {
      const own = events[language].raw;
      const accessibility_note = own?.accessibility_note ?? '';
      return own ? { title: own.title, description: own.description, accessibility_note } : EMPTY;
    }),
    start_date: event.start_date,
    end_date: event.end_date,
    all_day: event.all_day ?? false,
    timezone: event.timezone,
    recurrence: recurrence && {
      rrule: recurrence.rrule,
      rdate: recurrence.rdate,
      exdate: recurrence.exdate,
    },
    venue: venues.map(({ id, venue }) => ({ id, name: plainText(venue) })),
    organizer: event.organizer.flatMap((one) =>
      'organizer' in one ? [{ id: one.id, name: plainText(one.organizer) }] : [],
    ),
    categories: terms(event.categories),
    tags: terms(event.tags),
    image: event.image ? { id: event.image.id, url: event.image.url } : null,
    cost: (raw?.cost ?? []).join('\n'),
    tickets: event.tickets.map(ticketForm),
    website: raw?.website ?? '',
    accessibility: event.accessibility,
    spoken_languages: event.spoken_languages.join(', '),
    door_time: event.door_time ?? '',
    opening_hours: openingHoursForm(event.opening_hours),
    status: statuses.find((status) => status === event.status) ?? 'draft',
    event_status: event.event_status,
    event_status_reason: raw?.event_status_reason ?? '',
    virtual_url: event.virtual_url,
    is_virtual: event.is_virtual && venues.length > 0,
    hide_from_listings: event.hide_from_listings ?? false,
    featured: event.featured ?? false,
    password: raw?.password ?? '',
    slug: event.slug,
  };
}

/** Returns what the editor begins with for a new event: this evening, on the calendar's clock. */
export const newForm = (today: string, timezone: string): EventForm => ({
  words: forLanguages(() => EMPTY),
  start_date: `${today} 19:00:00`,
  end_date: `${today} 21:00:00`,
  all_day: false,
  timezone,
  recurrence: null,
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
  image: null,
  cost: '',
  tickets: [],
  website: '',
  accessibility: [],
  spoken_languages: '',
  door_time: '',
  opening_hours: noOpeningHours,
  status: 'draft',
  event_status: 'scheduled',
  event_status_reason: '',
  virtual_url: '',
  is_virtual: false,
  hide_from_listings: false,
  featured: false,
  password: '',
  slug: '',
});

/** Returns a form of an event as that of a copy: a draft with an address and a password of its own. */
export const copyOf = (form: EventForm): EventForm => ({
  ...form,
  status: 'draft',
  event_status: 'scheduled',
  event_status_reason: '',
  password: '',
  slug: '',
});

/** Returns whether two values of a field are the same. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of what differs between two forms; texts are told by their languages, such as `words.de`. */
export function changedFields(before: EventForm, now: EventForm): string[] {
  const { words: _, ...fields } = now;
  return [
    ...adminLanguages
      .filter((code) => !isSame(before.words[code], now.words[code]))
      .map((code) => `words.${code}`),
    ...Object.keys(fields).filter(
      (name) => !isSame(before[name as keyof typeof fields], now[name as keyof typeof fields]),
    ),
  ];
}

const idsOr = <T>(choices: readonly Choice[], make: (choice: Choice) => T): (number | T)[] =>
  choices.map((choice) => choice.id ?? make(choice));
/** Returns the lines of a text that aren't empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the language tags that were typed. */
export const tagsOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter((tag) => tag !== '');

/** Fields that are told together, since each is right or wrong beside the others. */
const TIMES = ['start_date', 'end_date', 'all_day', 'timezone', 'recurrence'];

/** Returns whether visitors take part online at an address, by what a form says. */
const isOnline = ({ virtual_url, venue, is_virtual }: EventForm): boolean =>
  virtual_url !== '' && (venue.length === 0 || is_virtual);

/** Returns `is_virtual` where a write changes it, but for what has moved online, which is virtual anyhow. */
function virtualFields(before: EventForm | undefined, now: EventForm): Pick<EventFields, 'is_virtual'> {
  const was = before ? isOnline(before) : now.venue.length === 0 && isOnline(now);
  if (now.event_status === 'moved-online' || was === isOnline(now)) return {};
  return { is_virtual: isOnline(now) };
}

/** Returns the fields of a write that brings an event from one form to the other, without its texts. */
export function fieldsOf(before: EventForm | undefined, now: EventForm): EventFields {
  const names = new Set(
    before ? changedFields(before, now) : Object.keys(now).filter((name) => name !== 'words'),
  );
  const changes = (name: keyof EventForm) => names.has(name);
  const isMoved = TIMES.some((name) => names.has(name));
  return {
    ...(isMoved
      ? { start_date: now.start_date, end_date: now.end_date, all_day: now.all_day, timezone: now.timezone }
      : {}),
    ...(changes('recurrence') && (before || now.recurrence)
      ? {
          recurrence: now.recurrence && {
            rrule: [...now.recurrence.rrule],
            rdate: [...now.recurrence.rdate],
            exdate: [...now.recurrence.exdate],
          },
        }
      : {}),
    ...(changes('venue') ? { venue: idsOr(now.venue, newVenue) } : {}),
    ...(changes('organizer') ? { organizer: idsOr(now.organizer, newOrganizer) } : {}),
    ...(changes('categories') ? { categories: idsOr(now.categories, ({ name }) => name) } : {}),
    ...(changes('tags') ? { tags: idsOr(now.tags, ({ name }) => name) } : {}),
    ...(changes('image') && (before || now.image) ? { image: now.image && String(now.image.id) } : {}),
    ...(changes('cost') ? { cost: linesOf(now.cost) } : {}),
    ...(changes('tickets') && (before || now.tickets.length > 0) ? { tickets: ticketsOf(now.tickets) } : {}),
    ...(changes('website') && (before || now.website) ? { website: now.website || null } : {}),
    ...(changes('accessibility') ? { accessibility: [...now.accessibility] } : {}),
    ...(changes('spoken_languages') ? { spoken_languages: tagsOf(now.spoken_languages) } : {}),
    ...(changes('door_time') ? { door_time: now.door_time } : {}),
    ...(changes('opening_hours') && (before || openingHoursOf(now.opening_hours).length > 0)
      ? { opening_hours: openingHoursOf(now.opening_hours) }
      : {}),
    ...(changes('status') ? { status: now.status } : {}),
    ...(changes('event_status') ? { event_status: now.event_status } : {}),
    ...(changes('event_status_reason') ? { event_status_reason: now.event_status_reason } : {}),
    ...(changes('virtual_url') ? { virtual_url: now.virtual_url } : {}),
    ...virtualFields(before, now),
    ...(changes('hide_from_listings') ? { hide_from_listings: now.hide_from_listings } : {}),
    ...(changes('featured') ? { featured: now.featured } : {}),
    ...(changes('password') ? { password: now.password } : {}),
    ...(changes('slug') && (before || now.slug) ? { slug: now.slug } : {}),
  };
}

/** The texts of each language. */
const TEXTS = ['title', 'description', 'accessibility_note'] as const;

const wordPaths = adminLanguages.flatMap((language) =>
  TEXTS.map((name) => ({ path: `words.${language}.${name}`, language, name })),
);

/** Paths of all texts, each language by itself. */
export const textPaths: readonly string[] = wordPaths.map(({ path }) => path);

/** The form of an event, as an editor handles it. */
export const eventFormKind: FormKind<EventForm> = {
  leavesOnceCreated: true,
  // The field says what is wrong; the interface would take the venue without it, and refuse all tickets for one.
  isComplete: ({ venue, tickets }) => venue.every(isComplete) && areWholeTickets(tickets),
  // Who writes in an event that somebody has thrown away has to know.
  mustBeSeen: (path, value) => path === 'status' && value === 'trash',
  pathsOf: (form) => [...Object.keys(form).filter((name) => name !== 'words'), ...textPaths],
  valueAt(form, path) {
    const word = wordPaths.find((one) => one.path === path);
    return word
      ? form.words[word.language][word.name]
      : Object.entries(form).find(([name]) => name === path)?.[1];
  },
  withValues(form, from, paths) {
    const words = { ...form.words };
    for (const { path, language, name } of wordPaths)
      if (paths.includes(path)) words[language] = { ...words[language], [name]: from.words[language][name] };
    const fields = Object.entries(from).filter(([name]) => name !== 'words' && paths.includes(name));
    return { ...form, ...Object.fromEntries(fields), words };
  },
};
