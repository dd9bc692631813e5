import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  catalogueOf,
  isMessageKey,
  type Language,
  languages,
  message,
  translate,
} from '#foundation/i18n/catalogue.ts';
import { isObject, type Json, type JsonObject } from '../support/json.ts';
import { type Service, startService } from '../support/service.ts';

/* "The set of routes and parameters is the same for each language, and only the descriptive texts differ" (spec 9.2). */

const others = languages.filter((language) => language !== 'en');
let service: Service;
const documents = new Map<Language, JsonObject>();

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  for (const language of languages) documents.set(language, await bodyOf('GET', '/doc', language));
});
after(() => service?.stop());

async function bodyOf(method: string, path: string, language: Language): Promise<JsonObject> {
  const answer = (await service.anonymous.send(method, `${path}?translation_language=${language}`)).expect(
    200,
  );
  assert.equal(answer.headers['content-language'], language);
  assert.ok(isObject(answer.body), `${method} ${path}`);
  return answer.body;
}

const documentIn = (language: Language): JsonObject => documents.get(language) ?? {};

const isDescriptive = (name: string, value: Json) =>
  (name === 'description' || name === 'summary') && typeof value === 'string';

/** All but texts for people, which stand under names that may be names of fields too. */
function withoutTexts(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      isDescriptive(name, member) ? [] : [[name, withoutTexts(member)]],
    ),
  );
}

/** The texts for people with their places; not those of examples, which are what clients send. */
function* textsOf(value: Json, path = ''): Generator<[path: string, text: string]> {
  if (Array.isArray(value))
    for (const [index, member] of value.entries()) yield* textsOf(member, `${path}.${index}`);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'example' || name === 'examples' || name === 'default') continue;
    const place = `${path}.${name}`;
    if (isDescriptive(name, member)) yield [place, String(member)];
    else yield* textsOf(member, place);
  }
}

/** Of one word that is the same in both languages. */
const alike: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  de: new Set(['Name', 'Status', 'Website', 'Tags', 'Tag', 'Port', 'ID', 'Import', 'Details']),
  es: new Set(['ID', 'No', 'Error']),
};

/** Holds that two descriptions are of the same, in two languages. */
function assertTranslated(theirs: JsonObject, english: JsonObject, language: Language, what: string): void {
  assert.deepEqual(withoutTexts(theirs), withoutTexts(english), `${what} in ${language}`);
  const originals = [...textsOf(english)];
  const translations = new Map(textsOf(theirs));
  assert.equal(translations.size, originals.length, what);
  const same = [];
  for (const [place, original] of originals) {
    const translated = translations.get(place);
    assert.ok(translated?.trim(), `${what} ${place} in ${language} is empty`);
    if (translated === original && !alike[language]?.has(original.replace(/\.$/, '')))
      same.push([place, original]);
  }
  assert.deepEqual(same, [], `${what} in ${language} is English`);
}

describe('/doc', () => {
  for (const language of others) {
    test(`in ${language} differs from the English one in descriptions and summaries alone`, () => {
      assertTranslated(documentIn(language), documentIn('en'), language, '/doc');
    });

    test(`in ${language} has another text for each path, method and parameter`, () => {
      const english = documentIn('en')['paths'];
      const theirs = documentIn(language)['paths'];
      assert.ok(isObject(english) && isObject(theirs));
      assert.deepEqual(Object.keys(theirs), Object.keys(english));
      let operations = 0;
      for (const [path, item] of Object.entries(english))
        for (const [verb, operation] of Object.entries(isObject(item) ? item : {})) {
          if (!isObject(operation)) continue;
          operations++;
          const beside: Json | undefined = theirs[path];
          const translated: Json | undefined = isObject(beside) ? beside[verb] : undefined;
          assert.ok(isObject(translated), `${verb} ${path}`);
          for (const name of ['summary', 'description'])
            assert.ok(translated[name] && translated[name] !== operation[name], `${verb} ${path} ${name}`);
        }
      assert.ok(operations > 50, 'every operation is looked at');
    });
  }

  test('is the same for a segment and a header, but for the addresses', async () => {
    for (const language of others) {
      const { servers: _, ...asked } = documentIn(language);
      const root = `${service.url}/${language}/calendar/events/v1`;
      const segment = (await service.anonymous.get(`${root}/doc`)).expect(200);
      const header = await service.anonymous.get('/doc', undefined, { 'accept-language': `${language}-CH` });
      assert.equal(segment.at('servers.0.url'), root);
      const placed = segment.text.replaceAll(`${service.url}/${language}`, service.url);
      const { servers: __, ...bySegment } = JSON.parse(placed);
      assert.deepEqual(bySegment, asked);
      assert.deepEqual(header.expect(200).body, documentIn(language));
    }
  });
});

describe('OPTIONS', () => {
  test('of each route differs from the English one in descriptions alone', async () => {
    const paths = documentIn('en')['paths'];
    const urls = Object.keys(isObject(paths) ? paths : {}).map((path) =>
      path
        .replace('{slug}', 'nothing')
        .replace('{form}', 'ics')
        .replace(/\{\w+\}/g, '1'),
    );
    assert.ok(urls.length > 20);
    for (const url of urls) {
      const place = /^\/(kalends|wp|batch)/.test(url) ? `${service.url}${url}` : url === '/' ? '' : url;
      const english = await bodyOf('OPTIONS', place, 'en');
      for (const language of others)
        assertTranslated(await bodyOf('OPTIONS', place, language), english, language, `OPTIONS ${url}`);
    }
  });
});

describe('The index', () => {
  for (const [what, path] of [
    ['of the namespace', () => ''],
    ['of the site', () => `${service.url}/wp-json/`],
  ] as const)
    test(`${what} differs from the English one in descriptions alone`, async () => {
      const english = await bodyOf('GET', path(), 'en');
      assert.ok([...textsOf(english)].length > 200);
      for (const language of others)
        assertTranslated(await bodyOf('GET', path(), language), english, language, `GET ${path()}`);
    });
});

/** What a page shows, a line each; code and examples apart, which have no language. */
function shownLines(page: string): string[] {
  return (
    page
      .replace(/<(script|style|code|pre)\b.*?<\/\1>/gs, '')
      // Languages are called by their own names.
      .replace(/<nav aria-label[^>]*>.*?<\/nav>/gs, '')
      .replace(/<\/?(a|b|em|strong|span|br)\b[^>]*>/g, '')
      .replace(/<[^>]*>/g, '\n')
      .split('\n')
      .map((line) =>
        line
          .replace(/&\w+;|&#\d+;/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .filter(Boolean)
  );
}

describe('/docs', () => {
  const pageIn = async (language: Language) =>
    (
      await service.anonymous.get(`${service.url}/docs?translation_language=${language}`, undefined, {
        accept: 'text/html',
      })
    ).expect(200).text;

  for (const language of others)
    test(`in ${language} holds no English label`, async () => {
      const page = await pageIn(language);
      assert.match(page, new RegExp(`<html lang="${language}"`));
      const lines = new Set(shownLines(page));
      // A line of several words that an English reader gets is in no other language.
      const english = shownLines(await pageIn('en')).filter((line) => /\p{L}{2,}\W+\p{L}{2,}/u.test(line));
      // Methods, the title, and names of groups.
      const known = /^([A-Z]{3,}(, )?)+$|^Kalends REST API( · Kalends)?$|^[a-z]+-[a-z]+$/;
      const left = english.filter((line) => lines.has(line) && !known.test(line));
      assert.deepEqual([...new Set(left)], []);
      for (const key of Object.keys(catalogueOf('en')).filter(isMessageKey)) {
        const label = catalogueOf('en')[key];
        if (!/^(docs|page)\./.test(key) || label.includes('{')) continue;
        const theirs = translate(language, message(key));
        if (theirs !== label && /\p{L}{2,}\W+\p{L}{2,}/u.test(label))
          assert.ok(!page.includes(`>${label}<`), `${key}: ${label}`);
      }
    });

  for (const language of others)
    test(`in ${language} has the same anchors, tables and examples as in English`, async () => {
      const structure = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      // The descriptions of what examples make are in the reader's language too.
      const code = (page: string) =>
        [...page.matchAll(/<pre\b[^>]*>.*?<\/pre>/gs)].map(([text]) =>
          text.replace(/(&quot;description&quot;: ?&quot;).*?(?=&quot;)/g, '$1'),
        );
      const [theirs, english] = [await pageIn(language), await pageIn('en')];
      assert.deepEqual(structure(theirs), structure(english));
      assert.deepEqual(code(theirs), code(english));
    });
});
