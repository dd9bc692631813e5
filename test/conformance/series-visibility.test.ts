import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { listEvents } from '../support/events.ts';
import { ALL_DATES, datesOf, idsOf, makeSeries } from '../support/series.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';

/* Rights, status, password and visibility of series and of their dates (contract R9). */

let service: Service;
let admin: Client;
let anyone: Client;
const as = (role: Role) => service.as(role);

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  admin = service.as('admin');
  anyone = service.anonymous;
});
after(() => service?.stop());

const write = async (id: number | undefined, fields: object) =>
  (await admin.patch(`/events/${id}`, fields)).expect(200);
const found = async (by: Client, query: string) =>
  (await listEvents(by, `${query}&${ALL_DATES}`)).map(({ id }) => Number(id));
const total = async (by: Client, query: string) =>
  (await by.get(`/events?${query}&${ALL_DATES}`)).at('total');
/** Every way by which a list could tell of a series that nobody but its people may see. */
const ways = (series: number, dates: readonly number[], word: string) => [
  `post_parent=${series}`,
  `include=${series}`,
  `include=${dates.join(',')}`,
  `search=${word}`,
  `tags=${word}`,
  `categories=${word}`,
  `recurring=true&search=${word}`,
  `condense=true&search=${word}`,
];
const SECRET = (word: string) => ({ title: word, tags: [word], categories: [word], venue: { venue: word } });

describe('A series that isn’t published', () => {
  for (const status of ['draft', 'pending', 'private'])
    test(`has no dates in anybody’s list where it is ${status}, whatever its dates say`, async () => {
      const word = `hidden${status}`;
      const made = await makeSeries(admin, { ...SECRET(word), status });
      const series = made.id();
      const query = `&status=${status}`;
      const dates = await idsOf(admin, series, query);
      assert.equal(dates.length, 4);
      await write(dates[1], { title: `${word} own`, hide_from_listings: false, password: '' });
      assert.deepEqual(await idsOf(admin, series, query), dates);
      for (const by of [anyone, as('subscriber'), as('contributor')]) {
        for (const way of ways(series, dates, word)) {
          const answer = await by.get(`/events?${way}&${ALL_DATES}`);
          if (answer.status === 200) assert.equal(answer.at('total'), 0, way);
          else assert.equal(answer.status, 400, way);
        }
        for (const id of [series, ...dates]) {
          const answer = await by.get(`/events/${id}`);
          assert.equal(answer.expect(403).at('code'), 'event-not-accessible');
          assert.ok(!answer.text.includes(word));
        }
        // Dates that there are and that there aren’t look the same.
        const there = await by.get(`/events/${series}?occurrence=2027-03-08`);
        const none = await by.get(`/events/${series}?occurrence=2027-03-09`);
        assert.deepEqual([there.status, there.text], [none.status, none.text]);
        for (const scope of ['this', 'following', 'all']) {
          const change = await by.patch(`/events/${dates[1]}`, { title: 'x', scope });
          assert.ok(change.status === 401 || change.status === 403, change.text);
          const deletion = await by.delete(`/events/${dates[1]}?scope=${scope}`);
          assert.ok(deletion.status === 401 || deletion.status === 403, deletion.text);
        }
      }
      await write(series, { status: 'publish' });
      assert.deepEqual(await found(anyone, `search=${word}`), dates);
    });

  test('is scheduled with its dates, and published with them', async () => {
    const made = await makeSeries(admin, { date: '2027-01-01 00:00:00', title: 'Scheduled' });
    assert.equal(made.at('status'), 'future');
    const dates = await idsOf(admin, made.id(), '&status=future');
    assert.equal(dates.length, 4);
    await write(dates[0], { title: 'Own', date: '2020-01-01 00:00:00' });
    assert.equal((await admin.get(`/events/${dates[0]}`)).at('status'), 'future');
    assert.equal((await anyone.get(`/events/${dates[0]}`)).status, 403);
  });
});

describe('A password', () => {
  test('of a series protects all its dates, whatever they set themselves', async () => {
    const word = 'lockedseries';
    const series = (
      await makeSeries(admin, { ...SECRET(word), description: `about ${word}`, password: 'key' })
    ).id();
    const dates = await found(anyone, `include=${series}`);
    assert.equal(dates.length, 4);
    // Nothing is listed below what a password hides (D37).
    assert.deepEqual(await found(anyone, `post_parent=${series}`), []);
    assert.deepEqual(await found(anyone, `post_parent=${series}&password=key`), dates);
    await write(dates[0], { description: `mine ${word}`, password: '', cost: '77', tags: [word, 'more'] });
    for (const id of [series, ...dates]) {
      const answer = await anyone.get(`/events/${id}`);
      assert.equal(answer.expect(403).at('code'), 'event-password-protected');
      assert.equal((await anyone.get(`/events/${id}?password=wrong`)).status, 403);
      assert.equal((await anyone.get(`/events/${id}?password=key`)).expect(200).at('tags.0.name'), word);
    }
    for (const way of [`search=mine`, `tags=${word}`, `categories=${word}`, 'tags=more'])
      assert.deepEqual(await found(anyone, way), [], way);
    for (const item of await listEvents(anyone, `include=${series}&${ALL_DATES}`)) {
      assert.equal(item['description'], '');
      assert.equal(item['cost'], '');
      assert.equal(item['title'], word);
      assert.deepEqual(item['venue'], []);
    }
    assert.deepEqual(await found(anyone, `tags=${word}&password=key`), dates);
    await write(series, { password: '' });
    assert.equal((await anyone.get(`/events/${dates[0]}`)).expect(200).at('cost'), '$77');
    assert.deepEqual(await found(anyone, 'tags=more'), [dates[0]]);
  });

  test('of one date protects that date alone, and stays', async () => {
    const series = (await makeSeries(admin, { title: 'Partly', description: 'partlytext' })).id();
    const dates = await idsOf(anyone, series);
    await write(dates[2], { password: 'own' });
    assert.equal((await anyone.get(`/events/${dates[2]}`)).status, 403);
    assert.equal((await anyone.get(`/events/${dates[2]}?password=own`)).status, 200);
    assert.deepEqual(await found(anyone, 'search=partlytext'), [dates[0], dates[1], dates[3]]);
    await write(series, { title: 'Changed', password: 'whole' });
    assert.equal((await anyone.get(`/events/${dates[2]}`)).status, 403);
    assert.equal((await anyone.get(`/events/${dates[2]}?password=own`)).status, 200);
    await write(series, { password: '' });
    assert.equal((await anyone.get(`/events/${dates[2]}`)).status, 403);
    assert.equal((await anyone.get(`/events/${dates[1]}`)).status, 200);
    await write(dates[2], { recurrence_reset: ['password'] });
    assert.equal((await anyone.get(`/events/${dates[2]}`)).status, 200);
  });
});

describe('Hiding from listings', () => {
  test('of a series hides all its dates; a date can only hide itself', async () => {
    const series = (await makeSeries(admin, { title: 'Unlisted', hide_from_listings: true })).id();
    assert.deepEqual(await idsOf(anyone, series), []);
    const dates = await idsOf(admin, series, '&context=edit');
    assert.equal(dates.length, 4);
    const shown = await write(dates[0], { hide_from_listings: false, cost: '3' });
    assert.equal(shown.at('hide_from_listings'), true);
    assert.deepEqual(await idsOf(anyone, series), []);
    assert.equal((await anyone.get(`/events/${dates[0]}`)).status, 200);
    await write(series, { hide_from_listings: false });
    assert.deepEqual(await idsOf(anyone, series), dates);
    await write(dates[1], { hide_from_listings: true });
    assert.deepEqual(await idsOf(anyone, series), [dates[0], dates[2], dates[3]]);
    await write(series, { hide_from_listings: true });
    await write(series, { hide_from_listings: false });
    assert.deepEqual(await idsOf(anyone, series), [dates[0], dates[2], dates[3]]);
    await write(dates[1], { hide_from_listings: false });
    assert.deepEqual(await idsOf(anyone, series), dates);
  });
});

describe('Rights', () => {
  test('to a date are those to its series', async () => {
    const others = await idsOf(anyone, (await makeSeries(admin, { title: 'Of others' })).id());
    const own = (await makeSeries(as('author'), { title: 'Own of author' })).id();
    const dates = await idsOf(anyone, own);
    for (const [id, status] of [
      [dates[0], 200],
      [others[0], 403],
    ] as const) {
      assert.equal((await as('author').patch(`/events/${id}`, { title: 'By author' })).status, status);
      assert.equal((await as('author').delete(`/events/${id}`)).status, status);
    }
    (await as('author').patch(`/events/${dates[0]}`, { status: 'publish' })).expect(200);
    const split = await as('author').patch(`/events/${dates[2]}`, { scope: 'following', title: 'Rest' });
    assert.equal(split.expect(200).at('author'), (await anyone.get(`/events/${own}`)).at('author'));
    for (const role of ['contributor', 'subscriber'] as const)
      for (const id of [own, dates[1], others[1]])
        for (const scope of ['this', 'following', 'all'])
          if (id !== own || scope === 'all') {
            assert.equal((await as(role).patch(`/events/${id}`, { title: 'x', scope })).status, 403);
            assert.equal((await as(role).delete(`/events/${id}?scope=${scope}`)).status, 403);
          }
    assert.equal((await anyone.patch(`/events/${dates[1]}`, { title: 'x' })).status, 401);
    // Who may edit one date of another’s is who may edit the series.
    const author = Number((await anyone.get(`/events/${own}`)).at('author'));
    await write(others[2], { author });
    assert.equal((await as('author').patch(`/events/${others[2]}`, { title: 'x' })).status, 403);
  });

  test('of contributors are those to what isn’t published yet', async () => {
    const made = await makeSeries(as('contributor'), { title: 'Proposed', status: 'pending' });
    assert.equal(made.at('status'), 'pending');
    const dates = await idsOf(as('contributor'), made.id(), '&status=pending');
    assert.equal(dates.length, 4);
    const own = await as('contributor').patch(`/events/${dates[1]}`, { title: 'Own' });
    assert.equal(own.expect(200).at('status'), 'pending');
    assert.deepEqual(await idsOf(anyone, made.id()), []);
    assert.equal(await total(anyone, 'search=proposed'), 0);
    await write(made.id(), { status: 'publish' });
    assert.equal((await as('contributor').patch(`/events/${dates[1]}`, { title: 'x' })).status, 403);
    assert.equal((await anyone.get(`/events/${dates[1]}`)).expect(200).at('title'), 'Own');
  });
});

test('An author of a date is shown, and gets no right to it', async () => {
  const fields = { title: 'Borrowed', status: 'draft' };
  const series = (await makeSeries(as('author'), fields)).id();
  const [first, second] = await idsOf(as('author'), series, '&status=draft');
  const contributor = (await makeSeries(as('contributor'), { title: 'Other', status: 'draft' })).at('author');
  const seriesAuthor = (await as('author').get(`/events/${series}`)).at('author');
  assert.notEqual(contributor, seriesAuthor);
  const changed = (await admin.patch(`/events/${second}`, { author: Number(contributor) })).expect(200);
  assert.equal(changed.at('author'), contributor);
  // Lists have what may be read singly: all of the series for its author, nothing for the date's.
  assert.equal((await idsOf(as('author'), series, '&status=draft')).length, 4);
  assert.deepEqual(await idsOf(as('contributor'), series, '&status=draft'), []);
  (await as('contributor').get(`/events/${second}`)).expect(403);
  const listed = await datesOf(as('author'), series, '&status=draft');
  assert.deepEqual(
    listed.slice(0, 2).map(({ author }) => author),
    [seriesAuthor, contributor],
  );
  (await as('author').patch(`/events/${series}`, { title: 'Given back' })).expect(200);
  assert.equal((await as('author').get(`/events/${second}`)).at('author'), contributor);
  (await admin.patch(`/events/${second}`, { recurrence_reset: ['author'] })).expect(200);
  assert.equal((await as('author').get(`/events/${second}`)).at('author'), seriesAuthor);
  assert.ok(first);
});
