import { crc32 } from 'node:zlib';

/** A cell of a sheet: text, number, yes or no, a date with or without a time, a time alone, or nothing. */
export type SheetCell =
  | string
  | number
  | boolean
  | null
  | { readonly date: string; readonly time?: string | undefined }
  | { readonly time: string };

const DAY_MS = 86_400_000;
const styles = { date: 1, dateTime: 2, time: 3 } as const;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** Returns the days since 1899-12-30 that a spreadsheet counts. */
const serial = (date: string): number =>
  Temporal.PlainDate.from('1899-12-30').until(date, { largestUnit: 'days' }).days;

const fraction = (time: string): number =>
  Temporal.PlainTime.from('00:00').until(time).total('milliseconds') / DAY_MS;

function cellXml(cell: SheetCell, at: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string')
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const style = 'date' in cell ? (cell.time === undefined ? styles.date : styles.dateTime) : styles.time;
  const days = 'date' in cell ? serial(cell.date) : 0;
  return `<c r="${at}" s="${style}"><v>${days + (cell.time === undefined ? 0 : fraction(cell.time))}</v></c>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A sheet: its rows, and a cell far away that it has too. */
type Sheet = readonly [
  rows: readonly (readonly SheetCell[])[],
  far?: { readonly row: number; readonly column: number },
];

const sheetXml = ([rows, far]: Sheet) =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows
    .map((row, index) =>
      row.length === 0
        ? ''
        : `<row r="${index + 1}">${row.map((cell, column) => cellXml(cell, columnName(column) + (index + 1))).join('')}</row>`,
    )
    .join(
      '',
    )}${far ? `<row r="${far.row}">${cellXml(1, columnName(far.column - 1) + far.row)}</row>` : ''}</sheetData></worksheet>`;

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="20" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function zip(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    local.push(Buffer.from('PK\x03\x04'), common, path, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, place, path);
    offset += 30 + path.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

/** Returns an XLSX file. */
export function workbook(...sheets: readonly Sheet[]): Buffer {
  const names = sheets.map((_, index) => `sheet${index + 1}`);
  return zip({
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${names.map((name, index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/${name}.xml"/>`).join('')}<Relationship Id="rId99" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(
      sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)]),
    ),
  });
}
