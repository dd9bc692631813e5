// Web pages over HTTP (contract I5): an address is read, a listing is followed politely, and a second run finds the same events.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../support/client.ts';
import { people, startService } from '../support/service.ts';

const IMPORTS = '/kalends/v1/imports';
const asked: { readonly path: string; readonly agent: string; readonly at: number }[] = [];
/** Pages of the club by their paths; those that are not there are 404. */
const pages = new Map<string, string>();
const club = createServer(({ url = '/', headers }, response) => {
  asked.push({ path: url, agent: headers['user-agent'] ?? '', at: performance.now() });
  const body = pages.get(url);
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body ?? '');
});
await new Promise<void>((ready) => club.listen(0, '127.0.0.1', ready));
const { port } = Object(club.address());
const service = await startService({
  timezone: 'Europe/Berlin',
  env: { KALENDS_FETCH_ALLOW: '127.0.0.1' },
});
after(async () => {
  await service.stop();
  club.close();
});
await people(service);
const editor = service.as('editor');
const at = (address: string) => `${service.url}${address}`;
const home = `http://127.0.0.1:${port}`;

async function imported(body: object | FormData): Promise<Answer> {
  const begun = (await editor.post(at(IMPORTS), body)).expect(202);
  for (const endMs = performance.now() + 60_000; ; await pause(20)) {
    const answer = (await editor.get(at(`${IMPORTS}/${begun.at('id')}`))).expect(200);
    if (!['queued', 'running'].includes(String(answer.at('state')))) return answer;
    assert.ok(performance.now() < endMs, answer.text);
  }
}

const block = (value: object) =>
  `<!doctype html><script type="application/ld+json">${JSON.stringify(value)}</script>`;
const event = (name: string, url: string, more: object = {}) => ({
  '@type': 'Event',
  name,
  url,
  startDate: '2027-03-01T19:30:00+01:00',
  location: { '@type': 'Place', name: 'Town Hall', address: { addressCountry: 'DE' } },
  ...more,
});

test('the events of a page are imported once, and again only where they changed', async () => {
  pages.set('/programme', block([event('First', '/1'), event('Second', '/2', { startDate: 'soon' })]));
  const first = await imported({ url: `${home}/programme` });
  assert.deepEqual([first.at('state'), first.at('kind')], ['done', 'jsonld'], first.text);
  assert.deepEqual(
    [first.at('counts_by_kind.event.created'), first.at('counts_by_kind.event.failed')],
    [1, 1],
  );
  const report = (await editor.get(at(`${IMPORTS}/${first.at('id')}/report?kind=event`))).expect(200);
  assert.deepEqual(
    report.rows('report').map(({ index, line, outcome, code }) => [index, line, outcome, code]),
    [
      [0, null, 'created', null],
      [1, null, 'failed', 'start_unreadable'],
    ],
  );
  assert.equal(report.at('report.0.repairs.0.code'), 'zone_from_offset');
  const made = (await editor.get(`/events/${report.at('report.0.id')}`)).expect(200);
  assert.deepEqual(
    [made.at('start_date'), made.at('timezone'), made.at('website'), made.at('venue.venue')],
    ['2027-03-01 19:30:00', 'Europe/Berlin', `${home}/1`, 'Town Hall'],
  );
  const second = await imported({ kind: 'jsonld', url: `${home}/programme` });
  assert.equal(second.at('counts_by_kind.event.unchanged'), 1, second.text);
  pages.set(
    '/programme',
    block([event('First, moved', '/1?utm_source=x', { startDate: '2027-03-01T20:00' })]),
  );
  const third = await imported({ kind: 'jsonld', url: `${home}/programme` });
  assert.equal(third.at('counts_by_kind.event.updated'), 1, third.text);
});

test('a listing that only links to its events is followed on its own origin, slowly, as robots.txt allows', async () => {
  pages.set('/robots.txt', 'User-agent: *\nDisallow: /hidden\n');
  pages.set(
    '/listing',
    '<a href="/e1">One</a> <a href="/e1#tickets">again</a> <a href="/hidden/e2">Two</a> <a href="https://elsewhere.example/e3">Three</a> <a href="/imprint">Imprint</a>',
  );
  pages.set('/e1', block(event('One', '/e1')));
  pages.set('/hidden/e2', block(event('Two', '/hidden/e2')));
  pages.set('/imprint', '<p>Imprint</p>');
  const alone = await imported({ kind: 'jsonld', url: `${home}/listing` });
  assert.equal(alone.at('state'), 'failed', alone.text);
  asked.length = 0;
  const followed = await imported({ url: `${home}/listing`, kind: 'jsonld', follow: true });
  assert.deepEqual(
    [followed.at('state'), followed.at('counts_by_kind.event.created')],
    ['done', 1],
    followed.text,
  );
  assert.deepEqual(asked.map(({ path }) => path).sort(), ['/e1', '/imprint', '/listing', '/robots.txt']);
  assert.ok(asked.every(({ agent }) => agent.startsWith('Kalends')));
  const [, ...times] = asked.map(({ at: moment }) => moment);
  const [, first = 0, second = 0] = times;
  assert.ok(second - first >= 950, 'a second lies between two pages');
});

test('a page without an event fails, and so does what is no page', async () => {
  pages.set('/empty', '<!doctype html><p>Nothing</p>');
  for (const address of [`${home}/empty`, `${home}/missing`])
    assert.equal((await imported({ kind: 'jsonld', url: address })).at('state'), 'failed');
  const body = new FormData();
  body.set('file', new File(['<html><p>Nothing</p></html>'], 'page.html'));
  const page = await imported(body);
  assert.deepEqual([page.at('kind'), page.at('state')], ['jsonld', 'failed'], page.text);
});
