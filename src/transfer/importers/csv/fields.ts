import { once } from '#foundation/memoize/memoize.ts';
import { fold, spellOut } from '#foundation/text/fold.ts';

const names = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split('|'));

/** The fields of a table and the names of columns that mean them: the interface's first, then those of known files, then usual ones. */
const synonyms = {
  title: names(
    'Event Name|Post Title|event title|title of event|name|event|subject|summary|headline|what',
    'Titel|Veranstaltung|Veranstaltungstitel|Veranstaltungsname|Titel der Veranstaltung',
    'Name der Veranstaltung|Bezeichnung|Betreff|Überschrift|título|evento|título del evento',
    'nombre|nombre del evento|asunto',
  ),
  description: names(
    'Event Description|Post Content|details|content|body|text|notes|about|Beschreibung',
    'Beschreibungstext|Inhalt|Veranstaltungsbeschreibung|Details|descripción',
    'descripción del evento|contenido|detalles|notas',
  ),
  excerpt: names(
    'Event Excerpt|short description|teaser|intro|subtitle|Kurzbeschreibung|Kurztext|Untertitel',
    'Auszug|extracto|descripción corta|resumen|subtítulo',
  ),
  start_date: names(
    'Event Start Date|date|start|starts|begin|begins|from|when|event date|date of event',
    'start date and time|start date time|date and time|start day|date start|DTSTART|Datum|Beginn',
    'Startdatum|Datum von|von|Termin|Anfang|Anfangsdatum|Beginndatum|Veranstaltungsdatum',
    'Datum Beginn|Beginnt am|am|Datum und Uhrzeit|fecha|inicio|fecha de inicio|fecha inicio',
    'fecha inicial|fecha del evento|fecha y hora|desde|comienzo|cuándo',
  ),
  start_time: names(
    'Event Start Time|time|starts at|begin time|time start|time from|Uhrzeit|Zeit|Startzeit',
    'Beginnzeit|Anfangszeit|Uhrzeit von|Beginn Uhrzeit|Uhrzeit Beginn|Zeit von|hora',
    'hora de inicio|hora inicio|hora inicial|hora de comienzo',
  ),
  end_date: names(
    'Event End Date|end|ends|until|to|till|finish|end date and time|end date time|end day',
    'date end|DTEND|Ende|Enddatum|bis|Datum bis|Schluss|Datum Ende|Endet am|fin|fecha de fin',
    'fecha fin|fecha final|fecha de finalización|hasta|término',
  ),
  end_time: names(
    'Event End Time|ends at|finish time|time end|time to|time until|Endzeit|Uhrzeit bis',
    'Ende Uhrzeit|Uhrzeit Ende|Zeit bis|hora de fin|hora fin|hora final|hora de finalización',
    'hora de término',
  ),
  timezone: names('Event Time Zone|time zone|tz|zone|Zeitzone|zona horaria|huso horario'),
  all_day: names(
    'All Day Event|all day|allday|whole day|full day|ganztägig|ganztags|ganzer Tag|todo el día',
    'día completo',
  ),
  venue: names(
    'Event Venue Name|venue name|location|location name|place|where|Ort|Veranstaltungsort',
    'Spielort|Spielstätte|Location|lugar|recinto|ubicación|sede|dónde',
  ),
  venue_address: names(
    'Event Venue Address|address|street|street address|location address|Adresse|Straße|Anschrift',
    'Straße und Hausnummer|dirección|calle|domicilio',
  ),
  venue_city: names('Event Venue City|city|town|Stadt|Gemeinde|Ortschaft|ciudad|localidad|municipio'),
  venue_zip: names('Event Venue Zip|zip|zip code|postcode|postal code|PLZ|Postleitzahl|código postal|cp'),
  venue_state: names(
    'Event Venue State/Province|Event Venue State|state|province|region|state province|Bundesland',
    'Kanton|provincia|comunidad autónoma',
  ),
  venue_country: names('Event Venue Country|country|Land|Staat|país'),
  venue_phone: names('Event Venue Phone|venue telephone'),
  venue_website: names('Event Venue Website|venue url'),
  geo_lat: names('latitude|lat|Breitengrad|latitud'),
  geo_lng: names('longitude|lng|lon|long|Längengrad|longitud'),
  organizer: names(
    'Event Organizer Name(s) or ID(s)|Event Organizer Name|organizer name|organiser|organizers',
    'organisers|host|hosted by|presenter|Veranstalter|Veranstalterin|Organisator|Ausrichter',
    'organizador|organizadora|organiza|organizadores',
  ),
  organizer_email: names(
    'Event Organizer Email|email|e-mail|contact email|mail|E-Mail-Adresse|correo',
    'correo electrónico',
  ),
  organizer_phone: names('Event Organizer Phone|phone|telephone|tel|Telefon|Telefonnummer|teléfono'),
  organizer_website: names('Event Organizer Website|organizer url'),
  categories: names(
    'Event Category|event categories|category|type|event type|genre|Kategorie|Kategorien|Rubrik',
    'Art|Veranstaltungsart|Sparte|categoría|categorías|tipo|género',
  ),
  tags: names(
    'Event Tags|tag list|keywords|labels|Schlagwort|Schlagwörter|Stichwörter|Stichworte|etiqueta',
    'etiquetas|palabras clave',
  ),
  cost: names(
    'Event Cost|price|prices|fee|admission|entry|ticket price|Preis|Preise|Eintritt|Kosten',
    'Eintrittspreis|Gebühr|precio|precios|coste|costo|entrada|importe',
  ),
  currency_symbol: names('Event Currency Symbol'),
  currency_position: names('Event Currency Position'),
  currency_code: names('Event ISO Currency Code|currency|Währung|moneda|divisa'),
  website: names(
    'Event Website|website address|web|web page|webpage|homepage|link|event link|Webseite',
    'Internet|Internetseite|Internetadresse|página web|sitio web|enlace',
  ),
  image: names('Event Featured Image|featured image|picture|photo|image url|Bild|Foto|Bild-URL|imagen|foto'),
  featured: names('Feature Event|featured event|highlight|hervorgehoben|Empfehlung|destacado'),
  sticky: names('Event Sticky in Month View|sticky in month view|angeheftet|fijado'),
  hide_from_listings: names(
    'Hide Event From Event Listings|hide from event listings|hidden|versteckt|verborgen|oculto',
  ),
  show_map: names('Event Show Map'),
  show_map_link: names('Event Show Map Link'),
  uid: names('event uid|unique id'),
  id: names('event id|Nr|Nummer|number|no|número'),
  recurrence_id: [],
  rrule: names('recurrence rule|Wiederholungsregel|regla de repetición'),
  rdate: [],
  exdate: [],
  status: names('post status|publication status|Veröffentlichung|estado|estado de publicación'),
  event_status: names('Veranstaltungsstatus|estado del evento'),
  event_status_reason: names('status reason'),
  is_virtual: names('virtual|online|online event|Online-Veranstaltung|en línea|evento en línea'),
  virtual_url: names(
    'online link|stream|stream url|livestream|meeting link|zoom link|Online-Link|enlace en línea',
  ),
  accessibility: [],
  accessibility_note: names(
    'accessibility notes|Barrierefreiheit|Hinweis zur Barrierefreiheit|accesibilidad',
  ),
  spoken_languages: names('spoken language'),
  door_time: names('doors|doors open|admission time|Einlass|Türöffnung|apertura de puertas'),
  opening_hours: [],
  language: names('content language'),
  utc_start_date: [],
  utc_end_date: [],
  modified_utc: [],
  url: names('event url|permalink|source url'),
} satisfies Readonly<Record<string, readonly string[]>>;

/** A field that a column can be. */
export type TableField = keyof typeof synonyms;

/** Columns that other systems write and nobody reads: recognized, so that nothing similar is guessed for them. */
const UNREAD = ['Event Allow Comments', 'Event Allow Trackbacks and Pingbacks'];

/** Returns a column's name without case, blanks, punctuation and accents: the form in which names are compared. */
export const columnKey = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]/gu, '');

const isField = (name: string): name is TableField => Object.hasOwn(synonyms, name);

/** All fields, in the order in which they are listed. */
export const tableFields: readonly TableField[] = Object.keys(synonyms).filter(isField);

/** Returns the field of a name that the interface uses; undefined for any other. */
export const fieldNamed = (name: string): TableField | undefined => (isField(name) ? name : undefined);

/** The keys of a name, also with German umlauts spelled out. */
const keysOf = (name: string) => [columnKey(name), columnKey(spellOut(name, 'de'))];

// The program loads this at its start, and rarely needs it.
const fieldsByKey = once(
  (): ReadonlyMap<string, TableField> =>
    new Map([
      ...tableFields.flatMap((field) => synonyms[field].flatMap(keysOf).map((key) => [key, field] as const)),
      // A field's own name wins over a synonym of another.
      ...tableFields.map((field) => [columnKey(field), field] as const),
    ]),
);
const unread = new Set(UNREAD.map(columnKey));

/** Returns the field that a column's name means; undefined where it means none that is known. */
export function fieldOfColumn(name: string): TableField | undefined {
  const key = columnKey(name);
  return unread.has(key) ? undefined : fieldsByKey().get(key);
}

/** Second meanings of names: a column has one if another column has the first. */
const secondMeanings: ReadonlyMap<string, TableField> = new Map([
  // `Veranstaltungsort;Straße;PLZ;Ort`
  ['ort', 'venue_city'],
  ['place', 'venue_city'],
  ['lugar', 'venue_city'],
]);

/** Returns the field that a column's name means if another column has its first meaning. */
export const secondFieldOf = (name: string): TableField | undefined => secondMeanings.get(columnKey(name));

/** Fields of dates by the field that a column is if all its values are times: `Date, Start, End`. */
export const timeFieldsOf: ReadonlyMap<TableField, TableField> = new Map([
  ['start_date', 'start_time'],
  ['end_date', 'end_time'],
]);

/** A field with the names of columns that mean it. */
export interface FieldSynonyms {
  readonly field: TableField;
  readonly synonyms: readonly string[];
}

/** Returns all fields with their synonyms, as `GET …/imports/columns` lists them. */
export const listFieldSynonyms = (): FieldSynonyms[] =>
  tableFields.map((field) => ({ field, synonyms: [...new Set([field, ...synonyms[field]])] }));

const NUMBERED_END = /[\d()[\].:#*]+$/;

/** Returns whether a first row looks like a header: a title or a start is among its columns. */
export const isHeader = (cells: readonly string[]): boolean =>
  cells.some((cell) => {
    const field = fieldOfColumn(cell.replace(NUMBERED_END, ''));
    return field === 'title' || field === 'start_date';
  });
