import { canonicalLanguageTag } from '#calendar/events/visitors/fields.ts';
import type { FirstDate, Recurrence } from '#calendar/recurrence/recurrence.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { textOf as textOfSeconds, utcText } from '#foundation/time/clock.ts';
import { findZone, toWall } from '#foundation/time/zone.ts';
import type { EventStatus } from '#store/db/tables.ts';
import { digested } from '../digest.ts';
import { shortened } from '../ics/fields.ts';
import { checked } from '../ics/recurrence.ts';
import type { ImportEvent, ImportItems, Remark, Repair, SourcePosition } from '../import-item.ts';
import { readTime } from '../moments.ts';
import { organizerItem, repair, shortLabel, termItem, venueItem } from '../named-items.ts';
import type { ReadRequest } from '../source-kind.ts';
import { descriptionFrom, nameFrom, pictureFrom, titleFrom, websiteFrom } from '../source-text.ts';
import type { EventNode, WebDocument } from './document.ts';
import { keysOf } from './identity.ts';
import { offersOf } from './offers.ts';
import { webAddress } from './page.ts';
import { attendanceOf, type NodePlaces, placesOf } from './places.ts';
import { readSchedule } from './schedule.ts';
import {
  isThing,
  nameOf,
  plainName,
  type Thing,
  textOf,
  textsOf,
  thingsOf,
  type Value,
  valuesOf,
} from './things.ts';
import { type NodeTimes, readNamedTime, readNodeTimes, type ZoneContext } from './times.ts';
import { CountryZones } from './zones.ts';

/** Items and remarks of the events of a document. */
export interface AdaptedNodes {
  readonly items: ImportItems;
  readonly remarks: Remark[];
}

const eventStatuses: Readonly<Record<string, EventStatus>> = {
  EventScheduled: 'scheduled',
  EventCancelled: 'canceled',
  EventCanceled: 'canceled',
  EventPostponed: 'postponed',
  EventRescheduled: 'rescheduled',
  EventMovedOnline: 'moved-online',
};
const URL_LENGTH = 2000;

/** An event with its dates, before it has a key: that depends on the other events of its page. */
interface DatedNode {
  readonly node: EventNode;
  readonly title: string;
  readonly times: NodeTimes;
  readonly recurrence: Recurrence | undefined;
  readonly address: string | undefined;
  readonly places: NodePlaces;
  readonly repairs: Repair[];
  readonly position: SourcePosition;
}

/** Converts the events of pages to import items. */
export class NodeAdapter {
  readonly #request: ReadRequest;
  readonly #countries = new CountryZones();
  readonly #keys = new Set<string>();
  #index = 0;

  constructor(request: ReadRequest) {
    this.#request = request;
  }

  /** Adapts all events of a document. */
  addAll(to: AdaptedNodes, document: WebDocument): void {
    for (let block = 0; block < document.unreadable; block++)
      to.remarks.push({
        kind: 'events',
        item: message('import.web.block', { number: block + 1 }),
        reason: message('import.json_unreadable'),
        position: this.#nextPosition(),
      });
    const dated = document.events.flatMap((node) => this.#dated(to, node, document));
    const keys = keysOf(dated);
    for (const one of dated) {
      const id = keys.get(one) ?? '';
      if (this.#keys.has(id)) {
        const reason = message('import.skipped.event_repeated');
        to.remarks.push({ kind: 'events', item: shortLabel(one.title), reason, position: one.position });
        continue;
      }
      this.#keys.add(id);
      to.items.events.push(this.#event(to, one, id, document));
    }
  }

  #nextPosition(): SourcePosition {
    return { index: this.#index++, line: null };
  }

  /** Reads title and dates of an event; several for one whose schedules differ. */
  #dated(to: AdaptedNodes, node: EventNode, document: WebDocument): DatedNode[] {
    const { thing } = node;
    const position = this.#nextPosition();
    const title = titleFrom(textOf(thing, 'name') || textOf(thing, 'headline'));
    const label =
      title === '' ? message('import.web.event', { number: position.index + 1 }) : shortLabel(title);
    const leaveOut = (reason: Message): DatedNode[] => {
      to.remarks.push({ kind: 'events', item: label, reason, position });
      return [];
    };
    if (node.isCutOff) return leaveOut(message('import.skipped.truncated'));
    if (title === '') return leaveOut(message('import.title_missing'));
    const repairs: Repair[] = node.isRepaired ? [repair('json_repaired', null)] : [];
    const places = placesOf(inherited(node, 'location'), document.base);
    const context = this.#zones(thing, places);
    const address =
      webAddress(textOf(thing, 'url') || mainPage(thing), document.base) ??
      (document.events.length === 1 ? document.canonical : undefined);
    const common = { node, title, address, places, position };
    const scheduled = this.#scheduled(thing, context, repairs);
    if (scheduled.length > 0) return scheduled.map((one) => ({ ...common, ...one, repairs: [...repairs] }));
    const times = readNodeTimes(thing, context, repairs);
    if ('start_date' in times) return [{ ...common, times, recurrence: undefined, repairs }];
    const hasParts = thingsOf(thing, 'subEvent').length > 0 || thingsOf(thing, 'subEvents').length > 0;
    return leaveOut(
      hasParts && textOf(thing, 'startDate') === '' ? message('import.skipped.has_parts') : times,
    );
  }

  #zones(thing: Thing, { country }: NodePlaces): ZoneContext {
    const { options, site } = this.#request;
    const [schedule] = thingsOf(thing, 'eventSchedule');
    const named =
      textOf(thing, 'timezone') ||
      textOf(thing, 'timeZone') ||
      (schedule ? textOf(schedule, 'scheduleTimezone') : '');
    return {
      now: Temporal.Instant.from(site.now),
      own: named === '' ? undefined : findZone(named),
      placeAt: (instant) => this.#countries.zoneOf(country, instant),
      option: options.timezone,
      site: site.timezone,
      order: options.date_order,
    };
  }

  /** Returns the series of an event's schedules; none where they cannot be said as rules and the event has dates itself. */
  #scheduled(
    thing: Thing,
    context: ZoneContext,
    repairs: Repair[],
  ): Pick<DatedNode, 'times' | 'recurrence'>[] {
    const schedules = thingsOf(thing, 'eventSchedule');
    if (schedules.length === 0) return [];
    const own = textOf(thing, 'startDate') === '' ? undefined : readNodeTimes(thing, context, []);
    const usual = own && 'start_date' in own ? own : undefined;
    const timezone =
      usual?.timezone ??
      context.own ??
      context.placeAt(Number(context.now.epochMilliseconds) / 1000) ??
      context.option ??
      context.site;
    const read = schedules.map((schedule) =>
      readSchedule(schedule, {
        timezone,
        start: usual?.start_date ?? '',
        end: usual?.end_date ?? '',
        all_day: usual?.all_day ?? false,
        zoneNamed: (name) => (name === '' ? undefined : findZone(name)),
      }),
    );
    const known = read.filter((one) => one !== undefined);
    if (known.length < read.length) repairs.push(repair('schedule_unreadable', 'recurrence'));
    const { now, timezone: zone, horizon } = this.#request.site;
    const days = { today: toWall(utcText(Temporal.Instant.from(now)), zone).slice(0, 10), horizon };
    return known.map(({ recurrence, ...times }) => ({
      times,
      // A rule that series may not have becomes its dates.
      recurrence:
        (recurrence && checked({ ...recurrence, rdate: [] }, firstOf(times), { days, repairs })) ?? undefined,
    }));
  }

  #event(to: AdaptedNodes, dated: DatedNode, id: string, document: WebDocument): ImportEvent {
    const { node, title, times, recurrence, address, places, repairs, position } = dated;
    const { thing } = node;
    const { base } = document;
    const { origin: source, site } = this.#request;
    const { utc_start_date, utc_end_date, ...dates } = times;
    const { cost, tickets } = offersOf(thing, { base, language: site.language });
    const website = address === undefined || address.length > URL_LENGTH ? undefined : websiteFrom(address);
    const given = textOf(thing, 'url');
    if (given !== '' && website === undefined) repairs.push(repair('address_unreadable', 'website', given));
    const online = attendanceOf(thing);
    const isVirtual = online === 'online' || online === 'mixed' || places.virtualUrl !== undefined;
    return digested<ImportEvent>({
      key: { source, id },
      label: shortLabel(title),
      wantedId: undefined,
      sent: {
        title: shortened(title, 'title', repairs),
        ...dates,
        description: descriptionFrom(textOf(thing, 'description')),
        ...(recurrence ? { recurrence } : {}),
        ...(cost ? { cost } : {}),
        ...(tickets ? { tickets } : {}),
        ...this.#status(thing, dated),
        is_virtual: isVirtual,
        ...(places.virtualUrl === undefined ? {} : { virtual_url: places.virtualUrl }),
        ...this.#doors(thing, dated),
        ...this.#languages(thing),
      },
      language: undefined,
      translations: undefined,
      embedded: false,
      position,
      repairs,
      author: undefined,
      picture: pictureOf(thing, base),
      origin: {
        ...(utc_start_date === undefined ? {} : { utc_start_date }),
        ...(utc_end_date === undefined ? {} : { utc_end_date }),
        website: website ?? null,
      },
      links: this.#links(to, dated, document),
      parent: undefined,
      series: recurrence ? { occurrenceIds: {}, overrides: [], continues: undefined } : undefined,
    });
  }

  #status(thing: Thing, { times, repairs }: DatedNode): Record<string, unknown> {
    const [value] = valuesOf(thing, 'eventStatus');
    const text =
      value === undefined ? '' : isThing(value) ? textOf(value, '@id') || nameOf(value) : nameOf(value);
    const status = eventStatuses[plainName(text)];
    if (text !== '' && status === undefined)
      repairs.push(repair('status_unknown', 'event_status', text, 'scheduled'));
    const before = textOf(thing, 'previousStartDate');
    const previous =
      before === ''
        ? undefined
        : readNamedTime(before, { now: Temporal.Instant.from(this.#request.site.now), order: undefined });
    if (before !== '' && !previous) repairs.push(repair('date_unreadable', 'previous_start_date', before));
    return {
      event_status: status ?? 'scheduled',
      // With its offset, which is respected.
      ...(previous
        ? {
            previous_start_date:
              previous.instant === undefined
                ? wallText(previous)
                : instantText(previous.instant, times.timezone),
          }
        : {}),
    };
  }

  #doors(thing: Thing, { times, repairs }: DatedNode): Record<string, unknown> {
    const text = textOf(thing, 'doorTime');
    if (text === '') return {};
    const doors = doorTime(text, times, Temporal.Instant.from(this.#request.site.now));
    if (doors === undefined) repairs.push(repair('time_unreadable', 'door_time', text));
    return doors === undefined ? {} : { door_time: doors };
  }

  #languages(thing: Thing): Record<string, unknown> {
    const tags = valuesOf(thing, 'inLanguage').flatMap((value) => {
      const text = isThing(value) ? textOf(value, 'alternateName') || textOf(value, 'name') : nameOf(value);
      return text.split(/[,;]/).flatMap((one) => canonicalLanguageTag(one.trim()) ?? []);
    });
    return tags.length > 0 ? { spoken_languages: [...new Set(tags)] } : {};
  }

  #links(
    { items }: AdaptedNodes,
    { node, places, position }: DatedNode,
    document: WebDocument,
  ): ImportEvent['links'] {
    const beside = { request: this.#request, position };
    const { thing } = node;
    const venues = places.venues.map((venue) => venueItem(venue, beside));
    const organizers = [...inherited(node, 'organizer'), ...valuesOf(thing, 'organiser')];
    const people =
      organizers.length > 0 ? organizers : valuesOf(thing, 'performer').concat(valuesOf(thing, 'performers'));
    const named = people.flatMap((one) => {
      const fields = personFields(one, document.base);
      return fields ? [organizerItem(fields, beside)] : [];
    });
    const keywords = valuesOf(thing, 'keywords').flatMap((value) => nameOf(value).split(','));
    const tags = [
      ...new Set(keywords.map((word) => nameFrom(titleFrom(word))).filter((word) => word !== '')),
    ].map((name) => termItem('tags', name, beside));
    items.venues.push(...venues);
    items.organizers.push(...named);
    items.tags.push(...tags);
    const keys = <T extends { readonly key: ImportEvent['key'] }>(list: readonly T[]) =>
      list.map(({ key }) => key);
    return { categories: [], tags: keys(tags), venues: keys(venues), organizers: keys(named) };
  }
}

/** Returns the first date of a series, whole days with their clock times. */
const firstOf = (times: NodeTimes): FirstDate =>
  times.all_day
    ? { ...times, start_date: `${times.start_date} 00:00:00`, end_date: `${times.end_date} 23:59:59` }
    : times;

/** Returns the values of a property; those of the event that this is a part of where it has none itself. */
function inherited({ thing, within }: EventNode, name: string): readonly Value[] {
  for (const one of [thing, ...[...within].reverse()]) {
    const values = valuesOf(one, name);
    if (values.length > 0) return values;
  }
  return [];
}

/** Returns the address of the page that is about an event. */
function mainPage(thing: Thing): string {
  const [page] = valuesOf(thing, 'mainEntityOfPage');
  if (page === undefined) return '';
  return isThing(page) ? textOf(page, 'url') || textOf(page, '@id') : nameOf(page);
}

function personFields(value: Value, base: string | undefined) {
  const organizer = nameFrom(titleFrom(nameOf(value)));
  if (organizer === '' || /^https?:/i.test(organizer)) return undefined;
  if (!isThing(value)) return { organizer };
  const email = textOf(value, 'email').replace(/^mailto:/i, '');
  const phone = textOf(value, 'telephone');
  const website = webAddress(textOf(value, 'url') || textOf(value, 'sameAs'), base);
  return {
    organizer,
    ...(email === '' ? {} : { email }),
    ...(phone === '' ? {} : { phone }),
    ...(website === undefined ? {} : { website }),
  };
}

/** Returns the first picture of an event: an address, an ImageObject, or the first of several. */
function pictureOf(thing: Thing, base: string | undefined) {
  for (const image of [
    ...valuesOf(thing, 'image'),
    ...valuesOf(thing, 'photo'),
    ...valuesOf(thing, 'thumbnailUrl'),
  ]) {
    const addresses = isThing(image)
      ? ['contentUrl', 'url', '@id'].flatMap((name) => textsOf(image, name))
      : [nameOf(image)];
    for (const address of addresses) {
      const whole = webAddress(address, base);
      const alt_text = isThing(image) ? textOf(image, 'caption') || textOf(image, 'description') : '';
      const credit = isThing(image) ? textOf(image, 'creditText') : '';
      const picture = whole === undefined ? undefined : pictureFrom(whole, { alt_text, credit });
      if (picture) return picture;
    }
  }
  return undefined;
}

const wallText = ({ day, time = 0 }: { day: string; time: number | undefined }): string =>
  `${day} ${Temporal.PlainTime.from('00:00').add({ seconds: time }).toString({ smallestUnit: 'second' })}`;

/** Returns an instant in Unix seconds as the wall clock of a zone. */
const instantText = (instant: number, zone: string): string => toWall(textOfSeconds(instant), zone);

/** Returns the time of day at which doors open, on the event's clock; undefined for another day or what is no time. */
function doorTime(
  text: string,
  { start_date, timezone }: NodeTimes,
  now: Temporal.Instant,
): string | undefined {
  const named = readNamedTime(text, { now, order: undefined });
  if (!named) {
    const time = readTime(text);
    return time === undefined ? undefined : wallText({ day: '', time }).trim().slice(0, 5);
  }
  if (named.time === undefined) return undefined;
  const wall = named.instant === undefined ? wallText(named) : instantText(named.instant, timezone);
  return wall.startsWith(start_date.slice(0, 10)) ? wall.slice(11, 16) : undefined;
}
