import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { assertRefused, listEvents, makeEvent, titles } from '../support/events.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';

const BERLIN = { geo_lat: 52.52, geo_lng: 13.405 };
const POTSDAM = { geo_lat: 52.39, geo_lng: 13.06 };
const SECRET = 'open sesame';

let service: Service;
let anyone: Client;
let as: Service['as'];
const id: Record<string, number> = {};
const day = (date: string, hours = 1) => ({
  start_date: `${date} 10:00:00`,
  end_date: `${date} ${10 + hours}:00:00`,
});

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  anyone = service.anonymous;
  as = service.as;
  await fill(as('admin'), as('author'));
});
after(() => service.stop());

async function fill(admin: Client, author: Client): Promise<void> {
  const make = async (path: string, fields: object, by = admin) =>
    (await by.post(path, fields)).expect(201).id();
  const event = async (title: string, fields: object, by = admin) => {
    id[title] = (await makeEvent(by, { title, ...fields })).id();
  };
  id['Music'] = await make('/categories', { name: 'Music' });
  id['Jazz'] = await make('/categories', { name: 'Jazz', parent: id['Music'] });
  id['red'] = await make('/tags', { name: 'red' });
  id['blue'] = await make('/tags', { name: 'blue' });
  id['Hall'] = await make('/venues', { venue: 'Hall', ...BERLIN });
  id['Shed'] = await make('/venues', { venue: 'Shed' });
  id['Park'] = await make('/venues', { venue: 'Park', ...POTSDAM });
  id['Draft venue'] = await make('/venues', { venue: 'Draft', status: 'draft', ...BERLIN }, author);
  id['Ann'] = await make('/organizers', { organizer: 'Ann' });
  id['Bob'] = await make('/organizers', { organizer: 'Bob' });
  id['Draft organizer'] = await make('/organizers', { organizer: 'Draft', status: 'draft' }, author);

  await event('Past', day('2026-10-01'));
  await event('alpha', {
    ...day('2026-12-01'),
    categories: [id['Music']],
    venue: id['Hall'],
    organizer: id['Ann'],
    featured: true,
  });
  await event('Bravo', {
    ...day('2026-12-02'),
    categories: ['jazz'],
    tags: ['red'],
    venue: id['Shed'],
    organizer: id['Bob'],
  });
  await event('Charlie', {
    ...day('2026-12-03'),
    tags: ['blue'],
    venue: [id['Shed'], id['Hall']],
    organizer: [id['Bob'], id['Ann']],
    tickets: [{ name: 'Full price', price: 10 }],
  });
  await event('Delta', {
    start_date: '2026-12-04 10:00:00',
    end_date: '2026-12-06 11:00:00',
    post_parent: id['alpha'],
    venue: id['Park'],
    description: 'A walk in the woods',
  });
  await event('Echo', { ...day('2027-01-10'), cost: '5' });
  (await admin.patch(`/events/${id['Echo']}`, { password: SECRET })).expect(200);
  await event('Foxtrot', { ...day('2027-01-11'), status: 'draft', venue: id['Draft venue'] }, author);
  await event('Golf', { ...day('2027-01-12'), status: 'private' }, author);
  await event('Hotel', { ...day('2027-01-13'), hide_from_listings: true }, author);
  await event('India', day('2027-01-14'));
  (await admin.delete(`/events/${id['India']}`)).expect(200);
  await event('Juliet', day('2029-01-01'));
  await event('Kilo', { ...day('2027-02-01'), date: '2027-01-01 12:00:00' });
}

const OPEN = ['alpha', 'Bravo', 'Charlie', 'Delta', 'Echo'];
const ALL = [...OPEN, 'Foxtrot', 'Golf', 'Kilo'];

/** Every parameter of spec 4.3 and contract 1, with what it makes of the list; `{name}` stands for an ID. */
const narrowing: readonly (readonly [query: string, expected: readonly string[], role?: Role])[] = [
  ['page=2&per_page=3', ['Delta', 'Echo']],
  ['per_page=2', ['alpha', 'Bravo']],
  ['start_date=2026-12-03', ['Charlie', 'Delta', 'Echo']],
  ['start_date=2026-09-01', ['Past', ...OPEN]],
  ['end_date=2026-12-05', ['alpha', 'Bravo', 'Charlie']],
  ['end_date=2030-01-01', [...OPEN, 'Juliet']],
  ['starts_before=2026-12-02', ['Past', 'alpha', 'Bravo']],
  ['starts_after=2026-12-02', ['Charlie', 'Delta', 'Echo', 'Juliet']],
  ['ends_before=2026-12-05', ['Past', 'alpha', 'Bravo', 'Charlie']],
  ['ends_after=2026-12-05', ['Delta', 'Echo', 'Juliet']],
  ['start_date=2026-12-02 10:00:01', ['Bravo', 'Charlie', 'Delta', 'Echo']],
  ['start_date=2026-12-02 10:00:01&strict_dates=true', ['Charlie', 'Delta', 'Echo']],
  ['search=charl', ['Charlie']],
  ['search=walk woods', ['Delta']],
  ['categories={Music}', ['alpha', 'Bravo']],
  ['categories=jazz', ['Bravo']],
  ['tags={red}', ['Bravo']],
  ['tags=blue,red', ['Bravo', 'Charlie']],
  ['venue={Hall}', ['alpha', 'Charlie']],
  ['venue[]={Shed}&venue[]={Park}', ['Bravo', 'Charlie', 'Delta']],
  ['organizer={Ann}', ['alpha', 'Charlie']],
  ['featured=true', ['alpha']],
  ['featured=false', ['Bravo', 'Charlie', 'Delta', 'Echo']],
  ['status=draft', ['Foxtrot'], 'editor'],
  ['status=trash', ['India'], 'editor'],
  ['status=private,future', ['Golf', 'Kilo'], 'editor'],
  ['geoloc=true', ['alpha', 'Charlie', 'Delta']],
  ['geoloc=false', ['Bravo', 'Echo']],
  ['geoloc_lat=52.5&geoloc_lng=13.4', ['alpha', 'Charlie', 'Delta']],
  ['geoloc_lat=52.5&geoloc_lng=13.4&geoloc_radius=10', ['alpha', 'Charlie']],
  ['include={Past},{Juliet},{Hotel}', ['Past', 'Juliet']],
  ['post_parent={alpha}', ['Delta']],
  ['ticketed=true', ['Charlie']],
  ['ticketed=false', ['alpha', 'Bravo', 'Delta', 'Echo']],
  ['orderby=title&order=desc', ['Echo', 'Delta', 'Charlie', 'Bravo', 'alpha']],
  ['orderby=title', OPEN],
  ['order=desc', OPEN.toReversed()],
  ['orderby=distance&geoloc_lat=52.39&geoloc_lng=13.06', ['Delta', 'alpha', 'Charlie']],
  ['orderby=modified&order=desc&per_page=2', ['Echo', 'Delta']],
];

const filled = (query: string) => query.replace(/\{(.+?)\}/g, (_, name: string) => String(id[name]));

describe('Each parameter of GET /events', () => {
  test('is tried below', () => {
    const spec =
      'page per_page start_date end_date starts_before starts_after ends_before ends_after strict_dates search categories tags venue organizer featured status geoloc geoloc_lat geoloc_lng include post_parent ticketed';
    const ours = 'geoloc_radius orderby order';
    const tried = new Set(
      narrowing.flatMap(([query]) =>
        [...new URLSearchParams(query).keys()].map((name) => name.replace('[]', '')),
      ),
    );
    for (const name of `${spec} ${ours}`.split(' ')) assert.ok(tried.has(name), `${name} is tried`);
  });

  test('GET /events without parameters lists what is public in the default window, in order', async () => {
    assert.deepEqual(await titles(anyone, ''), OPEN);
    assert.deepEqual(await titles(as('admin'), ''), ALL);
  });

  for (const [query, expected, role] of narrowing)
    test(`GET /events?${query} lists ${expected.join(', ')}`, async () => {
      const by = role ? as(role) : anyone;
      const answer = (await by.get(`/events?${filled(query)}`)).expect(200);
      assert.deepEqual(
        answer.rows('events').map((event) => event['title']),
        expected,
      );
      if (/page=/.test(query)) return;
      assert.equal(answer.at('total'), expected.length, 'the total counts the rows');
      assert.equal(answer.headers['x-tec-total'], String(expected.length));
      assert.equal(answer.headers['x-wp-total'], String(expected.length));
    });

  test('password unlocks protected events in the list', async () => {
    const echo = async (query: string) => (await listEvents(anyone, `include=${id['Echo']}&${query}`))[0];
    assert.deepEqual(
      [
        (await echo(''))?.['cost'],
        (await echo('password=wrong'))?.['cost'],
        (await echo(`password=${SECRET}`))?.['cost'],
      ],
      ['', '', '$5'],
    );
    assert.equal((await echo(''))?.['all_day'], null);
    assert.equal((await echo(''))?.['title'], 'Echo');
  });

  test('context=edit shows hidden events and what is stored to those who may edit it', async () => {
    const shown = async (role: Role) => titles(as(role), 'context=edit');
    const withHotel = [...OPEN, 'Foxtrot', 'Golf', 'Hotel', 'Kilo'];
    assert.deepEqual(await shown('editor'), withHotel);
    assert.deepEqual(await shown('author'), [...OPEN, 'Foxtrot', 'Golf', 'Hotel']);
    assert.deepEqual(await shown('contributor'), OPEN);
    assert.deepEqual(await titles(anyone, 'context=edit'), OPEN);
    const rows = await listEvents(as('author'), 'context=edit');
    assert.deepEqual(
      rows.filter((row) => row['raw'] !== undefined).map((row) => row['title']),
      ['Foxtrot', 'Golf', 'Hotel'],
    );
    assert.equal((await listEvents(as('editor'), `context=edit&include=${id['Echo']}`))[0]?.['cost'], '$5');
    assert.deepEqual(await titles(as('editor'), 'context=view'), ALL);
  });

  test('a contributor’s own hidden event is shown to be edited only while it may be', async () => {
    const made = await makeEvent(as('contributor'), {
      title: 'Lima',
      ...day('2027-01-20'),
      hide_from_listings: true,
    });
    const lima = `context=edit&include=${made.id()}`;
    assert.deepEqual(await titles(as('contributor'), lima), ['Lima']);
    (await as('editor').patch(`/events/${made.id()}`, { status: 'publish' })).expect(200);
    assert.deepEqual(await titles(as('contributor'), lima), []);
    (await as('editor').delete(`/events/${made.id()}`)).expect(200);
  });

  test('translation_language selects the language of the answer', async () => {
    for (const language of ['en', 'de', 'es']) {
      const answer = (await anyone.get(`/events?translation_language=${language}`)).expect(200);
      assert.equal(answer.headers['content-language'], language);
    }
  });
});

describe('Combined filters of GET /events', () => {
  test('parameters of different names narrow each other, members of one widen it', async () => {
    for (const [query, expected] of [
      ['categories={Music}&tags=red', ['Bravo']],
      ['categories={Music}&tags=blue', []],
      ['venue={Hall},{Shed}', ['alpha', 'Bravo', 'Charlie']],
      ['venue={Hall}&organizer={Bob}', ['Charlie']],
      ['venue={Hall}&featured=false', ['Charlie']],
      ['search=a&ticketed=true', ['Charlie']],
      ['starts_after=2026-12-01&ends_before=2026-12-03', ['Bravo', 'Charlie']],
      ['start_date=2026-12-02&starts_before=2026-12-03', ['Bravo', 'Charlie']],
      ['end_date=2026-12-02&starts_after=2026-11-01', ['alpha', 'Bravo']],
      ['starts_after=2026-12-02&start_date=2020-01-01', ['Charlie', 'Delta', 'Echo', 'Juliet']],
      ['ends_before=2026-12-02&end_date=2030-01-01', ['Past', 'alpha', 'Bravo']],
      ['include={Past},{alpha}&start_date=2026-12-01&ends_after=2027-01-01', ['Past', 'alpha']],
      ['include={Past},{alpha}&featured=1', ['alpha']],
    ] as const)
      assert.deepEqual(await titles(anyone, filled(query)), expected, query);
  });

  test('include goes by publication, unless an order is asked for; numbers of nothing drop out', async () => {
    const twins = [];
    for (const [title, start] of [
      ['Later', '2027-03-09'],
      ['Sooner', '2027-03-08'],
    ] as const)
      twins.push((await makeEvent(as('admin'), { title, ...day(start) })).id());
    const list = `include=${twins.join()},${id['Hall']},999999,${id['India']}`;
    assert.deepEqual(await titles(anyone, list), ['Later', 'Sooner']);
    assert.deepEqual(await titles(anyone, `${list}&orderby=date`), ['Sooner', 'Later']);
    for (const twin of twins) (await as('admin').delete(`/events/${twin}`)).expect(200);
  });

  test('events that start together go by publication, then by number', async () => {
    const same = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 11:00:00' };
    const made: number[] = [];
    for (const date of [
      '2026-11-03 10:00:00',
      '2026-11-01 10:00:00',
      '2026-11-03 10:00:00',
      '2026-11-02 10:00:00',
    ])
      made.push((await makeEvent(as('admin'), { title: 'Twin', ...same, date })).id());
    const [a, b, c, d] = made;
    const listed = async (query: string) =>
      (await listEvents(anyone, `start_date=2027-06-01&end_date=2027-06-01&${query}`)).map(
        (row) => row['id'],
      );
    assert.deepEqual(await listed(''), [b, d, a, c]);
    assert.deepEqual(await listed('order=desc'), [c, a, d, b]);
    for (const one of made) (await as('admin').delete(`/events/${one}`)).expect(200);
  });
});

describe('Who sees which events', () => {
  test('lists hold what the caller could read singly, and totals say so', async () => {
    const own = (await makeEvent(as('contributor'), { title: 'Mike', ...day('2027-01-21') })).id();
    for (const [role, query, expected] of [
      ['subscriber', '', OPEN],
      ['contributor', '', [...OPEN, 'Mike']],
      ['author', '', [...OPEN, 'Foxtrot', 'Golf']],
      ['editor', '', [...OPEN, 'Foxtrot', 'Golf', 'Mike', 'Kilo']],
      ['contributor', 'status=draft', ['Mike']],
      ['contributor', 'status=private', []],
      ['author', 'status=draft,private', ['Foxtrot', 'Golf']],
      ['author', 'status=trash', []],
      ['subscriber', 'status=publish', OPEN],
    ] as const) {
      const answer = (await as(role).get(`/events?${query}`)).expect(200);
      assert.deepEqual(
        [answer.rows('events').map((row) => row['title']), answer.at('total')],
        [expected, expected.length],
        `${role} ${query}`,
      );
    }
    (await as('contributor').delete(`/events/${own}`)).expect(200);
    assert.ok((await titles(as('contributor'), 'status=trash')).includes('Mike'));
    assert.ok((await titles(as('editor'), 'status=trash')).includes('Mike'));
    assert.ok(!(await titles(as('author'), 'status=trash')).includes('Mike'));
  });

  test('status may be anything but publish only for those who may create', async () => {
    for (const value of ['draft', 'publish,draft', 'any', 'PUBLISH', 'trash'])
      assertRefused(await anyone.get(`/events?status=${value}`), ['status']);
    assertRefused(await as('subscriber').get('/events?status=draft'), ['status']);
    for (const value of ['any', 'DRAFT', 'draft,draft', 'auto-draft', 'inherit'])
      assertRefused(await as('admin').get(`/events?status=${value}`), ['status']);
    assert.deepEqual(await titles(as('editor'), 'status=draft, private'), ['Foxtrot', 'Golf']);
    assert.deepEqual(await titles(as('editor'), 'status[]=draft&status[]=private'), ['Foxtrot', 'Golf']);
  });

  test('filters by what the caller may not read find nothing', async () => {
    assert.deepEqual(await titles(anyone, `venue=${id['Draft venue']}`), []);
    assert.deepEqual(await titles(anyone, `organizer=${id['Draft organizer']}`), []);
    assert.deepEqual(await titles(anyone, `post_parent=${id['Golf']}`), []);
    assert.deepEqual(await titles(as('author'), `venue=${id['Draft venue']}`), ['Foxtrot']);
  });

  test('coordinates count only of venues that the caller may read in full', async () => {
    const near = 'geoloc_lat=52.52&geoloc_lng=13.405&geoloc_radius=1';
    assert.deepEqual(await titles(anyone, near), ['alpha', 'Charlie']);
    assert.deepEqual(await titles(as('author'), near), ['alpha', 'Charlie', 'Foxtrot']);
    const veiled = (await as('admin').post('/venues', { venue: 'Veiled', ...BERLIN })).expect(201).id();
    (await as('admin').patch(`/venues/${veiled}`, { password: 'x' })).expect(200);
    const event = (await makeEvent(as('admin'), { title: 'November', venue: veiled })).id();
    assert.deepEqual(await titles(anyone, near), ['alpha', 'Charlie']);
    assert.ok((await titles(anyone, 'geoloc=false')).includes('November'));
    (await as('admin').delete(`/events/${event}`)).expect(200);
  });

  test('zero is a coordinate, and distances cross the date line', async () => {
    const spots = [
      ['Null Island', 0, 0],
      ['Taveuni', -16.8, -179.95],
    ] as const;
    const made: number[] = [];
    for (const [venue, geo_lat, geo_lng] of spots)
      made.push(
        (
          await makeEvent(as('admin'), {
            title: venue,
            ...day('2027-02-02'),
            venue: [{ venue, geo_lat, geo_lng }],
          })
        ).id(),
      );
    const near = (lat: number, lng: number, more = '') =>
      titles(anyone, `geoloc_lat=${lat}&geoloc_lng=${lng}${more}`);
    assert.deepEqual(await near(0, 0), ['Null Island']);
    assert.deepEqual(await near(0.2, -0.2), ['Null Island']);
    assert.deepEqual(await near(-16.8, 179.9), ['Taveuni']);
    assert.deepEqual(
      await near(90, 0, '&geoloc_radius=20000&orderby=distance&order=desc&start_date=2027-02-01'),
      ['Taveuni', 'Null Island'],
    );
    assert.equal((await listEvents(anyone, `include=${made[0]}`))[0]?.['title'], 'Null Island');
    for (const one of made) (await as('admin').delete(`/events/${one}`)).expect(200);
  });
});

describe('What GET /events refuses', () => {
  const wrong: Record<string, readonly string[]> = {
    page: ['0', '-1', '1.5', 'foo', '', '1000001'],
    per_page: ['0', '-1', '1.5', 'foo', ''],
    start_date: ['', 'foo', '2027-13-01', '@0'],
    end_date: ['', 'foo', '2027-13-01'],
    starts_before: ['', 'foo'],
    starts_after: ['', 'foo'],
    ends_before: ['', 'foo'],
    ends_after: ['', 'foo'],
    strict_dates: [''],
    search: ['', 'x'.repeat(201), 'a%00b'],
    categories: ['', 'no-such', '999999', Array(101).fill('jazz').join()],
    tags: ['', 'no-such'],
    venue: ['', 'foo', '0', '999999', '{alpha}'],
    organizer: ['', 'foo', '999999', '{Hall}'],
    featured: ['', 'yes', '2'],
    status: ['', 'foo'],
    geoloc: ['yes', ''],
    geoloc_lat: ['52', '91', 'foo'],
    geoloc_lng: ['13', '181', 'foo'],
    geoloc_radius: ['0', '-1', '20001', 'foo'],
    include: ['', '0', 'foo', '1,-2', Array.from({ length: 101 }, (_, i) => i + 1).join()],
    post_parent: ['', '0', 'foo', '999999', '{Hall}'],
    ticketed: ['', 'maybe'],
    orderby: ['distance'],
    password: [''],
    translation_language: ['', 'xx', 'DE'],
  };

  test('each wrong value, by its name', async () => {
    for (const [name, values] of Object.entries(wrong))
      for (const value of values) assertRefused(await anyone.get(`/events?${name}=${filled(value)}`), [name]);
  });

  test('all wrong values in one answer, whatever kind of wrong they are', async () => {
    // An order by distance is wrong where no point is given, and here the point is.
    const names = Object.keys(wrong).filter((name) => name !== 'orderby');
    const query = names.map((name) => `${name}=${filled(wrong[name]?.at(-1) ?? '')}`).join('&');
    assertRefused(await anyone.get(`/events?${query}`), names);
    assertRefused(await as('admin').get(`/events?${query}`), names);
    assertRefused(await anyone.get('/events?page=0&geoloc_lat=1'), ['page', 'geoloc_lat']);
    assertRefused(await anyone.get('/events?per_page=x&orderby=distance'), ['per_page', 'orderby']);
  });

  test('no value of any JSON type makes the service fail', async () => {
    const values = [
      null,
      true,
      0,
      -1,
      1.5,
      1e300,
      '',
      ' ',
      '\u0000',
      [],
      {},
      [[]],
      [null],
      { a: 1 },
      [{ a: [] }],
    ];
    for (const name of Object.keys(wrong))
      for (const value of values) {
        const answer = await as('admin').get('/events', { [name]: value });
        assert.ok(
          answer.status === 200 || answer.status === 400,
          `${name}=${JSON.stringify(value)}: ${answer.text}`,
        );
      }
  });

  test('parameters come in a JSON body of a GET too, and unknown ones are ignored', async () => {
    const answer = await anyone.get('/events', { featured: true, nonsense: [1] });
    assert.deepEqual(
      answer
        .expect(200)
        .rows('events')
        .map((row) => row['title']),
      ['alpha'],
    );
  });
});

describe('Pages of GET /events', () => {
  test('per_page is capped, not refused; numbers may be written as in the reference', async () => {
    assert.match(String((await anyone.get('/events?per_page=51')).at('rest_url')), /[?&]per_page=50&/);
    assert.match(String((await anyone.get('/events?per_page=500000')).at('rest_url')), /[?&]per_page=50&/);
    assert.match(String((await anyone.get('/events')).at('rest_url')), /[?&]per_page=10&/);
    for (const text of ['2', '2.0', '2e0', ' 2', '%2B2', '02'])
      assert.deepEqual(await titles(anyone, `per_page=${text}`), ['alpha', 'Bravo'], text);
  });

  test('a page beyond the last is 404, an empty first page is not', async () => {
    const beyond = (await anyone.get('/events?page=9')).expect(404);
    assert.equal(beyond.at('code'), 'event-archive-page-not-found');
    assert.equal(beyond.headers['x-tec-total'], undefined);
    const none = (await anyone.get('/events?search=nothing-like-that')).expect(200);
    assert.deepEqual([none.at('events'), none.at('total'), none.at('total_pages')], [[], 0, 0]);
    assert.deepEqual([none.headers['x-tec-total'], none.headers['x-tec-totalpages']], ['0', '0']);
    assert.ok(none.at('next_rest_url') === undefined && none.at('previous_rest_url') === undefined);
  });

  test('links carry every parameter but the password, encoded, in the reference’s order', async () => {
    const query = [
      'order=desc&orderby=title&password=x&ticketed=false&tags=blue,red&categories=music&featured=0',
      `organizer=${id['Bob']}&venue[]=${id['Shed']}&venue[]=${id['Hall']}&ends_after=2026-11-01&starts_before=2028-01-01`,
      'search=a&geoloc_radius=5&per_page=1&page=1&strict_dates=no&context=view&translation_language=de',
    ].join('&');
    const answer = (await anyone.get(`/events?${query}`)).expect(200);
    const names = (url: unknown) => [...new URL(String(url)).searchParams.keys()].join(' ');
    const rest =
      'per_page search status starts_before ends_after venue organizer featured categories tags ticketed strict_dates geoloc_radius orderby order context translation_language';
    assert.equal(names(answer.at('rest_url')), `page ${rest}`);
    const { searchParams } = new URL(String(answer.at('rest_url')));
    assert.deepEqual(
      ['starts_before', 'ends_after', 'venue', 'tags', 'featured', 'ticketed', 'strict_dates'].map((name) =>
        searchParams.get(name),
      ),
      [
        '2028-01-01 23:59:59',
        '2026-11-01 23:59:59',
        `${id['Shed']},${id['Hall']}`,
        `${id['blue']},${id['red']}`,
        'false',
        'false',
        'false',
      ],
    );

    const many = (await anyone.get('/events?per_page=2&search=a&ticketed=0&page=1')).expect(200);
    assert.match(String(many.at('next_rest_url')), /&page=2$/);
    assert.match(
      String(many.at('rest_url')),
      /\/events\/\?page=1&per_page=2&start_date=2026-11-19\+00%3A00%3A00&end_date=2028-11-20\+23%3A59%3A59&search=a&status=publish&ticketed=false$/,
    );
    const second = (await anyone.get(String(many.at('next_rest_url')))).expect(200);
    assert.doesNotMatch(String(second.at('previous_rest_url')), /[?&]page=/);
    assert.equal(second.headers['link']?.includes(`<${second.at('previous_rest_url')}>; rel="prev"`), true);
    assert.equal(many.headers['link']?.includes(`<${many.at('next_rest_url')}>; rel="next"`), true);
    assert.deepEqual(
      (await anyone.get(String(second.at('previous_rest_url')))).rows('events'),
      many.rows('events'),
    );
  });

  test('the default status of the list’s address is publish, and any for those who may create', async () => {
    assert.match(String((await anyone.get('/events')).at('rest_url')), /&status=publish$/);
    assert.match(String((await as('author').get('/events')).at('rest_url')), /&status=any$/);
    const next = (await as('author').get('/events?per_page=2')).at('next_rest_url');
    assert.deepEqual(await titles(as('author'), 'per_page=2&page=2'), ['Charlie', 'Delta']);
    const followed = (await as('author').get(String(next))).expect(200);
    assert.deepEqual(
      followed.rows('events').map((row) => row['title']),
      ['Charlie', 'Delta'],
    );
  });
});
