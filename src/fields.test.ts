// Traits of a field stand in the fields.ts of its resource, and nowhere else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResourceDescription } from '#api/routing/field-description.ts';
import { describedColumn, descriptions } from '#calendar/posts/described-columns.ts';
import { columnLists } from '../test/support/column-lists.ts';
import { readSources, type SourceFile } from '../test/support/conventions.ts';

/** Lists that are none of fields of items, or whose order is a form of its own, each with its reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'api/server/password-guesses.ts': 'parameters of a path',
  'api/settings/site-settings.ts': 'settings of the site',
  'api/settings/store.ts': 'settings of the site',
  'calendar/linked/schema.ts': 'orders of a list',
  'transfer/importers/csv/adapt.ts': 'columns of a table by the way in which their cells are read',
  'transfer/importers/csv/columns.ts': 'columns of a table that hold days',
  'transfer/importers/tec/adapt.ts':
    'later imports know an item by a digest that has its members in this order',
  'web/openapi/examples.ts': 'an example',
};
/** The administration in the browser has the types of the interface alone. */
const CLIENT = 'web/admin/client/';

test('no file but fields.ts lists columns or fields by name', () => {
  const found = readSources()
    .filter(({ file }) => !file.startsWith(CLIENT))
    .flatMap(columnLists);
  const lines = found.flatMap(({ file, line, remedy }) =>
    ELSEWHERE[file] === undefined ? `src/${file}:${line}: ${remedy}` : [],
  );
  assert.equal(lines.length, 0, lines.join('\n'));
  const listed = new Set(found.map(({ file }) => file));
  for (const file of Object.keys(ELSEWHERE))
    assert.ok(listed.has(file), `src/${file} has no such list any more: take it out of ELSEWHERE`);
});

test('lists in arrays, patterns and texts are found; types, SQL and descriptions are none', () => {
  const source = (file: string, ...lines: string[]): SourceFile => ({ file, lines });
  const found = (...lines: string[]) =>
    columnLists(source('calendar/a.ts', ...lines)).map(({ line }) => line);
  assert.deepEqual(found('', "const times = ['start_date', 'end_date'];"), [2]);
  assert.deepEqual(found("new Set<string>([...others, 'cost', 'is_free'])"), [1]);
  assert.deepEqual(found('const ADDRESS = /^(address|city)$/;'), [1]);
  assert.deepEqual(found("const names = 'address city'.split(' ');"), [1]);
  assert.deepEqual(found("db.selectFrom('events').select(['id', 'cost'])"), []);
  assert.deepEqual(found("db.select((eb) => ['id', 'cost'])"), []);
  assert.deepEqual(found("type Times = Pick<EventRow, 'start_date' | 'end_date'>;"), []);
  assert.deepEqual(found("const states = ['draft', 'cost'];", "const one = ['cost'];"), []);
  assert.deepEqual(columnLists(source('calendar/events/fields.ts', "const a = ['cost', 'is_free'];")), []);
  const [{ remedy } = { remedy: '' }] = columnLists(
    source('calendar/a.ts', "const a = ['cost', 'is_free'];"),
  );
  assert.match(remedy, /“cost, is_free” .* fields\.ts of events/);
});

test('a field that follows from another names one of its resource, and no column is described twice', () => {
  for (const [table, fields] of Object.entries<
    Readonly<Record<string, Partial<ResourceDescription[string]>>>
  >(descriptions))
    for (const [name, { follows, columns = [], derived = [], counters = [] }] of Object.entries(fields)) {
      const file = `the fields.ts of ${table}`;
      if (follows !== undefined)
        assert.ok(fields[follows]?.columns, `${name} follows “${follows}”, which is no field of ${file}`);
      for (const column of [...columns, ...derived, ...counters])
        assert.equal(describedColumn(table, column)?.field, name, `${column} is described twice in ${file}`);
    }
});

test('the columns of a search text are numbered without a gap', () => {
  for (const table of ['venues', 'organizers'] as const) {
    const places = Object.values<ResourceDescription[string]>(descriptions[table])
      .flatMap(({ searched }) => searched ?? [])
      .sort((a, b) => a - b);
    assert.deepEqual(
      places,
      [...places.keys()],
      `give a new column of ${table} the next number as “searched”`,
    );
  }
});
