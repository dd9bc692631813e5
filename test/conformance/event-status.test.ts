import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, listEvents, makeEvent, SOMEDAY } from '../support/events.ts';
import { isObject, type JsonObject } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const NAMES = ['event_status', 'event_status_reason', 'previous_start_date', 'is_virtual', 'virtual_url'];
/** What an answer says of all of them. */
const told = (answer: Answer) => Object.fromEntries(NAMES.map((name) => [name, answer.at(name)]));
const NOTHING = {
  event_status: 'scheduled',
  event_status_reason: '',
  previous_start_date: null,
  is_virtual: false,
  virtual_url: '',
};

const read = async (id: number, query = '', by = anyone) =>
  (await by.get(`/events/${id}${query}`)).expect(200);
const patch = async (id: number, fields: object, query = '') =>
  (await admin.patch(`/events/${id}${query}`, fields)).expect(200);

describe('The status of an event', () => {
  test('is scheduled, and nothing else is said, where nothing was sent', async () => {
    const made = await makeEvent(admin);
    assert.deepEqual(told(made), NOTHING);
    assert.deepEqual(told(await read(made.id())), NOTHING);
    const nulls = Object.fromEntries(NAMES.map((name) => [name, null]));
    assert.deepEqual(told(await makeEvent(admin, nulls)), NOTHING);
    const empty = { event_status: '', event_status_reason: '', previous_start_date: '', virtual_url: '' };
    assert.deepEqual(told(await makeEvent(admin, empty)), NOTHING);
  });

  test('is kept with all that goes with it, from JSON and from forms, and reset by null and by an empty text', async () => {
    const sent = {
      event_status: 'canceled',
      event_status_reason: '  The <b>singer</b> is ill & "hoarse"\n ',
      previous_start_date: 'March 1, 2027 7pm',
      is_virtual: true,
      virtual_url: 'https://meet.example.org/j/1?pwd=a.b',
    };
    const kept = {
      ...sent,
      event_status_reason: 'The singer is ill & "hoarse"',
      previous_start_date: '2027-03-01 19:00:00',
    };
    const { body: made } = await makeEvent(admin, sent);
    assert.ok(isObject(made));
    const id = Number(made['id']);
    assert.deepEqual(told(await read(id)), kept);
    const form = new URLSearchParams({ title: 'Form', ...SOMEDAY, ...sent, is_virtual: '1' });
    assert.deepEqual(told((await admin.post('/events', form)).expect(201)), kept);
    for (const nothing of [null, '']) {
      await patch(id, { title: 'Another' });
      assert.deepEqual(told(await read(id)), kept);
      for (const name of NAMES.filter((one) => one !== 'is_virtual')) await patch(id, { [name]: nothing });
      assert.deepEqual(told(await read(id)), { ...NOTHING, is_virtual: true });
      await patch(id, sent);
    }
    await patch(id, { is_virtual: 'false' });
    assert.equal((await read(id)).at('is_virtual'), false);
  });

  test('is refused where it is none of those there are, and so are addresses that are none of the web', async () => {
    const wrong: [string, unknown][] = [
      ['event_status', 'cancelled'],
      ['event_status', 'Canceled'],
      ['event_status', 1],
      ['event_status', ['canceled']],
      ['event_status_reason', 5],
      ['event_status_reason', 'x'.repeat(2001)],
      ['previous_start_date', 'some day'],
      ['is_virtual', 'maybe'],
      ['is_virtual', ''],
      ['virtual_url', 'meet.example.org'],
      ['virtual_url', 'ftp://meet.example.org/'],
      ['virtual_url', 'javascript:alert(1)'],
      ['virtual_url', 'mailto:a@example.org'],
      ['virtual_url', 'https://'],
      ['virtual_url', 'https://meet.example.org/ a'],
      ['virtual_url', ['https://meet.example.org/']],
    ];
    const id = (await makeEvent(admin)).id();
    for (const [name, value] of wrong) {
      assertRefused(await admin.post('/events', { title: 'Wrong', ...SOMEDAY, [name]: value }), [name]);
      assertRefused(await admin.patch(`/events/${id}`, { [name]: value }), [name]);
    }
    assertRefused(await admin.patch(`/events/${id}`, { is_virtual: null }), ['is_virtual']);
    assert.deepEqual(told(await read(id)), NOTHING);
  });

  test('is virtual with an online address and no venue, until a venue or is_virtual says otherwise', async () => {
    const virtual_url = 'https://meet.example.org/';
    const hall = (await admin.post('/venues', { venue: 'Hall with a camera' })).expect(201).id();
    const isVirtual = async (id: number) => {
      const shown = (await read(id)).at('is_virtual');
      const window = 'start_date=2026-11-30&end_date=2026-12-03&per_page=50';
      for (const wanted of [true, false]) {
        const listed = await listEvents(anyone, `${window}&is_virtual=${wanted}`);
        const found = listed.find((event) => event['id'] === id);
        assert.equal(found !== undefined, wanted === shown, `is_virtual=${wanted}`);
        if (found) assert.equal(found['is_virtual'], shown);
      }
      return shown;
    };
    const made = await makeEvent(admin, { virtual_url });
    const id = made.id();
    assert.equal(made.at('is_virtual'), true);
    assert.equal(await isVirtual(id), true);
    assert.equal((await patch(id, { venue: hall })).at('is_virtual'), false);
    assert.equal(await isVirtual(id), false);
    assert.equal((await patch(id, { venue: [] })).at('is_virtual'), true);
    assert.equal(await isVirtual(id), true);
    await patch(id, { virtual_url: '' });
    assert.equal(await isVirtual(id), false);
    await patch(id, { is_virtual: false });
    await patch(id, { virtual_url });
    assert.equal(await isVirtual(id), true, 'a denial without an address says nothing of a later one');
    await patch(id, { is_virtual: false });
    assert.equal(await isVirtual(id), false);
    await patch(id, { title: 'In person after all', venue: hall });
    await patch(id, { venue: '' });
    assert.equal(await isVirtual(id), false);
    await patch(id, { is_virtual: true, venue: hall });
    assert.equal(await isVirtual(id), true);
    const denied = (await makeEvent(admin, { virtual_url, is_virtual: false })).id();
    assert.equal(await isVirtual(denied), false);
    const hybrid = (await makeEvent(admin, { virtual_url, venue: hall })).id();
    assert.equal(await isVirtual(hybrid), false);
    const fields = { virtual_url, recurrence: 'RRULE:FREQ=DAILY;COUNT=2' };
    const series = (await makeEvent(admin, fields)).id();
    const [first, second] = (await listEvents(anyone, `post_parent=${series}`)).map((date) =>
      Number(date['id']),
    );
    assert.equal(await isVirtual(first ?? 0), true);
    await patch(first ?? 0, { venue: hall });
    assert.equal(await isVirtual(first ?? 0), false);
    assert.equal(await isVirtual(second ?? 0), true);
  });

  test('moved-online makes it virtual, which it stays with another status until that is taken back', async () => {
    const id = (await makeEvent(admin, { event_status: 'moved-online', is_virtual: false })).id();
    assert.equal((await read(id)).at('is_virtual'), true);
    assertRefused(await admin.patch(`/events/${id}`, { is_virtual: false }), ['is_virtual']);
    await patch(id, { event_status: 'scheduled' });
    assert.equal((await read(id)).at('is_virtual'), true);
    await patch(id, { is_virtual: false });
    assert.equal((await read(id)).at('is_virtual'), false);
    await patch(id, { event_status: 'moved-online' });
    assert.equal((await read(id)).at('is_virtual'), true);
    await patch(id, { event_status: 'canceled', is_virtual: false });
    assert.equal((await read(id)).at('is_virtual'), false);
  });

  test('rescheduled keeps the start that it gives up, in the same write and in later ones', async () => {
    const id = (await makeEvent(admin, { timezone: 'Europe/Berlin' })).id();
    const previous = async (fields: object) => {
      await patch(id, fields);
      return (await read(id)).at('previous_start_date');
    };
    assert.equal(await previous({ start_date: '2026-12-01 09:00:00' }), null);
    assert.equal(await previous({ event_status: 'rescheduled' }), null);
    assert.equal(await previous({ start_date: '2026-12-01 09:00:00' }), null);
    const moved = { start_date: '2026-12-05 09:00:00', end_date: '2026-12-05 12:00:00' };
    assert.equal(await previous({ ...moved, previous_start_date: null }), '2026-12-01 09:00:00');
    assert.equal(await previous({ end_date: '2026-12-05 13:00:00' }), '2026-12-01 09:00:00');
    assert.equal(await previous({ start_date: '2026-12-05 08:00:00' }), '2026-12-05 09:00:00');
    // Another zone moves the moment, which is told on its clock.
    assert.equal(await previous({ timezone: 'America/New_York' }), '2026-12-05 02:00:00');
    assert.equal(
      await previous({ start_date: '2026-12-05 07:00:00', previous_start_date: '2026-11-30 20:00' }),
      '2026-11-30 20:00:00',
    );
    assert.equal(await previous({ previous_start_date: '' }), null);
    const postponed = (await makeEvent(admin, { event_status: 'postponed' })).id();
    const both = { event_status: 'rescheduled', start_date: '2026-12-01 11:00:00' };
    await patch(postponed, both);
    assert.equal((await read(postponed)).at('previous_start_date'), SOMEDAY.start_date);
    await patch(postponed, { event_status: 'scheduled' });
    assert.equal((await read(postponed)).at('previous_start_date'), SOMEDAY.start_date);
  });

  test('has its reason in each language', async () => {
    const id = (await makeEvent(admin, { event_status: 'canceled', event_status_reason: 'Storm' })).id();
    await patch(
      id,
      { title: 'Konzert', event_status_reason: '<i>Sturm</i>\nam Meer' },
      '?translation_language=de',
    );
    const german = '?translation_language=de';
    assert.equal((await read(id)).at('event_status_reason'), 'Storm');
    assert.equal((await read(id, german)).at('event_status_reason'), 'Sturm am Meer');
    assert.equal((await read(id, '?translation_language=es')).at('event_status_reason'), 'Storm');
    const edited = await read(id, '?context=edit&translation_language=de', admin);
    assert.equal(edited.at('raw.event_status_reason'), 'Sturm am Meer');
    await patch(id, { event_status_reason: '' }, german);
    assert.equal((await read(id, german)).at('event_status_reason'), 'Storm');
  });

  test('and whether it is virtual are shown of a protected event, and nothing else', async () => {
    const all = {
      title: 'Behind a password',
      event_status: 'moved-online',
      event_status_reason: 'Storm',
      previous_start_date: '2026-11-30 10:00:00',
      virtual_url: 'https://meet.example.org/secret',
      uid: 'protected@example.org',
      password: 'sesame',
    };
    const id = (await makeEvent(admin, all)).id();
    const listed = async (query: string, by = anyone) =>
      (await listEvents(by, `per_page=50${query}`)).find((event) => event['id'] === id);
    for (const query of ['', '&event_status=moved-online', '&is_virtual=true']) {
      const shown = await listed(query);
      assert.ok(shown, query);
      assert.deepEqual(
        [...NAMES, 'uid'].map((name) => shown[name]),
        ['moved-online', '', null, true, '', ''],
      );
    }
    assert.equal(await listed('&is_virtual=false'), undefined);
    assert.equal(await listed('&event_status=scheduled,canceled'), undefined);
    const unlocked = await read(id, '?password=sesame');
    assert.equal(unlocked.at('virtual_url'), 'https://meet.example.org/secret');
    assert.equal(unlocked.at('uid'), 'protected@example.org');
    assert.equal((await listed('&password=sesame'))?.['event_status_reason'], 'Storm');
  });
});

describe('Lists by status', () => {
  let ids: Record<string, number>;
  before(async () => {
    const make = async (fields: object) =>
      (
        await makeEvent(admin, {
          start_date: '2027-06-01 10:00:00',
          end_date: '2027-06-01 11:00:00',
          ...fields,
        })
      ).id();
    ids = {
      scheduled: await make({}),
      virtual: await make({ is_virtual: true }),
      canceled: await make({ event_status: 'canceled' }),
      postponed: await make({ event_status: 'postponed' }),
      rescheduled: await make({ event_status: 'rescheduled' }),
      moved: await make({ event_status: 'moved-online' }),
    };
  });
  const WINDOW = 'start_date=2027-06-01&end_date=2027-06-02&per_page=50';
  const found = async (query: string): Promise<string[]> => {
    const answer = (await anyone.get(`/events?${WINDOW}&${query}`)).expect(200);
    const rows = answer.rows('events').map(({ id }) => id);
    assert.equal(answer.at('total'), rows.length);
    return Object.keys(ids).filter((name) => rows.includes(ids[name] ?? 0));
  };

  test('hold those with any of the statuses, and those that are virtual or not', async () => {
    assert.deepEqual(await found('event_status=canceled'), ['canceled']);
    assert.deepEqual(await found('event_status=canceled,%20postponed'), ['canceled', 'postponed']);
    assert.deepEqual(await found('event_status[]=moved-online&event_status[]=canceled'), [
      'canceled',
      'moved',
    ]);
    assert.deepEqual(await found('event_status=scheduled'), ['scheduled', 'virtual']);
    assert.deepEqual(await found('event_status=scheduled,rescheduled'), [
      'scheduled',
      'virtual',
      'rescheduled',
    ]);
    assert.deepEqual(
      await found('event_status=scheduled,canceled,postponed,rescheduled,moved-online'),
      Object.keys(ids),
    );
    assert.deepEqual(await found('is_virtual=true'), ['virtual', 'moved']);
    assert.deepEqual(await found('is_virtual=0'), ['scheduled', 'canceled', 'postponed', 'rescheduled']);
    assert.deepEqual(await found('is_virtual=true&event_status=scheduled'), ['virtual']);
  });

  test('follow a change at once', async () => {
    const id = ids['postponed'] ?? 0;
    await patch(id, { event_status: 'canceled', is_virtual: true });
    assert.deepEqual(await found('event_status=canceled&is_virtual=true'), ['postponed']);
    await patch(id, { event_status: 'postponed', is_virtual: false });
    assert.deepEqual(await found('event_status=postponed'), ['postponed']);
    assert.deepEqual(await found('event_status=canceled'), ['canceled']);
  });

  test('carry the filters in their links, and refuse statuses that there are not', async () => {
    const answer = (
      await anyone.get(`/events?${WINDOW}&per_page=1&event_status=canceled,postponed&is_virtual=false`)
    ).expect(200);
    const next = new URL(String(answer.at('next_rest_url'))).searchParams;
    assert.deepEqual([next.get('event_status'), next.get('is_virtual')], ['canceled,postponed', 'false']);
    for (const query of ['event_status=', 'event_status=canceled,over', 'event_status[]=', 'is_virtual='])
      assertRefused(await anyone.get(`/events?${query}`), [query.replace(/\W.*/, '')]);
  });
});

describe('JSON-LD', () => {
  /** What JSON-LD says of it, to whoever is signed in and, kept and not, to everybody. */
  async function jsonLd(id: number): Promise<JsonObject> {
    const { json_ld } = Object((await read(id, '', admin)).body);
    for (let time = 0; time < 2; time++) assert.deepEqual((await read(id)).at('json_ld'), json_ld);
    assert.ok(isObject(json_ld));
    return json_ld;
  }
  const SCHEMA = 'https://schema.org/';

  test('says the status, and the start that was given up', async () => {
    const names = {
      scheduled: 'EventScheduled',
      canceled: 'EventCancelled',
      postponed: 'EventPostponed',
      rescheduled: 'EventRescheduled',
      'moved-online': 'EventMovedOnline',
    };
    for (const [event_status, name] of Object.entries(names)) {
      const { body } = await makeEvent(admin, { event_status, previous_start_date: '2026-10-01 10:00:00' });
      const ld = await jsonLd(Number(Object(body).id));
      assert.equal(ld['eventStatus'], SCHEMA + name);
      const previous = event_status === 'scheduled' ? undefined : '2026-10-01T10:00:00-04:00';
      assert.equal(ld['previousStartDate'], previous);
    }
    const allDay = (
      await makeEvent(admin, {
        all_day: true,
        event_status: 'rescheduled',
        previous_start_date: '2026-10-01',
      })
    ).id();
    assert.equal((await jsonLd(allDay))['previousStartDate'], '2026-10-01');
  });

  test('says where an event takes place: at places, online, or both', async () => {
    const hall = (await admin.post('/venues', { venue: 'Hall' })).expect(201).id();
    const draft = (await admin.post('/venues', { venue: 'Draft hall', status: 'draft' })).expect(201).id();
    const url = 'https://meet.example.org/';
    const online = { '@type': 'VirtualLocation', url };
    const mode = (name: string) => `${SCHEMA}${name}EventAttendanceMode`;
    const where = async (fields: object) => {
      const answer = await makeEvent(admin, fields);
      const { eventAttendanceMode, location } = await jsonLd(answer.id());
      const names = Array.isArray(location)
        ? location.map((one) => Object(one)['name'] ?? one)
        : location && (Object(location)['name'] ?? location);
      return { eventAttendanceMode, names, page: answer.at('url') };
    };
    const expect = async (fields: object, name: string, names: unknown) => {
      const { eventAttendanceMode, names: told } = await where(fields);
      assert.deepEqual({ eventAttendanceMode, told }, { eventAttendanceMode: mode(name), told: names });
    };
    await expect({}, 'Offline', undefined);
    await expect({ venue: hall }, 'Offline', 'Hall');
    await expect({ venue: hall, virtual_url: url }, 'Offline', 'Hall');
    await expect({ virtual_url: url }, 'Online', online);
    await expect({ is_virtual: true, virtual_url: url }, 'Online', online);
    await expect({ is_virtual: true, virtual_url: url, venue: hall }, 'Mixed', ['Hall', online]);
    await expect({ event_status: 'moved-online', virtual_url: url, venue: hall }, 'Online', online);
    const { names, page } = await where({ is_virtual: true });
    assert.deepEqual(names, { '@type': 'VirtualLocation', url: page });
    const hidden = (await makeEvent(admin, { is_virtual: true, virtual_url: url, venue: draft })).id();
    const ld = (await read(hidden)).at('json_ld');
    assert.deepEqual([Object(ld)['eventAttendanceMode'], Object(ld)['location']], [mode('Online'), online]);
  });

  test('follows its venues', async () => {
    const hall = (await admin.post('/venues', { venue: 'Vanishing hall' })).expect(201).id();
    const id = (await makeEvent(admin, { is_virtual: true, venue: hall })).id();
    assert.equal((await jsonLd(id))['eventAttendanceMode'], `${SCHEMA}MixedEventAttendanceMode`);
    (await admin.delete(`/venues/${hall}`)).expect(200);
    assert.equal((await jsonLd(id))['eventAttendanceMode'], `${SCHEMA}OnlineEventAttendanceMode`);
    (await admin.patch(`/venues/${hall}`, { status: 'publish', venue: 'Hall again' })).expect(200);
    const { location } = await jsonLd(id);
    assert.equal(Array.isArray(location) && Object(location[0])['name'], 'Hall again');
  });
});
