import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { languages } from '#foundation/i18n/catalogue.ts';
import manifest from '../../package.json' with { type: 'json' };
import { at, isObject, type Json, type JsonObject } from '../support/json.ts';
import { type Service, startService } from '../support/service.ts';

/* The description of the interface by the rules that its readers' tools have. */

let service: Service;

before(async () => {
  // An address that is a calendar's: rules refuse those of examples and of the own machine.
  service = await startService({ env: { KALENDS_PUBLIC_URL: 'https://calendar.kalends.net/town' } });
});
after(() => service.stop());

const roots = [
  '/calendar/events/v1',
  '/wp-json/tribe/events/v1',
  '/de/wp-json/calendar/events/v1',
  '/es/calendar/events/v1',
];
const documentAt = async (root: string): Promise<JsonObject> => {
  // Linters take this process for so long that the service gives connections up that wait.
  const headers = { Connection: 'close' };
  const { body } = (await service.anonymous.get(`${service.url}${root}/doc`, undefined, headers)).expect(200);
  assert.ok(isObject(body));
  return body;
};

/** An ID is digits and no slug has a dot, so that the feed of an item is no other path of the item, as the rule takes it for. */
const FEED_OF_ITEM = /^no-ambiguous-paths: .*\{(id|slug)\}\.\{form\}$/;

test('GET /doc has nothing that Redocly’s recommended rules find fault with', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  for (const root of roots) {
    const source = JSON.stringify(await documentAt(root));
    const faults = await lintFromString({ source, absoluteRef: '/doc.json', config });
    const told = faults.map((fault) => `${fault.ruleId}: ${fault.message} ${fault.location[0]?.pointer}`);
    assert.deepEqual(
      told.filter((fault) => !FEED_OF_ITEM.test(fault)),
      [],
      root,
    );
  }
});

test('GET /doc has nothing that Spectral’s recommended rules find fault with', async () => {
  const { aliases, formats, rules } = rulesets.oas;
  const recommended = Object.entries(rules).map(([name, rule]) => {
    if ('recommended' in rule && rule.recommended === false) return [];
    // This version looks for `enum` in null too, which is what defaults may be, and breaks.
    const given =
      name === 'duplicated-entry-in-enum'
        ? "$..[?(@ && @property !== 'properties' && @.enum && @.enum.constructor.name === 'Array')]"
        : rule.given;
    return [[name, { ...rule, given }] as const];
  });
  assert.ok(recommended.flat().length > 40);
  const linter = new spectral.Spectral();
  linter.setRuleset(
    new spectral.Ruleset({ aliases, formats, rules: Object.fromEntries(recommended.flat()) }),
  );
  for (const root of roots) {
    const faults = await linter.run(JSON.stringify(await documentAt(root)));
    const told = faults.map((fault) => `${fault.code}: ${fault.message} ${fault.path.join('/')}`);
    assert.deepEqual(told, [], root);
  }
});

/** Every schema and other object in the document, with its path. */
function* walk(value: Json, path: string[] = []): Generator<[JsonObject, string]> {
  if (Array.isArray(value))
    for (const [index, member] of value.entries()) yield* walk(member, [...path, String(index)]);
  if (!isObject(value)) return;
  yield [value, path.join('/')];
  for (const [name, member] of Object.entries(value))
    if (!/^(examples?|default|enum)$/.test(name)) yield* walk(member, [...path, name]);
}

test('GET /doc says what every list holds, and null is a default only where it may be sent', async () => {
  for (const root of roots)
    for (const [schema, path] of walk(await documentAt(root))) {
      const types = [schema['type'] ?? []].flat();
      if (types.includes('array')) assert.ok(isObject(schema['items']), path);
      if (schema['default'] !== null) continue;
      const some = schema['anyOf'];
      const hasNull = Array.isArray(some) && some.some((one) => at(one, 'type') === 'null');
      assert.ok(types.includes('null') || hasNull || (types.length === 0 && !some), path);
    }
});

test('GET /doc names the program’s version and servers without a final slash', async () => {
  for (const root of roots) {
    const document = await documentAt(root);
    assert.equal(at(document, 'info.version'), manifest.version);
    assert.equal((await service.cli(['--version'])).stdout.trim(), manifest.version);
    assert.equal(at(document, 'servers.0.url'), `https://calendar.kalends.net/town${root}`);
    for (const item of Object.values(at(document, 'paths') ?? {}))
      if (isObject(item)) assert.doesNotMatch(String(at(item, 'servers.0.url') ?? ''), /\/$/);
    // A path below the server's address is an address that answers.
    const path = `${root}/events`;
    (await service.anonymous.get(`${service.url}${path}`)).expect(200);
  }
});

test('the descriptions in each language are of the same interface', async () => {
  const paths = new Set<string>();
  for (const language of languages) {
    const document = await documentAt(`/${language}/calendar/events/v1`);
    paths.add(Object.keys(at(document, 'paths') ?? {}).join(' '));
  }
  assert.equal(paths.size, 1);
});
