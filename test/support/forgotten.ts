// What was begun and not finished: columns without a migration, texts without a translation, fields without a description.
// `npm test` looks for it first, since each would else fail hundreds of tests with the same internal error.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Links, NAMESPACE } from '#api/http/address.ts';
import { interfaceRoutes } from '#app.ts';
import { readConfig } from '#config.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { settings } from '#settings.ts';
import { migrate, migrationNames } from '#store/db/migrate.ts';
import { openSqlite } from '#store/db/sqlite.ts';
import { OpenApiDocuments } from '#web/openapi/document.ts';
import { isObject, type Json, parseJson } from './json.ts';

const SOURCES = path.join(import.meta.dirname, '..', '..', 'src');
const DATABASE = path.join(SOURCES, 'store', 'db');
const CATALOGUES = path.join(SOURCES, 'foundation', 'i18n');

/** Columns by table. */
export type Columns = ReadonlyMap<string, ReadonlySet<string>>;

const namesIn = (members: string) =>
  [...members.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|[;{\n])\s*(\w+): /g)].map(
    ([, name = '']) => name,
  );

/** Reads the columns of every table from the text of `src/store/db/tables.ts`, behind that of the files which it takes rows from. */
export function declaredColumns(source: string): Columns {
  const members = new Map<string, string[]>();
  let tables = '';
  for (const [, name = '', base, body = ''] of source.matchAll(
    /^export interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)^\}/gm,
  )) {
    if (name === 'Tables') tables = body;
    else members.set(name, [...(members.get(base ?? '') ?? []), ...namesIn(body)]);
  }
  const columns = [...tables.matchAll(/^ {2}(\w+): (?:(\w+)|\{(.*)\});$/gm)].map(
    ([, table = '', type = '', inline = '']) =>
      [table, new Set(members.get(type) ?? namesIn(`{${inline}`))] as const,
  );
  return new Map(columns);
}

/** Reads the columns that a new calendar has, whose tables are the same on both engines. */
async function migratedColumns(): Promise<Columns> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-forgotten-'));
  const db = openSqlite(path.join(folder, 'kalends.db'));
  try {
    await migrate(db);
    const { rows } = await sql<{ table: string; name: string }>`
      select m.name as "table", c.name from sqlite_master m, pragma_table_info(m.name) c
      where m.type = 'table'`.execute(db.read);
    const columns = Map.groupBy(rows, ({ table }) => table);
    return new Map([...columns].map(([table, found]) => [table, new Set(found.map(({ name }) => name))]));
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
}

/** Names each column that is declared and in no database, with what to do about it. */
export function missingColumns(declared: Columns, migrated: Columns): string[] {
  return [...declared].flatMap(([table, columns]) =>
    [...columns.difference(migrated.get(table) ?? new Set())].map(
      (column) =>
        `No migration makes ${table}.${column} of src/store/db/tables.ts: add it in a new file of src/store/db/migrations and list that in src/store/db/migrate.ts.`,
    ),
  );
}

/** Names each migration that is never taken. */
export function unlistedMigrations(files: readonly string[]): string[] {
  return files
    .map((file) => path.basename(file, '.ts'))
    .filter((name) => !migrationNames.includes(name))
    .map((name) => `src/store/db/migrations/${name}.ts is never taken: list it in src/store/db/migrate.ts.`);
}

/** Names each text that a catalogue lacks or has beyond those of `en.json`, and each catalogue that is no language's. */
export function missingTexts(catalogues: ReadonlyMap<string, Readonly<Record<string, unknown>>>): string[] {
  const english = catalogues.get('en') ?? {};
  return [...catalogues].flatMap(([language, texts]) => {
    const file = `src/foundation/i18n/${language}.json`;
    if (!languages.some((known) => known === language))
      return [`${file} is no language's: add its line to src/foundation/i18n/catalogue.ts.`];
    return [
      ...Object.keys(english)
        .filter((key) => !Object.hasOwn(texts, key))
        .map((key) => `${file} lacks “${key}”: translate “${english[key]}” there.`),
      ...Object.keys(texts)
        .filter((key) => !Object.hasOwn(english, key))
        .map(
          (key) =>
            `src/foundation/i18n/en.json lacks “${key}”, which ${language}.json has: add it, or delete that.`,
        ),
    ];
  });
}

/** Names each setting that nothing describes to an operator, in the catalogues or in the manual. */
export function missingSettings(
  names: readonly string[],
  english: Readonly<Record<string, unknown>>,
  manual: string,
): string[] {
  return names.flatMap((name) => [
    ...(Object.hasOwn(english, `setting.${name}`)
      ? []
      : [
          `Nothing describes ${name} of src/settings.ts: write “setting.${name}” into src/foundation/i18n/{${languages}}.json.`,
        ]),
    ...(manual.includes(`\`${name}\``)
      ? []
      : [`docs/settings.md lacks ${name}: add it to the settings there.`]),
  ]);
}

function readCatalogues() {
  const files = readdirSync(CATALOGUES).filter((file) => file.endsWith('.json'));
  return new Map(
    files.map((file) => {
      const texts = parseJson(readFileSync(path.join(CATALOGUES, file), 'utf8'));
      return [path.basename(file, '.json'), isObject(texts) ? texts : {}] as const;
    }),
  );
}

/** Names the schemas that the bodies of requests refer to. */
function bodiesIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(bodiesIn);
  if (!isObject(value)) return [];
  const { requestBody = null, ...rest } = value;
  const named = JSON.stringify(requestBody).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...[...named].map(([, name = '']) => name), ...Object.values(rest).flatMap(bodiesIn)];
}

function* undescribed(
  value: Json,
  at: readonly string[],
  bodies: ReadonlySet<string>,
): Generator<readonly [key: string, at: string]> {
  if (Array.isArray(value))
    for (const [index, one] of value.entries()) yield* undescribed(one, [...at, `${index}`], bodies);
  if (!isObject(value)) return;
  if (value['description'] === '' && typeof value['name'] === 'string')
    yield [`parameter.${value['name']}`, at.join('.')];
  for (const [name, member] of Object.entries(value)) {
    const isMember = at.at(-1) === 'properties' && !at.includes('allOf');
    if (isMember && isObject(member) && member['description'] === undefined)
      yield [
        `${at.includes('requestBody') || bodies.has(at[2] ?? '') ? 'field' : 'member'}.${name}`,
        [...at, name].join('.'),
      ];
    if (name !== 'example' && name !== 'examples') yield* undescribed(member, [...at, name], bodies);
  }
}

/** Names each parameter, field and member of a description of the interface that says nothing, with its key. */
export function missingDescriptions(document: Json): string[] {
  const places = Map.groupBy(undescribed(document, [], new Set(bodiesIn(document))), ([key]) => key);
  return [...places].map(
    ([key, [first]]) =>
      `Nothing describes ${first?.[1]}: write “${key}” into src/foundation/i18n/{${languages}}.json.`,
  );
}

/** Lists all that is forgotten, one line each. */
export async function listForgotten(): Promise<string[]> {
  const links = new Links('http://localhost', { base: '', namespace: NAMESPACE });
  const document = new OpenApiDocuments().of(interfaceRoutes(), { language: 'en', links }, readConfig({}));
  const catalogues = readCatalogues();
  const manual = readFileSync(path.join(SOURCES, '..', 'docs', 'settings.md'), 'utf8');
  return [
    ...missingTexts(catalogues),
    ...missingSettings(
      settings.map(([name]) => name),
      catalogues.get('en') ?? {},
      manual,
    ),
    ...unlistedMigrations(readdirSync(path.join(DATABASE, 'migrations'))),
    ...missingColumns(
      declaredColumns(
        ['account-tables.ts', 'mail-tables.ts', 'submission-tables.ts', 'tables.ts']
          .map((name) => readFileSync(path.join(DATABASE, name), 'utf8'))
          .join('\n'),
      ),
      await migratedColumns(),
    ),
    ...missingDescriptions(parseJson(JSON.stringify(document)) ?? null),
  ];
}
