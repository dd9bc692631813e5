import type { EventOrigin } from '#calendar/events/rules.ts';
import { type Language, message, translate } from '#foundation/i18n/catalogue.ts';
import { decodeText, plainText } from '#foundation/text/markup.ts';
import { isImportableWebsite } from '#foundation/text/website.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import type { ImportPicture, ImportPost, Repair, SourcePosition } from '../import-item.ts';
import { organizerItem, repair, venueItem } from '../named-items.ts';
import type { ReadRequest } from '../source-kind.ts';
import { type Component, find, findAll, firstValue, type Property } from './component.ts';
import type { Calendar } from './document.ts';
import { readMoment } from './moment.ts';

/** Characters of a title, a name or an address (contract I8). */
const LINE_LENGTH = 2000;
const NO_PLACE = /^(?:tba|tbd|none|null|n\/a|-+)\.?$/i;
const HTML = /<br\s*\/?>|<p[\s>]|<ul[\s>]|<ol[\s>]|<a\s[^>]*href=|<html-blob>/i;
const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i;
const ADDRESS = /^https?:\/\/[^\s<>"]+$/i;

/** Settings of reading the fields of a component. */
export interface FieldReading {
  readonly calendar: Calendar;
  readonly request: ReadRequest;
  readonly position: SourcePosition;
  readonly repairs: Repair[];
}

/** The fields of an event but for its times, and the items that it names. */
export interface ReadFieldsOfEvent {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly origin: EventOrigin;
  readonly title: string;
  readonly venues: readonly ImportPost[];
  readonly organizers: readonly ImportPost[];
  readonly termNames: readonly string[];
  readonly picture: ImportPicture | undefined;
}

/** Returns a text as one line. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Returns a text within a limit, and notes what was cut. */
export function shortened(text: string, field: string, repairs: Repair[]): string {
  if (text.length <= LINE_LENGTH) return text;
  const cut = text.slice(0, LINE_LENGTH).toWellFormed();
  repairs.push(repair('too_long', field, text, cut));
  return cut;
}

/** Returns a text as a title or name has it, whose markup is HTML's. */
const asName = (text: string): string =>
  oneLine(text)
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/&(?=[a-z][a-z0-9]{0,20};|#\d{1,7};|#x[0-9a-f]{1,6};)(?!lt;|gt;)/gi, '&amp;');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns a text as HTML: addresses become links; blank lines part paragraphs when it is shown. */
function textAsHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/(https?:\/\/[^\s<>"]+)/i)
    .map((piece, at) => {
      if (at % 2 === 0) return escaped(piece);
      const [, address = piece, after = ''] = /^(.*?)([.,;:!?'")\]]*)$/s.exec(piece) ?? [];
      // A bracket belongs to an address that opens one.
      const isOpen = address.includes('(') && after.startsWith(')');
      const whole = isOpen ? `${address})` : address;
      const rest = isOpen ? after.slice(1) : after;
      return `<a href="${escaped(whole).replaceAll('"', '&quot;')}">${escaped(whole)}</a>${escaped(rest)}`;
    })
    .join('')
    .trim();
}

/** Returns what stands between the tags of a document's body. */
function bodyOf(html: string): string {
  const [, body = html] = /<body[^>]*>(.*?)(?:<\/body>|$)/is.exec(html) ?? [];
  return body
    .replace(/<\/?html-blob>/gi, '')
    .replace(/<(head|style|script)\b.*?<\/\1>/gis, '')
    .trim();
}

function descriptionOf(component: Component): string {
  const rich = find(component, 'x-alt-desc');
  const html = rich?.values[0] ?? '';
  if (/html/i.test(rich?.parameters['fmttype'] ?? '') && plainText(html).trim() !== '') return bodyOf(html);
  const text = find(component, 'description')?.values[0] ?? '';
  return HTML.test(text) ? bodyOf(text) : textAsHtml(text);
}

/** Returns the web addresses of the online parts of an event. */
function conferenceOf(component: Component): string {
  for (const name of ['conference', 'x-google-conference', 'x-microsoft-skypeteamsmeetingurl'])
    for (const { values } of findAll(component, name)) {
      const address = values[0]?.trim() ?? '';
      if (ADDRESS.test(address)) return address;
    }
  return '';
}

/** Returns the coordinates of a component; none where it has none. */
function pointOf(component: Component): { geo_lat: number; geo_lng: number } | undefined {
  const structured = find(component, 'x-apple-structured-location')?.values[0] ?? '';
  const text = firstValue(component, 'geo') || (/^geo:/i.test(structured) ? structured.slice(4) : '');
  const [, lat, lng] = /^([+-]?[\d.]+)\s*[;,]\s*([+-]?[\d.]+)/.exec(text) ?? [];
  const [geo_lat, geo_lng] = [Number(lat), Number(lng)];
  if (!(Math.abs(geo_lat) <= 90 && Math.abs(geo_lng) <= 180)) return undefined;
  // Programs without coordinates write zeros.
  return geo_lat === 0 && geo_lng === 0 ? undefined : { geo_lat, geo_lng };
}

/** Returns name and address of a place, which a comma or a line break parts. */
function placeOf(text: string): { venue: string; address?: string } {
  const [name = '', ...rest] = text.split(/\s*(?:,|\n)\s*/).filter((piece) => piece !== '');
  const address = rest.join(', ');
  return address === '' ? { venue: name } : { venue: name, address };
}

function venuesOf(component: Component, location: string, reading: FieldReading): ImportPost[] {
  const { calendar, repairs } = reading;
  if (location === '') return [];
  const places = calendar.isKalends ? location.split('; ') : [location];
  const point = pointOf(component);
  return places.flatMap((text, at) => {
    const { venue, address } = placeOf(text);
    if (venue === '') return [];
    const sent = {
      venue: asName(shortened(venue, 'venue', repairs)),
      ...(address === undefined ? {} : { address: shortened(address, 'address', repairs) }),
      ...(at === 0 && point ? point : {}),
    };
    return [venueItem(sent, reading)];
  });
}

const MAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/;
/** Addresses that Google makes up for calendars, which no mail reaches. */
const NO_MAIL = /@(?:group\.calendar|calendar|import\.calendar|resource\.calendar)\.google\.com$/i;

function organizerOf({ parameters, values }: Property): { organizer: string; email?: string } | undefined {
  const value = (values[0] ?? '').trim();
  let address = /^mailto:/i.test(value) ? value.slice(7) : value;
  try {
    address = decodeURIComponent(address);
  } catch {
    // Written as it is.
  }
  const email = MAIL.test(address) && !NO_MAIL.test(address) ? address : (parameters['email'] ?? '');
  const name = oneLine(parameters['cn'] ?? '').replace(/^["']|["']$/g, '');
  const organizer = name || (email === '' ? '' : email);
  if (organizer === '') return undefined;
  return MAIL.test(email) ? { organizer, email } : { organizer };
}

/** Returns the organizer that a CONTACT names, beside it mail address, telephone and website where they stand apart. */
function contactOf(
  text: string,
): { organizer: string; email?: string; phone?: string; website?: string } | undefined {
  const [first = '', ...rest] = oneLine(text).split(/\s*[,;]\s+/);
  const email = rest.find((piece) => MAIL.test(piece));
  const website = rest.find((piece) => ADDRESS.test(piece));
  const phone = rest.find((piece) => /^\+?[\d\s()./-]{5,}$/.test(piece));
  const others = rest.filter((piece) => piece !== email && piece !== website && piece !== phone);
  const organizer = [first, ...others].join(', ');
  if (organizer === '' || ADDRESS.test(organizer)) return undefined;
  return {
    organizer,
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(website === undefined ? {} : { website }),
  };
}

function organizersOf(component: Component, reading: FieldReading): ImportPost[] {
  const named = [
    ...findAll(component, 'organizer').map(organizerOf),
    ...findAll(component, 'contact').map(({ values }) => contactOf(values[0] ?? '')),
  ];
  const items = new Map<string, ImportPost>();
  for (const one of named) {
    if (!one) continue;
    const organizer = asName(shortened(one.organizer, 'organizer', reading.repairs));
    const item = organizerItem({ ...one, organizer }, reading);
    if (!items.has(item.key.id)) items.set(item.key.id, item);
  }
  return [...items.values()];
}

function pictureOf(component: Component): ImportPicture | undefined {
  for (const { name, parameters, values } of component.properties) {
    const address = values[0]?.trim() ?? '';
    if ((name !== 'image' && name !== 'attach') || !ADDRESS.test(address)) continue;
    const type = parameters['fmttype'] ?? '';
    if (/^image\//i.test(type) || (type === '' && (name === 'image' || IMAGE_FILE.test(address))))
      return {
        places: [{ address }],
        wantedId: undefined,
        shown: { alt_text: undefined, credit: undefined, focal_point: undefined, language: undefined },
      };
  }
  return undefined;
}

/** Returns the UTC text of a property; undefined where it is no time in UTC. */
function utcOf(component: Component, name: string): string | undefined {
  const moment = readMoment(firstValue(component, name));
  if (!moment || moment.time === undefined) return undefined;
  const seconds = secondsOf(`${moment.day} ${moment.time}`);
  return seconds === undefined ? undefined : textOf(seconds - (moment.offset ?? 0));
}

function titleOf(
  component: Component,
  terms: readonly string[],
  language: Language,
  repairs: Repair[],
): string {
  const summary = oneLine(find(component, 'summary')?.values[0] ?? '');
  if (summary !== '') return asName(shortened(summary, 'title', repairs));
  const title = terms[0] ?? translate(language, message('import.untitled'));
  repairs.push(repair('title_missing', 'title', null, title));
  return asName(title);
}

/** Returns the fields of a component but for its times (contract I3). */
export function readFieldsOf(component: Component, reading: FieldReading): ReadFieldsOfEvent {
  const { calendar, request, repairs } = reading;
  const termNames = [
    ...new Set(findAll(component, 'categories').flatMap(({ values }) => values.map(oneLine))),
  ].filter((name) => name !== '');
  const title = titleOf(component, termNames, request.site.language, repairs);
  const written = (find(component, 'location')?.values[0] ?? '').trim();
  const isOnline = ADDRESS.test(written);
  const location = isOnline || NO_PLACE.test(written) ? '' : written;
  const virtualUrl = conferenceOf(component) || (isOnline ? written : '');
  const venues = venuesOf(component, location, reading);
  const status = firstValue(component, 'status').toUpperCase();
  const isPostponed = status === 'TENTATIVE' && calendar.isKalends;
  const website = firstValue(component, 'url');
  const created = utcOf(component, 'created');
  const modified = utcOf(component, 'last-modified');
  const isPrivate = /^(?:PRIVATE|CONFIDENTIAL)$/i.test(firstValue(component, 'class'));
  const isPast = (utc: string | undefined): utc is string =>
    utc !== undefined && utc >= '1900' && utc <= request.site.now.slice(0, 19).replace('T', ' ');
  return {
    title,
    venues,
    organizers: organizersOf(component, reading),
    termNames,
    picture: pictureOf(component),
    sent: {
      title,
      description: descriptionOf(component),
      ...(isPrivate ? { status: 'private' } : {}),
      ...(isPast(created) ? { date_utc: created } : {}),
      event_status: status === 'CANCELLED' ? 'canceled' : isPostponed ? 'postponed' : 'scheduled',
      event_status_reason: calendar.isKalends ? oneLine(firstValue(component, 'comment')) : '',
      virtual_url: virtualUrl,
      is_virtual: virtualUrl !== '' && venues.length === 0,
    },
    origin: {
      website: ADDRESS.test(website) && isImportableWebsite(website) ? website : null,
      ...(isPast(modified) ? { modified_utc: modified } : {}),
    },
  };
}

/** Returns a title as it stands in messages. */
export const labelText = (title: string): string => decodeText(title);
