import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { listEvents, makeEvent } from '../support/events.ts';
import { isObject, parseJson } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import { makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';

/* RSS, Atom, JSON Feed, JSON-LD and CSV of lists and items, and how they are asked for (contract F1, F2, F4, F6). */

let service: Service;
let admin: Client;
let anyone: Client;
let event: number;
let series: number;

const TYPES = {
  ics: 'text/calendar',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  jsonfeed: 'application/feed+json',
  jsonld: 'application/ld+json',
  csv: 'text/csv',
} as const;
const FORMS = Object.keys(TYPES) as (keyof typeof TYPES)[];
const NASTY = 'A & B <b>bold</b> "q" ]]> \u0001 ; , \\ : 😀';

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
  event = (
    await makeEvent(admin, {
      title: NASTY,
      description: '<p>One & two ]]> \u0002</p>',
      excerpt: 'Short',
      venue: { venue: '=HYPERLINK("x")', address: '+1 Street', city: '@home' },
      organizer: [{ organizer: '-Org', email: 'org@example.org' }],
      categories: ['Music'],
      tags: ['loud'],
      cost: '5',
    })
  ).id();
  series = (await makeSeries(admin, {})).id();
  await makeEvent(admin, { title: 'Locked', password: 'secret', description: 'Hidden whisper' });
});
after(() => service?.stop());

const typeOf = (answer: Answer) => answer.headers['content-type']?.split(';')[0];

/** Returns the cells of a CSV file (RFC 4180). */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cells = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/gy;
  let row: string[] = [];
  for (let match = cells.exec(text); match && cells.lastIndex <= text.length; match = cells.exec(text)) {
    const [, cell = '', end] = match;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (cells.lastIndex >= text.length) break;
  }
  return rows;
}

describe('Addresses', () => {
  test('endings and Accept give the same bytes, for lists, items and slugs', async () => {
    for (const form of FORMS)
      for (const path of ['/events', `/events/${event}`, `/events/${series}`, '/events/by-slug/series']) {
        const ended = (await anyone.get(`${path}.${form}`)).expect(200);
        assert.equal(typeOf(ended), TYPES[form], `${path}.${form}`);
        assert.match(
          ended.headers['content-disposition'] ?? '',
          form === 'csv' ? /^attachment; filename="[\w.-]+"$/ : /^inline; filename="[\w.-]+"$/,
        );
        const asked = (await anyone.get(path, undefined, { accept: TYPES[form] })).expect(200);
        assert.equal(asked.text, ended.text, `${path} ${form}`);
        assert.match(asked.headers['vary'] ?? '', /(^|, )Accept(,|$)/);
        const head = (await anyone.send('HEAD', `${path}.${form}`)).expect(200);
        assert.equal(head.text, '');
        assert.equal(head.headers['etag'], ended.headers['etag']);
        const same = await anyone.get(`${path}.${form}`, undefined, {
          'if-none-match': ended.headers['etag'],
        });
        assert.equal(same.status, 304, `${path}.${form}`);
      }
  });

  test('what is equally wanted or unknown is JSON', async () => {
    for (const accept of [
      '*/*',
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'application/json, text/calendar',
      'text/calendar, text/csv',
      'text/*',
      'application/pdf',
      'text/calendar;q=0',
      'nonsense',
    ]) {
      const answer = (await anyone.get('/events', undefined, { accept })).expect(200);
      assert.equal(typeOf(answer), 'application/json', accept);
      assert.match(answer.headers['vary'] ?? '', /(^|, )Accept(,|$)/);
    }
    const best = await anyone.get('/events', undefined, { accept: 'text/calendar;q=0.9, */*;q=0.1' });
    assert.equal(typeOf(best), 'text/calendar');
  });

  test('errors are JSON whatever is asked for', async () => {
    for (const [path, status] of [
      ['/events/999999.ics', 404],
      ['/events.rss?page=7', 404],
      ['/events.csv?start_date=never', 400],
      ['/events.pdf', 404],
      ['/events/by-slug/nothing.atom', 400],
    ] as const) {
      const answer = (await anyone.get(path)).expect(status);
      assert.equal(typeOf(answer), 'application/json', path);
    }
    const accepted = await anyone.get('/events/999999', undefined, { accept: 'text/calendar' });
    assert.equal(accepted.expect(404).at('code'), 'rest-event-not-found');
  });

  test('_fields, _envelope and _pretty say nothing to them', async () => {
    for (const form of FORMS)
      assert.equal(
        (await anyone.get(`/events.${form}?_fields=id&_envelope=1&_pretty=1`)).expect(200).text.slice(0, 300),
        (await anyone.get(`/events.${form}`)).text.slice(0, 300),
        form,
      );
  });
});

describe('What is in them', () => {
  test('a protected event has its title and its dates alone', async () => {
    for (const form of FORMS) {
      const { text } = (await anyone.get(`/events.${form}?per_page=50`)).expect(200);
      assert.match(text, /Locked/, form);
      assert.doesNotMatch(text, /whisper/, form);
    }
  });

  test('RSS and Atom are XML with what was written, and identities that stay', async () => {
    const rss = (await anyone.get('/events.rss')).expect(200).text;
    assert.doesNotMatch(rss, /[\u0000-\u0008]/);
    assert.match(rss, /<title>A &amp; B bold &quot;q&quot; \]\]&gt; {1,2}; , \\ : 😀<\/title>/);
    assert.match(rss, /<guid isPermaLink="false">[\da-f-]{36}<\/guid>/);
    assert.match(rss, /<guid isPermaLink="false">[\da-f-]{36}#2027-03-01T10:00:00<\/guid>/);
    assert.match(rss, /<pubDate>Fri, 20 Nov 2026 18:00:00 GMT<\/pubDate>/);
    const atom = (await anyone.get('/events.atom')).expect(200).text;
    assert.match(atom, /<id>urn:uuid:[\da-f-]{36}#2027-03-01T10:00:00<\/id>/);
    assert.match(atom, /<updated>2026-11-20T18:00:00Z<\/updated>/);
  });

  test('JSON Feed and JSON-LD have a page of occurrences', async () => {
    const feed = (await anyone.get('/events.jsonfeed?per_page=3')).expect(200);
    const parsed = parseJson(feed.text);
    assert.ok(isObject(parsed));
    assert.equal(parsed['version'], 'https://jsonfeed.org/version/1.1');
    assert.equal(Array.isArray(parsed['items']) && parsed['items'].length, 3);
    assert.match(String(parsed['next_url']), /\/events\.jsonfeed\?.*page=2$/);
    assert.match(feed.headers['link'] ?? '', /\/events\.jsonfeed\?[^>]*page=2>; rel="next"/);
    const nodes = parseJson((await anyone.get('/events.jsonld?per_page=50')).expect(200).text);
    assert.ok(Array.isArray(nodes));
    assert.equal(nodes.length, 6);
    for (const node of nodes) {
      assert.ok(isObject(node));
      assert.equal(node['@type'], 'Event');
      assert.ok(node['name'] && node['startDate'] && node['endDate'] && node['url']);
    }
    const one: unknown = JSON.parse((await anyone.get(`/events/${event}.jsonld`)).expect(200).text);
    assert.deepEqual(one, (await anyone.get(`/events/${event}`)).at('json_ld'));
  });

  test('CSV has a row for each occurrence, and no cell that a spreadsheet runs', async () => {
    const { text } = (await anyone.get('/events.csv')).expect(200);
    assert.ok(text.startsWith('Event Name,Event Description,Event Excerpt,Event Start Date,'));
    const [head = [], ...rows] = readCsv(text);
    assert.equal(rows.length, 6);
    for (const row of rows) assert.equal(row.length, head.length);
    const cell = (row: string[], name: string) => row[head.indexOf(name)];
    const nasty = rows.find((row) => cell(row, 'id') === String(event)) ?? [];
    assert.equal(cell(nasty, 'Event Venue Name'), `'=HYPERLINK("x")`);
    assert.equal(cell(nasty, 'Event Organizer Name(s) or ID(s)'), "'-Org");
    assert.equal(cell(nasty, 'venue_address'), "'+1 Street");
    assert.equal(cell(nasty, 'Event Cost'), '5');
    assert.equal(cell(nasty, 'All Day Event'), 'no');
    for (const value of rows.flat()) assert.ok(!/^[=+\-@\t\r]/.test(value) || /^[+-]?\d/.test(value), value);
  });

  test('CSV has a cost as one bare amount, else as it is shown, and guards what begins like a formula', async () => {
    const rows: [string, number][] = [];
    for (const cost of [
      '5',
      '12.50',
      '$7',
      '10-20',
      '5 per person',
      '-1+1 each',
      '=1+1',
      '0',
      'Free',
      '@home',
    ])
      rows.push([cost, (await makeEvent(admin, { title: `${cost} each`, cost })).id()]);
    const { text } = (await anyone.get('/events.csv')).expect(200);
    const [head = [], ...found] = readCsv(text);
    const seen = rows.map(([cost, id]) => {
      const row = found.find((one) => one[head.indexOf('id')] === String(id)) ?? [];
      return [cost, row[head.indexOf('Event Cost')], row[head.indexOf('Event Name')]];
    });
    const shown = async (at: number) => String((await anyone.get(`/events/${rows[at]?.[1]}`)).at('cost'));
    assert.deepEqual(seen, [
      ['5', '5', '5 each'],
      ['12.50', '12.50', '12.50 each'],
      ['$7', '7', '$7 each'],
      ['10-20', await shown(3), '10-20 each'],
      ['5 per person', '5 per person', '5 per person each'],
      ['-1+1 each', "'-1+1 each", "'-1+1 each each"],
      ['=1+1', "'=1+1", "'=1+1 each"],
      ['0', '0', '0 each'],
      ['Free', 'Free', 'Free each'],
      ['@home', "'@home", "'@home each"],
    ]);
    for (const { id } of await listEvents(admin, 'search=each&per_page=50'))
      (await admin.delete(`/events/${id}`)).expect(200);
  });

  test('the window of a feed without pages: what ended less than 31 days ago, and what starts within the horizon', async () => {
    for (const [title, start_date, end_date] of [
      ['Long ago', '2026-10-01 10:00:00', '2026-10-01 11:00:00'],
      ['Just in', '2026-10-20 23:00:00', '2026-10-20 23:30:00'],
      ['Just out', '2026-10-19 23:00:00', '2026-10-20 00:00:00'],
      ['Runs for years', '2020-01-01 10:00:00', '2026-12-31 10:00:00'],
      ['Last day', '2028-12-19 23:59:00', '2029-01-03 10:00:00'],
      ['Too late', '2028-12-20 00:00:00', '2028-12-20 10:00:00'],
    ])
      await makeEvent(admin, { title, start_date, end_date });
    const { text } = await anyone.get('/events.ics');
    const seen = ['Long ago', 'Just in', 'Just out', 'Runs for years', 'Last day', 'Too late'].filter(
      (title) => text.includes(`SUMMARY:${title}`),
    );
    assert.deepEqual(seen, ['Just in', 'Runs for years', 'Last day']);
    const later = (await anyone.get('/events.ics?start_date=2028-12-01')).text;
    assert.ok(later.includes('Last day') && !later.includes('Too late') && !later.includes('Just in'));
    const sooner = (await anyone.get('/events.ics?end_date=2026-10-31')).text;
    assert.ok(
      sooner.includes('Just in') && !sooner.includes('Long ago') && !sooner.includes('Runs for years'),
    );
  });
});

describe('How they name themselves', () => {
  const nameIn: Readonly<Record<string, (text: string) => string>> = {
    ics: (text) => {
      const [, name = ''] = /^NAME:(.*)\r$/m.exec(text) ?? [];
      assert.ok(text.includes(`X-WR-CALNAME:${name}\r\n`));
      return name.replaceAll('\\', '');
    },
    rss: (text) => /<title>(.*?)<\/title>/.exec(text)?.[1] ?? '',
    atom: (text) => /<title>(.*?)<\/title>/.exec(text)?.[1] ?? '',
    jsonfeed: (text) => String(member(text, 'title')),
  };
  const member = (text: string, name: string) => {
    const parsed = parseJson(text);
    return isObject(parsed) ? parsed[name] : undefined;
  };
  let dated: number;

  before(async () => {
    const made = await makeEvent(admin, {
      title: 'Night',
      categories: ['Music', 'Stage'],
      tags: ['late'],
      venue: { venue: 'Town Hall', geo_lat: 40.7, geo_lng: -74 },
      organizer: { organizer: 'The Band' },
      cost: '0',
    });
    dated = made.id();
    const language = '?translation_language=de';
    (await admin.patch(`/categories/${made.at('categories.0.id')}${language}`, { name: 'Musik' })).expect(
      200,
    );
    (await admin.patch(`/venues/${made.at('venue.id')}${language}`, { venue: 'Rathaus' })).expect(200);
  });

  test('by what they hold, in the language selected, for every filter', async () => {
    const night = (await anyone.get(`/events/${dated}`)).expect(200);
    const site = nameIn['jsonfeed']?.((await anyone.get('/events.jsonfeed')).text);
    for (const [query, en, de] of [
      ['categories=music', 'Music', 'Musik'],
      ['categories=music,stage', 'Music, Stage', 'Musik, Stage'],
      ['tags=late', 'late', 'late'],
      [`venue=${night.at('venue.id')}`, 'Town Hall', 'Rathaus'],
      [`organizer=${night.at('organizer.0.id')}`, 'The Band', 'The Band'],
      [`categories=music&venue=${night.at('venue.id')}`, 'Music, Town Hall', 'Musik, Rathaus'],
      ['search=night', '“night”', '„night“'],
      ['featured=true', 'Featured', 'Hervorgehoben'],
      ['featured=false', 'Not featured', 'Nicht hervorgehoben'],
      ['free=true', 'Free', 'Kostenlos'],
      ['ticketed=true', 'With tickets', 'Mit Karten'],
      ['is_virtual=true', 'Online', 'Online'],
      ['event_status=canceled,moved-online', 'Canceled, Now online', 'Abgesagt, Jetzt online'],
      ['accessibility=wheelchair', 'Wheelchair accessible', 'Rollstuhlgerecht'],
      ['spoken_languages=de', 'German', 'Deutsch'],
      ['recurring=true', 'Series', 'Serien'],
      [`post_parent=${series}`, 'Series', 'Series'],
      [`include=${dated}`, 'Selected events', 'Ausgewählte Veranstaltungen'],
      ['geoloc=true', 'With coordinates', 'Mit Koordinaten'],
      ['geoloc_lat=40.7&geoloc_lng=-74&geoloc_radius=5', 'Within 5 km', 'Bis 5 km'],
    ] as const)
      for (const [form, name] of Object.entries(nameIn))
        for (const [language, wanted] of [
          ['en', en],
          ['de', de],
        ]) {
          const path = `/events.${form}?${query}&translation_language=${language}`;
          assert.equal(name((await anyone.get(path)).expect(200).text), `${site} – ${wanted}`, path);
        }
    const secret = (await makeEvent(admin, { venue: { venue: 'Private place', status: 'private' } })).at(
      'venue.id',
    );
    const { text } = (await anyone.get(`/events.jsonfeed?venue=${secret}`)).expect(200);
    assert.equal(member(text, 'title'), site);
    for (const [form, name] of Object.entries(nameIn))
      assert.equal(name((await anyone.get(`/events/${dated}.${form}`)).expect(200).text), `${site} – Night`);
    const page = (await anyone.get(`${service.url}/de/events/category/music.atom`)).expect(200).text;
    assert.equal(nameIn['atom']?.(page), `${site} – Musik`);
  });

  test('by an address that repeats what was sent, in one order, and nothing that changes', async () => {
    const base = String((await anyone.get('/events?per_page=1')).at('rest_url')).replace(
      /\/events\/\?.*/,
      '',
    );
    for (const [path, wanted] of [
      ['/events.%', '/events.%'],
      ['/events.%?categories=music', '/events.%?categories=music'],
      [
        '/events.%?tags=loud&categories=music&utm_source=x&_fields=id',
        '/events.%?categories=music&tags=loud',
      ],
      ['/events.%?categories[]=music&categories[]=stage', '/events.%?categories=music%2Cstage'],
      ['/events.%?per_page=1&page=2', '/events.%?per_page=1&page=2'],
      ['/events.%?start_date=today', '/events.%?start_date=today'],
      ['/events.%?password=guess', '/events.%'],
      [`/events/${event}.%`, `/events/${event}.%`],
      [`/events/${event}.%?translation_language=de`, `/events/${event}.%?translation_language=de`],
    ] as const)
      for (const form of ['rss', 'atom', 'jsonfeed']) {
        const { text } = (await anyone.get(path.replace('%', form))).expect(200);
        const own = base + wanted.replace('%', form);
        if (form === 'jsonfeed') assert.equal(member(text, 'feed_url'), own);
        else {
          const [, self] = /<(?:atom:)?link href="([^"]*)" rel="self"/.exec(text) ?? [];
          assert.equal(self?.replaceAll('&amp;', '&'), own, path);
        }
        if (form === 'atom')
          assert.equal(/<id>(.*?)<\/id>/.exec(text)?.[1]?.replaceAll('&amp;', '&'), own, path);
      }
    const first = (await anyone.get('/events.jsonfeed?per_page=1&categories=music')).expect(200);
    assert.equal(
      member(first.text, 'next_url'),
      `${base}/events.jsonfeed?per_page=1&categories=music&page=2`,
    );
    assert.ok(
      first.headers['link']?.includes(
        `<${base}/events.jsonfeed?per_page=1&categories=music&page=2>; rel="next"`,
      ),
    );
  });

  test('items of news begin with date, time, zone and place in words', async () => {
    const venue = { venue: 'Old Hall', city: 'Springfield' };
    const make = async (fields: object) =>
      (await makeEvent(admin, { venue, description: '<p>Text</p>', ...fields })).id();
    const evening = { start_date: '2026-12-01 20:00:00', end_date: '2026-12-01 22:00:00' };
    const hours = await make(evening);
    const berlin = await make({ ...evening, timezone: 'Europe/Berlin' });
    const days = await make({ all_day: true, start_date: '2026-12-01', end_date: '2026-12-03' });
    const moment = await make({ start_date: '2026-12-01 20:00:00', end_date: '2026-12-01 20:00:00' });
    for (const [id, language, wanted] of [
      [hours, 'en', 'Tuesday, 1 December 2026, 20:00–22:00 EST, Old Hall, Springfield'],
      [hours, 'de', 'Dienstag, 1. Dezember 2026, 20:00–22:00 Uhr GMT-5, Old Hall, Springfield'],
      [hours, 'es', 'martes, 1 de diciembre de 2026, 20:00–22:00 GMT-5, Old Hall, Springfield'],
      [berlin, 'de', 'Dienstag, 1. Dezember 2026, 20:00–22:00 Uhr MEZ, Old Hall, Springfield'],
      [days, 'en', 'Tuesday 1 December – Thursday 3 December 2026, Old Hall, Springfield'],
      [moment, 'en', 'Tuesday, 1 December 2026 at 20:00 EST, Old Hall, Springfield'],
    ] as const)
      for (const [form, begin] of [
        ['rss', '<description>&lt;p&gt;%&lt;/p&gt;\n&lt;p&gt;Text'],
        ['atom', '<content type="html">&lt;p&gt;%&lt;/p&gt;\n&lt;p&gt;Text'],
        ['jsonfeed', '"content_html":"<p>%</p>\\n<p>Text'],
      ] as const) {
        const { text } = (await anyone.get(`/events/${id}.${form}?translation_language=${language}`)).expect(
          200,
        );
        assert.ok(text.includes(begin.replace('%', wanted)), `${form} ${language}: ${text.slice(0, 1500)}`);
      }
    const locked = (await makeEvent(admin, { title: 'Shut', password: 'secret', venue, ...evening })).id();
    const { text } = (await anyone.get(`/events.rss?search=shut`)).expect(200);
    assert.ok(!text.includes(String(locked)) || !text.includes('Springfield'));
  });
});

test('SEQUENCE grows with what subscribers go by, and with nothing else', async () => {
  const id = (await makeEvent(admin, { title: 'Counted' })).id();
  const sequence = async () =>
    Number(/SEQUENCE:(\d+)/.exec((await anyone.get(`/events/${id}.ics`)).text)?.[1]);
  assert.equal(await sequence(), 0);
  const steps: readonly (readonly [object, number])[] = [
    [{ title: 'Renamed', description: 'Anew' }, 0],
    [{ start_date: '2026-12-01 09:00:00' }, 1],
    [{ start_date: '2026-12-01 09:00:00' }, 1],
    [{ timezone: 'Europe/Berlin' }, 2],
    [{ all_day: true }, 3],
    [{ all_day: false }, 4],
    [{ virtual_url: 'https://example.org/live' }, 5],
    [{ event_status: 'canceled' }, 6],
    [{ venue: { venue: 'Sequence hall' } }, 7],
    [{ categories: ['Music'] }, 7],
    [{ recurrence: 'FREQ=WEEKLY;COUNT=3' }, 8],
    [{ recurrence: 'FREQ=WEEKLY;COUNT=3' }, 8],
    [{ recurrence: 'FREQ=WEEKLY;COUNT=4' }, 9],
  ];
  for (const [fields, wanted] of steps) {
    (await admin.patch(`/events/${id}`, fields)).expect(200);
    assert.equal(await sequence(), wanted, JSON.stringify(fields));
  }
});
