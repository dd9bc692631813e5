// What entries of the history tell: the dates of a series that a write was for, and titles of what is gone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

let service: Service;
let admin: Client;

before(async () => {
  ({ service, admin } = await startNewYork());
});
after(() => service?.stop());

const ours = (path: string) => `${service.url}/kalends/v1${path}`;
const entriesOf = async (kind: string, id: number) =>
  (await admin.get(ours(`/history?kind=${kind}&id=${id}`))).expect(200).rows('history');
const undoLatest = async (kind: string, id: number) => {
  const [latest] = await entriesOf(kind, id);
  const answer = await admin.post(ours(`/history/${String(latest?.['id'])}/undo`), {});
  assert.equal(answer.expect(200).at('undone'), 1);
};

/** A weekly series, and its dates in their order. */
async function makeSeries(title: string): Promise<{ series: number; dates: number[] }> {
  const series = (await makeEvent(admin, { title, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5' } })).id();
  const list = (await admin.get(`/events?post_parent=${series}&start_date=2026-01-01`)).expect(200);
  return { series, dates: list.rows('events').map(({ id }) => Number(id)) };
}

/** Holds what became of an item last, for which dates of its series. */
async function assertLatest(id: number, action: string, scope: string | null): Promise<void> {
  const [latest] = await entriesOf('event', id);
  assert.deepEqual([latest?.['action'], latest?.['scope']], [action, scope]);
}

test('an entry of a series tells for which of its dates it was written, and so does its undo', async () => {
  const { series, dates } = await makeSeries('Weekly');
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = dates;
  (await admin.put(`/events/${second}`, { title: 'Alone' })).expect(200);
  await assertLatest(second, 'updated', 'this');
  await undoLatest('event', second);
  await assertLatest(second, 'undone', 'this');
  (await admin.put(`/events/${first}?scope=all`, { title: 'Each' })).expect(200);
  await assertLatest(series, 'updated', 'all');
  (await admin.put(`/events/${series}`, { title: 'Each one' })).expect(200);
  await assertLatest(series, 'updated', 'all');
  (await admin.put(`/events/${fourth}?scope=following`, { title: 'Later' })).expect(200);
  await assertLatest(series, 'updated', 'following');
  // From the first date on, they are all.
  (await admin.put(`/events/${first}?scope=following`, { title: 'All again' })).expect(200);
  await assertLatest(series, 'updated', 'all');
  (await admin.delete(`/events/${third}?scope=following`)).expect(200);
  await assertLatest(series, 'updated', 'following');
  (await admin.delete(`/events/${second}`)).expect(200);
  await assertLatest(second, 'trashed', 'this');
  (await admin.put(`/events/${second}`, { status: 'publish' })).expect(200);
  await assertLatest(second, 'restored', 'this');
  (await admin.delete(`/events/${fifth}?scope=all`)).expect(200);
  const following = (
    await entriesOf('event', Number((await admin.get(`/events/${fifth}?context=edit`)).at('post_parent')))
  )[0];
  assert.deepEqual([following?.['action'], following?.['scope']], ['trashed', 'all']);
});

test('a series that is trashed and brought back is one entry each, with its dates', async () => {
  const { series, dates } = await makeSeries('Choir');
  const [, second = 0] = dates;
  (await admin.put(`/events/${second}`, { title: 'Concert' })).expect(200);
  const known = (await entriesOf('event', second)).length;
  (await admin.delete(`/events/${series}`)).expect(200);
  await assertLatest(series, 'trashed', 'all');
  (await admin.put(`/events/${series}`, { status: 'publish' })).expect(200);
  await assertLatest(series, 'restored', 'all');
  (await admin.put(`/events/${series}`, { status: 'trash' })).expect(200);
  await assertLatest(series, 'trashed', 'all');
  assert.equal((await entriesOf('event', second)).length, known);
  await undoLatest('event', series);
  await assertLatest(series, 'undone', 'all');
  assert.equal((await admin.get(`/events/${second}`)).expect(200).at('title'), 'Concert');
  await assertSound(service);
});

test('entries that are about no series, and beginnings of one, name no dates', async () => {
  const event = (await makeEvent(admin, { title: 'Once' })).id();
  await assertLatest(event, 'created', null);
  (await admin.put(`/events/${event}?scope=this`, { title: 'Only once' })).expect(200);
  await assertLatest(event, 'updated', null);
  (await admin.put(`/events/${event}`, { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } })).expect(200);
  await assertLatest(event, 'updated', null);
  (await admin.put(`/events/${event}`, { recurrence: null })).expect(200);
  await assertLatest(event, 'updated', 'all');
  const venue = (await admin.post('/venues', { venue: 'Hall' })).expect(201).id();
  assert.equal((await entriesOf('venue', venue))[0]?.['scope'], null);
});

test('which entries are taken back is told as it is after undos of undos', async () => {
  const venue = (await admin.post('/venues', { venue: 'Old' })).expect(201).id();
  (await admin.put(`/venues/${venue}`, { venue: 'New' })).expect(200);
  for (const marks of [
    [false, true],
    [false, true, false],
    [false, true, false, true],
    [false, true, false, true, false],
  ]) {
    await undoLatest('venue', venue);
    const entries = await entriesOf('venue', venue);
    assert.deepEqual(
      entries.slice(0, -1).map(({ undone }) => undone),
      marks,
    );
  }
});

test('what is gone has the title that it had last in all its entries', async () => {
  const made = async (path: string, name: string) =>
    (await admin.post(path, { name, venue: name })).expect(201).id();
  const titlesOf = async (kind: string, id: number) => (await entriesOf(kind, id)).map(({ title }) => title);
  const tag = await made('/tags', 'First name');
  (await admin.put(`/tags/${tag}`, { name: 'Last name' })).expect(200);
  (await admin.delete(`/tags/${tag}`)).expect(200);
  assert.deepEqual(await titlesOf('tag', tag), ['Last name', 'Last name', 'Last name']);
  // Deleted, back, renamed and deleted once more.
  await undoLatest('tag', tag);
  (await admin.put(`/tags/${tag}`, { name: 'Newest name' })).expect(200);
  (await admin.delete(`/tags/${tag}`)).expect(200);
  assert.deepEqual([...new Set(await titlesOf('tag', tag))], ['Newest name']);

  const [hall, twin, third] = [
    await made('/venues', 'Hall'),
    await made('/venues', 'Twin'),
    await made('/venues', 'Third'),
  ];
  (await admin.put(`/venues/${twin}`, { city: 'Bonn' })).expect(200);
  (await admin.post(ours(`/venues/${third}/merge`), { from: [twin] })).expect(200);
  (await admin.post(ours(`/venues/${hall}/merge`), { from: [third] })).expect(200);
  assert.deepEqual(await titlesOf('venue', twin), ['Twin', 'Twin']);
  assert.deepEqual(await titlesOf('venue', third), ['Third', 'Third']);
  assert.deepEqual(await titlesOf('venue', hall), ['Hall', 'Hall']);
});

test('dates without values of their own have the title of their series, and stay their author’s', async () => {
  const author = service.as('author');
  const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=3' };
  const series = (await makeEvent(author, { title: 'Chess', recurrence })).id();
  const dates = (await author.get(`/events?post_parent=${series}&start_date=2026-01-01`)).rows('events');
  const date = Number(dates[1]?.['id']);
  (await author.put(`/events/${date}`, { title: 'Chess for all' })).expect(200);
  await undoLatest('event', date);
  const listed = async (by: Client) =>
    (await by.get(ours(`/history?kind=event&id=${date}`)))
      .expect(200)
      .rows('history')
      .map(({ action, title }) => [action, title]);
  const told = [
    ['undone', 'Chess'],
    ['updated', 'Chess'],
  ];
  assert.deepEqual(await listed(author), told);
  assert.deepEqual(await listed(service.as('contributor')), []);
  (await author.put(`/events/${series}`, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=1' } })).expect(200);
  assert.deepEqual(await listed(admin), told);
});
