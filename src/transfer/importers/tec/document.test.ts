import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesFromMemory } from '../byte-source.ts';
import { ImportError } from '../import-item.ts';
import { parseDocuments } from './document.ts';

const event = {
  id: 1,
  title: 'A',
  start_date: '2027-01-01',
  rest_url: 'https://x.org/wp-json/tribe/events/v1/events/1',
};

const parse = (text: string) => parseDocuments(bytesFromMemory(Buffer.from(text)), 'file');

/** Returns what was found, with the items of each kind as they are read. */
async function read(text: string) {
  return Promise.all(
    (await parse(text)).map(async ({ form, home, items, media }) => {
      const lists: Record<string, unknown[]> = {};
      for (const [kind, list] of Object.entries(items)) {
        lists[kind] = (await Array.fromAsync(list.read())).flat();
        assert.equal(lists[kind].length, list.count);
      }
      return { form, home: home?.key, lists, media };
    }),
  );
}

const shape = async (text: string) =>
  (await read(text)).map(({ form, home, lists }) => [
    form,
    home,
    Object.fromEntries(Object.entries(lists).map(([kind, list]) => [kind, list.length])),
  ]);

test('an answer, several in a list, several lines, single items: all are read', async () => {
  const answer = { events: [event], total: 1 };
  assert.deepEqual(await shape(JSON.stringify(answer)), [['shown', 'x.org', { events: 1 }]]);
  assert.deepEqual(await shape(`\uFEFF${JSON.stringify([answer, { venues: [] }])}`), [
    ['shown', 'x.org', { events: 1 }],
    ['shown', undefined, { venues: 0 }],
  ]);
  assert.equal((await shape(`${JSON.stringify(answer)}\n${JSON.stringify(answer)}\n`)).length, 2);
  assert.deepEqual(await shape(JSON.stringify(event)), [['shown', 'x.org', { events: 1 }]]);
  assert.deepEqual(await shape(JSON.stringify([event, event])), [['shown', 'x.org', { events: 2 }]]);
  const venue = { id: 2, venue: 'V' };
  const mixed = [event, venue, 5, event, event, answer, venue];
  for (const text of [JSON.stringify(mixed, null, 2), mixed.map((one) => JSON.stringify(one)).join('\n')]) {
    const [of, loose] = await read(text);
    assert.deepEqual(of?.lists, { events: [event] });
    assert.deepEqual(loose?.lists, { events: [event, event, event], venues: [venue, venue] });
  }
});

test('an export holds texts as they are stored', async () => {
  assert.deepEqual(await read('{"kalends":1,"events":[],"media":[{"id":1}]}'), [
    { form: 'raw', home: undefined, lists: { events: [] }, media: [{ id: 1 }] },
  ]);
});

test('what is too long to be parsed at once is read as what is short', async () => {
  const events = Array.from({ length: 3000 }, (_, id) => ({
    ...event,
    id,
    categories: [{ id: id % 5, name: `C “${id % 5}”` }],
    description: '\\"]}'.repeat(100),
  }));
  const { rest_url: _, ...bare } = event;
  const answer = { total: 2, events, more: { a: [1] }, venues: [{ id: 1 }], tags: [] };
  const wanted = [
    { form: 'shown', home: 'x.org', lists: { events, venues: [{ id: 1 }], tags: [] }, media: [] },
  ];
  assert.deepEqual(await read(JSON.stringify(answer, null, 1)), wanted);
  assert.deepEqual(await read(JSON.stringify([answer])), wanted);
  const [found] = await parse(JSON.stringify(answer));
  assert.deepEqual([...(found?.embedded.keys() ?? [])], [0, 1, 2, 3, 4]);
  const [exported] = await read(JSON.stringify({ kalends: 1, events: [bare, ...events] }));
  assert.deepEqual([exported?.form, exported?.home], ['raw', undefined]);
  const lines = await read([...events, { events }].map((one) => JSON.stringify(one)).join('\r\n'));
  assert.deepEqual(
    lines.map(({ lists }) => lists),
    [{ events }, { events }],
  );
  for (const text of [
    JSON.stringify(answer).slice(0, -1),
    JSON.stringify(answer).replace(/}$/, ']'),
    JSON.stringify(answer).replace('"total":2', '"total":x'),
    JSON.stringify(answer).replaceAll('"id":2999', '"id":2999x'),
    `${JSON.stringify(answer)}x`,
  ])
    await assert.rejects(parse(text), ImportError);
});

test('anything else is refused in one line', async () => {
  for (const text of [
    '',
    '<html>',
    '[]',
    '5',
    'null',
    '{"a":[]}',
    '{"events":5}',
    '{"events":[]',
    '{"a":1}x',
  ])
    await assert.rejects(parse(text), ImportError, text);
});
