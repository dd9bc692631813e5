import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, listEvents, makeEvent, SOMEDAY } from '../support/events.ts';
import { isObject } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const NAMES = ['accessibility', 'accessibility_note', 'spoken_languages', 'door_time'];
const told = (answer: Answer) => Object.fromEntries(NAMES.map((name) => [name, answer.at(name)]));
const NOTHING = { accessibility: [], accessibility_note: '', spoken_languages: [], door_time: null };
const SENT = {
  accessibility: ['captions', 'wheelchair'],
  accessibility_note: 'Lift at the side',
  spoken_languages: ['de-AT', 'en'],
  door_time: '19:30',
};
const read = async (id: number, query = '', by = anyone) =>
  (await by.get(`/events/${id}${query}`)).expect(200);

const idsOf = async (by: Client, query: string) => (await listEvents(by, query)).map(({ id }) => Number(id));

describe('What visitors ask of an event', () => {
  test('is nothing where nothing was sent, null or an empty text', async () => {
    for (const value of [undefined, null, ''])
      assert.deepEqual(
        told(await makeEvent(admin, Object.fromEntries(NAMES.map((name) => [name, value])))),
        NOTHING,
      );
  });

  test('is kept from JSON and from forms, each once, tags in canonical form, and reset by null', async () => {
    const made = await makeEvent(admin, {
      ...SENT,
      accessibility: ['captions', 'wheelchair', 'captions'],
      spoken_languages: 'DE-at, en,EN',
    });
    assert.deepEqual(told(made), SENT);
    const form = new URLSearchParams({
      title: 'Form',
      ...SOMEDAY,
      ...SENT,
      accessibility: 'captions,wheelchair',
      spoken_languages: 'de-at,en',
    });
    assert.deepEqual(told((await admin.post('/events', form)).expect(201)), SENT);
    assert.deepEqual(told((await admin.patch(`/events/${made.id()}`, { title: 'Else' })).expect(200)), SENT);
    assert.deepEqual(
      (await makeEvent(admin, { spoken_languages: ['iw', 'zh-hant-tw'] })).at('spoken_languages'),
      ['he', 'zh-Hant-TW'],
    );
    for (const name of NAMES) {
      const answer = (await admin.patch(`/events/${made.id()}`, { [name]: null })).expect(200);
      assert.deepEqual(answer.at(name), Reflect.get(NOTHING, name));
    }
    assert.deepEqual(told(await read(made.id())), NOTHING);
  });

  test('is refused where it is none', async () => {
    const wrong: [string, unknown][] = [
      ['accessibility', ['wheelchair', 'lift']],
      ['accessibility', 'Wheelchair'],
      ['accessibility', 1],
      ['accessibility', { wheelchair: true }],
      ['accessibility', ['']],
      ['accessibility', Array(101).fill('quiet')],
      ['accessibility_note', 7],
      ['spoken_languages', ['x_y']],
      ['spoken_languages', ['e']],
      ['spoken_languages', 'de,,en'],
      ['spoken_languages', [['de']]],
      ['spoken_languages', `de-${'x'.repeat(70)}`],
      ...['24:00', '7:30', '19:60', '7pm', '19:30:60', '19:30:0', '24:00:00', 1930, true, ['19:30']].map(
        (value): [string, unknown] => ['door_time', value],
      ),
    ];
    for (const [name, value] of wrong)
      assertRefused(await admin.post('/events', { title: 'No', ...SOMEDAY, [name]: value }), [name]);
    for (const query of [
      'accessibility=lift',
      'accessibility=',
      'spoken_languages=x_y',
      'spoken_languages=',
      'free=perhaps',
    ])
      assertRefused(await anyone.get(`/events?${query}`), [query.slice(0, query.indexOf('='))]);
  });

  test('with seconds, as times of day are sent, is kept without them', async () => {
    const id = (await makeEvent(admin, { door_time: '18:30:00' })).id();
    assert.equal((await read(id)).at('door_time'), '18:30');
    assert.equal(
      (await admin.put(`/events/${id}`, { door_time: '07:05:59' })).expect(200).at('door_time'),
      '07:05',
    );
  });

  test('of a protected event is shown to nobody without the password, and found by nobody', async () => {
    const id = (await makeEvent(admin, { ...SENT, cost: '0', password: 'sesame' })).id();
    const [listed] = await listEvents(anyone, `include=${id}`);
    assert.ok(listed);
    for (const name of NAMES) assert.deepEqual(listed[name], Reflect.get(NOTHING, name));
    assert.deepEqual(told(await read(id, '?password=sesame')), SENT);
    for (const query of ['accessibility=captions', 'spoken_languages=de', 'free=true']) {
      assert.ok(!(await idsOf(anyone, query)).includes(id), query);
      assert.ok((await idsOf(anyone, `${query}&password=sesame`)).includes(id), query);
    }
  });

  test('has a note in each language', async () => {
    const id = (await makeEvent(admin, SENT)).id();
    (
      await admin.patch(`/events/${id}?translation_language=de`, {
        accessibility_note: 'Aufzug <b>seitlich</b>',
      })
    ).expect(200);
    assert.equal((await read(id, '?translation_language=de')).at('accessibility_note'), 'Aufzug seitlich');
    assert.equal(
      (await read(id, '?translation_language=es')).at('accessibility_note'),
      SENT.accessibility_note,
    );
  });

  test('is told in JSON-LD where schema.org has a word', async () => {
    const ld = async (fields: object) => {
      const value = (await read((await makeEvent(admin, fields)).id())).at('json_ld');
      assert.ok(isObject(value));
      return value;
    };
    const start = {
      start_date: '2027-07-01 20:00:00',
      end_date: '2027-07-01 23:00:00',
      timezone: 'Europe/Vienna',
    };
    const concert = await ld({ ...start, ...SENT });
    assert.deepEqual(concert['inLanguage'], ['de-AT', 'en']);
    assert.equal(concert['doorTime'], '2027-07-01T19:30:00+02:00');
    const night = await ld({
      start_date: '2027-07-02 00:30:00',
      end_date: '2027-07-02 03:00:00',
      timezone: 'Europe/Vienna',
      door_time: '23:45',
      spoken_languages: 'de',
    });
    assert.equal(night['doorTime'], '2027-07-01T23:45:00+02:00');
    assert.equal(night['inLanguage'], 'de');
    const plain = await ld(start);
    assert.equal(plain['inLanguage'], 'en');
    assert.ok(!('doorTime' in plain));
  });
});

describe('Lists of events', () => {
  test('hold those with all features, with any language, and those that cost nothing', async () => {
    const day = { start_date: '2027-09-09 10:00:00', end_date: '2027-09-09 11:00:00' };
    const make = async (fields: object) => (await makeEvent(admin, { ...day, ...fields })).id();
    const both = await make({ accessibility: ['wheelchair', 'quiet'], spoken_languages: ['de'], cost: '0' });
    const one = await make({ accessibility: ['wheelchair'], spoken_languages: ['de-AT'], cost: 'Free' });
    const none = await make({ spoken_languages: ['dsb', 'en'], cost: ['0', '5'] });
    const bare = await make({ cost: 'Donations welcome' });
    const found = async (query: string) =>
      (await idsOf(anyone, `start_date=2027-09-09&end_date=2027-09-09&${query}`)).sort((a, b) => a - b);
    assert.deepEqual(await found('accessibility=wheelchair'), [both, one]);
    assert.deepEqual(await found('accessibility=wheelchair,quiet'), [both]);
    assert.deepEqual(await found('accessibility[]=quiet&accessibility[]=captions'), []);
    assert.deepEqual(await found('spoken_languages=DE'), [both, one]);
    assert.deepEqual(await found('spoken_languages=de-at'), [one]);
    assert.deepEqual(await found('spoken_languages=de-AT,en'), [one, none]);
    assert.deepEqual(await found('free=true'), [both, one]);
    assert.deepEqual(await found('free=false'), [none, bare]);
    (await admin.patch(`/events/${both}`, { cost: '3' })).expect(200);
    (await admin.patch(`/events/${none}`, { cost: '€0.00' })).expect(200);
    (await admin.patch(`/events/${one}`, { accessibility: null, spoken_languages: null })).expect(200);
    assert.deepEqual(await found('free=true'), [one, none]);
    assert.deepEqual(await found('accessibility=wheelchair'), [both]);
    assert.deepEqual(await found('spoken_languages=de'), [both]);
    (await admin.patch(`/events/${one}`, { cost: null })).expect(200);
    assert.deepEqual(await found('free=true'), [none]);
  });

  test('of dates find what a date of a series sets itself', async () => {
    const series = (
      await makeEvent(admin, {
        ...SENT,
        title: 'Choir',
        start_date: '2027-10-04 19:30:00',
        end_date: '2027-10-04 21:00:00',
        cost: '5',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
      })
    ).id();
    const query = `post_parent=${series}&start_date=2027-10-01&end_date=2027-10-30`;
    const dates = await idsOf(anyone, query);
    const [first, second] = dates;
    assert.ok(first && second && dates.length === 3);
    (
      await admin.patch(`/events/${second}`, {
        accessibility: ['sign_language'],
        accessibility_note: 'Ask us',
        spoken_languages: ['es'],
        door_time: '18:00',
        cost: '0',
      })
    ).expect(200);
    assert.deepEqual(await idsOf(anyone, `${query}&accessibility=sign_language`), [second]);
    assert.deepEqual(await idsOf(anyone, `${query}&spoken_languages=es`), [second]);
    assert.deepEqual(await idsOf(anyone, `${query}&free=true`), [second]);
    assert.deepEqual(told(await read(first)), SENT);
    assert.equal((await read(second)).at('door_time'), '18:00');
    (await admin.patch(`/events/${second}`, { recurrence_reset: NAMES.concat('cost') })).expect(200);
    assert.deepEqual(told(await read(second)), SENT);
    assert.deepEqual(await idsOf(anyone, `${query}&free=true`), []);
  });
});

describe('Opening hours of an event', () => {
  const WEEKS = { start_date: '2026-11-01 00:00:00', end_date: '2027-02-28 23:59:59', all_day: true };
  const MUSEUM = [
    { days: ['tuesday', 'wednesday', 'friday'], opens: '10:00', closes: '18:00' },
    { days: ['thursday'], opens: '10:00', closes: '21:00' },
    { closed: ['2026-12-24', '2026-12-25'] },
  ];

  test('are kept in one form, changed, taken back, and emptied', async () => {
    const made = await makeEvent(admin, {
      ...WEEKS,
      opening_hours: [
        { closed: '2026-12-25' },
        { days: 'FR,tue, Wednesday', opens: '10:00', closes: '18:00:00' },
        { days: ['thursday'], opens: '10:00', closes: '21:00', closed: ['2026-12-24', '2026-12-25'] },
      ],
    });
    const id = made.id();
    assert.deepEqual(made.at('opening_hours'), MUSEUM);
    assert.deepEqual((await read(id)).at('opening_hours'), MUSEUM);
    const [listed] = await listEvents(anyone, `include=${id}`);
    assert.deepEqual(listed?.['opening_hours'], MUSEUM);
    const night = [{ opens: '22:00', closes: '24:00' }];
    const patched = (await admin.patch(`/events/${id}`, { opening_hours: night })).expect(200);
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    assert.deepEqual(patched.at('opening_hours'), [{ days, opens: '22:00', closes: '00:00' }]);
    const history = (await admin.get(`${service.url}/kalends/v1/history?kind=event&id=${id}`)).expect(200);
    const [entry] = history.rows('history');
    assert.deepEqual(Object(entry?.['changes'])['opening_hours']?.from, MUSEUM);
    (await admin.post(`${service.url}/kalends/v1/history/${entry?.['id']}/undo`, {})).expect(200);
    assert.deepEqual((await read(id)).at('opening_hours'), MUSEUM);
    for (const nothing of [[], null, '']) {
      (await admin.patch(`/events/${id}`, { opening_hours: MUSEUM })).expect(200);
      const emptied = (await admin.patch(`/events/${id}`, { opening_hours: nothing })).expect(200);
      assert.deepEqual(emptied.at('opening_hours'), []);
    }
  });

  test('are refused where they are none', async () => {
    for (const value of [
      'daily',
      5,
      { days: ['monday'], opens: '10:00', closes: '12:00' },
      ['monday'],
      [{}],
      [{ days: ['someday'], opens: '10:00', closes: '12:00' }],
      [{ days: [], opens: '10:00', closes: '12:00' }],
      [{ days: ['monday'], opens: '10:00' }],
      [{ days: ['monday'], opens: '10:00', closes: '25:00' }],
      [{ days: ['monday'], opens: '10:00', closes: '10:00' }],
      [{ opens: '24:00', closes: '10:00' }],
      [{ closed: ['2026-02-30'] }],
      [{ closed: ['tomorrow'] }],
      Array(101).fill({ opens: '10:00', closes: '12:00' }),
    ])
      assertRefused(await admin.post('/events', { title: 'No', ...WEEKS, opening_hours: value }), [
        'opening_hours',
      ]);
  });

  test('are in the page, its JSON-LD and feeds, and hidden by a password', async () => {
    const made = await makeEvent(admin, {
      title: 'Old maps',
      ...WEEKS,
      opening_hours: MUSEUM,
      slug: 'old-maps',
    });
    const id = made.id();
    assert.deepEqual(Object((await read(id)).at('json_ld'))['openingHoursSpecification'], [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Tuesday', 'Wednesday', 'Friday'],
        opens: '10:00',
        closes: '18:00',
      },
      { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Thursday'], opens: '10:00', closes: '21:00' },
      ...['2026-12-24', '2026-12-25'].map((date) => ({
        '@type': 'OpeningHoursSpecification',
        opens: '00:00',
        closes: '00:00',
        validFrom: date,
        validThrough: date,
      })),
    ]);
    const shown = async (path: string) =>
      (await anyone.get(`${service.url}${path}`, undefined, { accept: '*/*' })).expect(200).text;
    const page = await shown('/event/old-maps/');
    assert.match(page, /Opening hours.*<dt>Tue, Wed, Fri<\/dt><dd>10:00/s);
    assert.match(await shown('/de/event/old-maps/'), /Öffnungszeiten.*<dt>Di, Mi, Fr<\/dt><dd>10:00–18:00</s);
    assert.match(await shown('/event/old-maps.ics'), /Tue\\, Wed\\, Fri 10:00–18:00/);
    assert.match(
      await shown('/event/old-maps.csv'),
      /"Tu,We,Fr 10:00-18:00; Th 10:00-21:00; closed 2026-12-24/,
    );
    (await admin.patch(`/events/${id}`, { password: 'sesame' })).expect(200);
    const [locked] = await listEvents(anyone, `include=${id}`);
    assert.deepEqual(locked?.['opening_hours'], []);
    assert.doesNotMatch(await shown('/event/old-maps/'), /Opening hours/);
    assert.deepEqual((await read(id, '?password=sesame')).at('opening_hours'), MUSEUM);
  });
});
