import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { interfaceRoutes } from '#app.ts';
import {
  catalogueOf,
  isMessage,
  type Language,
  languageChoice,
  languages,
  languageTraits,
  type MessageKey,
  message,
  translate,
} from './catalogue.ts';

const english = Object.entries(catalogueOf('en'));
const others = languages.filter((language) => language !== 'en');
type Parts = ReturnType<IntlMessageFormat['getAst']>;

/** The numbers of `TYPE` in ICU MessageFormat's tree, which its package names in a module that isn't ours to import. */
const kinds = ['text', 'value', 'number', 'date', 'time', 'select', 'plural', 'count', 'tag'] as const;

/** Returns the values that a text asks for, each with the way in which it is put in, by name. */
function placesOf(parts: Parts, places = new Map<string, string>()): Map<string, string> {
  for (const part of parts) {
    const kind = kinds[part.type];
    if (kind === 'text' || !('value' in part)) continue;
    const name = String(part.value);
    if (!('options' in part)) {
      // A number may stand beside the words that it decides about.
      if (!places.get(name)?.startsWith('plural')) places.set(name, kind ?? '');
      continue;
    }
    const cases = Object.keys(part.options);
    // Which numbers have words of their own is each language's matter, but for those that are named.
    const named = kind === 'plural' ? cases.filter((one) => one.startsWith('=')) : cases;
    places.set(name, [kind, ...named.sort()].join(' '));
    for (const { value } of Object.values(part.options)) placesOf(value, places);
  }
  return places;
}

/** Returns the values that a text asks for as texts, for comparing. */
const placesIn = (text: string, language: string) =>
  [...placesOf(treeOf(text, language))].map(([name, kind]) => `{${name}, ${kind}}`).sort();

const treeOf = (text: string, language: string) =>
  new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst();

/** Texts that are the same in English, and why. */
const alike: Readonly<Partial<Record<Language, Readonly<Partial<Record<MessageKey, string>>>>>> = {
  de: {
    'admin.nav.feeds': 'a German word too',
    'admin.feeds.name': 'a German word too',
    'admin.feeds.form': 'a German word too',
    'admin.feeds.form.atom': 'a name',
    'admin.feeds.form.jsonfeed': 'a name',
    'admin.feeds.form.jsonld': 'a name',
    'admin.media.kib': 'a unit',
    'admin.account.passkeys': 'a German word too',
    'admin.settings.name': 'a German word too',
    'doc.title': 'a name, which the document has in no language',
    'docs.code': 'a German word too',
    'docs.of_operation': 'a German word too',
    'docs.status': 'a German word too',
    'page.event.add.outlook': 'a name',
    'page.online': 'a German word too',
    'user.administrator': 'a German word too',
    'admin.editor.link': 'a German word too',
    'admin.editor.website': 'a German word too',
    'admin.linked.field.venue': 'a German word too',
    'admin.people.name': 'a German word too',
    'admin.imports.kind.tec': 'a name',
    'admin.imports.kind.ics': 'a name',
    'admin.imports.kind.kalends': 'a name',
    'admin.linked.field.organizer': 'a German word too',
    'admin.linked.field.website': 'a German word too',
    'admin.events.online': 'a German word too',
    'admin.events.status': 'a German word too',
    'admin.color.orange': 'a German word too',
    'admin.mark.ring': 'a German word too',
    'place.host': 'a German word too',
    'place.name': 'a German word too',
    'place.token': 'a German word too',
    'submit.field.website': 'a German word too',
    'place.milliseconds': 'the sign of a unit',
    'cli.head.id': 'an abbreviation',
    'cli.head.name': 'a German word too',
    'page.website': 'a German word too',
    'member.website': 'a German word too',
    'member.Error.data': 'a German word too',
    'member.Error.data.details.data': 'a German word too',
    'schema.Import': 'a German word too',
    'page.event.share.link': 'a German word too',
    'docs.name': 'a German word too',
    'submit.where': 'a German word too',
    'admin.history.who': 'a German word too',
    'admin.history.nobody': 'a German word too',
    'admin.submissions.about': 'a German word too',
  },
  es: {
    'admin.feeds.form.atom': 'a name',
    'admin.feeds.form.jsonfeed': 'a name',
    'admin.feeds.form.jsonld': 'a name',
    'admin.media.kib': 'a unit',
    'admin.account.tokens': 'a Spanish word too',
    'admin.no': 'a Spanish word too',
    'admin.terms.color': 'a Spanish word too',
    'page.interface': 'an abbreviation',
    'page.event.add.outlook': 'a name',
    'page.subscribe.google': 'a name',
    'doc.title': 'a name, which the document has in no language',
    'place.count': 'an abbreviation',
    'admin.imports.kind.tec': 'a name',
    'admin.imports.kind.ics': 'a name',
    'admin.imports.kind.kalends': 'a name',
    'admin.key.control': 'the name of a key',
    'place.host': 'said so in Spanish too',
    'place.shell': 'said so in Spanish too',
    'place.token': 'said so in Spanish too',
    'place.milliseconds': 'the sign of a unit',
    'cli.head.id': 'an abbreviation',
  },
};

test('the texts of a language are read when they are first asked for', () => {
  const script = `
    const read = () => Object.keys(require.cache).filter((file) => file.endsWith('.json')).map((file) => file.slice(-7));
    import('#foundation/i18n/catalogue.ts').then(({ message, translate }) => {
      const before = read();
      translate('de', message('list.or', { item: 'a', last: 'b' }));
      console.log(JSON.stringify([before, read()]));
    });`;
  const said = execFileSync(process.execPath, ['--eval', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  assert.deepEqual(JSON.parse(said), [[], ['de.json']]);
});

test('every text can be read, and is not empty', () => {
  for (const language of languages)
    for (const [key, text] of Object.entries(catalogueOf(language))) {
      assert.notEqual(text.trim(), '', `${language} ${key}`);
      assert.doesNotThrow(() => treeOf(text, language), `${language} ${key}: ${text}`);
    }
});

for (const language of others) {
  test(`${language} has the keys of en, in its order`, () => {
    assert.deepEqual(Object.keys(catalogueOf(language)), Object.keys(catalogueOf('en')));
  });

  test(`${language} puts in the values that en does, in the same ways`, () => {
    const theirs: Readonly<Record<string, string>> = catalogueOf(language);
    const places = (of: Readonly<Record<string, string>>, tongue: string) =>
      Object.fromEntries(english.map(([key]) => [key, placesIn(of[key] ?? '', tongue)]));
    assert.deepEqual(places(theirs, language), places(catalogueOf('en'), 'en'));
  });

  test(`${language} is no English`, () => {
    const theirs: Readonly<Record<string, string>> = catalogueOf(language);
    // Nothing but places and what stands between them is nobody's language.
    const isWordless = (text: string) => !/\p{L}/u.test(text.replace(/\{\w+\}/g, ''));
    const same = english
      .filter(([key, text]) => theirs[key] === text && !isWordless(text))
      .map(([key]) => key);
    assert.deepEqual(same.sort(), Object.keys(alike[language] ?? {}).sort());
  });
}

test('each language has a place of its own in the index of translations, and keeps it', () => {
  const slots = languages.map((language) => languageTraits[language].slot);
  assert.equal(
    new Set(slots).size,
    slots.length,
    'two languages of catalogue.ts have one slot: take a free one',
  );
  // Databases hold them.
  assert.deepEqual(slots.slice(0, 3), [0, 1, 2]);
});

test('the languages to choose from are listed as each language lists them', () => {
  const listed = (language: Language) => translate(language, languageChoice());
  assert.ok(languages.every((language) => listed('en').includes(language)));
  assert.match(listed('en'), /^en, de(, \w+)* or \w+$/);
  assert.match(listed('de'), /^en, de(, \w+)* oder \w+$/);
  assert.match(listed('es'), /^«en», «de»(, «\w+»)* o «\w+»$/);
});

test('the documentation names every language', () => {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const list = new Intl.ListFormat('en-GB').format(
    languages.map((language) => names.of(language) ?? language),
  );
  const segments = languages.map((language) => `\`/${language}\``).join(', ');
  const needed: readonly [string, string][] = [
    ['README.md', `(${list} are offered)`],
    ['docs/api-conventions.md', `segment ${segments}.`],
    ['docs/api-conventions.md', `\n${list}. \`translation_language\` (${languages.join(', ')})`],
    ['docs/settings.md', `the site's language: ${translate('en', languageChoice())}.`],
  ];
  for (const [file, text] of needed) {
    const root = path.join(import.meta.dirname, '..', '..', '..');
    assert.ok(
      readFileSync(path.join(root, file), 'utf8').includes(text),
      `${file} lacks “${text.trim()}”: write it there`,
    );
  }
});

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
  const folder = path.join(import.meta.dirname, '..', '..');
  const program = globSync(['**/*.{ts,tsx}', '../bin/*.js'], { cwd: folder })
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
