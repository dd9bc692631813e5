// Spreadsheets over HTTP (contract I4): the same calendar in every form, clear columns and dates, rows that fail alone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../support/client.ts';
import { people, startService } from '../support/service.ts';
import { type SheetCell, workbook } from '../support/workbook.ts';

const IMPORTS = '/kalends/v1/imports';
const EVENTS = '/events?start_date=1990-01-01&end_date=2090-01-01&per_page=50&orderby=title';
const service = await startService({ timezone: 'Europe/Berlin' });
after(() => service.stop());
await people(service);
const editor = service.as('editor');
const at = (address: string) => `${service.url}${address}`;

function send(bytes: string | Buffer, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new File([new Uint8Array(Buffer.from(bytes))], 'events'));
  return editor.post(at(IMPORTS), body);
}

/** Imports a table and returns the import when it is over. */
async function imported(bytes: string | Buffer, fields?: Readonly<Record<string, string>>): Promise<Answer> {
  const begun = (await send(bytes, fields)).expect(202);
  for (const endMs = performance.now() + 60_000; ; await pause(20)) {
    const answer = (await editor.get(at(`${IMPORTS}/${begun.at('id')}`))).expect(200);
    if (!['queued', 'running'].includes(String(answer.at('state')))) return answer;
    assert.ok(performance.now() < endMs, answer.text);
  }
}

async function reportOf(answer: Answer) {
  const report = await editor.get(at(`${IMPORTS}/${answer.at('id')}/report?per_page=50&kind=event`));
  return report.expect(200).rows('report');
}

/** An event of the test's calendar; times are those of Berlin. */
interface Listed {
  readonly title: string;
  readonly description: string;
  readonly day: string;
  readonly time: string;
  readonly endDay: string;
  readonly endTime: string;
  readonly venue: readonly [name: string, street: string, zip: string, city: string];
  readonly organizer: string;
  readonly categories: readonly string[];
  readonly cost: string;
  readonly website: string;
}

const two = (number: number) => String(number).padStart(2, '0');
const venues = [
  ['Großes Haus', 'Marktstraße 1', '01067', 'Dresden'],
  ['Café „Mühle“', 'Am Fluß 2', '20095', 'Hamburg'],
  ['Hall 3, upstairs', 'Main St. 3', '10115', 'Berlin'],
] as const;

const listed: readonly Listed[] = Array.from({ length: 200 }, (_, index) => {
  const isAllDay = index % 7 === 0;
  const start = Temporal.PlainDateTime.from('2026-12-01T08:00').add({
    days: index,
    minutes: 35 * (index % 29),
  });
  const end = start.add(isAllDay ? { days: index % 3 } : { minutes: 90 });
  const time = (at: Temporal.PlainDateTime) => (isAllDay ? '' : `${two(at.hour)}:${two(at.minute)}`);
  return {
    title: `Abend ${String(index).padStart(3, '0')} – „Jazz“; mit Pausen, 5" & mehr`,
    description: index % 2 === 0 ? `Erste Zeile\nzweite Zeile ${index}` : '',
    day: start.toPlainDate().toString(),
    time: time(start),
    endDay: end.toPlainDate().toString(),
    endTime: time(end),
    venue: venues[index % 3] ?? venues[0],
    organizer: index % 5 === 0 ? '' : `Verein ${index % 4} e.V.`,
    categories: index % 4 === 0 ? [] : ['Musik', index % 2 === 0 ? 'Kinder' : 'Bühne'],
    cost: index % 3 === 0 ? '12,50 €' : '',
    website: `https://example.org/abend/${index}`,
  };
});

const american = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return time === '' ? '' : `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
};
const parts = (day: string) => day.split('-').map(Number) as [number, number, number];
const german = (day: string) => day.split('-').reverse().join('.');
const slashed = (day: string) => {
  const [year, month, date] = parts(day);
  return `${month}/${date}/${year}`;
};

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const table = (
  header: readonly string[],
  row: (one: Listed) => readonly string[],
  delimiter = ',',
  end = '\r\n',
) =>
  [header, ...listed.map(row)]
    .map((cells) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter) + end)
    .join('');

const WINDOWS: Readonly<Record<string, number>> = { '€': 0x80, '„': 0x84, '“': 0x93, '–': 0x96 };
const windows1252 = (text: string) => Buffer.from([...text].map((one) => WINDOWS[one] ?? one.charCodeAt(0)));

/** The first two digits of a year at the end. */
const shortYear = /\.20(\d\d)$/;

const forms: Readonly<Record<string, () => string | Buffer>> = {
  'the importer of The Events Calendar': () =>
    `\ufeff${table(
      [
        'Event Name',
        'Event Description',
        'Event Start Date',
        'Event Start Time',
        'Event End Date',
        'Event End Time',
        'All Day Event',
        'Event Venue Name',
        'Event Venue Address',
        'Event Venue Zip',
        'Event Venue City',
        'Event Organizer Name(s) or ID(s)',
        'Event Category',
        'Event Cost',
        'Event Website',
      ],
      ({ title, description, day, time, endDay, endTime, venue, organizer, categories, cost, website }) => [
        title,
        description,
        day,
        time && `${time}:00`,
        endDay,
        endTime && `${endTime}:00`,
        time ? 'FALSE' : 'TRUE',
        venue[0],
        venue[1],
        venue[2],
        venue[3],
        organizer,
        categories.join(','),
        cost,
        website,
      ],
    )}`,
  'German Excel': () =>
    windows1252(
      table(
        [
          'Titel',
          'Beschreibung',
          'Datum',
          'Uhrzeit',
          'Enddatum',
          'Endzeit',
          'Veranstaltungsort',
          'Straße',
          'PLZ',
          'Ort',
          'Veranstalter',
          'Kategorie',
          'Eintritt',
          'Webseite',
        ],
        ({ title, description, day, time, endDay, endTime, venue, organizer, categories, cost, website }) => [
          title,
          description,
          german(day),
          time && `${time} Uhr`,
          german(endDay),
          endTime && `${endTime} Uhr`,
          ...venue,
          organizer,
          categories.join('; '),
          cost,
          website,
        ],
        ';',
      ),
    ),
  'American Excel': () =>
    Buffer.from(
      `\ufeff${table(
        [
          'Subject',
          'Description',
          'Start',
          'End',
          'Location',
          'Address',
          'Zip Code',
          'City',
          'Organizer',
          'Category',
          'Price',
          'Website',
        ],
        ({ title, description, day, time, endDay, endTime, venue, organizer, categories, cost, website }) => [
          title,
          description,
          `${slashed(day)} ${american(time)}`.trim(),
          `${slashed(endDay)} ${american(endTime)}`.trim(),
          ...venue,
          organizer,
          categories.join(' | '),
          cost,
          website,
        ],
        '\t',
      )}`,
      'utf16le',
    ),
  'Google Sheets': () =>
    table(
      [
        'Title',
        'Description',
        'Date',
        'Time',
        'End Date',
        'End Time',
        'Venue',
        'Address',
        'Postcode',
        'City',
        'Organizer',
        'Categories',
        'Cost',
        'Link',
      ],
      ({ title, description, day, time, endDay, endTime, venue, organizer, categories, cost, website }) => [
        title,
        description,
        slashed(day),
        american(time),
        slashed(endDay),
        american(endTime),
        ...venue,
        organizer,
        categories.join(', '),
        cost,
        website,
      ],
      ',',
      '\n',
    ),
  LibreOffice: () =>
    [
      [
        'Título',
        'Descripción',
        'Fecha',
        'Hora',
        'Fecha fin',
        'Hora fin',
        'Lugar',
        'Dirección',
        'Código postal',
        'Ciudad',
        'Organizador',
        'Categoría',
        'Precio',
        'Enlace',
      ],
      ...listed.map(
        ({ title, description, day, time, endDay, endTime, venue, organizer, categories, cost, website }) => [
          title,
          description,
          german(day).replace(shortYear, '.$1'),
          time && `${time}:00`,
          german(endDay).replace(shortYear, '.$1'),
          endTime && `${endTime}:00`,
          ...venue,
          organizer,
          categories.join(', '),
          cost,
          website,
        ],
      ),
    ]
      .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`)
      .join(''),
  XLSX: () =>
    workbook([
      [
        [
          'Name',
          'Details',
          'Start',
          'End',
          'Venue',
          'Street',
          'Postal code',
          'Town',
          'Organizer',
          'Category',
          'Price',
          'Website',
        ],
        ...listed.map(
          ({
            title,
            description,
            day,
            time,
            endDay,
            endTime,
            venue,
            organizer,
            categories,
            cost,
            website,
          }): SheetCell[] => [
            title,
            description,
            { date: day, time: time || undefined },
            { date: endDay, time: endTime || undefined },
            ...venue,
            organizer || null,
            categories.join(', '),
            cost || null,
            website,
          ],
        ),
      ],
    ]),
};

test('the same 200 events are the same calendar, whichever program wrote the table', async () => {
  let isFirst = true;
  for (const [program, write] of Object.entries(forms)) {
    const bytes = write();
    const kind = program === 'XLSX' || program === 'German Excel' ? {} : { kind: 'csv' };
    const done = await imported(bytes, kind);
    assert.deepEqual([done.at('state'), done.at('kind'), done.at('error')], ['done', 'csv', null], program);
    const outcome: string = isFirst ? 'created' : 'unchanged';
    assert.equal(done.at(`counts_by_kind.event.${outcome}`), 200, `${program}: ${done.text}`);
    const codes = done.rows('repairs').map(({ code }) => code);
    assert.deepEqual(codes, program === 'German Excel' ? ['encoding_guessed'] : [], program);
    if (isFirst) await holdCalendar();
    isFirst = false;
  }
});

/** Holds that the calendar has what the list says. */
async function holdCalendar(): Promise<void> {
  const found: Readonly<Record<string, unknown>>[] = [];
  for (let page = 1; page <= 4; page++)
    found.push(...(await editor.get(`${EVENTS}&page=${page}`)).expect(200).rows('events'));
  assert.equal(found.length, 200);
  for (const [index, event] of found.entries()) {
    const one = listed[index];
    assert.ok(one);
    assert.equal(event['title'], one.title.replace('&', '&amp;'));
    assert.equal(event['start_date'], `${one.day} ${one.time || '00:00'}:00`);
    assert.equal(event['end_date'], one.time ? `${one.endDay} ${one.endTime}:00` : `${one.endDay} 23:59:59`);
    assert.deepEqual([event['all_day'], event['timezone']], [one.time === '', 'Europe/Berlin']);
    const venue = Object(event['venue']);
    assert.deepEqual([venue.venue, venue.address, venue.zip, venue.city], one.venue);
    const names = (list: unknown, name: string) =>
      Object.values(Object(list)).map((item) => Object(item)[name]);
    assert.deepEqual(names(event['organizer'], 'organizer'), one.organizer ? [one.organizer] : []);
    assert.deepEqual(names(event['categories'], 'name').sort(), [...one.categories].sort());
    assert.equal(event['website'], one.website);
    assert.match(String(event['cost']), one.cost ? /12[.,]50/ : /^$/);
    assert.equal(String(event['description']).includes('zweite Zeile'), one.description !== '');
  }
  const { total } = Object((await editor.get('/venues')).body);
  assert.equal(total, 3, 'each venue is there once');
}

test('days that fit several orders stop an import before it writes, until the order is given', async () => {
  const text = 'Title,Start\nAmbiguous,03/04/2027\nClear,2027-05-01\n';
  const refused = (await send(text, { kind: 'csv' })).expect(400);
  assert.equal(refused.at('code'), 'rest_import_ambiguous');
  assert.match(String(refused.at('data.params.date_order')), /“Start”/);
  const trial = await imported(text, { kind: 'csv', dry_run: 'true' });
  assert.deepEqual(trial.rows('columns'), [
    { column: 'Title', field: 'title', samples: ['Ambiguous', 'Clear'], guessed: true },
    {
      column: 'Start',
      field: 'start_date',
      samples: ['03/04/2027', '2027-05-01'],
      guessed: true,
      ambiguous: true,
    },
  ]);
  assert.deepEqual(
    (await reportOf(trial)).map(({ line, outcome, code }) => [line, outcome, code]),
    [
      [2, 'failed', 'ambiguous_date'],
      [3, 'created', null],
    ],
  );
  for (const [order, start] of [
    ['dmy', '2027-04-03'],
    ['mdy', '2027-03-04'],
  ] as const) {
    const done = await imported(text.replace('Ambiguous', order), { date_order: order });
    assert.equal(done.at('state'), 'done');
    const [row] = (await reportOf(done)).filter(({ name }) => name === order);
    const event = (await editor.get(`/events/${row?.['id']}`)).expect(200);
    assert.equal(event.at('start_date'), `${start} 00:00:00`);
  }
  // One column decides for the other; without a fitting order it is the same error.
  assert.equal((await imported('Title,Start,End\nX,03/04/2027,25/04/2027\n')).at('state'), 'done');
  const none = (await send('Title,Start,End\nX,13/04/2027,04/25/2027\n')).expect(400);
  assert.equal(none.at('code'), 'rest_import_ambiguous');
});

test('columns that are not clear are refused by mapping', async () => {
  const cases: readonly (readonly [text: string, mapping?: object])[] = [
    ['Was,Start\nX,2027-01-01\n', {}],
    ['Title,Wann\nX,2027-01-01\n'],
    ['Title,Event Name,Start\nX,Y,2027-01-01\n'],
    ['Title,Start\nX,2027-01-01\n', { Title: 'titel' }],
    ['Title,Start\nX,2027-01-01\n', { Heading: 'title' }],
    ['Title,Note,Start\nX,Y,2027-01-01\n', { Note: 'title' }],
  ];
  for (const [text, mapping] of cases) {
    const answer = await send(text, {
      kind: 'csv',
      ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
    });
    assert.equal(answer.expect(400).at('code'), 'rest_invalid_param', text);
    assert.ok(answer.at('data.params.mapping'), answer.text);
  }
  const mapping = JSON.stringify({ Was: 'title', Title: '' });
  const done = await imported('Was,Title,Start\nMapped,Ignored,2027-01-01\n', { mapping });
  assert.deepEqual(
    done.rows('columns').map(({ field, guessed }) => [field, guessed]),
    [
      ['title', false],
      [null, false],
      ['start_date', true],
    ],
  );
  // A trial shows the columns of a table that lacks one.
  const trial = await imported('Was,Start\nX,2027-01-01\n', { kind: 'csv', dry_run: 'true' });
  assert.deepEqual(
    trial.rows('columns').map(({ field }) => field),
    [null, 'start_date'],
  );
});

test('a bad row fails by its line and spoils no other', async () => {
  const rows = [
    'Title,Start,End,Status,URL',
    'Good,2027-06-01,,,',
    'Short,2027-06-01',
    '"Two\nlines",2027-06-02,,,',
    ',2027-06-01,,,',
    'Late,2027-06-01 20:00,2027-06-01 19:00,gone,not an address',
    'When,soon,,,',
    'Good,2027-06-01,,,',
    'Night,2027-06-01 23:00,1:00,,',
    '"Open,2027-06-01,,,',
    'Last,2027-06-03,,,',
  ];
  const done = await imported(rows.join('\n'), { kind: 'csv' });
  assert.deepEqual(
    (await reportOf(done)).map(({ index, line, outcome, name, code }) => [index, line, outcome, name, code]),
    [
      [0, 2, 'created', 'Good', null],
      [1, 3, 'failed', 'Short', 'row_width'],
      [2, 4, 'created', 'Two lines', null],
      [3, 6, 'failed', 'Row 6', 'title_missing'],
      [4, 7, 'repaired', 'Late', null],
      [5, 8, 'failed', 'When', 'start_unreadable'],
      [6, 9, 'skipped', 'Good', 'row_repeated'],
      [7, 10, 'created', 'Night', null],
      [8, 11, 'failed', 'Row 11', 'row_open'],
      [9, 12, 'created', 'Last', null],
    ],
  );
  const [late] = (await reportOf(done)).filter(({ name }) => name === 'Late');
  assert.deepEqual(
    Object.values(Object(late?.['repairs'])).map((one) => Object(one).code),
    ['end_before_start', 'address_unreadable', 'status_unknown'],
  );
});

test('our own CSV comes back as the same events', async () => {
  const made = {
    title: '=Sum & "Co"',
    start_date: '2027-08-01 10:00:00',
    end_date: '2027-08-01 12:00:00',
    timezone: 'America/New_York',
    venue: [{ venue: 'North Hall' }, { venue: 'South Hall' }],
    organizer: [{ organizer: 'Doe, Jane' }, { organizer: 'Roe' }],
    tags: ['one', 'two'],
    cost: '$12',
    accessibility: ['wheelchair', 'captions'],
    door_time: '09:30',
  };
  const { id } = Object((await service.as('admin').post('/events', made)).expect(201).body);
  const feed = (
    await service.as('admin').get(at(`/wp-json/tribe/events/v1/events.csv?include=${id}`))
  ).expect(200).text;
  const again = await imported(feed);
  assert.equal(again.at('kind'), 'csv');
  assert.equal(again.at('counts_by_kind.event.created'), 0, again.text);
  const before = (await editor.get(`/events/${id}`)).expect(200);
  assert.equal(before.at('title'), '=Sum &amp; "Co"');
  // Without its UID it is a new event of the same values.
  const copy = await imported(feed.replace(/,uid,/, ',other,'));
  const [row] = await reportOf(copy);
  const after = (await editor.get(`/events/${row?.['id']}`)).expect(200);
  for (const field of ['title', 'start_date', 'end_date', 'timezone', 'cost', 'accessibility', 'door_time'])
    assert.deepEqual(after.at(field), before.at(field), field);
  const names = (answer: Answer, list: string, name: string) => answer.rows(list).map((one) => one[name]);
  assert.deepEqual(names(after, 'venue', 'venue'), ['North Hall', 'South Hall']);
  assert.deepEqual(names(after, 'organizer', 'organizer'), ['Doe, Jane', 'Roe']);
  assert.deepEqual(names(after, 'tags', 'name'), ['one', 'two']);
});

test('the fields of tables are listed with the names that mean them', async () => {
  const { fields } = Object((await editor.get(at(`${IMPORTS}/columns`))).expect(200).body);
  const synonyms: readonly { field: string; synonyms: readonly string[] }[] = fields;
  const of = (field: string) => synonyms.find((one) => one.field === field)?.synonyms ?? [];
  for (const [field, name] of [
    ['title', 'Event Name'],
    ['start_date', 'Beginn'],
    ['venue', 'lugar'],
    ['uid', 'uid'],
  ] as const)
    assert.ok(of(field).includes(name), field);
  (await service.as('subscriber').get(at(`${IMPORTS}/columns`))).expect(403);
});

test('what is no table fails, or is of no known kind', async () => {
  assert.equal((await send('some words\nand more')).expect(400).at('code'), 'rest_import_unknown_format');
  const failed = await imported('BEGIN:VCALENDAR\nEND:VCALENDAR\n', { kind: 'csv' });
  assert.equal(failed.at('state'), 'failed', failed.text);
  const old = await imported(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  assert.match(String(old.at('error')), /XLSX/);
  const empty = await imported('Title,Start\n');
  assert.deepEqual([empty.at('state'), empty.at('counts.created')], ['done', 0]);
});

test('a workbook of a few kilobytes cannot take all memory', async () => {
  const rows: SheetCell[][] = [
    ['Title', 'Start'],
    ['X', '2027-01-01'],
  ];
  const bomb = await imported(workbook([rows, { row: 1_048_576, column: 16_384 }]));
  assert.deepEqual([bomb.at('kind'), bomb.at('state')], ['csv', 'failed']);
  assert.match(String(bomb.at('error')), /too large/);
});
