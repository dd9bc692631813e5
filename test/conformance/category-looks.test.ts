import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { categoryColors, categoryMarks } from '#store/db/field-values.ts';
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

const make = async (name: string, fields: object = {}) =>
  (await admin.post('/categories', { name, ...fields })).expect(201);
const looks = async () => {
  const rows = (await anyone.get('/categories?per_page=50&hide_empty=false')).expect(200).rows('categories');
  return rows.map(({ color, mark }) => ({ color: String(color), mark: String(mark) }));
};
const spread = (values: readonly string[], all: readonly string[]) => {
  const counts = all.map((one) => values.filter((value) => value === one).length);
  return Math.max(...counts) - Math.min(...counts);
};

describe('The look of a category', () => {
  test('is spread evenly where nobody chooses, in the interface and beside an event, and stays', async () => {
    const first = await make('First');
    const look = { color: first.at('color'), mark: first.at('mark') };
    for (let at = 0; at < 10; at++) await make(`Category ${at}`);
    await makeEvent(admin, { categories: Array.from({ length: 7 }, (_, at) => `Of an event ${at}`) });
    const all = await looks();
    assert.equal(all.length, 18);
    assert.equal(
      spread(
        all.map(({ color }) => color),
        categoryColors,
      ),
      0,
    );
    assert.equal(
      spread(
        all.map(({ mark }) => mark),
        categoryMarks,
      ),
      0,
    );
    assert.equal(new Set(all.map(({ color, mark }) => `${color} ${mark}`)).size, 18);
    const again = (await admin.patch(`/categories/${first.id()}`, { name: 'Renamed' })).expect(200);
    assert.deepEqual({ color: again.at('color'), mark: again.at('mark') }, look);
  });

  test('is what was chosen, also one that others have; null and an empty text leave the choice', async () => {
    const chosen = await make('Chosen', { color: 'slate', mark: 'star' });
    assert.deepEqual([chosen.at('color'), chosen.at('mark')], ['slate', 'star']);
    const one = (await admin.patch(`/categories/${chosen.id()}`, { color: 'red' })).expect(200);
    assert.deepEqual([one.at('color'), one.at('mark')], ['red', 'star']);
    for (const nothing of [null, '']) {
      await admin.patch(`/categories/${chosen.id()}`, { color: 'red' });
      const freed = (await admin.patch(`/categories/${chosen.id()}`, { color: nothing })).expect(200);
      const others = (await looks()).map(({ color }) => color);
      assert.equal(spread(others, categoryColors), 1);
      assert.equal(freed.at('mark'), 'star');
    }
    for (const fields of [{ color: 'purple' }, { color: 'Red' }, { mark: 'circle' }, { mark: 1 }])
      assertRefused(await admin.post('/categories', { name: 'No', ...fields }), Object.keys(fields));
  });

  test('is shown in events, and changes there too; tags have none', async () => {
    const id = (await make('Shown', { color: 'teal', mark: 'ring' })).id();
    const event = (await makeEvent(admin, { categories: [id], tags: ['Plain'] })).id();
    const read = async () => (await anyone.get(`/events/${event}`)).expect(200);
    assert.equal((await read()).at('categories.0.color'), 'teal');
    assert.equal((await read()).at('categories.0.mark'), 'ring');
    assert.equal((await read()).at('tags.0.color'), undefined);
    (await admin.patch(`/categories/${id}`, { color: 'pink' })).expect(200);
    assert.equal((await read()).at('categories.0.color'), 'pink');
    const [listed] = (await anyone.get(`/events?include=${event}`)).expect(200).rows('events');
    assert.equal((listed?.['categories'] as { color: string }[] | undefined)?.[0]?.color, 'pink');
    const tag = (await admin.post('/tags', { name: 'Bare', color: 'red' })).expect(201);
    assert.equal(tag.at('color'), undefined);
  });
});

test('the district of a venue is found, and hidden behind a password', async () => {
  const fields = { venue: 'Kiosk', city: 'Town', district: ' Old <b>Harbour</b> ' };
  const made = (await admin.post('/venues', fields)).expect(201);
  assert.equal(made.at('district'), 'Old Harbour');
  const found = (await anyone.get('/venues?search=harbour')).expect(200).rows('venues');
  assert.deepEqual(
    found.map(({ id }) => id),
    [made.id()],
  );
  const emptied = (await admin.patch(`/venues/${made.id()}`, { district: null })).expect(200);
  assert.equal(emptied.at('district'), undefined);
});
