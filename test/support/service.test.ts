import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { type Exchange, setObserver } from './client.ts';
import { people, startProcess } from './service.ts';

after(() => setObserver(undefined));

test('a service keeps its data over a crash, stops cleanly and leaves no folder', async (t) => {
  const service = await startProcess();
  t.after(() => service.stop());
  await people(service);
  const body = { name: 'Kept' };
  const id = (await service.as('editor').post('/tags', body)).expect(201).id();

  await service.kill();
  await service.restart();
  assert.equal((await service.as('subscriber').get(`/tags/${id}`)).expect(200).at('name'), 'Kept');

  await service.restart({ KALENDS_SITE_NAME: 'Renamed' });
  assert.equal((await service.anonymous.get(`${service.url}/wp-json/`)).at('name'), 'Renamed');
  await service.stop();
  assert.ok(!existsSync(service.data));
});

test('people are users 2 to 5 in order of their rights', async (t) => {
  const service = await startProcess();
  t.after(() => service.stop());
  await people(service);
  for (const [i, role] of (['admin', 'editor', 'author', 'contributor'] as const).entries()) {
    const event = { title: role, start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00' };
    const answer = await service.as(role).post('/events', event);
    assert.equal(answer.expect(201).at('author'), String(i + 1));
  }
});

test('a service that does not start says why', async () => {
  await assert.rejects(startProcess({ timezone: 'Nowhere/Land' }), /did not start[\s\S]*Nowhere\/Land/);
});

test('every exchange of a client is shown to the observer, which may refuse it', async (t) => {
  const service = await startProcess();
  t.after(() => service.stop());
  const seen: Exchange[] = [];
  setObserver((exchange) => {
    seen.push(exchange);
    if (exchange.answer.status === 404) throw new Error('undocumented');
  });
  await service.anonymous.get('');
  await assert.rejects(service.as('admin').post('/nowhere', { a: 1 }), /undocumented/);
  assert.deepEqual(
    seen.map(({ method, url, answer }) => [method, url.slice(service.url.length), answer.status]),
    [
      ['GET', '/calendar/events/v1', 200],
      ['POST', '/calendar/events/v1/nowhere', 404],
    ],
  );
});
