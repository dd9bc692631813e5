import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import { idsOf, makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

/* What terms, venues and organizers tell of series (contract R5). */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(async () => {
  await assertSound(service);
  await service.stop();
});

const write = async (id: number | undefined, fields: object) =>
  (await admin.patch(`/events/${id}`, fields)).expect(200);
const count = async (slug: string) =>
  (await anyone.get(`/categories?slug=${slug}&hide_empty=false`)).expect(200).at('categories.0.count');

test('A term counts a series once, whichever of its dates have it', async () => {
  const whole = { categories: ['Whole'] };
  const series = (await makeSeries(admin, { categories: ['Whole', 'Both'] })).id();
  const dates = await idsOf(anyone, series);
  await write(dates[1], { categories: ['Both', 'Single'] });
  await write(dates[2], { categories: ['Single'] });
  assert.deepEqual([await count('whole'), await count('both'), await count('single')], [1, 1, 1]);

  await write(series, whole);
  assert.deepEqual([await count('whole'), await count('both'), await count('single')], [1, 1, 1]);
  await write(dates[1], { recurrence_reset: ['categories'] });
  assert.deepEqual([await count('whole'), await count('both'), await count('single')], [1, 0, 1]);
  (await admin.delete(`/events/${dates[2]}`)).expect(200);
  assert.deepEqual([await count('whole'), await count('single')], [1, 0]);
  await write(dates[2], { status: 'publish' });
  assert.equal(await count('single'), 1);
});

test('A term follows a series to draft, into the trash and back, and to no recurrence', async () => {
  const series = (await makeSeries(admin, { categories: ['Followed'] })).id();
  const dates = await idsOf(anyone, series);
  await write(dates[1], { categories: ['Lonely'] });
  const counts = async () => [await count('followed'), await count('lonely')];
  assert.deepEqual(await counts(), [1, 1]);
  await write(series, { status: 'draft' });
  assert.deepEqual(await counts(), [0, 0]);
  await write(series, { status: 'publish' });
  assert.deepEqual(await counts(), [1, 1]);
  (await admin.delete(`/events/${series}`)).expect(200);
  assert.deepEqual(await counts(), [0, 0]);
  await write(series, { status: 'publish' });
  await write(series, { recurrence: null });
  assert.deepEqual(await counts(), [1, 0]);
});

test('Parts of a series that is split are counted each by itself', async () => {
  const series = (await makeSeries(admin, { categories: ['Halved'] })).id();
  const dates = await idsOf(anyone, series);
  await write(dates[3], { categories: ['Late'] });
  const rest = (await write(dates[2], { scope: 'following', title: 'Rest' })).id();
  assert.deepEqual([await count('halved'), await count('late')], [2, 1]);
  (await admin.delete(`/events/${dates[3]}?scope=following`)).expect(200);
  assert.deepEqual([await count('halved'), await count('late')], [2, 0]);
  await write(rest, { categories: [] });
  assert.equal(await count('halved'), 1);
});

test('A scheduled series is counted with its dates when it is published', async () => {
  const future = { status: 'future', date: '2099-01-01 00:00:00' };
  const series = (await makeSeries(admin, { categories: ['Soon'], ...future })).id();
  const [first] = await idsOf(admin, series, '&status=future');
  await write(first, { categories: ['Sooner'] });
  assert.deepEqual([await count('soon'), await count('sooner')], [0, 0]);
  await write(series, { status: 'publish', date: '2026-11-01 00:00:00' });
  assert.deepEqual([await count('soon'), await count('sooner')], [1, 1]);
});

test('A venue that no date shows any more has no events', async () => {
  const venue = async (name: string) => (await admin.post('/venues', { venue: name })).expect(201).id();
  const [old, other] = [await venue('Old hall'), await venue('Other hall')];
  const series = (await makeSeries(admin, { venue: old, recurrence: 'FREQ=WEEKLY;COUNT=2' })).id();
  const having = async () =>
    (await anyone.get('/venues?has_events=true&per_page=50')).rows('venues').map(({ id }) => id);
  assert.deepEqual([(await having()).includes(old), (await having()).includes(other)], [true, false]);
  for (const id of await idsOf(anyone, series)) await write(id, { venue: other });
  assert.deepEqual([(await having()).includes(old), (await having()).includes(other)], [false, true]);
  await makeEvent(admin, { venue: old });
  assert.ok((await having()).includes(old));
});
