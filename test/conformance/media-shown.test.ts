import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { assertRefused, makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
const url = () => `${service.url}/kalends/v1/media`;
const upload = async (by: Client, query = '') => {
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' };
  return (await by.post(url() + query, photo, headers)).expect(201);
};
const NOTHING = { alt_text: '', credit: '', focal_point: null };
const SENT = { alt_text: 'A choir', credit: 'Jo Doe', focal_point: { x: 0.25, y: 1 } };

function told(value: unknown) {
  const { alt_text, credit, focal_point } = value as typeof SENT;
  return { alt_text, credit, focal_point };
}

describe('What pages show of a picture', () => {
  test('is nothing at first, is what was sent, and nothing again by null', async () => {
    const id = (await upload(admin)).id();
    const read = async () => told((await admin.get(`${url()}/${id}`)).expect(200).body);
    assert.deepEqual(await read(), NOTHING);
    const kept = (await admin.patch(`${url()}/${id}`, { ...SENT, alt_text: ' A <b>choir</b>\n' })).expect(
      200,
    );
    assert.deepEqual(told(kept.body), SENT);
    assert.deepEqual(await read(), SENT);
    assert.deepEqual(told((await admin.patch(`${url()}/${id}`, { credit: 'Al' })).expect(200).body), {
      ...SENT,
      credit: 'Al',
    });
    for (const nothing of [null, '']) {
      (await admin.patch(`${url()}/${id}`, SENT)).expect(200);
      for (const name of Object.keys(SENT)) await admin.patch(`${url()}/${id}`, { [name]: nothing });
      assert.deepEqual(await read(), NOTHING);
    }
    const form = new URLSearchParams({ 'focal_point[x]': '0.5', 'focal_point[y]': '0', alt_text: 'Form' });
    assert.deepEqual(told((await admin.post(`${url()}/${id}`, form)).expect(200).body), {
      ...NOTHING,
      alt_text: 'Form',
      focal_point: { x: 0.5, y: 0 },
    });
  });

  test('is refused where it is none', async () => {
    const id = (await upload(admin)).id();
    const points = [{ x: 2, y: 0 }, { x: 0 }, [0, 0], 'x', 1, { x: -0.1, y: 0 }, { x: null, y: 0 }];
    for (const focal_point of points)
      assertRefused(await admin.patch(`${url()}/${id}`, { focal_point }), ['focal_point']);
    assertRefused(await admin.patch(`${url()}/${id}`, { alt_text: 1 }), ['alt_text']);
    (await admin.patch(`${url()}/999999`, SENT)).expect(404);
  });

  test('is written by those who may remove the file', async () => {
    const id = (await upload(service.as('author'))).id();
    (await anyone.patch(`${url()}/${id}`, SENT)).expect(401);
    (await service.as('author').patch(`${url()}/${id}`, SENT)).expect(200);
    const other = (await upload(admin)).id();
    await makeEvent(admin, { image: other });
    (await service.as('author').patch(`${url()}/${other}`, SENT)).expect(403);
    (await service.as('editor').patch(`${url()}/${other}`, SENT)).expect(200);
  });

  test('is in events, venues and organizers, changes there at once, and in each language', async () => {
    const id = (await upload(admin)).id();
    const venue = (await admin.post('/venues', { venue: 'Pictured', image: id })).expect(201).id();
    const event = (await makeEvent(admin, { image: id, venue })).id();
    const image = async (from: string, at: string) => told((await anyone.get(from)).expect(200).at(at));
    assert.deepEqual(await image(`/events/${event}`, 'image'), NOTHING);
    (await admin.patch(`${url()}/${id}`, SENT)).expect(200);
    const german = { alt_text: 'Ein Chor' };
    (await admin.patch(`${url()}/${id}?translation_language=de`, german)).expect(200);
    for (const [from, at] of [
      [`/events/${event}`, 'image'],
      [`/events/${event}`, 'venue.image'],
      [`/venues/${venue}`, 'image'],
      [`/events?include=${event}`, 'events.0.image'],
      [`/events?include=${event}`, 'events.0.venue.image'],
    ] as const) {
      assert.deepEqual(await image(from, at), SENT, `${from} ${at}`);
      const inGerman = `${from}${from.includes('?') ? '&' : '?'}translation_language=de`;
      assert.deepEqual(await image(inGerman, at), { ...SENT, ...german }, `${from} ${at} in German`);
    }
    const file = String((await anyone.get(`/events/${event}`)).at('image.url'));
    const node = {
      '@type': 'ImageObject',
      url: file,
      contentUrl: file,
      caption: 'A choir',
      creditText: 'Jo Doe',
    };
    assert.deepEqual((await anyone.get(`/events/${event}`)).at('json_ld.image'), [node]);
    assert.deepEqual((await anyone.get(`/venues/${venue}`)).at('json_ld.image'), node);
    (await admin.patch(`${url()}/${id}?translation_language=de`, { alt_text: '' })).expect(200);
    assert.deepEqual(await image(`/events/${event}?translation_language=de`, 'image'), SENT);
  });
});
