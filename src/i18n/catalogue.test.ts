import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { interfaceRoutes } from '../app.ts';
import { catalogues, isMessage, type Language, languages, message, translate } from './catalogue.ts';

const english = Object.entries(catalogues.en);
const others = ['de', 'es'] as const satisfies readonly Language[];
type Parts = ReturnType<IntlMessageFormat['getAst']>;

/** The numbers of `TYPE` in ICU MessageFormat's tree, which its package names in a module that isn't ours to import. */
const kinds = ['text', 'value', 'number', 'date', 'time', 'select', 'plural', 'count', 'tag'] as const;

/** What a text asks for: each of its values with the way in which it is put in, in no order. */
function placesOf(parts: Parts): Set<string> {
  const places = new Set<string>();
  for (const part of parts) {
    const kind = kinds[part.type];
    if (kind === 'text' || !('value' in part)) continue;
    if (!('options' in part)) places.add(`${part.value}: ${kind}`);
    else {
      const cases = Object.keys(part.options);
      // Which numbers have words of their own is each language's matter, but for those that are named.
      const named = kind === 'plural' ? cases.filter((one) => one.startsWith('=')) : cases;
      places.add(`${part.value}: ${kind} ${named.sort().join(' ')}`);
      for (const { value } of Object.values(part.options))
        for (const place of placesOf(value)) places.add(place);
    }
  }
  return places;
}

const treeOf = (text: string, language: string) =>
  new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst();

/** Words alike in two languages, and why a text of them alone is translated nevertheless. */
const alike: Readonly<Record<'de' | 'es', readonly (readonly [text: RegExp, why: string])[]>> = {
  de: [
    [/^(ID|Name|NAME|name|E-MAIL|Website|Tags|Tag|Token|Status|Port|Text)$/, 'the same word in German'],
    [/^(token|host|ms)$/, 'the same short name of a place in German'],
    [/^Administrator$/, 'the same word in German'],
    [/^Kalends REST API$/, 'a name, which the document has in no language'],
  ],
  es: [
    [/^(ID|No|Total|Error)$/, 'the same word in Spanish'],
    [/^(token|host|ms|n)$/, 'the same short name of a place in Spanish'],
    [/^Kalends REST API$/, 'a name, which the document has in no language'],
  ],
};

test('every text can be read, and is not empty', () => {
  for (const language of languages)
    for (const [key, text] of Object.entries(catalogues[language])) {
      assert.notEqual(text.trim(), '', `${language} ${key}`);
      assert.doesNotThrow(() => treeOf(text, language), `${language} ${key}: ${text}`);
    }
});

for (const language of others) {
  test(`${language} has the keys of en, in its order`, () => {
    assert.deepEqual(Object.keys(catalogues[language]), Object.keys(catalogues.en));
  });

  test(`${language} puts in the values that en does, in the same ways`, () => {
    for (const [key, text] of english) {
      const theirs: Readonly<Record<string, string>> = catalogues[language];
      assert.deepEqual(
        placesOf(treeOf(theirs[key] ?? '', language)),
        placesOf(treeOf(text, 'en')),
        `${language} ${key}`,
      );
    }
  });

  test(`${language} is no English`, () => {
    const theirs: Readonly<Record<string, string>> = catalogues[language];
    // Without its places, and words that programs write.
    const wordless = (text: string) => !/\p{L}/u.test(text.replace(/\{\w+\}|`[^`]*`|\b[A-Z]{2,}\b/gu, ''));
    const same = english.filter(
      ([key, text]) =>
        theirs[key] === text && !wordless(text) && !alike[language].some(([known]) => known.test(text)),
    );
    assert.deepEqual(same, []);
  });
}

test('a text within a text is in the same language', () => {
  const inner = message('picture.forbidden');
  for (const language of languages) {
    const text = translate(language, message('problem.image_address', { reason: inner }));
    assert.ok(text.endsWith(translate(language, inner)), text);
  }
});

test('a message is told from other objects', () => {
  assert.ok(isMessage(message('cli.never')));
  for (const value of [null, 'cli.never', 7, {}, { key: 'nothing.such' }, { key: 7 }, ['cli.never']])
    assert.equal(isMessage(value), false);
});

/** Said by the system or by what `descriptionKey` finds; the last are names in schemas. */
const SYSTEM = /^system\.[A-Z_]+$/;
const DESCRIBED = /^(parameter|field|member)\./;

test('every text is said somewhere', () => {
  const folder = path.join(import.meta.dirname, '..');
  const program = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  // `check.lost_${kind}`: each gap takes what stands elsewhere as a word.
  const patterns = [...program.matchAll(/`([a-z]+\.[^`\n]*\$\{[^`\n]*)`/g)].map(
    ([, text = '']) =>
      new RegExp(
        `^${text
          .split(/\$\{[^}]*\}/)
          .map((part) => RegExp.escape(part))
          .join('(.+)')}$`,
      ),
  );
  const words = new Set([
    ...(program.match(/[\w-]+/g) ?? []),
    ...interfaceRoutes().map(({ operation }) => operation),
  ]);
  const isSaid = (key: string) =>
    program.includes(`'${key}'`) ||
    SYSTEM.test(key) ||
    (DESCRIBED.test(key) && key.split('.').every((name) => words.has(name))) ||
    patterns.some((pattern) =>
      pattern
        .exec(key)
        ?.slice(1)
        .every((gap) => gap.split('.').every((name) => words.has(name))),
    );
  assert.deepEqual(
    english.map(([key]) => key).filter((key) => !isSaid(key)),
    [],
  );
});
