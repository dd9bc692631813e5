// Pages whose slug has changed: the former address leads to the present one (contract P1).
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import type { JsonObject } from '../support/json.ts';
import { removeAtExit } from '../support/program.ts';
import { makeSeries } from '../support/series.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Client;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  admin = service.as('admin');
});
after(() => service?.stop());

const ask = (path: string, accept = 'text/html') =>
  service.anonymous.get(service.url + path, undefined, { accept, 'accept-language': undefined });

/** Returns the status of an answer, and where it leads below the service's address. */
async function answerAt(path: string): Promise<string> {
  const { status, headers } = await ask(path);
  const { location } = headers;
  return location === undefined ? String(status) : `${status} ${String(location).replace(service.url, '')}`;
}

async function assertLeads(pairs: Readonly<Record<string, string>>): Promise<void> {
  const found: Record<string, string> = {};
  for (const path of Object.keys(pairs)) found[path] = await answerAt(path);
  assert.deepEqual(found, pairs);
  for (const answer of Object.values(pairs)) {
    const [status, to] = answer.split(' ');
    if (status === '301' && to) assert.equal((await ask(to)).status, 200, to);
  }
}

const times = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' };
const event = async (title: string, more: JsonObject = {}) =>
  (await admin.post('/events', { title, ...times, ...more })).expect(201).id();
const update = async (path: string, body: JsonObject) => (await admin.put(path, body)).expect(200);

describe('A former slug', () => {
  test('of an event leads to its page, feeds and frames, with query and language', async () => {
    const id = await event('Autumn fair', { slug: 'fair-a' });
    assert.equal((await ask('/event/fair-a/')).status, 200);
    assert.equal((await ask('/event/fair-b/')).status, 404);
    await update(`/events/${id}`, { slug: 'fair-b' });
    await assertLeads({
      '/event/fair-a/': '301 /event/fair-b/',
      '/event/fair-a': '301 /event/fair-b/',
      '/EVENT/Fair-A/': '301 /event/fair-b/',
      '/event//fair-a//': '301 /event/fair-b/',
      '/event/fair-a/all/': '301 /event/fair-b/',
      '/event/fair-a/?utm_source=x&utm=%C3%BC': '301 /event/fair-b/?utm_source=x&utm=%C3%BC',
      '/event/fair-a/2026-12-01/': '301 /event/fair-b/',
      '/event/fair-a/2026-12-02/': '404',
      '/de/event/fair-a/': '301 /de/event/fair-b/',
      '/es/event/fair-a/': '301 /es/event/fair-b/',
      '/event/fair-a.ics': '301 /event/fair-b.ics',
      '/de/event/fair-a.jsonld': '301 /de/event/fair-b.jsonld',
      '/event/fair-a/?ical=1': '301 /event/fair-b/?ical=1',
      '/event/fair-a/feed/': '301 /event/fair-b/feed/',
      '/embed/event/fair-a/?theme=dark': '301 /embed/event/fair-b/?theme=dark',
      '/event/fair-b/': '200',
      '/event/fair-c/': '404',
    });
    assert.match(String((await ask('/event/fair-a/')).headers['cache-control']), /no-cache/);
    const found = await ask(
      `/oembed?url=${encodeURIComponent(`${service.url}/event/fair-a/`)}`,
      'application/json',
    );
    assert.match(String(found.at('html')), /event\/fair-b\//);
    // The interface names items by the slug that they have.
    assert.equal((await service.anonymous.get('/events/by-slug/fair-a')).status, 400);
  });

  test('leads over chains and back, and never in a circle', async () => {
    const id = await event('Chain', { slug: 'chain-a' });
    await update(`/events/${id}`, { slug: 'chain-b' });
    await update(`/events/${id}`, { slug: 'chain-c' });
    await assertLeads({
      '/event/chain-a/': '301 /event/chain-c/',
      '/event/chain-b/': '301 /event/chain-c/',
      '/event/chain-c/': '200',
    });
    await update(`/events/${id}`, { slug: 'chain-a' });
    await assertLeads({
      '/event/chain-a/': '200',
      '/event/chain-b/': '301 /event/chain-a/',
      '/event/chain-c/': '301 /event/chain-a/',
    });
    // Two that exchange their slugs.
    const other = await event('Other', { slug: 'chain-x' });
    await update(`/events/${id}`, { slug: 'chain-between' });
    await update(`/events/${other}`, { slug: 'chain-a' });
    await update(`/events/${id}`, { slug: 'chain-x' });
    await assertLeads({
      '/event/chain-a/': '200',
      '/event/chain-x/': '200',
      '/event/chain-between/': '301 /event/chain-x/',
    });
  });

  test('belongs to whoever takes it anew', async () => {
    const id = await event('First', { slug: 'taken-a' });
    await update(`/events/${id}`, { slug: 'taken-b' });
    assert.equal(await answerAt('/event/taken-a/'), '301 /event/taken-b/');
    const second = (await admin.post('/events', { title: 'Second', slug: 'taken-a', ...times })).expect(201);
    assert.equal(second.at('slug'), 'taken-a');
    assert.equal(await answerAt('/event/taken-a/'), '200');
    // Of a draft nobody is told, not even by a redirect to another.
    await update(`/events/${second.id()}`, { status: 'draft' });
    assert.equal(await answerAt('/event/taken-a/'), '404');
    await update(`/events/${second.id()}`, { status: 'publish', slug: 'taken-c' });
    assert.equal(await answerAt('/event/taken-a/'), '301 /event/taken-c/');
    (await admin.delete(`/events/${second.id()}`)).expect(200);
    assert.equal(await answerAt('/event/taken-a/'), '404');
  });

  test('tells nobody of what isn’t public', async () => {
    const id = await event('Hidden away', { slug: 'leak-a' });
    await update(`/events/${id}`, { slug: 'leak-b' });
    const unknown = (await ask('/event/leak-unknown/')).text.replaceAll('leak-unknown', 'leak-a');
    for (const status of ['draft', 'pending', 'private', 'trash']) {
      await update(`/events/${id}`, { status });
      for (const path of [
        '/event/leak-a/',
        '/event/leak-a/2026-12-01/',
        '/event/leak-a.ics',
        '/embed/event/leak-a/',
      ])
        assert.equal(await answerAt(path), '404', `${status} ${path}`);
      assert.equal((await ask('/event/leak-a/')).text, unknown, status);
    }
    await update(`/events/${id}`, { status: 'publish', slug: 'leak-c' });
    assert.equal(await answerAt('/event/leak-a/'), '301 /event/leak-c/');
    assert.equal(await answerAt('/event/leak-b/'), '301 /event/leak-c/');
    // Names that a draft had are nobody's to know.
    const draft = await event('Draft', { slug: 'draft-secret', status: 'draft' });
    await update(`/events/${draft}`, { slug: 'draft-open', status: 'publish' });
    assert.equal(await answerAt('/event/draft-secret/'), '404');
    assert.equal(await answerAt('/event/draft-open/'), '200');
  });

  test('of a series leads to each of its dates', async () => {
    const series = await makeSeries(admin, {
      title: 'Weekly',
      slug: 'weekly-a',
      start_date: '2026-11-24 19:00:00',
      end_date: '2026-11-24 21:00:00',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
    });
    await update(`/events/${series.id()}`, { slug: 'weekly-b' });
    await assertLeads({
      '/event/weekly-a/': '301 /event/weekly-b/',
      '/event/weekly-a/2026-12-01/': '301 /event/weekly-b/2026-12-01/',
      '/es/event/weekly-a/2026-12-08/?x=1': '301 /es/event/weekly-b/2026-12-08/?x=1',
      '/embed/event/weekly-a/2026-12-01/': '301 /embed/event/weekly-b/2026-12-01/',
      '/event/weekly-a/2026-12-02/': '404',
    });
  });

  test('of venues and organizers leads to them, also after a part was deleted', async () => {
    for (const [kind, path] of [
      ['venue', '/venues'],
      ['organizer', '/organizers'],
    ] as const) {
      const body = { [kind]: `Old ${kind}`, slug: `${kind}-a` };
      const id = (await admin.post(path, body)).expect(201).id();
      await event(`At the ${kind}`, { [kind]: id });
      await update(`${path}/${id}`, { slug: `${kind}-b` });
      await assertLeads({
        [`/${kind}/${kind}-a/`]: `301 /${kind}/${kind}-b/`,
        [`/${kind}/${kind}-a/?page=1`]: `301 /${kind}/${kind}-b/?page=1`,
        [`/de/${kind}/${kind}-a.ics`]: `301 /de/${kind}/${kind}-b.ics`,
      });
      (await admin.delete(`${path}/${id}`, { force: true })).expect(200);
      assert.equal(await answerAt(`/${kind}/${kind}-a/`), '404');
    }
  });

  test('of categories and tags leads to their views, and to those of the categories below', async () => {
    const music = (await admin.post('/categories', { name: 'Music', slug: 'music-a' })).expect(201).id();
    const jazz = (await admin.post('/categories', { name: 'Jazz', slug: 'jazz-a', parent: music })).expect(
      201,
    );
    const tag = (await admin.post('/tags', { name: 'Open', slug: 'open-a' })).expect(201).id();
    await event('Termed', { categories: [jazz.id()], tags: [tag] });
    await update(`/categories/${music}`, { slug: 'music-b' });
    await assertLeads({
      '/events/category/music-a/': '301 /events/category/music-b/',
      '/events/category/music-a/jazz-a/': '301 /events/category/music-b/jazz-a/',
      '/events/category/music-a/jazz-a/month/2026-12/?utm=1':
        '301 /events/category/music-b/jazz-a/month/2026-12/?utm=1',
      '/events/category/music-b/jazz-a/': '200',
      '/events/category/jazz-a/': '200',
    });
    await update(`/categories/${jazz.id()}`, { slug: 'jazz-b' });
    await update(`/tags/${tag}`, { slug: 'open-b' });
    await assertLeads({
      '/events/category/music-a/jazz-a/': '301 /events/category/music-b/jazz-b/',
      '/events/category/jazz-a/week/2026-11-30/': '301 /events/category/music-b/jazz-b/week/2026-11-30/',
      '/de/events/category/music-a/jazz-a/list/?tribe-bar-date=2026-12-01':
        '301 /de/events/category/music-b/jazz-b/list/?tribe-bar-date=2026-12-01',
      '/events/category/music-a/?search=x&utm=1': '301 /events/category/music-b/?search=x&utm=1',
      '/events/category/jazz-a.ics': '301 /events/category/music-b/jazz-b.ics',
      '/events/category/jazz-a/feed/': '301 /events/category/music-b/jazz-b/feed/',
      '/events/tag/open-a/': '301 /events/tag/open-b/',
      '/tag/open-a/': '301 /events/tag/open-b/',
      '/events/tag/open-a/2026-12-01/': '301 /events/tag/open-b/2026-12-01/',
      '/events/tag/open-a.rss': '301 /events/tag/open-b.rss',
    });
    (await admin.delete(`/tags/${tag}`)).expect(200);
    assert.equal(await answerAt('/events/tag/open-a/'), '404');
  });

  test('of a translation leads to the present one of the language', async () => {
    const id = await event('Spring', { slug: 'spring-a' });
    const german = `/events/${id}?translation_language=de`;
    await update(german, { title: 'Frühling', slug: 'fruehling-a' });
    assert.equal(await answerAt('/de/event/fruehling-a/'), '200');
    await update(german, { slug: 'fruehling-b' });
    await assertLeads({
      '/de/event/fruehling-a/': '301 /de/event/fruehling-b/',
      '/event/fruehling-a/': '301 /event/spring-a/',
    });
    await update(`/events/${id}`, { slug: 'spring-b' });
    await assertLeads({ '/de/event/spring-a/': '301 /de/event/fruehling-b/' });
  });

  test('is left by an import that brings another one, and goes along with an export', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kalends-slugs-'));
    removeAtExit(folder);
    const run = async (by: Service, ...args: string[]) => {
      const { code, stdout, stderr } = await by.cli(args);
      assert.equal(code, 0, stderr + stdout);
      return stdout;
    };
    const file = path.join(folder, 'site.json');
    const write = (slug: string) => {
      const imported = { id: 900_001, title: 'Imported', slug, ...times };
      const venue = { id: 900_003, venue: 'Imported hall', slug: `${slug}-hall` };
      writeFileSync(file, JSON.stringify({ events: [{ ...imported, venue }] }));
    };
    write('import-a');
    await run(service, 'import', 'tec', file);
    write('import-b');
    await run(service, 'import', 'tec', file);
    const leads = {
      '/event/import-a/': '301 /event/import-b/',
      '/venue/import-a-hall/': '301 /venue/import-b-hall/',
      '/events/category/music-a/jazz-a/': '301 /events/category/music-b/jazz-b/',
      '/event/chain-b/': '301 /event/chain-x/',
      '/event/weekly-a/2026-12-01/': '301 /event/weekly-b/2026-12-01/',
      '/event/draft-secret/': '404',
    };
    await assertLeads(leads);
    assert.match(await run(service, 'check'), /./);
    const out = path.join(folder, 'out.json');
    await run(service, 'export', '--out', out);
    assert.match(
      readFileSync(out, 'utf8'),
      /"former_slugs":\[\n\{"kind":"categories","slug":"jazz-a","id":\d+\}/,
    );
    const first = service;
    const other = await startService({ clock: '2026-11-20T18:00:00Z' });
    t.after(() => other.stop());
    await run(other, 'import', 'tec', out);
    await run(other, 'import', 'tec', out);
    service = other;
    try {
      await assertLeads(leads);
    } finally {
      service = first;
    }
  });
});
