import { hash } from 'node:crypto';
import { namesWith } from '#api/routing/field-description.ts';
import { eventDescription } from '#calendar/events/fields.ts';
import { languageOf, type Message, message } from '#foundation/i18n/catalogue.ts';
import { fold } from '#foundation/text/fold.ts';
import { digested } from '../digest.ts';
import { shortened } from '../ics/fields.ts';
import type { ImportEvent, ImportItems, Remark, Repair, SourcePosition } from '../import-item.ts';
import { readTime } from '../moments.ts';
import { organizerItem, repair, shortLabel, termItem, venueItem } from '../named-items.ts';
import type { ReadRequest } from '../source-kind.ts';
import {
  descriptionFrom,
  nameFrom,
  pictureFrom,
  regionField,
  titleFrom,
  websiteFrom,
} from '../source-text.ts';
import type { TableColumns } from './columns.ts';
import type { SheetRow, TableDocument } from './document.ts';
import { fieldNamed, type TableField } from './fields.ts';
import { readTimes } from './times.ts';
import { costFrom, readEventStatus, readFlag, readOpeningHours, readStatus } from './values.ts';

/** Items and remarks of the rows of a batch. */
export interface AdaptedRows {
  readonly items: ImportItems;
  readonly remarks: Remark[];
}

/** Flags but `all_day`, which belongs to the times. */
const FLAGS = namesWith(eventDescription, 'form', 'flag').flatMap((name) =>
  name === 'all_day' ? [] : (fieldNamed(name) ?? []),
);
const LINES = ['event_status_reason', 'accessibility_note', 'virtual_url'] as const;
const LISTS = ['accessibility', 'spoken_languages'] as const;

const digestOf = (texts: readonly string[]): string => hash('sha256', JSON.stringify(texts), 'base64url');
const listFrom = (cell: string, separator: RegExp): string[] =>
  cell
    .split(separator)
    .map(nameFrom)
    .filter((one) => one !== '');

/** Converts the rows of a table to import items. */
export class RowAdapter {
  readonly #request: ReadRequest;
  readonly #table: TableDocument;
  readonly #columns: TableColumns;
  /** Whether the table is our own CSV, which joins names by a comma without a blank. */
  readonly #isOwn: boolean;
  readonly #rows = new Set<string>();
  readonly #identities = new Set<string>();

  constructor(request: ReadRequest, table: TableDocument, columns: TableColumns) {
    this.#request = request;
    this.#table = table;
    this.#columns = columns;
    this.#isOwn = (['recurrence_id', 'utc_start_date', 'modified_utc'] as const).every((field) =>
      this.#has(field),
    );
  }

  #has(field: TableField): boolean {
    return this.#columns.indexes.has(field);
  }

  /** Adapts a row, the `index`-th of the table from 0. */
  add(to: AdaptedRows, row: SheetRow, index: number): void {
    const position: SourcePosition = { index, line: row.line };
    const cell = (field: TableField): string =>
      (row.cells[this.#columns.indexes.get(field) ?? -1] ?? '').trim();
    const title = titleFrom(cell('title'));
    const label = title === '' ? message('import.csv.row', { line: row.line }) : shortLabel(title);
    const event = this.#read(to, { row, cell, title, position });
    if ('links' in event) to.items.events.push(event);
    else to.remarks.push({ kind: 'events', item: label, reason: event, position });
  }

  /** Returns the event of a row, or why it has none. */
  #read(
    to: AdaptedRows,
    {
      row,
      ...of
    }: { row: SheetRow; cell: (field: TableField) => string; title: string; position: SourcePosition },
  ): ImportEvent | Message {
    const fault = this.#shapeFault(row);
    if (fault) return fault;
    const content = digestOf(row.cells);
    if (this.#rows.has(content)) return message('import.skipped.row_repeated');
    this.#rows.add(content);
    if (of.title === '') return message('import.title_missing');
    const event = this.#event(to, of);
    if (!('links' in event)) return event;
    if (this.#identities.has(event.key.id)) return message('import.skipped.identity_repeated');
    this.#identities.add(event.key.id);
    return event;
  }

  /** Returns why the cells of a row cannot be told apart. */
  #shapeFault({ cells, isOpen }: SheetRow): Message | undefined {
    if (isOpen) return message('import.row_open');
    const { columns, isDelimited } = this.#table;
    const isFit = isDelimited ? cells.length === columns.length : cells.length <= columns.length;
    return isFit ? undefined : message('import.row_width', { width: cells.length, columns: columns.length });
  }

  #event(
    to: AdaptedRows,
    {
      cell,
      title,
      position,
    }: { cell: (field: TableField) => string; title: string; position: SourcePosition },
  ): ImportEvent | Message {
    const { options, site, origin: source } = this.#request;
    const repairs: Repair[] = [];
    const flag = (field: TableField): boolean | undefined => {
      const text = cell(field);
      const value = text === '' ? undefined : readFlag(text);
      if (text !== '' && value === undefined) repairs.push(repair('value_unreadable', field, text));
      return value;
    };
    const times = readTimes(cell, flag('all_day'), {
      order: this.#columns.order,
      timezone: options.timezone ?? site.timezone,
      site,
    });
    if (!('sent' in times)) return times;
    repairs.push(...times.repairs);
    const links = this.#links(to, cell, position);
    const website = this.#website(cell, repairs);
    const picture = pictureFrom(cell('image'));
    if (cell('image') !== '' && !picture && !/^\d+$/.test(cell('image')))
      repairs.push(repair('address_unreadable', 'image', cell('image')));
    const recurrence = this.#recurrence(cell);
    const sent: Record<string, unknown> = {
      title: shortened(title, 'title', repairs),
      ...times.sent,
      ...(this.#has('description') ? { description: descriptionFrom(cell('description')) } : {}),
      ...(this.#has('excerpt') ? { excerpt: descriptionFrom(cell('excerpt')) } : {}),
      ...(recurrence ? { recurrence } : {}),
      ...this.#statuses(cell, repairs),
      ...this.#further(cell, repairs),
    };
    for (const field of FLAGS) {
      const value = flag(field);
      if (value !== undefined) sent[field] = value;
    }
    return digested<ImportEvent>({
      key: { source, id: this.#identity(cell, times.sent.start_date) },
      label: shortLabel(title),
      wantedId: undefined,
      sent,
      language: languageOf(cell('language').toLowerCase()),
      translations: undefined,
      embedded: false,
      position,
      repairs,
      author: undefined,
      picture,
      origin: { ...times.origin, ...(website === undefined ? {} : { website }) },
      links,
      parent: undefined,
      ...(sent['uid'] === undefined ? {} : { byUid: true as const }),
      series: recurrence ? { occurrenceIds: {}, overrides: [], continues: undefined } : undefined,
    });
  }

  /** Returns what identifies a row: its UID or ID, else title, start and place. Dates of a series share their UID. */
  #identity(cell: (field: TableField) => string, start: string): string {
    const uid = cell('uid');
    const date = cell('recurrence_id');
    if (uid !== '') return date === '' ? uid : `${uid} ${date}`;
    if (cell('id') !== '') return `id:${cell('id')}`;
    return `row:${digestOf([fold(cell('title')), start, fold(cell('venue'))])}`;
  }

  /** Our own CSV has a row for each date of a series: these are events of their own. */
  #recurrence(cell: (field: TableField) => string) {
    if (cell('rrule') === '' || cell('recurrence_id') !== '') return undefined;
    const lines = (field: TableField) =>
      cell(field)
        .split(/\r\n|\r|\n/)
        .filter((line) => line.trim() !== '');
    return { rrule: lines('rrule'), rdate: lines('rdate'), exdate: lines('exdate') };
  }

  #statuses(cell: (field: TableField) => string, repairs: Repair[]): Record<string, unknown> {
    const status = cell('status');
    const eventStatus = cell('event_status');
    const isStatus = status === '' || readStatus(status) !== undefined;
    const isEventStatus = eventStatus === '' || readEventStatus(eventStatus) !== undefined;
    if (!isStatus) repairs.push(repair('status_unknown', 'status', status, 'publish'));
    if (!isEventStatus) repairs.push(repair('status_unknown', 'event_status', eventStatus, 'scheduled'));
    return {
      ...(status === '' ? {} : { status: readStatus(status) ?? 'publish' }),
      ...(this.#has('event_status') ? { event_status: readEventStatus(eventStatus) ?? 'scheduled' } : {}),
    };
  }

  /** Returns the website of a row; null if it has none, undefined if the table has no column for it. */
  #website(cell: (field: TableField) => string, repairs: Repair[]): string | null | undefined {
    const field = this.#has('website') ? 'website' : 'url';
    if (!this.#has(field)) return undefined;
    const text = cell(field);
    const website = text === '' ? undefined : websiteFrom(text);
    if (text !== '' && website === undefined) repairs.push(repair('address_unreadable', 'website', text));
    return website ?? null;
  }

  #further(cell: (field: TableField) => string, repairs: Repair[]): Record<string, unknown> {
    const sent: Record<string, unknown> = {};
    const cost = costFrom(cell('cost'), {
      symbol: cell('currency_symbol'),
      code: cell('currency_code'),
      position: cell('currency_position'),
    });
    if (this.#has('cost')) sent['cost'] = cost === '' ? [] : cost;
    if (cell('uid') !== '' && cell('recurrence_id') === '') sent['uid'] = cell('uid');
    for (const field of LINES) if (this.#has(field)) sent[field] = shortened(cell(field), field, repairs);
    for (const field of LISTS) if (this.#has(field)) sent[field] = listFrom(cell(field), /[,;|]/);
    const doors = cell('door_time');
    const time = doors === '' ? undefined : readTime(doors);
    if (doors !== '' && time === undefined) repairs.push(repair('time_unreadable', 'door_time', doors));
    if (time !== undefined)
      sent['door_time'] = Temporal.PlainTime.from('00:00')
        .add({ seconds: time })
        .toString({ smallestUnit: 'minute' });
    const hours = cell('opening_hours');
    const openings = hours === '' ? undefined : readOpeningHours(hours);
    if (hours !== '' && !openings) repairs.push(repair('value_unreadable', 'opening_hours', hours));
    if (openings) sent['opening_hours'] = openings;
    return sent;
  }

  /** Adds the venues, organizers and terms that a row names, and returns their keys. */
  #links(
    { items }: AdaptedRows,
    cell: (field: TableField) => string,
    position: SourcePosition,
  ): ImportEvent['links'] {
    const beside = { request: this.#request, position };
    const several = this.#isOwn ? /,(?! )/ : /[;|]/;
    const categories = listFrom(cell('categories'), this.#isOwn ? /,(?! )/ : /[,;|]/).map((name) =>
      termItem('categories', name, beside),
    );
    const tags = listFrom(cell('tags'), this.#isOwn ? /,(?! )/ : /[,;|]/).map((name) =>
      termItem('tags', name, beside),
    );
    const named = this.#isOwn ? listFrom(cell('venue'), several) : [nameFrom(cell('venue'))].filter(Boolean);
    const place = this.#place(cell);
    const [first = nameFrom(cell('venue_address')) || nameFrom(cell('venue_city')), ...others] = named;
    const venues =
      first === ''
        ? []
        : [
            venueItem({ venue: first, ...place }, beside),
            ...others.map((venue) => venueItem({ venue }, beside)),
          ];
    const names = listFrom(cell('organizer'), this.#organizerSeparator(several));
    const contact = this.#contact(cell);
    const [only = contact['email'] ?? '', ...more] = names;
    const organizers = [only, ...more]
      .filter((organizer) => organizer !== '')
      .map((organizer) => organizerItem({ organizer, ...(more.length === 0 ? contact : {}) }, beside));
    items.categories.push(...categories);
    items.tags.push(...tags);
    items.venues.push(...venues);
    items.organizers.push(...organizers);
    const keys = <T extends { readonly key: ImportEvent['key'] }>(list: readonly T[]) =>
      list.map(({ key }) => key);
    return {
      categories: keys(categories),
      tags: keys(tags),
      venues: keys(venues),
      organizers: keys(organizers),
    };
  }

  /** The importer of The Events Calendar separates organizers by commas; in other tables a comma belongs to the name. */
  #organizerSeparator(several: RegExp): RegExp {
    const column = this.#table.columns[this.#columns.indexes.get('organizer') ?? -1] ?? '';
    return !this.#isOwn && /\(s\)/.test(column) ? /[,;|]/ : several;
  }

  /** Returns the fields of a row's venue but its name; only those that have a value. */
  #place(cell: (field: TableField) => string): Record<string, unknown> {
    const country = cell('venue_country');
    const fields = {
      address: cell('venue_address'),
      city: cell('venue_city'),
      zip: cell('venue_zip'),
      [regionField(country)]: cell('venue_state'),
      country,
      phone: cell('venue_phone'),
      website: cell('venue_website'),
    };
    const [geo_lat, geo_lng] = [cell('geo_lat'), cell('geo_lng')].map((degrees) => degrees.replace(',', '.'));
    return {
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
      ...(geo_lat && geo_lng ? { geo_lat, geo_lng } : {}),
    };
  }

  #contact(cell: (field: TableField) => string): Record<string, string> {
    const fields = {
      email: cell('organizer_email'),
      phone: cell('organizer_phone'),
      website: cell('organizer_website'),
    };
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  }
}
