import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import { photo } from '../support/pictures.ts';
import type { Service } from '../support/service.ts';

let service: Service;
const url = () => `${service.url}/kalends/v1/media`;

async function upload(by: Client, name: string): Promise<number> {
  const headers = {
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="${name}.png"`,
  };
  return (await by.post(url(), photo, headers)).expect(201).id();
}
const usesOf = async (by: Client, id: number, query = '') =>
  (await by.get(`${url()}/${id}/uses${query}`)).expect(200);
/** Titles of the pictures that a list has. */
const listed = async (by: Client, query: string) =>
  (await by.get(`${url()}?${query}`))
    .expect(200)
    .rows('media')
    .map(({ title }) => Object(title)['rendered']);

before(async () => {
  ({ service } = await startNewYork());
});
after(() => service?.stop());

describe('Uses of a picture', () => {
  test('are events, a series once, venues and organizers, each with its address', async () => {
    const editor = service.as('editor');
    const image = await upload(editor, 'used');
    const day = (text: string) => ({ start_date: `${text} 10:00:00`, end_date: `${text} 12:00:00` });
    const once = await makeEvent(editor, { title: 'Once', image, ...day('2027-05-01') });
    await makeEvent(editor, {
      title: 'Weekly',
      image,
      ...day('2027-04-01'),
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5' },
    });
    const venue = (await editor.post('/venues', { venue: 'Hall', image })).expect(201).id();
    await editor.post('/organizers', { organizer: 'Choir', image, status: 'draft' });
    const uses = await usesOf(editor, image);
    assert.deepEqual(
      uses.rows('uses').map(({ kind, title, status }) => [kind, title, status]),
      [
        ['event', 'Once', 'publish'],
        ['event', 'Weekly', 'publish'],
        ['venue', 'Hall', 'publish'],
        ['organizer', 'Choir', 'draft'],
      ],
    );
    assert.equal(uses.at('uses.0.id'), once.id());
    assert.equal(uses.at('uses.0.start_date'), '2027-05-01 10:00:00');
    assert.equal(uses.at('uses.2.start_date'), null);
    assert.equal(String(uses.at('uses.2.rest_url')).endsWith(`/venues/${venue}`), true);
    const page = await usesOf(editor, image, '?per_page=3&page=2');
    assert.deepEqual([page.at('total'), page.at('total_pages'), page.rows('uses').length], [4, 2, 1]);
    const [inList] = (await editor.get(`${url()}?search=used`)).expect(200).rows('media');
    assert.equal(inList?.['uses'], 4);
  });

  test('are told to who may delete it, as far as they see them', async () => {
    const [editor, author] = [service.as('editor'), service.as('author')];
    const image = await upload(author, 'shared');
    await makeEvent(author, { title: 'Own draft', image, status: 'draft' });
    await makeEvent(editor, { title: 'Open', image });
    await makeEvent(editor, { title: 'Private', image, status: 'private' });
    await makeEvent(editor, { title: 'Locked', image, password: 'x' });
    await makeEvent(editor, { title: 'Unlisted', image, hide_from_listings: true });
    const titles = async (by: Client) =>
      (await usesOf(by, image))
        .rows('uses')
        .map(({ title }) => title)
        .toSorted();
    assert.deepEqual(await titles(author), ['Open', 'Own draft']);
    assert.equal((await titles(editor)).length, 5);
    const [inList] = (await author.get(`${url()}?search=shared`)).expect(200).rows('media');
    assert.equal(inList?.['uses'], 2);
    (await service.anonymous.get(`${url()}/${image}/uses`)).expect(401);
    for (const role of ['contributor', 'subscriber'] as const)
      (await service.as(role).get(`${url()}/${image}/uses`)).expect(403);
    const others = await upload(editor, 'other');
    (await author.get(`${url()}/${others}/uses`)).expect(404);
    (await editor.get(`${url()}/999999/uses`)).expect(404);
  });

  test('narrow the library, and so do words', async () => {
    const author = service.as('author');
    const [first, second] = [await upload(author, 'a1'), await upload(author, 'b1')];
    await makeEvent(service.as('editor'), { title: 'Unseen', image: first, status: 'draft' });
    await makeEvent(author, { title: 'Seen', image: second });
    (await author.patch(`${url()}/${first}`, { alt_text: 'A "red" bridge' })).expect(200);
    (await author.patch(`${url()}/${second}?translation_language=de`, { credit: 'Jo 100%' })).expect(200);
    assert.deepEqual(await listed(author, 'unused=true&search=1'), ['a1']);
    assert.deepEqual(await listed(author, 'unused=false&search=1'), ['b1']);
    assert.deepEqual(await listed(service.as('editor'), 'unused=true&search=a1'), []);
    assert.deepEqual(await listed(author, 'without_words=true&search=1'), ['b1']);
    assert.deepEqual(await listed(author, 'without_words=false&search=1'), ['a1']);
    assert.deepEqual(await listed(author, `search=${encodeURIComponent('"RED" B')}`), ['a1']);
    assert.deepEqual(await listed(author, `search=${encodeURIComponent('100%')}`), ['b1']);
    assert.deepEqual(await listed(author, `search=${encodeURIComponent('0_%')}`), []);
    (await author.patch(`${url()}/${first}`, { alt_text: null })).expect(200);
    assert.deepEqual(await listed(author, 'without_words=true&search=a1'), ['a1']);
    const answer = await author.get(`${url()}?unused=perhaps`);
    assert.deepEqual([answer.status, answer.at('code')], [400, 'rest_invalid_param']);
    const rest = (await author.get(`${url()}?unused=true&per_page=1`)).expect(200).at('rest_url');
    assert.match(String(rest), /unused=true/);
  });
});
