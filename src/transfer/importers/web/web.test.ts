import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { filesOf } from '../../../../test/support/corpora.ts';
import { bytesFromMemory } from '../byte-source.ts';
import { type ImportEvent, type ImportPost, type ImportTerm, noItems, type Remark } from '../import-item.ts';
import type { SourceOptions } from '../source-kind.ts';
import { NodeAdapter } from './adapt.ts';
import { readDocument } from './document.ts';
import { jsonld } from './source.ts';

/* Web pages are read as contract I5 and I8 say. */

interface Read {
  readonly events: readonly ImportEvent[];
  readonly venues: readonly ImportPost[];
  readonly organizers: readonly ImportPost[];
  readonly tags: readonly ImportTerm[];
  readonly remarks: readonly Remark[];
  readonly nodes: number;
}

const site = {
  timezone: 'Europe/Berlin',
  language: 'en',
  now: '2026-11-20T12:00:00Z',
  horizon: '2028-12-19',
} as const;
const ADDRESS = 'https://example.org/programme/';

async function readBytes(bytes: Buffer, options: SourceOptions = {}, address?: string): Promise<Read> {
  const request = { name: 'x', shown: 'page.html', origin: 'jsonld', options, site };
  const document = await readDocument(bytesFromMemory(bytes), request, address);
  const adapted = { items: noItems(), remarks: [] };
  new NodeAdapter(request).addAll(adapted, document);
  return { ...adapted.items, remarks: adapted.remarks, nodes: document.events.length };
}

const read = (text: string, options?: SourceOptions, address = ADDRESS) =>
  readBytes(Buffer.from(text), options, address);

const script = (json: string) => `<!doctype html><script type="application/ld+json">${json}</script>`;
const concert = {
  '@type': 'MusicEvent',
  name: 'Concert',
  startDate: '2027-03-01T19:30',
  url: 'https://example.org/concert',
};
const page = (...nodes: readonly object[]) =>
  script(JSON.stringify(nodes.map((node) => ({ '@context': 'https://schema.org', ...concert, ...node }))));

/** Returns the only event of a page. */
async function readOne(text: string, options?: SourceOptions, address?: string) {
  const { events, ...others } = await read(text, options, address);
  const [only, ...more] = events;
  assert.ok(only && more.length === 0, JSON.stringify(others.remarks));
  return { ...others, event: only, sent: only.sent, codes: (only.repairs ?? []).map(({ code }) => code) };
}

const reasons = ({ remarks }: Pick<Read, 'remarks'>) => remarks.map(({ reason }) => reason.key);
const timesOf = ({ sent }: { sent: ImportEvent['sent'] }) =>
  ['start_date', 'end_date', 'all_day', 'timezone'].map((name) => sent[name]);

const realPages = filesOf('web', /\.(?:html|json|jsonld)$/);
const takesRealPages = async (t: TestContext) => {
  let nodes = 0;
  let taken = 0;
  for (const file of realPages) {
    const { events, remarks, ...of } = await readBytes(readFileSync(file), {}, ADDRESS);
    assert.equal(events.length + remarks.length, of.nodes, file);
    nodes += of.nodes;
    taken += events.length;
  }
  t.diagnostic(`${taken} of ${nodes} events are taken`);
  assert.ok(nodes > 150 && taken / nodes > 0.9);
};
if (realPages.length > 0)
  test('every event of real pages is taken, or refused with a reason', takesRealPages);

test('events are found wherever they are nested, whatever their subtype is called', async () => {
  const types = [
    'Event',
    'schema:Event',
    'http://schema.org/TheaterEvent',
    'https://schema.org/Festival',
    ['Thing', 'Hackathon'],
    'ScreeningEvent',
  ];
  const nodes = types.map((type, at) => ({ ...concert, '@type': type, name: `E${at}`, url: `/e${at}` }));
  const [a, b, c, d, e, f] = nodes;
  const documents: object[] = [
    nodes,
    { '@context': 'https://schema.org', '@graph': nodes },
    {
      '@type': 'ItemList',
      itemListElement: nodes.map((item, at) => ({ '@type': 'ListItem', position: at, item })),
    },
    { '@type': 'WebPage', mainEntity: { '@type': 'Festival', name: 'All', subEvent: nodes } },
    { items: [[a, b], { deep: [c, { deeper: { event: [d, e, f] } }] }] },
  ];
  for (const document of documents) {
    const { events } = await read(script(JSON.stringify(document)));
    assert.deepEqual(
      events.map(({ sent }) => sent['title']),
      ['E0', 'E1', 'E2', 'E3', 'E4', 'E5'],
    );
    // A file of JSON alone holds the same.
    const { events: same } = await read(JSON.stringify(document));
    assert.deepEqual(same, events);
  }
});

test('nodes that are named by @id stand for what describes them', async () => {
  const { sent, venues } = await readOne(
    script(
      JSON.stringify({
        '@graph': [
          { '@id': '#hall', '@type': 'Place', name: 'Town Hall', address: { '@id': '#address' } },
          {
            ...concert,
            '@id': '#event',
            location: { '@id': '#hall', '@type': 'Place' },
            superEvent: { '@id': '#event' },
          },
          { '@id': '#address', streetAddress: 'Market 1', addressLocality: 'Springfield' },
        ],
      }),
    ),
  );
  assert.equal(sent['title'], 'Concert');
  assert.deepEqual(
    venues.map((venue) => venue.sent),
    [{ venue: 'Town Hall', address: 'Market 1', city: 'Springfield' }],
  );
});

const good = JSON.stringify(
  { '@context': 'https://schema.org', ...concert, description: 'A night' },
  null,
  2,
);
const second = '{"@type":"Event","name":"Second","startDate":"2027-04-01","url":"/second"}';
/** Broken blocks by kind, with the titles that are taken from them. */
const broken: Readonly<Record<string, Readonly<Record<string, [json: string, taken?: readonly string[]]>>>> =
  {
    comments: {
      'a line before': [`// the concert\n${good}`],
      'a line within': [good.replace('"name"', '// its name\n"name"')],
      'at the end of a line': [good.replace('"Concert",', '"Concert", // its name')],
      'a block': [good.replace('"name"', '/* its "name" */ "name"')],
      'of HTML': [`<!-- the concert -->\n${good}`],
      'of HTML around': [`<!--\n${good}\n-->`],
      'a CDATA section': [`//<![CDATA[\n${good}\n//]]>`],
      'a commented CDATA section': [`/*<![CDATA[*/${good}/*]]>*/`],
    },
    commas: {
      'behind the last member': [good.replace(/\n}$/, ',\n}')],
      'behind the last element': [`[${good},${second},]`, ['Concert', 'Second']],
      'two in a list': [`[${good},,${second}]`, ['Concert', 'Second']],
      'none between members': [good.replace('"Concert",', '"Concert"')],
      'none between blocks': [`${good}\n${second}`, ['Concert', 'Second']],
      'a semicolon at the end': [`${good};`],
    },
    characters: {
      'a line end in a text': [good.replace('A night', 'A\nnight')],
      'a tab in a text': [good.replace('A night', 'A\tnight')],
      'a control character in a text': [good.replace('A night', 'A\u0001night')],
      'a quote in a text': [good.replace('A night', 'A "big" night')],
      'a wrong escape': [good.replace('A night', 'A \\night\\_')],
      'a byte order mark': [`\ufeff${good}`],
    },
    entities: {
      quotes: [good.replaceAll('"', '&quot;')],
      'numbers of quotes': [good.replaceAll('"', '&#34;')],
    },
    'cut off': {
      'before the last bracket': [good.replace(/\s*}$/, '')],
      'in a text': [good.replace(/"A night".*/s, '"A ni'), []],
      'in the second event': [`[${good},{"@type":"Event","name":"Sec`, ['Concert']],
      'in the place of the second event': [
        `[${good},${second.slice(0, -1)},"location":{"@type":"Place","name":"Tow`,
        ['Concert'],
      ],
      'behind the second event': [`[${good},${second}`, ['Concert', 'Second']],
      'behind a name': [good.replace(/"description".*/s, '"description":'), []],
    },
  };

for (const [kind, blocks] of Object.entries(broken))
  for (const [name, [json, titles = ['Concert']]] of Object.entries(blocks))
    test(`broken JSON is repaired: ${kind}, ${name}`, async () => {
      assert.throws(() => JSON.parse(json));
      const { events, remarks } = await read(script(json));
      assert.deepEqual(
        events.map(({ sent }) => sent['title']),
        titles,
      );
      for (const { repairs = [], sent } of events) {
        assert.deepEqual(
          repairs.map(({ code }) => code),
          ['json_repaired'],
        );
        assert.match(String(sent['start_date']), /^2027-0[34]-01/);
      }
      // What is cut off is not lost without a line.
      const all = json.match(/"@type"|&quot;@type&quot;|&#34;@type&#34;/g)?.length ?? 0;
      const places = json.includes('Place') ? 1 : 0;
      assert.deepEqual(
        reasons({ remarks }),
        Array(all - places - titles.length).fill('import.skipped.truncated'),
      );
    });

test('a block that cannot be repaired costs its own events, with a line for it', async () => {
  const deep = `${'['.repeat(100_000)}"Event"`;
  for (const json of [`@Event`, deep]) {
    const { events, remarks } = await read(script(json) + page({}));
    assert.equal(events.length, 1);
    assert.deepEqual(reasons({ remarks }), ['import.json_unreadable']);
  }
});

test('microdata is read where there is no JSON-LD, h-event where there is neither', async () => {
  const marked = `<div itemscope itemtype="http://schema.org/MusicEvent" itemref="more">
    <h2 itemprop="name">Concert</h2><a itemprop="url" href="/concert">More</a>
    <time itemprop="startDate" datetime="2027-03-01T19:30">Monday</time>
    <div itemprop="location" itemscope itemtype="https://schema.org/Place"><b itemprop="name">Town Hall</b>
      <p itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><i itemprop="streetAddress">Market 1</i></p></div>
    <img itemprop="image" src="/concert.jpg"></div><p id="more" itemprop="description">Loud</p>`;
  const classes = `<div class="h-event"><a class="p-name u-url" href="/concert">Concert</a>
    <time class="dt-start" datetime="2027-03-01 19:30">Monday</time> <time class="dt-end">21:00</time>
    <p class="p-location h-card"><b class="p-name">Town Hall</b>, <i class="p-street-address">Market 1</i></p>
    <img class="u-photo" src="/concert.jpg"><p class="e-content">Loud</p></div>`;
  for (const text of [
    marked,
    classes,
    classes
      .replaceAll('h-event', 'vevent')
      .replaceAll(/[pue]-(name|url|photo|content)|dt-(start|end)/g, hcalendar),
  ]) {
    const { event, sent, venues } = await readOne(text);
    assert.equal(sent['title'], 'Concert');
    assert.equal(sent['start_date'], '2027-03-01 19:30:00');
    assert.equal(event.origin.website, 'https://example.org/concert');
    assert.equal(event.key.id, 'example.org/concert 2027-03-01');
    assert.equal(venues[0]?.sent['venue'], text.includes('vevent') ? venues[0]?.sent['venue'] : 'Town Hall');
  }
  const { nodes, event } = await readOne(page({ name: 'Of JSON' }) + marked);
  assert.deepEqual([nodes, event.sent['title']], [1, 'Of JSON']);
});

const hcalendar = (found: string, ...parts: unknown[]): string => {
  const names: Record<string, string> = {
    name: 'summary',
    url: 'url',
    photo: 'photo',
    content: 'description',
    start: 'dtstart',
    end: 'dtend',
  };
  return names[String(parts[0] ?? parts[1])] ?? found;
};

test('an event is known by its address and day, never by @id', async () => {
  const idOf = async (node: object) => (await readOne(page(node))).event.key.id;
  const id = await idOf({ '@id': 'https://example.org/#1' });
  assert.equal(id, 'example.org/concert 2027-03-01');
  for (const url of [
    'http://example.org/concert/',
    'https://example.org/concert#tickets',
    'https://example.org/concert?utm_source=x&UTM_medium=y',
  ])
    assert.equal(await idOf({ '@id': 'other', url, startDate: '2027-03-01T20:00' }), id);
  assert.notEqual(await idOf({ startDate: '2027-03-02T19:30' }), id);
  assert.notEqual(await idOf({ url: 'https://example.org/concert?date=2' }), id);
});

test('events that share an address are told apart', async () => {
  const idsOf = async (...nodes: readonly object[]) =>
    (await read(page(...nodes))).events.map(({ key }) => key.id);
  const early = { startDate: '2027-03-01T15:00' };
  assert.deepEqual(await idsOf({}, early), [
    'example.org/concert 2027-03-01 19:30:00',
    'example.org/concert 2027-03-01',
  ]);
  const [first, other] = await idsOf({}, { name: 'Reading' });
  assert.notEqual(first, other);
  assert.deepEqual(await idsOf({ name: 'Reading' }, {}), [other, first]);
  const repeated = await read(page({}, {}));
  assert.equal(repeated.events.length, 1);
  assert.deepEqual(reasons(repeated), ['import.skipped.event_repeated']);
});

test('times without an offset take the zone of the event, the place, the option, the site, in that order', async () => {
  const zoneOf = async (node: object, options?: SourceOptions) =>
    (await readOne(page(node), options)).sent['timezone'];
  const place = (addressCountry: string) => ({
    location: { '@type': 'Place', name: 'X', address: { addressCountry } },
  });
  const option = { timezone: 'Asia/Tokyo' };
  assert.equal(await zoneOf({}), 'Europe/Berlin');
  assert.equal(await zoneOf({}, option), 'Asia/Tokyo');
  for (const country of ['PT', 'pt'])
    assert.equal(await zoneOf(place(country), option), 'Asia/Tokyo', 'Portugal has two zones');
  for (const country of ['GB', 'United Kingdom', 'Vereinigtes Königreich', 'UK'])
    assert.equal(await zoneOf(place(country), option), 'Europe/London', country);
  assert.equal(await zoneOf({ ...place('GB'), timezone: 'America/New_York' }, option), 'America/New_York');
});

test('an offset keeps the instant, in the zone in which it is right', async () => {
  const timesIn = async (startDate: string, node: object = {}, options?: SourceOptions) => {
    const { event, sent, codes } = await readOne(page({ startDate, ...node }), options);
    return [sent['start_date'], sent['timezone'], event.origin.utc_start_date, ...codes];
  };
  const utc = '2027-07-01 17:30:00';
  assert.deepEqual(await timesIn('2027-07-01T19:30:00+02:00'), [
    '2027-07-01 19:30:00',
    'Europe/Berlin',
    utc,
    'zone_from_offset',
  ]);
  assert.deepEqual(await timesIn('2027-07-01T17:30:00Z'), [
    '2027-07-01 19:30:00',
    'Europe/Berlin',
    utc,
    'zone_from_offset',
  ]);
  assert.deepEqual(await timesIn('2027-07-01T19:30+02:00', { timezone: 'Europe/Paris' }), [
    '2027-07-01 19:30:00',
    'Europe/Paris',
    utc,
  ]);
  assert.deepEqual(await timesIn('2027-07-01T18:30+0100', {}, { timezone: 'Europe/London' }), [
    '2027-07-01 18:30:00',
    'Europe/London',
    utc,
    'zone_from_offset',
  ]);
  // In winter London has no such offset, nor has Berlin.
  assert.deepEqual(await timesIn('2027-01-01T18:30-05:00', {}, { timezone: 'Europe/London' }), [
    '2027-01-01 18:30:00',
    '-05:00',
    '2027-01-01 23:30:00',
    'zone_from_offset',
  ]);
});

test('ends are those of the event, its length, or none', async () => {
  const of = async (node: object) => timesOf(await readOne(page(node))).slice(0, 3);
  assert.deepEqual(await of({}), ['2027-03-01 19:30:00', '2027-03-01 19:30:00', false]);
  assert.deepEqual(await of({ endDate: '2027-03-02T01:00' }), [
    '2027-03-01 19:30:00',
    '2027-03-02 01:00:00',
    false,
  ]);
  assert.deepEqual(await of({ duration: 'PT90M' }), ['2027-03-01 19:30:00', '2027-03-01 21:00:00', false]);
  assert.deepEqual(await of({ endDate: '2027-03-03' }), [
    '2027-03-01 19:30:00',
    '2027-03-03 23:59:59',
    false,
  ]);
  assert.deepEqual(await of({ startDate: '2027-03-01', endDate: '2027-03-02' }), [
    '2027-03-01',
    '2027-03-02',
    true,
  ]);
  assert.deepEqual(await of({ startDate: '2027-03-01' }), ['2027-03-01', '2027-03-01', true]);
  assert.deepEqual(
    await of({ startDate: '2027-03-01T00:00:00+01:00', endDate: '2027-03-02T23:59:59+01:00' }),
    ['2027-03-01', '2027-03-02', true],
  );
  const { sent, codes } = await readOne(page({ endDate: '2027-02-01T19:30' }));
  assert.deepEqual([sent['end_date'], codes], ['2027-03-01 19:30:00', ['end_before_start']]);
});

test('an event without a title or a date is refused with a reason', async () => {
  for (const [node, reason] of [
    [{ name: '' }, 'import.title_missing'],
    [{ startDate: undefined }, 'import.start_missing'],
    [{ startDate: 'soon' }, 'import.start_unreadable'],
    [{ startDate: '03/04/2027' }, 'import.start_unreadable'],
  ] as const)
    assert.deepEqual(reasons(await read(page(node))), [reason]);
  const parts = { startDate: undefined, subEvent: [{ ...concert, name: 'Part' }] };
  assert.deepEqual(reasons(await read(page(parts))), ['import.skipped.has_parts']);
});

test('a place is a text, a place, an address, an address online, or several of them', async () => {
  const placesOf = async (location: unknown, more: object = {}) => {
    const { sent, venues } = await readOne(page({ location, ...more }));
    return [...venues.map((venue) => venue.sent), sent['is_virtual'], sent['virtual_url']];
  };
  const hall = { venue: 'Town Hall' };
  const address = {
    '@type': 'PostalAddress',
    streetAddress: 'Market 1',
    addressLocality: 'Springfield',
    postalCode: '12345',
    addressRegion: 'IL',
    addressCountry: { '@type': 'Country', name: 'US' },
  };
  const fields = { address: 'Market 1', city: 'Springfield', zip: '12345', state: 'IL', country: 'US' };
  const online = { '@type': 'VirtualLocation', url: 'https://stream.example.org/1' };
  assert.deepEqual(await placesOf('Town Hall'), [hall, false, undefined]);
  assert.deepEqual(await placesOf('TBA'), [false, undefined]);
  assert.deepEqual(await placesOf(address), [{ venue: 'Market 1', ...fields }, false, undefined]);
  assert.deepEqual(
    await placesOf({
      '@type': 'MusicVenue',
      name: 'Town Hall',
      address,
      telephone: '1',
      url: '/hall',
      geo: { latitude: '52.5', longitude: 13.4 },
    }),
    [
      { ...hall, ...fields, phone: '1', website: 'https://example.org/hall', geo_lat: 52.5, geo_lng: 13.4 },
      false,
      undefined,
    ],
  );
  assert.deepEqual(await placesOf({ name: 'Town Hall', address: 'Market 1, Springfield' }), [
    { ...hall, address: 'Market 1, Springfield' },
    false,
    undefined,
  ]);
  assert.deepEqual(await placesOf(online), [true, online.url]);
  assert.deepEqual(await placesOf(online.url), [true, online.url]);
  assert.deepEqual(await placesOf([online, { '@type': 'Place', name: 'Town Hall' }]), [
    hall,
    true,
    online.url,
  ]);
  assert.deepEqual(
    await placesOf('Town Hall', { eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode' }),
    [hall, true, undefined],
  );
  assert.deepEqual(await placesOf('Town Hall', { eventAttendanceMode: 'OfflineEventAttendanceMode' }), [
    hall,
    false,
    undefined,
  ]);
});

test('offers are costs and tickets', async () => {
  const offersIn = async (offers: unknown, more: object = {}) => {
    const { sent } = await readOne(page({ offers, ...more }));
    return [sent['cost'], sent['tickets']];
  };
  const url = 'https://tickets.example.org/1';
  assert.deepEqual(
    await offersIn({ '@type': 'Offer', price: '12.50', priceCurrency: 'EUR', url, validFrom: '2027-01-01' }),
    [['€12.5'], [{ name: 'Ticket', price: 12.5, currency: 'EUR', url, sales_start: '2027-01-01' }]],
  );
  assert.deepEqual(
    await offersIn([
      { name: 'Adults', price: 20, priceCurrency: 'usd', availability: 'https://schema.org/SoldOut' },
      { name: 'Children', priceSpecification: { price: 5, priceCurrency: 'USD' } },
    ]),
    [
      ['$20', '$5'],
      [
        { name: 'Adults', price: 20, currency: 'USD', capacity: 0 },
        { name: 'Children', price: 5, currency: 'USD' },
      ],
    ],
  );
  assert.deepEqual(
    await offersIn({ '@type': 'AggregateOffer', lowPrice: 5, highPrice: '20', priceCurrency: 'GBP', url }),
    [['£5', '£20'], [{ name: 'Ticket', price: 5, currency: 'GBP', url }]],
  );
  assert.deepEqual(await offersIn({ price: 0 }), [['0'], [{ name: 'Ticket', price: 0 }]]);
  assert.deepEqual(await offersIn(undefined, { isAccessibleForFree: true }), [['0'], undefined]);
  assert.deepEqual(await offersIn(url), [undefined, [{ name: 'Ticket', url }]]);
  assert.deepEqual(await offersIn({ price: 'from 12 €' }), [['from 12 €'], undefined]);
});

test('status, former date, doors, languages, pictures, people and words are read', async () => {
  const { event, sent, organizers, tags, codes } = await readOne(
    page({
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: '2027-02-01T19:30:00+01:00',
      doorTime: '2027-03-01T18:45',
      inLanguage: ['de', { '@type': 'Language', name: 'English', alternateName: 'en' }],
      image: [{ '@type': 'ImageObject', url: '/a.jpg', caption: 'A band' }, '/b.jpg'],
      organizer: [
        { '@type': 'Organization', name: 'Club &amp; Co', email: 'mailto:a@example.org', url: '/club' },
        'Friends',
      ],
      performer: { '@type': 'Person', name: 'Nobody' },
      keywords: 'Jazz, Blues',
      description: 'Fish & <Chips>\n\nSee https://example.org/menu.',
    }),
  );
  assert.deepEqual(codes, []);
  assert.deepEqual(
    ['event_status', 'previous_start_date', 'door_time', 'spoken_languages'].map((name) => sent[name]),
    ['rescheduled', '2027-02-01 19:30:00', '18:45', ['de', 'en']],
  );
  assert.deepEqual(event.picture?.places, [{ address: 'https://example.org/a.jpg' }]);
  assert.equal(event.picture?.shown.alt_text, 'A band');
  assert.deepEqual(
    organizers.map((one) => one.sent),
    [
      { organizer: 'Club & Co', email: 'a@example.org', website: 'https://example.org/club' },
      { organizer: 'Friends' },
    ],
  );
  assert.deepEqual(
    tags.map((tag) => tag.sent['name']),
    ['Jazz', 'Blues'],
  );
  assert.match(
    String(sent['description']),
    /^Fish &amp; &lt;Chips&gt;\n\nSee <a href="https:\/\/example.org\/menu">/,
  );
  const { organizers: performers } = await readOne(page({ performer: [{ name: 'Trio' }, 'Solo'] }));
  assert.deepEqual(
    performers.map((one) => one.sent['organizer']),
    ['Trio', 'Solo'],
  );
  for (const [eventStatus, status] of [
    ['EventCancelled', 'canceled'],
    ['EventPostponed', 'postponed'],
    ['schema:EventMovedOnline', 'moved-online'],
  ])
    assert.equal((await readOne(page({ eventStatus }))).sent['event_status'], status);
  assert.deepEqual((await readOne(page({ eventStatus: 'Maybe', doorTime: 'early' }))).codes, [
    'status_unknown',
    'time_unreadable',
  ]);
});

test('a schedule is a rule where it can be said as one', async () => {
  const of = async (eventSchedule: unknown, node: object = {}) => {
    const { events } = await read(page({ startDate: undefined, eventSchedule, ...node }));
    return events.map((event) => [...timesOf(event).slice(0, 2), event.sent['recurrence']]);
  };
  const schedule = {
    '@type': 'Schedule',
    startDate: '2027-03-01',
    startTime: '19:30',
    endTime: '21:00',
    scheduleTimezone: 'Europe/Berlin',
  };
  assert.deepEqual(
    await of({
      ...schedule,
      repeatFrequency: 'P1W',
      byDay: ['https://schema.org/Tuesday', 'TH'],
      endDate: '2027-06-30',
      exceptDate: ['2027-03-09'],
    }),
    [
      [
        '2027-03-02 19:30:00',
        '2027-03-02 21:00:00',
        { rrule: ['FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270630T215959Z'], rdate: [], exdate: ['2027-03-09'] },
      ],
    ],
  );
  assert.deepEqual(
    await of({ ...schedule, repeatFrequency: 'P2M', byDay: 'Friday', byMonthWeek: 2, repeatCount: 6 }),
    [
      [
        '2027-03-12 19:30:00',
        '2027-03-12 21:00:00',
        { rrule: ['FREQ=MONTHLY;INTERVAL=2;BYDAY=2FR;COUNT=6'], rdate: [], exdate: [] },
      ],
    ],
  );
  assert.deepEqual(
    await of({
      ...schedule,
      startTime: undefined,
      endTime: undefined,
      repeatFrequency: 'Daily',
      repeatCount: 3,
    }),
    [['2027-03-01', '2027-03-01', { rrule: ['FREQ=DAILY;COUNT=3'], rdate: [], exdate: [] }]],
  );
  const two = await of([
    { ...schedule, repeatFrequency: 'P1W' },
    { ...schedule, startDate: '2027-03-03', startTime: '10:00', endTime: '11:00', repeatFrequency: 'P7D' },
  ]);
  assert.deepEqual(
    two.map(([start]) => start),
    ['2027-03-01 19:30:00', '2027-03-03 10:00:00'],
  );
  // A rule that makes too much for a series becomes its dates; one that nobody can say leaves the event its own.
  const [hourly] = await of({ ...schedule, repeatFrequency: 'PT1H', endDate: '2027-12-31' });
  assert.deepEqual(Object(hourly?.[2]).rrule, []);
  assert.ok(Object(hourly?.[2]).rdate.length > 900);
  const [never] = await of({ ...schedule, repeatFrequency: 'sometimes' }, { startDate: concert.startDate });
  assert.deepEqual(never, ['2027-03-01 19:30:00', '2027-03-01 19:30:00', undefined]);
});

test('a page in another encoding, and hostile ones, are read', async () => {
  const latin = Buffer.from(`<meta charset="iso-8859-1">${page({ name: 'Café' })}`, 'latin1');
  assert.equal((await readBytes(latin)).events[0]?.sent['title'], 'Café');
  const deep = `${'<div itemscope itemprop="a" itemtype="https://schema.org/Event">'.repeat(20_000)}x`;
  const { events } = await read(deep);
  assert.equal(events.length, 0);
  assert.equal((await read(`${'<b>'.repeat(50_000)}${page({})}`)).events.length, 1);
});

test('HTML and JSON-LD are recognized, feeds and other JSON are not', () => {
  const recognizes = (text: string) => jsonld.recognizes({ text, bytes: Buffer.from(text) });
  for (const text of [
    '<!doctype html>',
    '<div>',
    page(),
    JSON.stringify(concert),
    `// x\n${JSON.stringify({ '@context': 'https://schema.org' })}`,
  ])
    assert.ok(recognizes(text), text.slice(0, 40));
  for (const text of ['<?xml version="1.0"?><rss>', 'BEGIN:VCALENDAR', '{"events":[]}', 'Title,Start'])
    assert.ok(!recognizes(text), text);
});
