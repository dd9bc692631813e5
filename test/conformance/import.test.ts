import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { calendarSettings, openCalendar } from '../support/engine.ts';
import { at, isObject, type Json, type JsonObject } from '../support/json.ts';
import { CLI, inherited, removeAtExit } from '../support/program.ts';
import { people, type Service, type ServiceOptions, startService } from '../support/service.ts';

const SAMPLE = path.join(import.meta.dirname, '..', 'samples', 'tec', 'det_community_education.json');
const ALL = '/events?start_date=1990-01-01&end_date=2090-01-01&per_page=50';

async function started(t: TestContext, options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options);
  t.after(() => service.stop());
  return service;
}

async function run(service: Service, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await service.cli(args);
  assert.equal(code, 0, stderr + stdout);
  return stdout;
}

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'kalends-import-'));
  removeAtExit(made);
  return made;
}

function sample(): JsonObject {
  const read: Json = JSON.parse(readFileSync(SAMPLE, 'utf8'));
  assert.ok(isObject(read));
  return read;
}

function eventsOf(answer: Json | undefined): JsonObject[] {
  const events = at(answer, 'events');
  assert.ok(Array.isArray(events));
  return events.filter(isObject);
}

const ASIDE = new Set(['url', 'rest_url', 'urls']);
const withoutEntities = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** Every member that was expected is there and equal; addresses aside. */
function assertHolds(actual: Json | undefined, expected: Json, where: string): void {
  if (Array.isArray(expected)) {
    assert.ok(Array.isArray(actual), `${where} is no list`);
    assert.equal(actual.length, expected.length, `${where} is as long`);
    for (const [i, member] of expected.entries()) assertHolds(actual[i], member, `${where}.${i}`);
  } else if (isObject(expected)) {
    assert.ok(isObject(actual), `${where} is no object`);
    for (const [name, member] of Object.entries(expected))
      if (!ASIDE.has(name)) assertHolds(actual[name], member, `${where}.${name}`);
  } else {
    // Names of venues hold entities, which become text.
    const wanted = /\.venue\.venue$/.test(where) ? withoutEntities(String(expected)) : expected;
    assert.equal(actual, wanted, where);
  }
}

async function exported(service: Service, args: string[] = []): Promise<string> {
  return run(service, ['export', ...args]);
}

test('import tec FILE: every member of each event is as the file has it, and a second run has nothing to do', async (t) => {
  const service = await started(t);
  const report = await run(service, ['import', 'tec', SAMPLE]);
  assert.match(report, /^events +20 +0 +0 +0$/m);
  const file = eventsOf(sample());
  const ours = new Map(
    (await service.anonymous.get(ALL))
      .expect(200)
      .rows('events')
      .map((event) => [event['id'], event]),
  );
  assert.equal(ours.size, 20);
  for (const event of file) assertHolds(ours.get(event['id'] ?? null), event, String(event['id']));

  const again = await run(service, ['import', 'tec', SAMPLE]);
  assert.match(again, /^Everything is up to date/);
  assert.match(again, /^events +0 +0 +20 +0$/m);
  assert.equal((await service.anonymous.get(ALL)).at('total'), 20);
  assert.match(await run(service, ['check']), /No problems/);
});

test('import tec ADDRESS from a service into an empty one: both exports are equal', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  await run(first, ['import', 'tec', SAMPLE]);
  const report = await run(second, ['import', 'tec', first.url]);
  assert.match(report, /^events +20 +0 +0 +0$/m);
  assert.equal(await exported(second), await exported(first));
  assert.match(await run(second, ['import', 'tec', `${first.url}/wp-json`]), /^Everything is up to date/);
});

test('an event that changed at its source is updated, and what lies in the trash here stays there', async (t) => {
  const service = await started(t);
  const file = path.join(folder(), 'events.json');
  const answer = sample();
  writeFileSync(file, JSON.stringify(answer));
  await run(service, ['import', 'tec', file]);
  const [changed, trashed] = eventsOf(answer);
  assert.ok(changed && trashed);
  changed['title'] = 'Fish &amp; chips &#8211; &#x201C;now&#x201D;';
  changed['tags'] = [];
  trashed['title'] = 'New title';
  writeFileSync(file, JSON.stringify(answer));
  await service.as('admin').delete(`/events/${trashed['id']}`);
  const report = await run(service, ['import', 'tec', file]);
  assert.match(report, /^events +0 +1 +18 +1$/m);
  assert.match(report, /is in this calendar’s trash/);
  const now = (await service.anonymous.get(`/events/${changed['id']}`)).expect(200);
  assert.equal(now.at('title'), 'Fish &amp; chips – “now”');
  assert.deepEqual(now.at('tags'), []);
});

test('no website of an import runs a script or leads to the interface, in whatever form it comes, and check names stored ones', async (t) => {
  const service = await started(t);
  const file = path.join(folder(), 'websites.json');
  const write = `${service.url}/kalends/v1/users/1?_method=DELETE`;
  const scripts = [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
  ];
  const interfaces = [
    write,
    `${service.url}/wp-json/?rest_route=/kalends/v1/users`,
    'https://alias.example/batch/v1?_method=POST',
  ];
  const bad = [...scripts, ...interfaces];
  const events = eventsOf(sample()).slice(0, 2 * bad.length + 1);
  for (const [at, website] of bad.entries()) {
    const [shown, stored] = [events[2 * at], events[2 * at + 1]];
    assert.ok(shown && stored);
    shown['website'] = website;
    shown['venue'] = { id: 9000 + at, venue: `Venue ${at}`, slug: `venue-${at}`, website };
    stored['raw'] = { website, title: 'Raw', description: '', excerpt: '' };
    stored['organizer'] = [{ id: 9100 + at, organizer: `Organizer ${at}`, slug: `organizer-${at}`, website }];
    stored['virtual_url'] = website;
    stored['tickets'] = [{ name: 'Adult', url: website }];
  }
  writeFileSync(file, JSON.stringify({ events }));
  const report = await run(service, ['import', 'tec', file]);
  assert.match(report, new RegExp(`^events +${events.length} +0 +0 +0$`, 'm'));
  const everything = await exported(service);
  assert.doesNotMatch(everything, /script:|data:text|kalends\/v1\/users|batch\/v1/i);
  assert.match(await run(service, ['check']), /No problems/);

  const ids = JSON.parse(everything).events.map(({ id }: { id: number }) => id);
  const venue = (await service.as('admin').get('/venues')).rows('venues')[0]?.['id'];
  const db = await openCalendar(service.data);
  await db.write(async (trx) => {
    await trx
      .updateTable('events')
      .set({ website: 'javascript:alert(1)' })
      .where('id', '=', ids[0])
      .execute();
    await trx.updateTable('events').set({ virtual_url: write }).where('id', '=', ids[1]).execute();
    await trx.updateTable('venues').set({ website: write }).where('id', '=', Number(venue)).execute();
  });
  await db.close();
  const checked = await service.cli(['check', '--json']);
  const found: { rule: string; id: number }[] = JSON.parse(checked.stdout);
  assert.deepEqual(
    found.flatMap(({ rule, id }) => (/^(website|virtual)/.test(rule) ? [[rule, id]] : [])),
    [
      ['website_events', ids[0]],
      ['website_venues', venue],
      ['virtual_url', ids[1]],
    ],
  );
});

test('bad items are left out with the field and the reason, and the others come', async (t) => {
  const service = await started(t);
  const base = folder();
  const file = path.join(base, 'bad.json');
  const events = eventsOf(sample()).slice(0, 7);
  const [a, b, c, d, e] = events;
  assert.ok(a && b && c && d && e);
  a['end_date'] = '2001-01-01 00:00:00';
  b['timezone'] = 'Mars/Olympus';
  delete c['title'];
  d['website'] = 'javascript:alert(1)';
  d['image'] = { url: 'http://127.0.0.1:9/gone.jpg', id: 5, width: 10, height: 10 };
  e['status'] = 'tribe-ignored';
  const all: Json[] = [...events, 5, null, { id: [], title: {} }];
  writeFileSync(file, JSON.stringify([{ events: all }, { events: [] }]));
  const out = path.join(base, 'report.json');
  const report = await run(service, ['import', 'tec', file, '--report', out]);
  assert.match(report, /^events +3 +0 +0 +7$/m);
  assert.match(report, /end_date must not be before start_date/);
  assert.match(report, /timezone must be a time zone/);
  assert.match(report, /title is missing/);
  assert.match(report, /website must be/);
  assert.match(report, /status must be one of/);
  assert.match(report, /gone\.jpg.*private or local/);
  const written: Json = JSON.parse(readFileSync(out, 'utf8'));
  assert.equal(at(written, 'counts.events.left_out'), 7);
  assert.match(await run(service, ['check']), /No problems/);
});

test('what is no JSON, no answer or not there is said in one line, with exit code 1', async (t) => {
  const service = await started(t);
  const file = path.join(folder(), 'x.json');
  for (const [content, message] of [
    ['<html>', /isn’t JSON/],
    ['{"a": 1}', /contains no events/],
  ] as const) {
    writeFileSync(file, content);
    const { code, stderr, stdout } = await service.cli(['import', 'tec', file]);
    assert.equal(code, 1);
    assert.match(stderr, message);
    assert.equal(stderr.trim().split('\n').length, 1);
    assert.equal(stdout, '');
  }
  const missing = await service.cli(['import', 'tec', `${file}.no`]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /file or folder doesn’t exist/);
  assert.equal((await service.cli(['import', 'tec', file, '--login', 'x'])).code, 2);
});

const event = (n: number, more: object = {}) => ({
  title: `Event ${n}`,
  start_date: '2027-03-01 10:00:00',
  end_date: '2027-03-01 12:00:00',
  ...more,
});

test('with a token everything comes from one service to another: drafts, hidden and protected ones, raw texts, pictures', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  await people(first);
  const admin = first.as('admin');
  const category = (await admin.post('/categories', { name: 'Food & Drink' })).expect(201).id();
  await admin.post('/categories', { name: 'Cheese', parent: category });
  const picture = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
  const photo = await admin.post(`${first.url}/wp-json/wp/v2/media`, picture, {
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="photo.png"',
  });
  const image = photo.expect(201).id();
  const venue = {
    venue: 'Hall "A" & B',
    address: '1 Main St',
    geo_lat: 52.5,
    geo_lng: 13.4,
    show_map: false,
  };
  const parent = (await admin.post('/events', event(1, { venue, image, cost: ['10', '20'] })))
    .expect(201)
    .id();
  await admin.post(
    '/events',
    event(2, { status: 'draft', description: 'one\n\ntwo', organizer: { organizer: 'O' } }),
  );
  await admin.post(
    '/events',
    event(3, { hide_from_listings: true, website: 'https://example.org/?a=1&b=2' }),
  );
  const secret = (await admin.post('/events', event(4, { description: 'secret', tags: ['x'] })))
    .expect(201)
    .id();
  await admin.put(`/events/${secret}`, { password: 'open' });
  await admin.post('/events', event(5, { status: 'private', post_parent: parent, categories: ['Cheese'] }));
  const tickets = [{ name: 'Adult', price: 5, currency: 'EUR' }];
  await admin.post(
    '/events',
    event(0, { start_date: '1066-10-14', end_date: '1066-10-14', all_day: true, tickets }),
  );

  const open = await run(second, ['import', 'tec', first.url]);
  assert.match(open, /is password-protected/);
  assert.match(open, /^events +2 /m);
  assert.match(open, /^pictures +1 /m);

  const [login = '', token = ''] = first.credentials('admin').split(':');
  const whole = await run(second, ['import', 'tec', first.url, '--login', login, '--token', token]);
  assert.match(whole, /^events +4 /m);
  const third = await started(t);
  await run(third, ['import', 'tec', first.url, '--login', login, '--token', token]);
  const base = ['--base', first.url];
  // The interface shows no date of a picture, and its folder is another one.
  const placeless = (text: string) => text.replace(/\/media\/\d{4}\/\d\d\/[0-9a-f]{20}\//g, '/media/');
  const undated = (text: string) =>
    placeless(text).replace(/("mime_type":"[^"]+"),"date":"[^"]+","date_utc":"[^"]+"/g, '$1');
  assert.equal(undated(await exported(third, base)), undated(await exported(first, base)));
  assert.match(await run(third, ['import', 'tec', first.url, '--token', token]), /^Everything is up to date/);

  const media = folder();
  const file = path.join(media, 'export.json');
  await run(first, ['export', '--out', file, '--media', media]);
  const fourth = await started(t);
  assert.doesNotMatch(await run(fourth, ['import', 'tec', file, '--media', media]), /Skipped:/);
  assert.equal(placeless(await exported(fourth)), placeless(readFileSync(file, 'utf8')));

  const refused = await second.cli(['import', 'tec', first.url, '--token', 'wrong']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /rejected the username or token/);
});

interface FakeSite {
  url: string;
  requests: string[];
  close(): void;
}

/** A foreign site: an index of its own, `total` events, and `trouble` before some answers. */
async function fakeSite(
  total: number,
  trouble: (request: IncomingMessage, response: ServerResponse, count: number) => boolean = () => false,
): Promise<FakeSite> {
  const requests: string[] = [];
  const [model] = eventsOf(sample());
  assert.ok(model);
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    requests.push(url.pathname + url.search);
    if (trouble(request, response, requests.length)) return;
    const send = (body: object, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === '/') {
      response.writeHead(200, { link: '</api/>; rel="https://api.w.org/"' });
      response.end('<html>');
    } else if (url.pathname === '/api/tribe/events/v1') send({ namespace: 'tribe/events/v1', routes: {} });
    else if (url.pathname === '/api/tribe/events/v1/events') {
      const page = Number(url.searchParams.get('page'));
      const size = Number(url.searchParams.get('per_page'));
      const count = Math.max(0, Math.min(size, total - (page - 1) * size));
      if (page > 1 && count === 0) return send({ code: 'event-archive-page-not-found' }, 404);
      const events = Array.from({ length: count }, (_, i) => {
        const id = (page - 1) * size + i + 1000;
        const { global_id: _gone, global_id_lineage: _too, ...rest } = model;
        return { ...rest, id, slug: `event-${id}` };
      });
      send({ events, total, total_pages: Math.ceil(total / size) });
    } else send({ code: 'rest_no_route' }, 404);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}

test('a site that answers 429, 500 or not at all at times is read to its end, politely', async (t) => {
  const service = await started(t);
  const site = await fakeSite(120, (request, response, count) => {
    if (count % 3 !== 0) return false;
    if (count % 9 === 0) request.socket.destroy();
    else response.writeHead(count % 2 ? 500 : 429, { 'retry-after': '0' }).end();
    return true;
  });
  t.after(site.close);
  const report = await run(service, ['import', 'tec', `${site.url}/`, '--pause', '0']);
  assert.match(report, /^events +120 +0 +0 +0$/m);
  assert.match(report, /venues: \S+: list wasn’t returned \(HTTP 404 rest_no_route\)/);
  assert.match(report, /^venues +1 +0 +0 +0$/m);
  assert.match(await run(service, ['import', 'tec', site.url]), /^Everything is up to date/);
});

test('an import that was killed goes on after its last page, and doubles nothing', async (t) => {
  const service = await started(t);
  let stuck = true;
  const site = await fakeSite(260, (request) => stuck && /[?&]page=4(&|$)/.test(request.url ?? ''));
  t.after(site.close);
  // The fourth page never comes: by then three are taken.
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [CLI, 'import', 'tec', site.url], {
    env: { ...inherited, ...(await calendarSettings(service.data)) },
    stdio: 'ignore',
  });
  while (!site.requests.some((url) => /[?&]page=4(&|$)/.test(url)))
    await new Promise((go) => setTimeout(go, 20));
  child.kill('SIGKILL');
  await once(child, 'close');
  assert.equal((await service.anonymous.get(ALL)).at('total'), 150);

  stuck = false;
  const before = site.requests.length;
  const { code, stdout, stderr } = await service.cli(['import', 'tec', site.url]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Continuing the interrupted import/);
  assert.match(stdout, /^events +110 +0 +0 +0$/m);
  assert.ok(!site.requests.slice(before).some((url) => /\/events\?page=[123]&/.test(url)));
  assert.equal((await service.anonymous.get(ALL)).at('total'), 260);
  assert.match(await run(service, ['import', 'tec', site.url]), /^Everything is up to date/);
  assert.match(await run(service, ['check']), /No problems/);
});

test('a site without the interface is said to be one', async (t) => {
  const service = await started(t);
  const server = createServer((_, response) => response.writeHead(404).end('nothing here'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await service.cli(['import', 'tec', `http://127.0.0.1:${port}/`]);
  assert.equal(code, 1);
  assert.match(stderr, /^kalends: .* isn’t a calendar site/m);
});

test('an export that comes back into its own calendar doubles nothing and changes nothing of what was made there', async (t) => {
  const service = await started(t);
  const admin = service.as('admin');
  const kept = await admin.post('/events', {
    title: 'Winter Concert',
    start_date: '2030-01-04 19:00:00',
    end_date: '2030-01-04 21:30:00',
    categories: ['Music'],
    venue: { venue: 'Town Hall' },
    organizer: [{ organizer: 'Town Band' }],
  });
  const id = kept.expect(201).id();
  const gone = await admin.post('/events', {
    title: 'Summer Concert',
    start_date: '2030-07-04 19:00:00',
    end_date: '2030-07-04 21:30:00',
    venue: kept.at('venue.id'),
  });
  await run(service, ['import', 'tec', SAMPLE]);
  const file = path.join(folder(), 'calendar.json');
  await run(service, ['export', '--out', file]);
  (await admin.post(`/events/${id}`, { title: 'Winter Concert, new' })).expect(200);
  (await admin.delete(`/events/${gone.expect(201).id()}`)).expect(200);
  const parts = (text: string) => text.match(/"global_id":/g)?.length;
  const before = await exported(service);
  const report = await run(service, ['import', 'tec', file]);
  assert.match(report, /^events +0 +20 +0 +2$/m);
  assert.match(report, /^venues +0 +10 +0 +1$/m);
  assert.match(report, /^organizers +0 +1 +0 +1$/m);
  assert.match(report, /events: \d+ “Winter Concert”: was created in this calendar and stays unchanged/);
  assert.match(report, /“Summer Concert”: is in this calendar’s trash/);
  assert.match(await run(service, ['import', 'tec', file]), /^events +0 +0 +20 +2$/m);
  const list = (await service.anonymous.get(`${ALL}&search=Concert`)).expect(200).rows('events');
  assert.deepEqual(
    list.map(({ title }) => title),
    ['Winter Concert, new'],
  );
  assert.equal(parts(await exported(service)), parts(before));
});

test('an export under the public address is known again, and what another site had there before is not taken for it', async (t) => {
  const service = await started(t, { env: { KALENDS_PUBLIC_URL: 'https://calendar.example.org' } });
  const admin = service.as('admin');
  const venue = (await admin.post('/venues', { venue: 'Town Hall' })).expect(201).id();
  const times = { start_date: '2030-01-04 19:00:00', end_date: '2030-01-04 21:30:00' };
  const make = async (fields: JsonObject) =>
    (await admin.post('/events', { ...times, ...fields })).expect(201).id();
  const concert = await make({ title: 'Winter Concert', venue, organizer: [{ organizer: 'Town Band' }] });
  await make({ title: 'Summer Concert', status: 'draft' });
  await make({ title: 'Rehearsal', recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
  const file = path.join(folder(), 'calendar.json');
  await run(service, ['export', '--out', file]);
  assert.match(readFileSync(file, 'utf8'), /calendar\.example\.org\?id=/);
  (await admin.post(`/events/${concert}`, { title: 'Winter Concert, new' })).expect(200);
  (await admin.post(`/venues/${venue}`, { venue: 'Old Town Hall', slug: 'old-town-hall' })).expect(200);
  const before = await exported(service);
  const report = await run(service, ['import', 'tec', file]);
  assert.match(report, /^events +0 +0 +0 +3$/m);
  assert.match(report, /^venues +0 +0 +0 +1$/m);
  assert.match(report, /^organizers +0 +0 +0 +1$/m);
  assert.equal(await exported(service), before);

  // What is new in the file links to what is here.
  const document: Json = JSON.parse(readFileSync(file, 'utf8'));
  const model = eventsOf(document).find(({ id }) => id === concert);
  assert.ok(isObject(document) && model);
  const added = { ...model, id: 5000, global_id: 'elsewhere.example.org?id=5000', slug: 'new', uid: 'new' };
  writeFileSync(file, JSON.stringify({ ...document, events: [added] }));
  assert.match(await run(service, ['import', 'tec', file]), /^events +1 +0 +0 +0$/m);
  assert.equal((await admin.get('/events/5000')).expect(200).at('venue.id'), venue);

  // A site that had the address before gave out the same IDs.
  const former = {
    venues: [
      {
        id: venue,
        global_id: `calendar.example.org?id=${venue}`,
        venue: 'Barn',
        slug: 'barn',
        date_utc: '2015-03-01 08:00:00',
      },
    ],
  };
  writeFileSync(file, JSON.stringify(former));
  assert.match(await run(service, ['import', 'tec', file]), /^venues +1 +0 +0 +0$/m);
  assert.equal((await admin.get(`/venues/${venue}`)).expect(200).at('venue'), 'Old Town Hall');
});

test('import tec ADDRESS refuses the service of the very calendar that it would bring into', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  const admin = first.as('admin');
  for (const title of ['Winter Concert', 'Summer Concert'])
    (
      await admin.post(
        '/events',
        event(title === 'Winter Concert' ? 1 : 2, { title, venue: { venue: title } }),
      )
    ).expect(201);
  const before = await exported(first);
  const { code, stdout, stderr } = await first.cli(['import', 'tec', first.url]);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /is this calendar\. .*--data/);
  assert.equal(await exported(first), before);
  // Others bring it as ever, also where the numbers there are their own.
  (await second.as('admin').post('/events', event(3, { venue: { venue: 'Another' } }))).expect(201);
  assert.match(await run(second, ['import', 'tec', first.url]), /^events +2 +0 +0 +0$/m);
});
