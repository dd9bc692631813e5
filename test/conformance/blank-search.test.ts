import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

/*
 * A search of nothing finds every event but those whose password hides them from the caller (D26, D37), whoever asked for
 * the same before.
 */

const PASSWORD = 'open sesame';
let service: Service;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
  const editor = service.as('editor');
  for (const password of ['', '', PASSWORD]) await makeEvent(editor, { password });
});
after(() => service.stop());

const total = async (query: string, by: 'anonymous' | 'editor' = 'anonymous') => {
  const client = by === 'anonymous' ? service.anonymous : service.as(by);
  return (await client.get(`/events?per_page=50&${query}`)).expect(200).at('total');
};

test('a blank search is each caller’s own', async () => {
  const password = `password=${encodeURIComponent(PASSWORD)}`;
  for (const blank of ['search=%20', 'search=%22%22', 'search=%CC%81']) {
    // What is in memory is of one version: who asks first makes it.
    await makeEvent(service.as('editor'), { status: 'draft' });
    assert.equal(await total(`${blank}&${password}&order=desc`), 3, blank);
    assert.equal(await total(blank), 2, blank);
    await makeEvent(service.as('editor'), { status: 'draft' });
    assert.equal(await total(`${blank}&order=desc`), 2, blank);
    assert.equal(await total(`${blank}&${password}`), 3, blank);
    assert.equal(await total(`${blank}&context=edit&status=publish&order=desc`, 'editor'), 3, blank);
    assert.equal(await total(`${blank}&page=1`), 2, blank);
  }
});
