import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, makeEvent, SOMEDAY } from '../support/events.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;
let as: Service['as'];
/** What there is to link to. */
const id: Record<string, number> = {};

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  admin = service.as('admin');
  anyone = service.anonymous;
  as = service.as;
  const make = async (path: string, fields: object, by = admin) =>
    (await by.post(path, fields)).expect(201).id();
  id['Hall'] = await make('/venues', { venue: 'Hall', city: 'Boston' });
  id['Shed'] = await make('/venues', { venue: 'Shed' });
  id['draft venue'] = await make('/venues', { venue: 'Draft', status: 'draft' }, as('author'));
  id['trashed venue'] = await make('/venues', { venue: 'Trashed' });
  (await admin.delete(`/venues/${id['trashed venue']}`)).expect(200);
  id['Ann'] = await make('/organizers', { organizer: 'Ann' });
  id['Bob'] = await make('/organizers', { organizer: 'Bob' });
  id['Music'] = await make('/categories', { name: 'Music' });
  id['Jazz'] = await make('/categories', { name: 'Jazz' });
  id['red'] = await make('/tags', { name: 'red' });
});
after(() => service.stop());

const read = async (event: number, query = '', by = anyone) =>
  (await by.get(`/events/${event}${query}`)).expect(200);
/** The named members of an answer. */
const members = (answer: Answer, ...names: string[]) => names.map((name) => answer.at(name));
const linked = (answer: Answer, kind: 'venue' | 'organizer' | 'categories' | 'tags') => {
  const value = answer.at(kind);
  return (Array.isArray(value) ? value : [value]).map((one) => Object(one).id);
};

describe('Every field of an event', () => {
  /** Sent on create, what it makes of the answer, and another value for the update. */
  const fields: Record<
    string,
    { sent: unknown; at?: string; gives: unknown; later: unknown; laterGives: unknown; by?: Role }
  > = {
    title: { sent: 'A <b>title</b> & more', gives: 'A <b>title</b> &amp; more', later: '0', laterGives: '0' },
    start_date: {
      sent: '2026-11-30 10:00',
      gives: '2026-11-30 10:00:00',
      later: '2026-11-29',
      laterGives: '2026-11-29 00:00:00',
    },
    end_date: {
      sent: '1 March 2027 noon',
      gives: '2027-03-01 12:00:00',
      later: '2027-03-04 8pm',
      laterGives: '2027-03-04 20:00:00',
    },
    author: { sent: 3, gives: '3', later: '2', laterGives: '2' },
    date: {
      sent: '2026-01-02 03:04:05',
      gives: '2026-01-02 03:04:05',
      later: '2026-01-03',
      laterGives: '2026-01-03 00:00:00',
    },
    date_utc: {
      sent: '2026-01-02 03:04:05',
      at: 'date',
      gives: '2026-01-01 22:04:05',
      later: '2026-07-01 12:00',
      laterGives: '2026-07-01 08:00:00',
    },
    description: { sent: 'One\n\nTwo', gives: '<p>One</p>\n<p>Two</p>', later: '', laterGives: '' },
    slug: { sent: 'A Fine Slug', gives: 'a-fine-slug', later: 'another', laterGives: 'another' },
    excerpt: { sent: 'In short', gives: '<p>In short</p>', later: '', laterGives: '' },
    status: { sent: 'draft', gives: 'draft', later: 'private', laterGives: 'private' },
    timezone: { sent: 'Europe/Paris', gives: 'Europe/Paris', later: 'UTC+5.5', laterGives: 'UTC+5.5' },
    all_day: { sent: true, gives: true, later: 'false', laterGives: false },
    cost: { sent: '$10 - $20', gives: '$10 – $20', later: 0, laterGives: 'Free' },
    website: {
      sent: 'https://example.org/?a=1&b=2',
      gives: 'https://example.org/?a=1&b=2',
      later: '',
      laterGives: '',
    },
    show_map: { sent: true, gives: true, later: false, laterGives: false },
    show_map_link: { sent: '1', gives: true, later: '0', laterGives: false },
    hide_from_listings: { sent: 1, gives: true, later: 0, laterGives: false },
    sticky: { sent: 'TRUE', gives: true, later: 'FALSE', laterGives: false },
    featured: { sent: true, gives: true, later: false, laterGives: false },
    categories: {
      sent: ['Music'],
      at: 'categories.0.name',
      gives: 'Music',
      later: [],
      laterGives: undefined,
    },
    tags: { sent: 'red', at: 'tags.0.slug', gives: 'red', later: '', laterGives: undefined },
    venue: { sent: { venue: 'Loft' }, at: 'venue.venue', gives: 'Loft', later: 0, laterGives: undefined },
    organizer: {
      sent: { organizer: 'Cleo' },
      at: 'organizer.0.organizer',
      gives: 'Cleo',
      later: null,
      laterGives: undefined,
    },
    tickets: {
      sent: [{ name: 'Seat', price: '5', currency: 'eur' }],
      at: 'tickets',
      gives: [{ name: 'Seat', price: 5, currency: 'EUR' }],
      later: [],
      laterGives: [],
    },
  };

  for (const [name, { sent, at = name, gives, later, laterGives }] of Object.entries(fields))
    test(`${name} is kept on create, changed by an update, and kept by one without it`, async () => {
      const made = await makeEvent(admin, { [name]: sent });
      assert.deepEqual(made.at(at), gives);
      const event = made.id();
      assert.deepEqual((await admin.get(`/events/${event}`)).at(at), gives, 'read again');
      for (const method of ['PUT', 'PATCH', 'POST'])
        assert.deepEqual(
          (await admin.send(method, `/events/${event}`, { nonsense: 1 })).expect(200).at(at),
          gives,
          method,
        );
      const changed = (await admin.patch(`/events/${event}`, { [name]: later })).expect(200);
      assert.deepEqual(changed.at(at), laterGives);
      assert.deepEqual((await admin.get(`/events/${event}`)).at(at), laterGives, 'changed, and read again');
    });

  test('image takes the number or the address of a picture, and is kept by other updates', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const picture = (
      await admin.post(`${service.url}/wp-json/wp/v2/media`, new Uint8Array(png), {
        'Content-Type': 'image/png',
        'Content-Disposition': 'attachment; filename="dot.png"',
      })
    ).expect(201);
    const made = await makeEvent(admin, { image: String(picture.id()) });
    assert.equal(made.at('image.id'), picture.id());
    assert.equal((await makeEvent(admin, { image: made.at('image.url') })).at('image.id'), picture.id());
    assert.equal((await admin.patch(`/events/${made.id()}`, { title: 'x' })).at('image.id'), picture.id());
    assert.equal(
      (await admin.patch(`/events/${made.id()}`, { image: false })).expect(200).at('image'),
      false,
    );
    assertRefused(await admin.patch(`/events/${made.id()}`, { image: made.id() }), ['image']);
  });

  test('post_parent is another event that the caller may read, and no circle', async () => {
    const parent = (await makeEvent(admin)).id();
    const child = await makeEvent(admin, { post_parent: parent });
    assert.equal(child.at('post_parent'), parent);
    assertRefused(await admin.patch(`/events/${parent}`, { post_parent: child.id() }), ['post_parent']);
    assertRefused(await admin.patch(`/events/${parent}`, { post_parent: parent }), ['post_parent']);
    assertRefused(await admin.patch(`/events/${parent}`, { post_parent: id['Hall'] }), ['post_parent']);
    const secret = (await makeEvent(admin, { status: 'private' })).id();
    assertRefused(await as('author').post('/events', { title: 'x', ...SOMEDAY, post_parent: secret }), [
      'post_parent',
    ]);
    assert.equal(
      (await admin.patch(`/events/${child.id()}`, { post_parent: 0 })).expect(200).at('post_parent'),
      0,
    );
  });

  test('password protects an event that is there by ID only, and is taken away by an empty one', async () => {
    const made = await makeEvent(admin, {
      description: 'Told',
      venue: id['Hall'],
    });
    const event = made.id();
    assert.equal((await read(event)).at('description'), '<p>Told</p>');
    const slug = String(made.at('slug'));
    (await admin.patch(`/events/by-slug/${slug}`, { password: 'not by slug' })).expect(200);
    assert.equal((await anyone.get(`/events/${event}`)).status, 200, 'an update by slug takes no password');
    const update = (await admin.patch(`/events/${event}`, { password: 'word' })).expect(200);
    assert.equal(update.at('description'), '<p>Told</p>', 'who writes sees it whole');
    for (const by of [anyone, admin])
      assert.equal((await by.get(`/events/${event}`)).expect(403).at('code'), 'event-password-protected');
    assert.equal((await anyone.get(`/events/${event}?password=wrong`)).status, 403);
    assert.equal((await read(event, '?password=word')).at('venue.venue'), 'Hall');
    assert.equal((await anyone.get(`/events/by-slug/${slug}?password=word`)).expect(200).id(), event);
    assert.equal((await read(event, '?context=edit', admin)).at('raw.description'), 'Told');
    assertRefused(await anyone.get(`/events/${event}?password=`), ['password']);
    (await admin.patch(`/events/${event}`, { title: 'still protected' })).expect(200);
    assert.equal((await anyone.get(`/events/${event}`)).status, 403);
    (await as('contributor').patch(`/events/${event}`, { password: '' })).expect(403);
    (await admin.patch(`/events/${event}`, { password: '' })).expect(200);
    assert.equal((await read(event)).at('description'), '<p>Told</p>');
  });

  test('context=edit answers what is stored to those who may edit', async () => {
    const made = await makeEvent(as('author'), {
      title: 'T & <i>t</i>',
      description: 'a\n\nb',
      excerpt: 'c',
    });
    const raw = async (by: Client) => (await read(made.id(), '?context=edit', by)).at('raw');
    const stored = { title: 'T &amp; <i>t</i>', description: 'a\n\nb', excerpt: 'c' };
    for (const by of [as('author'), as('editor'), admin])
      assert.deepEqual({ ...stored, ...Object(await raw(by)) }, { ...Object(await raw(by)), ...stored });
    for (const by of [anyone, as('contributor'), as('subscriber')]) assert.equal(await raw(by), undefined);
    (await as('author').delete(`/events/${made.id()}`)).expect(200);
    assert.equal(
      (await as('author').get(`/events/${made.id()}`)).expect(403).at('code'),
      'event-no-longer-available',
    );
    assert.equal((await read(made.id(), '?context=edit', as('author'))).at('status'), 'trash');
    assert.equal(
      (await anyone.get(`/events/${made.id()}?context=edit`)).expect(403).at('code'),
      'event-no-longer-available',
    );
  });

  test('modified is the publication on create and the last write afterwards', async () => {
    const made = await makeEvent(admin, { date: '2026-01-02 03:04:05' });
    assert.deepEqual(members(made, 'modified', 'modified_utc'), [
      '2026-01-02 03:04:05',
      '2026-01-02 08:04:05',
    ]);
    const changed = await admin.patch(`/events/${made.id()}`, { title: 'x' });
    assert.deepEqual(members(changed, 'date', 'modified', 'modified_utc'), [
      '2026-01-02 03:04:05',
      '2026-11-20 13:00:00',
      '2026-11-20 18:00:00',
    ]);
  });
});

describe('Bodies', () => {
  const text = { title: 'From a form', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' };

  test('forms, multipart forms and JSON say the same', async () => {
    const pairs: [string, string][] = [
      ...Object.entries(text),
      ['featured', 'true'],
      ['categories[]', 'music'],
      ['categories[]', String(id['Jazz'])],
      ['venue[venue]', 'Hall'],
      ['organizer[0][organizer]', 'Ann'],
      ['organizer[1]', String(id['Bob'])],
      ['tickets[0][name]', 'Seat'],
      ['tickets[0][price]', '4.50'],
    ];
    const multipart = new FormData();
    for (const [name, value] of pairs) multipart.append(name, value);
    const json = {
      ...text,
      featured: true,
      categories: ['music', id['Jazz']],
      venue: { venue: 'Hall' },
      organizer: [{ organizer: 'Ann' }, id['Bob']],
      tickets: [{ name: 'Seat', price: 4.5 }],
    };
    for (const body of [new URLSearchParams(pairs), multipart, json]) {
      const made = (await admin.post('/events', body)).expect(201);
      assert.deepEqual(
        [
          made.at('featured'),
          linked(made, 'categories'),
          linked(made, 'venue'),
          linked(made, 'organizer'),
          made.at('tickets'),
        ],
        [
          true,
          [id['Jazz'], id['Music']],
          [id['Hall']],
          [id['Ann'], id['Bob']],
          [{ name: 'Seat', price: 4.5 }],
        ],
      );
    }
  });

  test('the query counts for every method, JSON and form before it; other types are not read', async () => {
    const query = new URLSearchParams(text);
    assert.equal((await admin.post(`/events?${query}`)).expect(201).at('title'), 'From a form');
    assert.equal((await admin.post(`/events?${query}`, { title: 'JSON' })).expect(201).at('title'), 'JSON');
    assert.equal(
      (await admin.post(`/events?${query}`, new URLSearchParams({ title: 'Form' }))).at('title'),
      'Form',
    );
    for (const type of ['text/plain', 'application/xml', 'nonsense'])
      assert.deepEqual(
        (await admin.post('/events', JSON.stringify(text), { 'Content-Type': type }))
          .expect(400)
          .at('data.params'),
        ['title', 'start_date', 'end_date'],
      );
    const plain = await admin.post('/events', String(query), { 'Content-Type': undefined });
    assert.equal(plain.expect(201).at('title'), 'From a form', 'without a type it is a form');
    for (const type of [undefined, '', ' '])
      for (const method of ['POST', 'PUT', 'PATCH'])
        for (const body of [`title=By+${method}`, new TextEncoder().encode(`title=By+${method}`)]) {
          const form = await admin.send(method, `/events/${plain.id()}`, body, { 'Content-Type': type });
          assert.equal(form.expect(200).at('title'), `By ${method}`, `${method} with the type ${type}`);
        }
    const vendor = await admin.post('/events', JSON.stringify(text), {
      'Content-Type': 'application/vnd.api+json; charset=utf-8',
    });
    assert.equal(vendor.expect(201).at('title'), 'From a form');
    for (const body of ['', '[]', '"text"', '1', 'null', '[1,2]'])
      assert.equal(
        (await admin.post('/events', body, { 'Content-Type': 'application/json' })).expect(400).at('code'),
        'rest_missing_callback_param',
      );
  });

  test('the path names the event, whatever body and query say', async () => {
    const [one, two] = [(await makeEvent(admin)).id(), (await makeEvent(admin, { title: 'Two' })).id()];
    assert.equal((await anyone.get(`/events/${one}?id=${two}`)).expect(200).id(), one);
    assert.equal((await admin.patch(`/events/${one}`, { id: two, title: 'One' })).expect(200).id(), one);
    assert.equal((await read(two)).at('title'), 'Two');
  });

  test('methods are overridden by query and header; HEAD is GET without its body', async () => {
    const event = (await makeEvent(admin)).id();
    const path = `/events/${event}`;
    assert.equal(
      (await admin.post(`${path}?_method=PATCH`, { title: 'By query' })).expect(200).at('title'),
      'By query',
    );
    assert.equal(
      (await admin.post(path, { title: 'By header' }, { 'X-HTTP-Method-Override': 'put' }))
        .expect(200)
        .at('title'),
      'By header',
    );
    assert.equal((await admin.get(`${path}?_method=PATCH&title=On%20GET`)).expect(200).at('title'), 'On GET');
    const get = await anyone.get(path);
    const head = await anyone.send('HEAD', path);
    assert.deepEqual([head.status, head.text], [200, '']);
    for (const name of ['etag', 'last-modified', 'content-type', 'allow', 'cache-control', 'content-length'])
      assert.equal(head.headers[name], get.headers[name], name);
    assert.equal((await anyone.send('HEAD', '/events/999999')).status, 404);
    assert.equal(
      (await admin.post(`${path}?_method=DELETE`, undefined, { 'X-HTTP-Method-Override': 'PUT' }))
        .expect(200)
        .at('status'),
      'trash',
    );
  });

  test('_fields selects, through lists too; _envelope wraps; _pretty indents', async () => {
    const made = await makeEvent(admin, { organizer: [id['Ann'], id['Bob']], venue: id['Hall'] });
    const path = `/events/${made.id()}`;
    assert.deepEqual(
      (await anyone.get(`${path}?_fields=id,venue.city,organizer.organizer,image,nonsense`)).body,
      {
        id: made.id(),
        image: false,
        venue: { city: 'Boston' },
        organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
      },
    );
    assert.deepEqual((await anyone.get(`${path}?_fields[]=slug&_fields[]=start_date_details.year`)).body, {
      slug: made.at('slug'),
      start_date_details: { year: '2026' },
    });
    const list = await anyone.get(`/events?include=${made.id()}&_fields=events.id,total`);
    assert.deepEqual(list.body, { events: [{ id: made.id() }], total: 1 });
    assert.equal(list.headers['x-tec-total'], '1');

    const wrapped = await anyone.get(`/events?include=${made.id()}&_envelope&_fields=total`);
    assert.deepEqual(members(wrapped, 'body', 'status'), [{ total: 1 }, 200]);
    // Numbers in an envelope, texts in the headers themselves.
    for (const name of ['X-TEC-Total', 'X-TEC-TotalPages', 'X-WP-Total', 'X-WP-TotalPages']) {
      assert.equal(wrapped.at(`headers.${name}`), 1, name);
      assert.equal(wrapped.headers[name.toLowerCase()], '1', name);
    }
    assert.equal(wrapped.at('headers.Allow'), 'GET');
    const empty = await anyone.get('/venues?search=nowhere&_envelope=1');
    assert.deepEqual(
      members(empty, 'headers.X-TEC-Total', 'headers.X-TEC-TotalPages', 'body.total'),
      [0, 0, 0],
    );
    const missing = (await anyone.get('/events/999999?_envelope=1')).expect(200);
    assert.deepEqual(members(missing, 'status', 'body.code'), [404, 'rest-event-not-found']);
    assert.deepEqual(missing.at('headers'), { Allow: 'GET' });
    const refused = (await admin.post('/events?_envelope=1', {})).expect(200);
    assert.deepEqual(members(refused, 'status', 'headers'), [400, { Allow: 'GET, POST' }]);
    assert.deepEqual((await anyone.get('/events/x?_envelope=1')).expect(200).at('headers'), []);
    (await anyone.get('/events/999999?_envelope=0')).expect(404);
    (await anyone.get('/events/999999?_envelope=false')).expect(404);
    assert.match((await anyone.get(`${path}?_pretty`)).text, /^\{\n {4}"id": /);
    assert.doesNotMatch((await anyone.get(path)).text, /\n/);
  });

  test('OPTIONS describes the methods and the parameters of a path', async () => {
    const list = (await anyone.send('OPTIONS', '/events')).expect(200);
    assert.deepEqual(members(list, 'namespace', 'methods'), ['calendar/events/v1', ['GET', 'POST']]);
    assert.equal(list.at('endpoints.1.args.title.required'), true);
    assert.equal(list.at('endpoints.0.args.per_page.required'), false);
    assert.match(String(list.at('_links.self.0.href')), /\/calendar\/events\/v1\/events$/);
    const one = (await anyone.send('OPTIONS', `/events/${(await makeEvent(admin)).id()}`)).expect(200);
    assert.deepEqual(one.at('methods'), ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']);
    assert.equal(one.at('_links'), undefined);
  });
});
