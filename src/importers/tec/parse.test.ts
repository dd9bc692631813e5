import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportError } from '../arrival.ts';
import { parseAnswers } from './parse.ts';

const event = {
  id: 1,
  title: 'A',
  start_date: '2027-01-01',
  rest_url: 'https://x.org/wp-json/tribe/events/v1/events/1',
};

const shape = (text: string) =>
  parseAnswers(text, 'file').map(({ form, home, items }) => [
    form,
    home?.key,
    Object.fromEntries(Object.entries(items).map(([kind, list]) => [kind, list.length])),
  ]);

test('an answer, several in a list, several lines, single items: all are read', () => {
  const answer = { events: [event], total: 1 };
  assert.deepEqual(shape(JSON.stringify(answer)), [['shown', 'x.org', { events: 1 }]]);
  assert.deepEqual(shape(`\uFEFF${JSON.stringify([answer, { venues: [] }])}`), [
    ['shown', 'x.org', { events: 1 }],
    ['shown', undefined, { venues: 0 }],
  ]);
  assert.equal(shape(`${JSON.stringify(answer)}\n${JSON.stringify(answer)}\n`).length, 2);
  assert.deepEqual(shape(JSON.stringify(event)), [['shown', 'x.org', { events: 1 }]]);
  assert.deepEqual(shape(JSON.stringify([event, event])), [['shown', 'x.org', { events: 2 }]]);
});

test('an export holds texts as they are stored', () => {
  assert.deepEqual(shape('{"kalends":1,"events":[],"media":[]}'), [
    ['raw', undefined, { events: 0, media: 0 }],
  ]);
});

test('anything else is refused in one line', () => {
  for (const text of ['', '<html>', '[]', '5', 'null', '{"a":[]}', '{"events":5}'])
    assert.throws(() => parseAnswers(text, 'file'), ImportError, text);
});
