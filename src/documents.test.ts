// Holds the documents against each other: their links, their order and their numbers.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { sectionsOf } from '#web/documents/headings.ts';

const root = path.join(import.meta.dirname, '..');
const documents = globSync(['docs/**/*.md', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'], { cwd: root });
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Anchors of the headings of a document. */
const headingsOf = (text: string) => sectionsOf(text).map(({ id }) => id);

/** Links of a document, without those in code. */
const linksOf = (file: string): string[] =>
  [
    ...read(file)
      .replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, to = '']) => to);

test('every link between documents leads to a file and a heading', () => {
  const broken = documents.flatMap((file) =>
    linksOf(file)
      .filter((to) => !/^(?:https?:|mailto:|\/)/.test(to))
      .filter((to) => {
        const [name = '', heading] = to.split('#');
        const target = name === '' ? file : path.join(path.dirname(file), name);
        if (!existsSync(path.join(root, target))) return true;
        return heading !== undefined && !headingsOf(read(target)).includes(heading);
      })
      .map((to) => `${file}: ${to}`),
  );
  assert.deepEqual(broken, []);
});

test('the first page links to every document, and the page of decisions to every decision', () => {
  const linked = new Set(linksOf('docs/README.md').map((to) => to.split('#')[0]));
  const decisions = new Set(linksOf('docs/decisions.md'));
  for (const file of globSync('docs/*.md', { cwd: root }).map((one) => path.basename(one)))
    assert.ok(file === 'README.md' || linked.has(file), `docs/README.md lacks ${file}`);
  for (const file of globSync('docs/adr/*.md', { cwd: root }).map((one) => path.basename(one)))
    assert.ok(decisions.has(`adr/${file}`), `docs/decisions.md lacks adr/${file}`);
});

test('a decision has a number of its own, in its name and its title', () => {
  const numbers = globSync('docs/adr/*.md', { cwd: root }).map((file) => {
    const [, number = ''] = /^# (\d+)\. /.exec(read(file)) ?? [];
    assert.equal(Number(path.basename(file).slice(0, 4)), Number(number), file);
    return number;
  });
  assert.equal(new Set(numbers).size, numbers.length);
});

test('README.md has less than 150 lines, CHANGELOG.md at most 60', () => {
  const lines = (file: string) => read(file).trimEnd().split('\n').length;
  assert.ok(lines('README.md') < 150, `${lines('README.md')}`);
  assert.ok(lines('CHANGELOG.md') <= 60, `${lines('CHANGELOG.md')}`);
});
