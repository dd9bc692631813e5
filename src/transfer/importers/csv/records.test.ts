import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { bytesFromMemory } from '../byte-source.ts';
import { openTable, type SheetRow } from './document.ts';
import { detectDelimiter, readRecord } from './records.ts';

const SPECTRUM = path.join(
  import.meta.dirname,
  ...['..', '..', '..', '..', 'test', 'samples', 'csv', 'spectrum'],
);

async function tableOf(bytes: Buffer | string, encoding?: string) {
  const options = encoding === undefined ? {} : { encoding };
  const table = await openTable(bytesFromMemory(Buffer.from(bytes)), { shown: 'table.csv', options });
  const rows: SheetRow[] = [];
  for await (const row of table.rows()) rows.push(row);
  return { ...table, rows };
}

const cellsOf = ({ rows }: { rows: readonly SheetRow[] }) => rows.map(({ cells }) => cells);
const linesOf = ({ rows }: { rows: readonly SheetRow[] }) => rows.map(({ line }) => line);

for (const file of readdirSync(path.join(SPECTRUM, 'csvs')))
  test(`csv-spectrum: ${file}`, async () => {
    const { columns, rows } = await tableOf(readFileSync(path.join(SPECTRUM, 'csvs', file)));
    const wanted = readFileSync(path.join(SPECTRUM, 'json', file.replace('.csv', '.json')), 'utf8')
      // Its CSV has another telephone number.
      .replace('1234567890', '2095257564');
    const read = rows.map(({ cells }) => Object.fromEntries(columns.map((name, at) => [name, cells[at]])));
    assert.deepEqual(read, [JSON.parse(wanted)].flat());
  });

test('rows know their first line, whatever line ends stand in their cells', async () => {
  const table = await tableOf('a,b\r\n1,"x\r\ny"\r\n\r\n2,"x\ny\rz"\n3,4\r5,6');
  assert.deepEqual(linesOf(table), [2, 5, 8, 9]);
});

test('a cell whose quote is never closed costs its own row alone', async () => {
  const { rows } = await tableOf('Title,Start\n"open, 2027-01-01\nB,2027-01-02\nC,2027-01-03\n');
  assert.deepEqual(rows, [
    { line: 2, cells: [], isOpen: true },
    { line: 3, cells: ['B', '2027-01-02'] },
    { line: 4, cells: ['C', '2027-01-03'] },
  ]);
});

test('quotes within a text and blanks around quotes do no harm', async () => {
  const table = await tableOf('a,b\n5" pipe,"Big" Jim\n1, "x, y" \n');
  assert.deepEqual(cellsOf(table), [
    ['5" pipe', '"Big" Jim'],
    ['1', 'x, y'],
  ]);
});

test('a well-formed table is read as csv-parse reads it, whatever its pieces', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ä', ' ', '"', ',', ';', '\n', '\r\n', '😀') });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(',', ';', '\t', '|'),
      (rows, delimiter) => {
        const text = rows.map((cells) => cells.map(quoted).join(delimiter)).join('\n');
        const own: (readonly string[])[] = [];
        for (let at = 0; at < text.length; ) {
          const record = readRecord(text, at, { delimiter, isWhole: true });
          assert.ok(record);
          own.push(record.cells);
          at = record.next;
        }
        assert.deepEqual(own, parse(text, { delimiter, record_delimiter: '\n' }));
        // A piece of it is either read alike or asks for more.
        const part = text.slice(0, Math.ceil(text.length / 2));
        const first = readRecord(part, 0, { delimiter, isWhole: false });
        if (first) assert.deepEqual(first.cells, own[0]);
      },
    ),
    { numRuns: 300 },
  );
});

test('the delimiter is that under which the header is known, then that of the most equal rows', () => {
  const detect = (text: string) =>
    detectDelimiter(text, {
      isWhole: true,
      recognized: (header) => header.filter((name) => name === 'Title' || name === 'Start').length,
    });
  assert.equal(detect('Title;Start\nA, B and C;1\nD, E;2\n'), ';');
  assert.equal(detect('Title\tStart\nA,B\t1\n'), '\t');
  assert.equal(detect('Title|Start\nA,B|1\n'), '|');
  assert.equal(detect('x;y;z\n1,5;2,5;3,5\n1,5;2,5;3,5\n'), ';');
  assert.equal(detect('Title\nA\n'), ',');
});

test('Excel names the delimiter in a first line, which is no row', async () => {
  const { columns, headerLine, rows } = await tableOf('sep=|\nTitle|Start\nA, B|2027-01-01\n');
  assert.deepEqual([columns, headerLine], [['Title', 'Start'], 2]);
  assert.deepEqual(rows, [{ line: 3, cells: ['A, B', '2027-01-01'] }]);
});

test('the encoding is that of the mark, then UTF-16 by its zero bytes, UTF-8, windows-1252, unless it is chosen', async () => {
  const text = 'Title,Start\nCafé – „Größe“ €,2027-01-01\n';
  const name = 'Café – „Größe“ €';
  const swapped = Buffer.from(text, 'utf16le').swap16();
  const windows = Buffer.from([...text].map((one) => WINDOWS.get(one) ?? one.charCodeAt(0)));
  const forms: [string, Buffer, guessed?: boolean][] = [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16LE', Buffer.from(text, 'utf16le')],
    ['UTF-16BE', swapped],
    ['UTF-16BE with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped])],
    ['windows-1252', windows, true],
  ];
  for (const [form, bytes, guessed = false] of forms) {
    const { columns, rows, isGuessed } = await tableOf(bytes);
    assert.deepEqual(columns, ['Title', 'Start'], form);
    assert.equal(rows[0]?.cells[0], name, form);
    assert.equal(isGuessed, guessed, form);
  }
  const { rows } = await tableOf(windows, 'iso-8859-2');
  assert.notEqual(rows[0]?.cells[0], name);
});

const WINDOWS = new Map([
  ['–', 0x96],
  ['„', 0x84],
  ['“', 0x93],
  ['€', 0x80],
]);

test('the guard of our own CSV is taken off, and nothing else', async () => {
  const table = await tableOf(`a,b,c,d\n'=1+1,''=x,'quoted',-5\n'@x,'+1 2,'-a,'90s\n`);
  assert.deepEqual(cellsOf(table), [
    ['=1+1', "'=x", "'quoted'", '-5'],
    ['@x', '+1 2', '-a', "'90s"],
  ]);
});

test('what is no table is refused', async () => {
  for (const text of ['', '\n\n', 'BEGIN:VCALENDAR\nEND:VCALENDAR', '<html>', '{"a":1}', '%PDF-1.7'])
    await assert.rejects(tableOf(text), /./, JSON.stringify(text));
});
