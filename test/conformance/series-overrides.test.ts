import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { assertRefused, listEvents, makeEvent } from '../support/events.ts';
import type { JsonObject } from '../support/json.ts';
import { ALL_DATES, datesOf, idsOf, makeSeries } from '../support/series.ts';
import { people, type Service, startService } from '../support/service.ts';

/* Dates of a series with values of their own (contract R8). */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  admin = service.as('admin');
  anyone = service.anonymous;
});
after(() => service?.stop());

const IN = (language: string) => `?translation_language=${language}`;
const write = async (id: number | undefined, fields: object, query = '') =>
  (await admin.patch(`/events/${id}${query}`, fields)).expect(200);
const read = async (id: number | undefined, query = '', by = anyone) =>
  (await by.get(`/events/${id}${query}`)).expect(200);
/** A member of each date of a series, as the list shows it. */
const column = async (series: number, name: string, query = '') =>
  (await datesOf(anyone, series, query)).map((item) => item[name]);
const started = async (fields: object = {}) => {
  const series = (await makeSeries(admin, fields)).id();
  return { series, dates: await idsOf(anyone, series) };
};

describe('A date of a series', () => {
  test('has values of its own, which its series and the other dates don’t get', async () => {
    const { series, dates } = await started({ description: 'All', cost: '5' });
    const fields = {
      title: 'Own',
      description: 'Only here',
      excerpt: 'Brief',
      cost: '9',
      website: 'https://example.org/own',
      featured: true,
      sticky: true,
      show_map: true,
      event_status: 'postponed',
      event_status_reason: 'Rain',
      virtual_url: 'https://example.org/stream',
      is_virtual: true,
      venue: { venue: 'Own hall' },
      organizer: [{ organizer: 'Own people' }],
      categories: ['Own category'],
      tags: ['own tag'],
      start_date: '2027-03-09 08:00:00',
      end_date: '2027-03-10 09:00:00',
      all_day: false,
      timezone: 'Europe/Berlin',
    };
    const made = await write(dates[1], fields);
    assert.equal(made.id(), dates[1]);
    assert.equal(made.at('recurrence_id'), '2027-03-08 10:00:00');
    assert.equal(made.at('post_parent'), series);
    for (const answer of [made, await read(dates[1])]) {
      assert.equal(answer.at('title'), 'Own');
      assert.equal(answer.at('cost'), '$9');
      assert.equal(answer.at('venue.venue'), 'Own hall');
      assert.equal(answer.at('organizer.0.organizer'), 'Own people');
      assert.equal(answer.at('categories.0.name'), 'Own category');
      assert.equal(answer.at('tags.0.name'), 'own tag');
      assert.equal(answer.at('start_date'), '2027-03-09 08:00:00');
      assert.equal(answer.at('utc_end_date'), '2027-03-10 08:00:00');
      assert.equal(answer.at('timezone'), 'Europe/Berlin');
      assert.equal(answer.at('event_status_reason'), 'Rain');
      assert.equal(answer.at('is_virtual'), true);
    }
    assert.deepEqual(await column(series, 'title'), ['Series', 'Own', 'Series', 'Series']);
    assert.deepEqual(await column(series, 'cost'), ['$5', '$9', '$5', '$5']);
    assert.equal((await read(series)).at('title'), 'Series');
    const found = async (query: string) =>
      (await listEvents(anyone, `${query}&${ALL_DATES}`)).map(({ id }) => id);
    for (const query of [
      'categories=own-category',
      'tags=own-tag',
      'search=only+here',
      'event_status=postponed',
    ])
      assert.deepEqual(await found(`${query}&post_parent=${series}`), [dates[1]], query);
    assert.deepEqual(await found(`venue=${made.at('venue.id')}`), [dates[1]]);
    assert.deepEqual(await found(`organizer=${made.at('organizer.0.id')}`), [dates[1]]);
    // What it sets itself stays when the series changes; what it doesn't follows.
    await write(series, { title: 'Renamed', image: null, show_map_link: true, categories: ['Other'] });
    assert.deepEqual(await column(series, 'title'), ['Renamed', 'Own', 'Renamed', 'Renamed']);
    assert.deepEqual(await column(series, 'show_map_link'), [true, true, true, true]);
    assert.equal((await read(dates[1])).at('categories.0.name'), 'Own category');
    // All of it goes back.
    const back = await write(dates[1], { recurrence_reset: true });
    assert.equal(back.at('title'), 'Renamed');
    const [first, second] = await datesOf(anyone, series);
    const same = (item: JsonObject | undefined) => ({
      ...item,
      ...Object.fromEntries(
        Object.keys(item ?? {})
          .filter((name) =>
            /^(id|global_id|global_id_lineage|url|rest_url|website|recurrence_id|.*date.*|timezone_abbr)$/.test(
              name,
            ),
          )
          .map((name) => [name, null]),
      ),
    });
    assert.deepEqual(same(second), same(first));
    assert.equal(second?.['start_date'], '2027-03-08 10:00:00');
    assert.deepEqual(await found('categories=own-category'), []);
  });

  test('follows its series in every language and link that it doesn’t set', async () => {
    const { series, dates } = await started();
    await write(series, { title: 'Reihe' }, IN('de'));
    await write(dates[0], { description: 'Mine' });
    await write(series, { title: 'Changed', venue: { venue: 'New hall' }, tags: ['new'] });
    await write(series, { title: 'Geändert' }, IN('de'));
    await write(series, { title: 'Cambiado', description: 'Todo' }, IN('es'));
    assert.deepEqual(await column(series, 'title'), Array(4).fill('Changed'));
    assert.deepEqual(await column(series, 'title', '&translation_language=de'), Array(4).fill('Geändert'));
    assert.deepEqual(await column(series, 'title', '&translation_language=es'), Array(4).fill('Cambiado'));
    const own = await read(dates[0]);
    assert.equal(own.at('venue.venue'), 'New hall');
    assert.equal(own.at('tags.0.name'), 'new');
    assert.equal(own.at('description'), '<p>Mine</p>');
    const found = await listEvents(anyone, `tags=new&${ALL_DATES}`);
    assert.equal(found.length, 4);
    assert.equal((await listEvents(anyone, `search=changed&post_parent=${series}&${ALL_DATES}`)).length, 4);
  });

  test('has texts of its own in each language', async () => {
    const { series, dates } = await started();
    await write(dates[2], { title: 'Eigen' }, IN('de'));
    assert.equal((await read(dates[2])).at('title'), 'Series');
    assert.equal((await read(dates[2], IN('de'))).at('title'), 'Eigen');
    assert.equal((await read(dates[2], IN('es'))).at('title'), 'Series');
    assert.equal((await read(dates[2], IN('de'))).at('language'), 'de');
    assert.deepEqual(await column(series, 'title', '&translation_language=de'), [
      'Series',
      'Series',
      'Eigen',
      'Series',
    ]);
    await write(dates[2], { title: 'Own' });
    await write(series, { title: 'Reihe' }, IN('de'));
    assert.equal((await read(dates[2], IN('de'))).at('title'), 'Eigen');
    assert.equal((await read(dates[2])).at('title'), 'Own');
    const german = await listEvents(anyone, `search=eigen&translation_language=de&${ALL_DATES}`);
    assert.deepEqual(
      german.map(({ id }) => id),
      [dates[2]],
    );
    await write(dates[2], { recurrence_reset: ['title'] });
    assert.equal((await read(dates[2], IN('de'))).at('title'), 'Reihe');
    assert.equal((await read(dates[2])).at('title'), 'Series');
  });

  test('takes back the fields that are named, and no others', async () => {
    const { series, dates } = await started({ cost: '5' });
    await write(dates[0], {
      title: 'Own',
      cost: '9',
      featured: true,
      start_date: '2027-03-02 10:00:00',
      end_date: '2027-03-02 11:00:00',
    });
    const partly = await write(dates[0], { recurrence_reset: ['cost', 'featured'] });
    assert.deepEqual([partly.at('title'), partly.at('cost'), partly.at('featured')], ['Own', '$5', false]);
    assert.equal(partly.at('start_date'), '2027-03-02 10:00:00');
    const times = await write(dates[0], { recurrence_reset: 'start_date,end_date', cost: '7' });
    assert.deepEqual([times.at('title'), times.at('cost')], ['Own', '$7']);
    assert.equal(times.at('start_date'), '2027-03-01 10:00:00');
    assert.equal(times.at('end_date'), '2027-03-01 12:00:00');
    assert.deepEqual(await column(series, 'title'), ['Own', 'Series', 'Series', 'Series']);
    // Nothing to take back is no fault.
    await write(dates[1], { recurrence_reset: true });
    await write(dates[1], { recurrence_reset: ['title'] });
    for (const wrong of [['nothing'], 'nothing', [1], 5, false])
      assertRefused(await admin.patch(`/events/${dates[0]}`, { recurrence_reset: wrong }), [
        'recurrence_reset',
      ]);
    assertRefused(await admin.patch(`/events/${series}`, { recurrence_reset: true }), ['recurrence_reset']);
    assertRefused(await admin.patch(`/events/${dates[0]}`, { recurrence_reset: true, scope: 'all' }), [
      'recurrence_reset',
    ]);
  });

  test('keeps what followed from its status when its series changes', async () => {
    const { series, dates } = await started({ venue: { venue: 'Where it would have been' } });
    await write(dates[0], { event_status: 'moved-online', virtual_url: 'https://example.org/x' });
    await write(dates[1], {
      event_status: 'rescheduled',
      start_date: '2027-03-09 10:00:00',
      end_date: '2027-03-09 12:00:00',
    });
    await write(series, { cost: '3' });
    assert.deepEqual(await column(series, 'is_virtual'), [true, false, false, false]);
    assert.deepEqual(await column(series, 'previous_start_date'), [null, '2027-03-08 10:00:00', null, null]);
    await write(dates[0], { recurrence_reset: ['event_status'] });
    await write(dates[1], { recurrence_reset: true });
    assert.deepEqual(await column(series, 'is_virtual'), [false, false, false, false]);
    assert.deepEqual(await column(series, 'previous_start_date'), [null, null, null, null]);
  });

  test('refuses what belongs to its series, and names it', async () => {
    const { series, dates } = await started();
    const forbidden: Record<string, unknown> = {
      slug: 'own',
      recurrence: { rrule: 'FREQ=DAILY' },
      post_parent: 1,
      uid: 'own@example.org',
    };
    const parent = (await makeEvent(admin)).id();
    forbidden['post_parent'] = parent;
    for (const [name, value] of Object.entries(forbidden)) {
      assertRefused(await admin.patch(`/events/${dates[0]}`, { [name]: value }), [name]);
      assertRefused(await admin.put(`/events/${dates[0]}`, { [name]: value, scope: 'this' }), [name]);
    }
    assertRefused(
      await admin.patch(`/events/${dates[0]}`, { ...forbidden, title: 'x' }),
      Object.keys(forbidden),
    );
    assertRefused(await admin.patch(`/events/${dates[0]}`, { recurrence: null }), ['recurrence']);
    for (const status of ['draft', 'private', 'pending', 'future'])
      assertRefused(await admin.patch(`/events/${dates[0]}`, { status }), ['status']);
    assert.deepEqual(await column(series, 'title'), Array(4).fill('Series'));
    assert.equal((await datesOf(anyone, series)).length, 4);
  });

  test('takes scopes, and only those that fit what the ID stands for', async () => {
    const { series, dates } = await started();
    const single = (await makeEvent(admin)).id();
    for (const scope of ['this', 'following', 'every', '', 1]) {
      if (scope === '') continue;
      assertRefused(await admin.patch(`/events/${series}`, { title: 'x', scope }), ['scope']);
      assertRefused(await admin.delete(`/events/${series}?scope=${scope}`), ['scope']);
    }
    for (const scope of ['all', 'following', 'none']) {
      assertRefused(await admin.patch(`/events/${single}`, { title: 'x', scope }), ['scope']);
      assertRefused(await admin.delete(`/events/${single}?scope=${scope}`), ['scope']);
    }
    assertRefused(await admin.patch(`/events/${dates[0]}`, { title: 'x', scope: 'some' }), ['scope']);
    await write(single, { title: 'y', scope: 'this' });
    await write(series, { title: 'z', scope: 'all' });
    assert.deepEqual(await column(series, 'title'), Array(4).fill('z'));
    assertRefused(await admin.patch(`/events/by-slug/series`, { scope: 'this' }), ['scope']);
  });

  test('goes into the trash by itself and comes back with the status of its series', async () => {
    const { series, dates } = await started({ title: 'Trashable' });
    await write(dates[1], { title: 'Own' });
    const trashed = (await admin.delete(`/events/${dates[1]}`)).expect(200);
    assert.equal(trashed.at('status'), 'trash');
    assert.equal(trashed.id(), dates[1]);
    (await admin.delete(`/events/${dates[2]}?scope=this`)).expect(200);
    await write(dates[3], { status: 'trash' });
    for (const id of dates.slice(1)) {
      assert.equal((await anyone.get(`/events/${id}`)).expect(403).at('code'), 'event-no-longer-available');
      assert.equal((await admin.delete(`/events/${id}`)).expect(410).at('code'), 'event-is-in-trash');
    }
    assert.deepEqual(await idsOf(anyone, series), [dates[0]]);
    assert.deepEqual((await idsOf(admin, series, '&status=trash')).sort(), dates.slice(1));
    const whole = await read(series);
    assert.equal(whole.at('recurrence.count'), 4);
    assert.equal(whole.at('recurrence.last_date'), '2027-03-22 10:00:00');
    assert.equal(whole.at('recurrence.next.id'), dates[0]);
    await write(dates[1], { status: 'publish' });
    await write(dates[2], { status: 'publish' });
    await write(dates[3], { recurrence_reset: ['status'] });
    assert.deepEqual(await idsOf(anyone, series), dates);
    assert.deepEqual(await column(series, 'title'), ['Trashable', 'Own', 'Trashable', 'Trashable']);
  });

  test('is no longer `next` while it is in the trash', async () => {
    const { series, dates } = await started();
    (await admin.delete(`/events/${dates[0]}`)).expect(200);
    assert.equal((await read(series)).at('recurrence.next.id'), dates[1]);
    assert.equal((await read(dates[3])).at('recurrence.next.id'), dates[1]);
    await write(dates[2], { start_date: '2027-03-01 06:00:00', end_date: '2027-03-01 07:00:00' });
    assert.equal((await read(series)).at('recurrence.next.id'), dates[2]);
    const [listed] = await datesOf(anyone, series);
    assert.equal(listed?.['id'], dates[2]);
    assert.equal(listed?.['url'], `${service.url}/event/${listed?.['slug']}/2027-03-15/`);
  });
});
