// Imports over HTTP: asked for, run by themselves, told item by item, interrupted, canceled, tried, and taken back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Client } from '../support/client.ts';
import { people, startProcess } from '../support/service.ts';

const SAMPLE = readFileSync(
  path.join(import.meta.dirname, '..', 'samples', 'tec', 'det_community_education.json'),
);
const IMPORTS = '/kalends/v1/imports';
const EVENTS = '/events?start_date=1990-01-01&end_date=2090-01-01&per_page=50';
const service = await startProcess();
after(() => service.stop());
await people(service);
const editor = service.as('editor');
const at = (address: string) => `${service.url}${address}`;

function form(text: string | Buffer, fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries({ kind: 'tec', ...fields })) body.set(name, value);
  body.set('file', new File([new Uint8Array(Buffer.from(text))], 'events.json'));
  return body;
}

/** Holds that an answer is that error. */
function refused(answer: Answer, status: number, code: string): void {
  assert.equal(answer.expect(status).at('code'), code);
}

async function begun(client: Client, body: FormData): Promise<number> {
  const id = (await client.post(at(IMPORTS), body)).expect(202).at('id');
  assert.ok(typeof id === 'number');
  return id;
}

async function until(id: number, isThere: (state: string, done: number) => boolean) {
  for (const endMs = performance.now() + 60_000; ; await pause(20)) {
    const answer = (await editor.get(at(`${IMPORTS}/${id}`))).expect(200);
    if (isThere(String(answer.at('state')), Number(answer.at('progress.done')))) return answer;
    assert.ok(performance.now() < endMs, `it is ${answer.text}`);
  }
}

const isOver = (state: string) => !['queued', 'running', 'undoing'].includes(state);
const imported = async (client: Client, text: string | Buffer, fields?: Record<string, string>) =>
  until(await begun(client, form(text, fields)), isOver);
const countEvents = async () => Number((await editor.get(EVENTS)).expect(200).at('total'));

/** Events as a site of that name shows them; `change` comes over the first. */
function calendar(site: string, count: number, change: object = {}): string {
  const events = Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    url: `https://${site}/event/e${i + 1}/`,
    rest_url: `https://${site}/wp-json/tribe/events/v1/events/${i + 1}`,
    title: `${site} ${i + 1}`,
    slug: `${site.replace(/\W/g, '-')}-${i + 1}`,
    status: 'publish',
    start_date: '2027-03-01 10:00:00',
    end_date: '2027-03-01 11:00:00',
    timezone: 'Europe/Berlin',
    venue: { id: 100_001, venue: `Hall of ${site}`, slug: `hall-${site}`, status: 'publish' },
    ...(i === 0 ? change : {}),
  }));
  return JSON.stringify({
    events,
    rest_url: `https://${site}/wp-json/tribe/events/v1/events/`,
    total: count,
  });
}

test('a trial tells what would come and changes nothing; the import brings it; a second one finds it unchanged', async () => {
  const before = await countEvents();
  const trial = await imported(editor, SAMPLE, { dry_run: 'true' });
  assert.equal(trial.at('state'), 'done', trial.text);
  assert.equal(trial.at('dry_run'), true);
  assert.equal(await countEvents(), before);
  refused(await editor.post(at(`${IMPORTS}/${trial.at('id')}/undo`)), 409, 'rest_import_not_undoable');

  const first = await imported(editor, SAMPLE);
  assert.equal(first.at('state'), 'done', first.text);
  assert.deepEqual(trial.at('counts'), first.at('counts'));
  assert.equal(await countEvents(), before + 20);
  assert.equal((await editor.get(EVENTS)).at('events.0.author'), '2', 'all of it is whose import it is');

  const told = (await editor.get(at(`/kalends/v1/history?import=${first.at('id')}&kind=event`))).expect(200);
  assert.equal(told.at('total'), 20);
  assert.equal(told.at('history.0.import'), first.at('id'));

  const byKind = Object(first.at('counts_by_kind'));
  for (const [outcome, count] of Object.entries(Object(first.at('counts')))) {
    const ofKinds = Object.keys(byKind).map((kind) => Number(first.at(`counts_by_kind.${kind}.${outcome}`)));
    assert.equal(
      ofKinds.reduce((sum, one) => sum + one, 0),
      count,
      outcome,
    );
  }
  assert.equal(byKind.event.created + byKind.event.repaired, 20);
  for (const [kind, counts] of Object.entries(byKind)) {
    const report = at(`${IMPORTS}/${first.at('id')}/report?kind=${kind}&per_page=50`);
    const part = (await editor.get(report)).expect(200);
    assert.ok(part.rows('report').every((item) => item['kind'] === kind));
    assert.equal(
      part.at('total'),
      Object.values(Object(counts)).reduce((sum: number, one) => sum + Number(one), 0),
    );
  }

  const second = await imported(editor, SAMPLE);
  assert.equal(
    second.at('counts.unchanged'),
    Number(first.at('counts.created')) + Number(first.at('counts.repaired')),
  );
  assert.equal(second.at('counts.created'), 0);
});

test('the history shows an import as one entry, and its entries where it is asked for them', async () => {
  const history = async (query: string) =>
    (await editor.get(at(`/kalends/v1/history?per_page=50${query}`))).expect(200);
  const run = await imported(editor, calendar('one.example', 3));
  const id = run.at('id');
  const mine = `&import=${id}`;
  const all = await history('');
  const own = Number((await history(mine)).at('total'));
  assert.ok(own > 3, 'three events, and their venue');
  const condensed = await history('&condense=true');
  const [latest] = condensed.rows('history');
  assert.deepEqual([latest?.['import'], latest?.['entries'], latest?.['undone']], [id, own, false]);
  const imports = condensed.rows('history').flatMap((entry) => entry['import'] ?? []);
  assert.equal(new Set(imports).size, imports.length);
  const sum = condensed.rows('history').reduce((entries, entry) => entries + Number(entry['entries']), 0);
  assert.equal(sum, all.at('total'));
  assert.equal(condensed.at('total'), condensed.rows('history').length);
  // It counts what the list would show otherwise, page by page.
  const events = await history(`${mine}&kind=event&condense=true`);
  assert.deepEqual([events.at('total'), events.at('history.0.entries')], [1, 3]);
  const paged = (
    await editor.get(at('/kalends/v1/history?per_page=1&condense=true&translation_language=en'))
  ).expect(200);
  const next = new URL(String(paged.at('next_rest_url')));
  assert.equal(next.searchParams.get('condense'), 'true');
  assert.notEqual((await editor.get(next.href)).at('history.0.import'), id);
  (await editor.post(at('/kalends/v1/history/undo'), { import: id })).expect(200);
  assert.equal((await history(`${mine}&condense=true`)).at('history.0.undone'), true);
});

test('what is wrong with an item is told by its name, and the others come', async () => {
  const answer = await imported(
    editor,
    calendar('wrong.example', 5, { start_date: 'never', end_date: 'never' }),
    {
      status: 'draft',
    },
  );
  assert.equal(answer.at('state'), 'done', answer.text);
  assert.deepEqual([answer.at('counts.failed'), answer.at('counts.created')], [1, 5]);
  const report = at(`${IMPORTS}/${answer.at('id')}/report`);
  const failed = (await editor.get(`${report}?outcome=failed`)).expect(200);
  assert.equal(failed.at('total'), 1);
  assert.match(String(failed.at('report.0.name')), /1 “wrong\.example 1”/);
  assert.match(String(failed.at('report.0.reason')), /start_date/);
  assert.equal(failed.at('report.0.id'), null);
  const pages = await Promise.all([1, 2, 3].map((page) => editor.get(`${report}?per_page=2&page=${page}`)));
  assert.deepEqual(
    pages.flatMap((page) => page.expect(200).rows('report')).map(({ index }) => index),
    [1, 2, 3, 4, 5, 6],
  );
  const made = (await editor.get(`${report}?outcome=created`))
    .rows('report')
    .find(({ kind }) => kind === 'event');
  assert.equal((await editor.get(`/events/${made?.['id']}`)).expect(200).at('status'), 'draft');
});

test('one that was killed goes on, and tells of each item once', async () => {
  const id = await begun(editor, form(calendar('killed.example', 1_500)));
  const seen = await until(id, (_, done) => done >= 100);
  assert.equal(seen.at('state'), 'running');
  await service.kill();
  await service.restart();
  const ended = await until(id, isOver);
  assert.deepEqual([ended.at('state'), ended.at('counts.created')], ['done', 1_501], ended.text);
  assert.equal((await editor.get(at(`${IMPORTS}/${id}/report`))).at('total'), 1_501);
});

test('a canceled one stops; what came stays and is told; a second cancel is refused', async () => {
  const id = await begun(editor, form(calendar('canceled.example', 3_000)));
  await until(id, (_, done) => done >= 100);
  (await editor.delete(at(`${IMPORTS}/${id}`))).expect(200);
  const next = await imported(editor, calendar('next.example', 1));
  assert.equal(next.at('state'), 'done', 'the one that follows has its turn');
  const answer = (await editor.get(at(`${IMPORTS}/${id}`))).expect(200);
  assert.equal(answer.at('state'), 'canceled');
  const created = Number(answer.at('counts.created'));
  assert.ok(created >= 100 && created < 3_000, `${created} came`);
  refused(await editor.delete(at(`${IMPORTS}/${id}`)), 409, 'rest_import_ended');
});

test('an undo trashes what came, and keeps and names what was changed since', async () => {
  const before = await countEvents();
  const answer = await imported(editor, calendar('undone.example', 4));
  const address = at(`${IMPORTS}/${answer.at('id')}`);
  const made = (await editor.get(`${address}/report`)).rows('report').filter(({ kind }) => kind === 'event');
  assert.equal(await countEvents(), before + 4);
  (await editor.post(`/events/${made[1]?.['id']}`, { title: 'Mine now' })).expect(200);
  // What was changed back, and what was undone, is as it came.
  const { title } = (await editor.get(`/events/${made[2]?.['id']}`)).body as { title: string };
  for (const one of ['Changed', title])
    (await editor.post(`/events/${made[2]?.['id']}`, { title: one })).expect(200);
  (await editor.post(`/events/${made[3]?.['id']}`, { cost: '5' })).expect(200);
  const [entry] = (await editor.get(at(`/kalends/v1/history?id=${made[3]?.['id']}`))).rows('history');
  (await editor.post(at(`/kalends/v1/history/${entry?.['id']}/undo`))).expect(200);
  (await editor.post(`${address}/undo`)).expect(202);
  const undone = await until(Number(answer.at('id')), isOver);
  assert.equal(undone.at('state'), 'undone');
  // The venue stays too: the event that was kept is there.
  assert.deepEqual(undone.at('undone'), { undone: 3, kept: 2 });
  assert.equal(await countEvents(), before + 1);
  const report = (await editor.get(`${address}/report`)).rows('report');
  const kept = report.filter(({ undo }) => undo === 'kept');
  assert.deepEqual(
    kept.map(({ kind, kept_reason }) => [kind, kept_reason]),
    [
      ['venue', 'is used by other events'],
      ['event', 'was changed after the import'],
    ],
  );
  refused(await editor.post(`${address}/undo`), 409, 'rest_import_not_undoable');
  const again = await imported(editor, calendar('undone.example', 4));
  assert.equal(again.at('counts.skipped'), 3, 'what was trashed here stays in the trash');
});

test('an undo gives what the import has changed its values from before, but for what was changed since', async () => {
  const first = await imported(editor, calendar('changed.example', 2));
  const [one] = (await editor.get(at(`${IMPORTS}/${first.at('id')}/report`)))
    .rows('report')
    .filter(({ kind }) => kind === 'event');
  const event = `/events/${one?.['id']}`;
  const second = await imported(
    editor,
    calendar('changed.example', 2, { title: 'At its source', website: 'https://source.example/' }),
  );
  assert.equal(second.at('counts.updated'), 1, second.text);
  const told = (await editor.get(at(`/kalends/v1/history?import=${second.at('id')}`))).expect(200);
  assert.deepEqual(
    told.rows('history').map(({ item, action }) => [item, action]),
    [[one?.['id'], 'updated']],
  );
  (await editor.patch(event, { website: 'https://here.example/' })).expect(200);
  (await editor.post(at(`${IMPORTS}/${second.at('id')}/undo`))).expect(202);
  const undone = await until(Number(second.at('id')), isOver);
  const now = (await editor.get(event)).expect(200);
  assert.deepEqual([now.at('title'), now.at('website')], ['changed.example 1', 'https://here.example/']);
  assert.deepEqual(undone.at('undone'), { undone: 0, kept: 1 });
  const report = (await editor.get(at(`${IMPORTS}/${second.at('id')}/report`))).rows('report');
  assert.deepEqual(
    report.flatMap(({ kept_reason }) => kept_reason ?? []),
    ['was changed after the import: website'],
  );
});

test('an undo of an import gives a series and its dates back what the import has changed of them', async () => {
  const source = (title: string, date: object) => {
    const recurrence = { rrule: ['FREQ=WEEKLY;COUNT=3'] };
    const times = { start_date: '2027-03-08 10:00:00', end_date: '2027-03-08 11:00:00' };
    const override = {
      ...times,
      timezone: 'Europe/Berlin',
      status: 'publish',
      id: 50,
      recurrence_id: times.start_date,
      overridden: ['title', 'website'],
      ...date,
    };
    return calendar('series.example', 1, { title, recurrence, overrides: [override] });
  };
  const first = await imported(editor, source('Choir', { title: 'Concert' }));
  assert.equal(first.at('counts.failed'), 0, first.text);
  const [one] = (await editor.get(at(`${IMPORTS}/${first.at('id')}/report`)))
    .rows('report')
    .filter(({ kind }) => kind === 'event');
  const listed = async () =>
    (await editor.get(`/events?post_parent=${one?.['id']}&start_date=2027-01-01&end_date=2027-12-31`))
      .expect(200)
      .rows('events')
      .map(({ title, website }) => [title, website]);
  const before = await listed();
  assert.deepEqual(
    before.map(([title]) => title),
    ['Choir', 'Concert', 'Choir'],
  );
  const second = await imported(
    editor,
    source('Choirs', { title: 'Concerts', website: 'https://concert.example/' }),
  );
  assert.equal(second.at('counts.updated'), 1, second.text);
  const told = (await editor.get(at(`/kalends/v1/history?import=${second.at('id')}`))).expect(200);
  assert.deepEqual(
    told.rows('history').map(({ scope, changes }) => [scope, Object.keys(Object(changes))]),
    [
      ['this', ['title', 'website']],
      ['all', ['title']],
    ],
  );
  (await editor.post(at(`${IMPORTS}/${second.at('id')}/undo`))).expect(202);
  const undone = await until(Number(second.at('id')), isOver);
  assert.deepEqual(undone.at('undone'), { undone: 1, kept: 0 });
  assert.deepEqual(await listed(), before);
});

test('authors import for themselves alone and see their own; who may not publish imports nothing', async () => {
  const author = service.as('author');
  const body = calendar('author.example', 2);
  refused(await author.post(at(IMPORTS), form(body, { author: '2' })), 403, 'rest_cannot_set_author');
  const id = await begun(author, form(body, { author: '3' }));
  assert.equal((await until(id, isOver)).at('state'), 'done');
  assert.deepEqual(
    (await author.get(at(IMPORTS)))
      .expect(200)
      .rows('imports')
      .map((one) => one['id']),
    [id],
  );
  const foreign = (await editor.get(at(IMPORTS))).rows('imports').find(({ user }) => user === 2);
  for (const address of ['', '/report'])
    refused(await author.get(at(`${IMPORTS}/${foreign?.['id']}${address}`)), 404, 'rest_import_not_found');
  refused(await author.delete(at(`${IMPORTS}/${foreign?.['id']}`)), 404, 'rest_import_not_found');
  // What an editor has imported isn't theirs to change, whatever their file says it is.
  const theirs = await imported(author, calendar('next.example', 1, { title: 'Taken over' }));
  assert.deepEqual([theirs.at('counts.skipped'), theirs.at('counts.updated')], [1, 0], theirs.text);
  for (const role of ['contributor', 'subscriber'] as const) {
    (await service.as(role).post(at(IMPORTS), form(body))).expect(403);
    (await service.as(role).get(at(IMPORTS))).expect(403);
  }
  (await service.anonymous.post(at(IMPORTS), form(body))).expect(401);
});

test('what was asked wrongly is refused by name, and private addresses are not fetched', async () => {
  const wrong = async (body: object) =>
    Object.keys(Object((await editor.post(at(IMPORTS), body)).expect(400).at('data.params')));
  const before = Number((await editor.get(at(IMPORTS))).at('total'));
  assert.deepEqual(await wrong({ kind: 'pdf', url: 'https://example.org/' }), ['kind']);
  assert.deepEqual(await wrong({ kind: 'tec' }), ['file']);
  assert.deepEqual(await wrong(form('{}', { url: 'https://example.org/' })), ['url']);
  assert.deepEqual(await wrong({ kind: 'tec', url: 'https://example.org', categories: [9_999] }), [
    'categories',
  ]);
  assert.deepEqual(await wrong({ kind: 'tec', url: 'https://example.org', mapping: { A: 'title' } }), [
    'mapping',
  ]);
  for (const url of [
    service.url,
    'http://169.254.169.254/',
    'http://[::1]/',
    'http://a:b@example.org/',
    'file:///etc/passwd',
  ])
    assert.deepEqual(await wrong({ kind: 'kalends', url }), ['url'], url);
  assert.equal((await editor.get(at(IMPORTS))).at('total'), before);
  const broken = await imported(editor, 'no JSON');
  assert.equal(broken.at('state'), 'failed');
  assert.match(String(broken.at('error')), /events\.json/);
});
