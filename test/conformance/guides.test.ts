import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/service.ts';
import { sampleLanguages } from '../support/translated.ts';

/* The documents, as the service serves them below /docs. */

const ROOT = path.join(import.meta.dirname, '..', '..');
let service: Service;

before(async () => {
  service = await startService();
});
after(() => service.stop());

const pageAt = async (address: string, status = 200) =>
  (await service.anonymous.get(`${service.url}${address}`, undefined, { accept: 'text/html' })).expect(
    status,
  );
const names = globSync(['*.md', 'adr/*.md'], { cwd: path.join(ROOT, 'docs') }).map((file) =>
  file === 'README.md' ? 'guides' : file.replace(/\.md$/, ''),
);
/** The document in a page, without the frame. */
const articleOf = (text: string) => text.slice(text.indexOf('<article'), text.indexOf('</article>'));
/** Anchors of a page's headings. */
const headingsOf = (text: string) => [...text.matchAll(/<h[1-6] id="([^"]*)">/g)].map(([, id = '']) => id);

test('every document has a page, and links in it lead to pages and headings', async () => {
  const pages = new Map<string, string>();
  for (const name of names) pages.set(`/docs/${name}`, (await pageAt(`/docs/${name}`)).text);
  assert.ok(pages.size > 35);
  const broken: string[] = [];
  let links = 0;
  for (const [from, text] of pages) {
    const ids = headingsOf(text);
    assert.equal(new Set(ids).size, ids.length, `${from} has two headings of one name`);
    assert.equal(text.match(/<h1/g)?.length, 1, from);
    for (const [, to = ''] of articleOf(text).matchAll(/<a href="([^"]*)"/g)) {
      if (!to.startsWith(`${service.url}/`)) continue;
      links++;
      const { pathname, hash } = new URL(to, service.url);
      const target = pages.get(pathname);
      if (
        pathname !== '/docs' &&
        (target === undefined || (hash && !headingsOf(target).includes(hash.slice(1))))
      )
        broken.push(`${from} → ${to}`);
    }
    assert.doesNotMatch(text, /href="[^"]*\.md/, from);
    assert.doesNotMatch(text, /<!-- |\]\(/, from);
  }
  assert.deepEqual(broken, []);
  assert.ok(links > 120, `${links}`);
});

test('the frame of a document is in the reader’s language, the document in English', async () => {
  for (const language of sampleLanguages) {
    const { text } = await pageAt(`/${language}/docs/backup`);
    assert.match(text, new RegExp(`<html lang="${language}"`));
    assert.match(text, /<article lang="en"><h1 id="back-up-and-restore">Back up and restore<\/h1>/);
    assert.match(text, new RegExp(`href="[^"]*${language === 'en' ? '' : `/${language}`}/docs/install"`));
  }
  assert.match((await pageAt('/de/docs/backup')).text, /nur auf Englisch/);
});

test('the first page leads to the answer of a newcomer’s question in one click', async () => {
  const { text } = await pageAt('/docs/guides');
  for (const [question, address] of [
    ['back up', 'backup'],
    ['move to PostgreSQL', 'scale#move-to-postgresql'],
    ['put behind nginx', 'install#put-it-behind-a-proxy'],
    ['weekly event with an exception', 'api-guide#create-a-weekly-event'],
    ['German title', 'api-guide#add-a-german-title'],
    ['embed', 'pages#embed-the-calendar'],
    ['theme', 'pages#change-the-theme'],
    ['import a site', 'import#import-a-wordpress-site'],
    ['read-only token', 'api-guide#create-a-read-only-token'],
    ['upgrade', 'install#upgrade'],
  ] as const)
    assert.ok(text.includes(`/docs/${address}"`), question);
});

test('a search finds words in titles, headings and texts, and works without script', async () => {
  for (const [search, first] of [
    ['back up', 'Back up'],
    ['move postgresql', 'Move to PostgreSQL'],
    ['NGINX', 'Put it behind a proxy'],
    ['KALENDS_SHUTDOWN_DELAY', 'S'],
    ['read-only token', 'Create a read-only token'],
  ] as const) {
    const { text } = await pageAt(`/docs/search?search=${encodeURIComponent(search)}`);
    const [, title = ''] = /<ol class="hits"[^>]*><li><a href="[^"]*">([^<]*)</.exec(text) ?? [];
    assert.ok(title.startsWith(first), `${search}: ${title}`);
    assert.doesNotMatch(text, /<script(?![^>]*src="\/assets\/calendar-)/);
  }
  const none = await pageAt('/docs/search?search=%3Cb%3Exyzzy');
  assert.match(none.text, /No results for “&lt;b&gt;xyzzy”/);
  assert.match(none.text, /noindex/);
  assert.match((await pageAt('/docs/search')).text, /<form class="find"/);
});

test('the reference and the documents link to each other', async () => {
  assert.match((await pageAt('/docs')).text, /href="[^"]*\/docs\/guides"/);
  assert.match((await pageAt('/docs/guides')).text, /href="[^"]*\/docs"/);
});

test('other files and names have no page', async () => {
  for (const name of [
    'README',
    'nothing',
    'monitoring',
    'adr',
    'screenshots/README',
    '..%2FREADME',
    'adr/..%2Finstall',
    '%00',
  ])
    await pageAt(`/docs/${name}`, 404);
  assert.ok(readFileSync(path.join(ROOT, 'package.json'), 'utf8').includes('"docs/adr/*.md"'));
});
