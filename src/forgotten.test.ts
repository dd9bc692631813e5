// What `npm test` says of a change that isn't finished.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '#foundation/i18n/catalogue.ts';
import {
  declaredColumns,
  listForgotten,
  missingColumns,
  missingDescriptions,
  missingSettings,
  missingTexts,
  unlistedMigrations,
} from '../test/support/forgotten.ts';

const tables = `export interface TextColumns {
  /** note: none. */
  language: string;
}

export interface EventsTable extends TextColumns {
  id: Generated<number>;
  image_id: number | null;
}

export interface Tables {
  events: EventsTable;
  leases: { name: string; beat: number };
}
`;

test('nothing is forgotten', async () => {
  assert.deepEqual(await listForgotten(), []);
});

test('a column without a migration is named', () => {
  const declared = declaredColumns(tables);
  assert.deepEqual(
    [...declared].map(([table, columns]) => [table, [...columns]]),
    [
      ['events', ['language', 'id', 'image_id']],
      ['leases', ['name', 'beat']],
    ],
  );
  const migrated = new Map([
    ['events', new Set(['id', 'language'])],
    ['leases', new Set(['name', 'beat'])],
  ]);
  const [line, ...more] = missingColumns(declared, migrated);
  assert.match(
    line ?? '',
    /^No migration makes events\.image_id .*src\/store\/db\/migrations.*migrate\.ts\.$/,
  );
  assert.deepEqual(more, []);
});

test('a migration that is never taken is named', () => {
  assert.deepEqual(unlistedMigrations(['0001_calendar.ts', '0099_notes.ts']), [
    'src/store/db/migrations/0099_notes.ts is never taken: list it in src/store/db/migrate.ts.',
  ]);
});

test('a text without a translation, and a catalogue of no language, are named', () => {
  const catalogues = new Map([
    ['en', { 'a.b': 'Hello', 'a.c': 'Bye' }],
    ['de', { 'a.b': 'Hallo', 'a.d': 'Nanu' }],
    ['tlh', {}],
  ]);
  assert.deepEqual(missingTexts(catalogues), [
    'src/foundation/i18n/de.json lacks “a.c”: translate “Bye” there.',
    'src/foundation/i18n/en.json lacks “a.d”, which de.json has: add it, or delete that.',
    "src/foundation/i18n/tlh.json is no language's: add its line to src/foundation/i18n/catalogue.ts.",
  ]);
});

test('a setting that nothing describes is named, with where to write', () => {
  const english = { 'setting.KALENDS_PORT': 'The port.', 'setting.KALENDS_OLD': 'Old.' };
  const where = `src/foundation/i18n/{${languages}}.json.`;
  assert.deepEqual(missingSettings(['KALENDS_PORT', 'KALENDS_NEW'], english, 'Set `KALENDS_NEW`.'), [
    'docs/settings.md lacks KALENDS_PORT: add it to the settings there.',
    `Nothing describes KALENDS_NEW of src/settings.ts: write “setting.KALENDS_NEW” into ${where}`,
  ]);
});

test('parameters, fields and members without a description are named once, by their key', () => {
  const schema = { properties: { note: { type: 'string' }, title: { description: 'Its title.' } } };
  const document = {
    paths: {
      '/events': {
        get: { parameters: [{ name: 'featured_first', description: '' }] },
        post: { requestBody: { schema } },
      },
    },
    components: { schemas: { Event: schema, Other: schema } },
  };
  const where = `src/foundation/i18n/{${languages}}.json.`;
  assert.deepEqual(missingDescriptions(document), [
    `Nothing describes paths./events.get.parameters.0: write “parameter.featured_first” into ${where}`,
    `Nothing describes paths./events.post.requestBody.schema.properties.note: write “field.note” into ${where}`,
    `Nothing describes components.schemas.Event.properties.note: write “member.note” into ${where}`,
  ]);
});
