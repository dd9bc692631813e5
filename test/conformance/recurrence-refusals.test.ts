// What is wrong with a write of a series is told at once, with all else that is wrong (contract R3, R8), and to nobody who may not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, listEvents, makeEvent } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
let author: Client;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  author = service.as('author');
});
after(() => service?.stop());

const MONDAY = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' };
const codeOf = (answer: Answer, name = 'recurrence') => answer.at(`data.details.${name}.code`);

async function makeSeries(recurrence: unknown = 'FREQ=WEEKLY;COUNT=5', fields: object = {}) {
  const series = (await makeEvent(author, { title: 'Series', ...MONDAY, ...fields, recurrence })).id();
  const dates = await listEvents(author, `include=${series}&per_page=50`);
  return { series, ids: dates.map((event) => Number(event['id'])) };
}

/** Recurrences with each code of R3. */
const wrong: readonly [recurrence: unknown, code: string][] = [
  ['nonsense', 'rest_invalid_rrule'],
  [{ rdate: 'never' }, 'rest_invalid_date'],
  [{ rrule: Array.from({ length: 6 }, (_, at) => `FREQ=DAILY;COUNT=${at + 1}`) }, 'rest_too_many_items'],
  ['FREQ=SECONDLY', 'rest_too_many_occurrences'],
  ['FREQ=DAILY;UNTIL=20270228', 'rest_no_occurrence'],
];

for (const [recurrence, code] of wrong)
  test(`a recurrence refused with ${code} is told with all else that is wrong`, async () => {
    const { series, ids } = await makeSeries();
    const single = (await makeEvent(author, { ...MONDAY })).id();
    const others = { recurrence, featured: 'perhaps', website: 'nowhere', venue: 999_999 };
    const names = ['recurrence', 'featured', 'website', 'venue'];
    const answers = [
      await author.post('/events', { title: 'Event', ...MONDAY, ...others }),
      await author.patch(`/events/${single}`, { ...MONDAY, ...others }),
      await author.patch(`/events/${single}`, others),
      await author.put(`/events/${series}`, others),
      await author.patch(`/events/${series}`, { ...others, scope: 'all' }),
      await author.patch(`/events/${ids[2]}`, { ...others, scope: 'all' }),
      await author.patch(`/events/${ids[2]}`, {
        ...others,
        scope: 'following',
        start_date: '2027-03-15 11:00',
      }),
    ];
    for (const [at, answer] of answers.entries()) {
      assertRefused(answer, names);
      assert.equal(codeOf(answer), code, `${at}: ${answer.text}`);
    }
    assert.equal((await author.get(`/events/${single}`)).at('recurrence'), null);
    assert.equal((await listEvents(author, `include=${series}`)).length, 5);
  });

test('beside dates that are none, a recurrence is read as far as it can be', async () => {
  const create = (fields: object) => author.post('/events', { title: 'Event', ...MONDAY, ...fields });
  const dates: readonly [fields: object, names: string[]][] = [
    [{ start_date: 'whenever' }, ['start_date']],
    [{ end_date: '2027-02-01' }, ['end_date']],
    [{ timezone: 'Nowhere' }, ['timezone']],
    [{ all_day: 'perhaps', end_date: 'never' }, ['all_day', 'end_date']],
  ];
  const { series } = await makeSeries();
  for (const [fields, names] of dates) {
    assertRefused(await create({ ...fields, recurrence: 'FREQ=NEVER' }), [...names, 'recurrence']);
    assertRefused(await create({ ...fields, recurrence: { rdate: 'soon?' } }), [...names, 'recurrence']);
    // What depends on the dates isn't told before there are any.
    assertRefused(await create({ ...fields, recurrence: { rdate: '1999-01-01' } }), names);
    assertRefused(await create({ ...fields, recurrence: 'FREQ=SECONDLY' }), names);
    const update = { ...fields, recurrence: 'FREQ=NEVER' };
    assertRefused(await author.patch(`/events/${series}`, update), [...names, 'recurrence']);
  }
  assertRefused(await create({ all_day: true, start_date: 'whenever', recurrence: 'FREQ=HOURLY;COUNT=2' }), [
    'start_date',
    'recurrence',
  ]);
});

test('a scope that does not fit is told with all else that is wrong', async () => {
  const { series, ids } = await makeSeries();
  const single = (await makeEvent(author, MONDAY)).id();
  const bad = { featured: 'perhaps', recurrence: 'nonsense' };
  for (const scope of ['following', 'all'])
    assertRefused(await author.patch(`/events/${single}`, { ...bad, scope }), [
      ...['featured', 'recurrence', 'scope'],
    ]);
  for (const scope of ['this', 'following'])
    assertRefused(await author.patch(`/events/${series}`, { ...bad, scope }), [
      ...['featured', 'recurrence', 'scope'],
    ]);
  for (const id of [single, series, ids[0]])
    for (const scope of ['some', '', 1, [], null])
      assertRefused(await author.patch(`/events/${id}`, { title: 'X', scope, featured: 'perhaps' }), [
        ...['featured', 'scope'],
      ]);
  for (const [id, scope] of [
    [single, 'all'],
    [single, 'following'],
    [series, 'this'],
    [series, 'following'],
  ])
    assertRefused(await author.delete(`/events/${id}?scope=${scope}`), ['scope']);
  assertRefused(await author.delete(`/events/${ids[0]}?scope=some`), ['scope']);
  (await author.patch(`/events/${single}`, { title: 'Single', scope: 'this' })).expect(200);
  (await author.patch(`/events/${series}`, { title: 'Series', scope: 'all' })).expect(200);
});

test('fields that a date cannot have of its own are all named at once', async () => {
  const { ids } = await makeSeries();
  const fields = { slug: 'own', recurrence: 'FREQ=DAILY;COUNT=2', post_parent: 0, uid: 'own@example.org' };
  const names = Object.keys(fields);
  for (const scope of [undefined, 'this']) {
    assertRefused(await author.patch(`/events/${ids[1]}`, { ...fields, scope }), names);
    assertRefused(await author.patch(`/events/${ids[1]}`, { ...fields, scope, featured: 'perhaps' }), [
      ...names,
      'featured',
    ]);
    for (const [name, value] of Object.entries(fields))
      assertRefused(await author.patch(`/events/${ids[1]}`, { [name]: value, title: 'Own', scope }), [name]);
    assertRefused(await author.patch(`/events/${ids[1]}`, { recurrence: null, scope }), ['recurrence']);
    for (const status of ['draft', 'private', 'pending', 'future'])
      assertRefused(await author.patch(`/events/${ids[1]}`, { status, slug: 'own', scope }), [
        'status',
        'slug',
      ]);
  }
  assert.equal((await author.get(`/events/${ids[1]}`)).expect(200).at('title'), 'Series');
});

test('recurrence_reset is for dates alone, and names fields', async () => {
  const { series, ids } = await makeSeries();
  const single = (await makeEvent(author, MONDAY)).id();
  const reset = { recurrence_reset: ['title'], featured: 'perhaps' };
  const names = ['recurrence_reset', 'featured'];
  assertRefused(await author.patch(`/events/${single}`, reset), names);
  assertRefused(await author.patch(`/events/${series}`, reset), names);
  for (const scope of ['all', 'following'])
    assertRefused(await author.patch(`/events/${ids[1]}`, { ...reset, scope }), names);
  for (const wrongNames of [['title', 'nonsense'], ['constructor'], 'nonsense', [1], { title: true }])
    assertRefused(
      await author.patch(`/events/${ids[1]}`, { recurrence_reset: wrongNames, featured: 'perhaps' }),
      names,
    );
  (await author.patch(`/events/${ids[1]}`, { title: 'Own' })).expect(200);
  assert.equal((await author.get(`/events/${ids[1]}`)).at('title'), 'Own');
  for (const right of [['title'], 'title', true]) {
    (await author.patch(`/events/${ids[1]}`, { title: 'Own' })).expect(200);
    (await author.patch(`/events/${ids[1]}`, { recurrence_reset: right })).expect(200);
    assert.equal((await author.get(`/events/${ids[1]}`)).at('title'), 'Series', JSON.stringify(right));
  }
});

test('a move that its rule cannot follow asks for the recurrence too, with all else that is wrong', async () => {
  const { series, ids } = await makeSeries('FREQ=MONTHLY;BYDAY=1MO,-1MO;COUNT=6');
  const moved = { start_date: '2027-03-31 10:00:00', end_date: '2027-03-31 12:00:00' };
  for (const [id, scope] of [
    [series, 'all'],
    [ids[0], 'all'],
    [ids[0], 'following'],
  ]) {
    const answer = await author.patch(`/events/${id}`, { ...moved, scope, featured: 'perhaps' });
    assertRefused(answer, ['recurrence', 'featured']);
    assert.equal(codeOf(answer), 'rest_invalid_rrule');
    assertRefused(await author.patch(`/events/${id}`, { ...moved, scope }), ['recurrence']);
  }
  const recurrence = 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3';
  (await author.patch(`/events/${series}`, { ...moved, recurrence })).expect(200);
});

test('an end before the start of a series is told with its recurrence, on the clock of the date meant', async () => {
  const { series, ids } = await makeSeries();
  const bad = { recurrence: 'nonsense' };
  assertRefused(await author.patch(`/events/${series}`, { ...bad, end_date: '2027-03-01 09:00' }), [
    ...['end_date', 'recurrence'],
  ]);
  assertRefused(
    await author.patch(`/events/${ids[2]}`, { ...bad, scope: 'all', end_date: '2027-03-15 09:00' }),
    ['end_date', 'recurrence'],
  );
  assertRefused(
    await author.patch(`/events/${ids[2]}`, { ...bad, scope: 'following', start_date: '2027-03-16 09:00' }),
    ['start_date', 'recurrence'],
  );
  assertRefused(await author.patch(`/events/${ids[2]}`, { end_date: '2027-03-15 09:00', slug: 'own' }), [
    ...['end_date', 'slug'],
  ]);
});

test('those who may not edit learn nothing of a series, and those who may not create nothing of its dates', async () => {
  const { series, ids } = await makeSeries();
  const sent = [
    { recurrence: 'nonsense' },
    { recurrence: 'FREQ=SECONDLY' },
    { recurrence: { rdate: '2027-02-28' } },
    { scope: 'following' },
    { scope: 'this', slug: 'own', uid: 'own@example.org' },
    { recurrence_reset: ['nonsense'] },
    { end_date: '2027-03-01 09:00' },
  ];
  for (const role of ['contributor', 'subscriber'] as const)
    for (const fields of sent)
      for (const id of [series, ids[1]]) (await service.as(role).patch(`/events/${id}`, fields)).expect(403);
  for (const fields of sent) (await service.anonymous.patch(`/events/${series}`, fields)).expect(401);
  (await service.as('subscriber').delete(`/events/${ids[1]}?scope=following`)).expect(403);
  (await service.as('subscriber').delete(`/events/${series}?scope=this`)).expect(403);
  // Who can't create is told what no rule is, as of all parameters, and nobody counts dates for them.
  const create = (recurrence: unknown) =>
    service.anonymous.post('/events', { title: 'Event', ...MONDAY, recurrence });
  assertRefused(await create('nonsense'), ['recurrence']);
  (await create('FREQ=SECONDLY')).expect(401);
  (await create('FREQ=WEEKLY')).expect(401);
});

test('a recurrence sent for what follows is judged from the date that it is sent for', async () => {
  const { ids } = await makeSeries();
  const follow = (recurrence: unknown) =>
    author.patch(`/events/${ids[2]}`, { scope: 'following', recurrence });
  // The third date is 15 March.
  for (const [recurrence, code] of [
    ['FREQ=WEEKLY;UNTIL=20270314', 'rest_no_occurrence'],
    [{ rdate: '2027-03-14' }, 'rest_invalid_date'],
  ] as const) {
    const answer = await follow(recurrence);
    assertRefused(answer, ['recurrence']);
    assert.equal(codeOf(answer), code);
  }
  const taken = (await follow({ rrule: 'FREQ=DAILY;UNTIL=20270316', rdate: '2027-03-20' })).expect(200);
  assert.equal(taken.at('recurrence.count'), 3);
});

test('refusals by slug are those by ID', async () => {
  const { series } = await makeSeries();
  const slug = (await author.get(`/events/${series}`)).at('slug');
  const answer = await author.patch(`/events/by-slug/${slug}`, {
    recurrence: 'nonsense',
    scope: 'this',
    recurrence_reset: true,
    featured: 'perhaps',
  });
  assertRefused(answer, ['recurrence', 'scope', 'recurrence_reset', 'featured']);
  assertRefused(await author.delete(`/events/by-slug/${slug}?scope=following`), ['scope']);
});
