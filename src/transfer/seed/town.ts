import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { changeFile, uploadFile } from '#api/media/actions.ts';
import type { Actor } from '#api/routing/actor.ts';
import { storeSiteSettings } from '#api/settings/actions.ts';
import { changeEvent, createEvent } from '#calendar/events/actions.ts';
import type { NewEvent } from '#calendar/events/schema.ts';
import { createLinked } from '#calendar/linked/actions.ts';
import { changeLinked } from '#calendar/linked/update.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { changeTerm, createTerm } from '#calendar/terms/actions.ts';
import { venue } from '#calendar/venues/actions.ts';
import { moveVersion } from '#store/db/changes.ts';
import { posterNames, posterOf, posterTexts } from './posters.ts';
import { organizers, type TownEvent } from './town-event.ts';
import { laterEvents } from './town-later.ts';
import { TOWN_MAP, townMap } from './town-map.ts';
import { categories, categoryNames, described, germanVenues, venues } from './town-places.ts';
import { runningEvents } from './town-running.ts';
import { eventsThisWeek } from './town-week.ts';

/** The town's name, zone and currency. */
export const TOWN = {
  name: 'Altenfleet',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  country: 'Germany',
} as const;

/** All events of the town, in no order. */
export const townEvents: readonly TownEvent[] = [...runningEvents, ...eventsThisWeek, ...laterEvents];

const TICKETS = 'https://tickets.example.org/';

/** Calls back with each entry of a record, one after the other, and returns the results by their names. */
async function each<K extends string, T>(
  names: readonly K[],
  make: (name: K) => Promise<T>,
): Promise<Map<K, T>> {
  const made = new Map<K, T>();
  for (const name of names) made.set(name, await make(name));
  return made;
}
const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) => Object.keys(record) as K[];

function dayOf(at: TownEvent['at'], today: Temporal.PlainDate): Temporal.PlainDate {
  if (typeof at === 'number') return today.add({ days: at });
  const from = today.add({ days: at.from });
  return from.add({ days: (at.weekday - from.dayOfWeek + 7) % 7 });
}

/** Returns the dates of an event, as wall clocks of the town. */
function datesOf({ at, when }: TownEvent, today: Temporal.PlainDate) {
  const day = dayOf(at, today);
  if (typeof when === 'number')
    return {
      all_day: true,
      start_date: `${day} 00:00:00`,
      end_date: `${day.add({ days: when - 1 })} 23:59:59`,
    };
  const [from = '', to = ''] = when.split('-');
  const last = to < from ? day.add({ days: 1 }) : day;
  return { all_day: false, start_date: `${day} ${from}:00`, end_date: `${last} ${to}:00` };
}

/** Returns texts as fields of an event. */
const textsOf = ({ title, lead, text }: TownEvent['en']) => ({
  title,
  excerpt: lead,
  description: text ?? `<p>${lead}</p>`,
});

/** Returns the offers of an event; those without a last day of sale end with its beginning. */
function ticketsOf({ tickets = [] }: TownEvent, today: Temporal.PlainDate, start: string) {
  return tickets.map(({ from, until, capacity, ...ticket }) => ({
    ...ticket,
    currency: TOWN.currency,
    url: TICKETS,
    ...(capacity === undefined ? {} : { capacity }),
    ...(from === undefined ? {} : { sales_start: `${today.add({ days: from })} 10:00:00` }),
    sales_end: until === undefined ? start : `${today.add({ days: until })} 18:00:00`,
  }));
}

/**
 * Fills an empty calendar with the programme of one made-up town around today: venues with their places on a map, organizers, posters,
 * texts in three languages, series, exhibitions, tickets, and an event that is cancelled.
 * @param today the town's
 */
export async function seedTown(
  by: Actor,
  today: Temporal.PlainDate,
  progress: (done: number) => void,
): Promise<void> {
  const { db, config } = by.services;
  const english: Actor = { ...by, writtenIn: 'en' };
  const inLanguage = (language: 'de' | 'es'): Actor => ({ ...by, writtenIn: language });
  await writeFile(path.join(config.data, TOWN_MAP), townMap());
  await db.write(async (trx) => {
    const { name, currency } = TOWN;
    const { siteOverrides: overridden } = config;
    const sent = {
      ...(overridden.map_tiles === undefined ? { map_tiles: TOWN_MAP } : {}),
      ...(overridden.name === undefined ? { name } : {}),
      ...(overridden.currency === undefined ? { currency } : {}),
      ...(overridden.submissions === undefined ? { submissions: true } : {}),
    };
    if (await storeSiteSettings(trx, sent)) await moveVersion(trx);
  });
  const pictures = await each(posterNames, async (name) => {
    const file = { name: `${name}.png`, type: 'image/png', bytes: await posterOf(name) };
    const { id } = await uploadFile(english, file, {});
    const texts = posterTexts[name];
    if (texts) await changeFile(english, id, texts);
    return id;
  });
  const picture = (name: TownEvent['picture']) => {
    const id = name && pictures.get(name);
    return id === undefined ? {} : { image: { id } };
  };
  const terms = await each(keysOf(categories), async (slug) => {
    const { id } = await createTerm(english, 'categories', { slug, ...categories[slug] });
    for (const language of ['de', 'es'] as const)
      await changeTerm(inLanguage(language), 'categories', id, { name: categoryNames[slug][language] });
    return id;
  });
  const places = await each(keysOf(venues), async (name) => {
    const [district, geo_lat, geo_lng] = venues[name];
    const { picture: poster, ...more } = described[name] ?? {};
    const shown = picture(posterNames.find((one) => one === poster));
    const fields = {
      venue: name,
      district,
      city: TOWN.name,
      country: TOWN.country,
      geo_lat,
      geo_lng,
      ...more,
      ...shown,
    };
    const { id } = await createLinked(english, venue, fields);
    const german = germanVenues[name];
    if (german) await changeLinked(inLanguage('de'), venue, id, { venue: german });
    return id;
  });
  const people = await each(
    keysOf(organizers),
    async (name) => (await createLinked(english, organizer, { ...organizers[name] })).id,
  );
  const linked = (id: number | undefined) => (id === undefined ? [] : [{ id }]);
  for (const [done, event] of townEvents.entries()) {
    const dates = datesOf(event, today);
    const sent: NewEvent = {
      ...textsOf(event.en),
      ...dates,
      timezone: TOWN.timezone,
      categories: linked(terms.get(event.category)),
      venue: linked(event.venue && places.get(event.venue)),
      organizer: linked(people.get(event.organizer)),
      tags: (event.tags ?? []).map((name) => ({ name })),
      ...(event.cost === undefined
        ? {}
        : {
            cost: event.cost === '0' ? ['0 €'] : [event.cost.includes('€') ? event.cost : `${event.cost} €`],
          }),
      ...(event.rule ? { recurrence: { sent: { rrule: event.rule } } } : {}),
      ...(event.tickets ? { tickets: ticketsOf(event, today, dates.start_date) } : {}),
      ...picture(event.picture),
      ...event.more,
    };
    const { id } = await createEvent(english, sent);
    for (const language of ['de', 'es'] as const) {
      const texts = event[language];
      if (texts) await changeEvent(inLanguage(language), id, textsOf(texts));
    }
    progress(done + 1);
  }
}
