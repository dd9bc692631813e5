import { Readable } from 'node:stream';
import Type from 'typebox';
import { can, mayImport, mayManageImport } from '#api/access/permissions.ts';
import { frameList, offsetOf, paging } from '#api/routing/paging.ts';
import {
  flag,
  type Input,
  oneOf,
  type Parameter,
  parameter,
  positiveInteger,
  positiveIntegers,
  refuse,
  required,
  text,
  withDefault,
  zoneField,
} from '#api/routing/parameter.ts';
import { type Answer, type Route, route, type SentFile } from '#api/routing/route.ts';
import { existingUser } from '#api/users/parameters.ts';
import { matchTerms } from '#calendar/terms/store.ts';
import type { Call } from '#context.ts';
import { forbidden, invalidParameter, KalendsError, type Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { allowList } from '#foundation/network/allow-list.ts';
import { isObject } from '#foundation/text/is-object.ts';
import { utcText } from '#foundation/time/clock.ts';
import { parseAddress, refuseForbidden } from '#store/pictures/address.ts';
import { PictureError } from '#store/pictures/errors.ts';
import { bytesFromMemory, spoolBytes } from '../importers/byte-source.ts';
import { listFieldSynonyms } from '../importers/csv/fields.ts';
import { encodingNamed } from '../importers/decode.ts';
import { readingSite } from '../importers/reading-site.ts';
import { webAddress } from '../importers/registry/fetch-file.ts';
import {
  recognizeKind,
  type SourceKindName,
  sourceKindNames,
  sourceKinds,
} from '../importers/registry/kinds.ts';
import { dateOrders, type SourceOptions } from '../importers/source-kind.ts';
import { presentImport, presentItem, storedKindOf } from './present.ts';
import { importOutcomes } from './record.ts';
import { Import, ImportFieldList, ImportItemList, ImportList, importedItems } from './schema.ts';
import {
  countItemsOf,
  deleteFileOf,
  findImport,
  type ImportRow,
  insertImport,
  listImportsPage,
  listItemsPage,
  updateImport,
} from './store.ts';

const URL = '/kalends/v1/imports';
const NAME_MAX = 200;
const ADDRESS_MAX = 2_000;

const MAPPED_MAX = 200;

/** Fields by the names of a table's columns, as an object, or as JSON where a form sends it. */
const mapping: Parameter<Readonly<Record<string, string>>, false> = parameter<
  Readonly<Record<string, string>>
>(Type.Object({}, { additionalProperties: Type.String() }), (value) => {
  const sent = typeof value === 'string' ? parsedObject(value) : value;
  if (!isObject(sent) || Array.isArray(sent)) return refuse('problem.mapping');
  const pairs = Object.entries(sent);
  const fields = pairs.flatMap(([column, field]) =>
    typeof field === 'string' && column.length <= NAME_MAX ? [[column, field] as const] : [],
  );
  if (fields.length < pairs.length || fields.length > MAPPED_MAX) return refuse('problem.mapping');
  return { value: Object.fromEntries(fields) };
});

function parsedObject(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An encoding by one of its names. */
const encoding: Parameter<string, false> = parameter<string>(
  Type.String({ examples: ['utf-8', 'windows-1252'] }),
  (value) => {
    const name = typeof value === 'string' ? encodingNamed(value) : undefined;
    return name === undefined ? refuse('problem.encoding') : { value: name };
  },
);

const fields = {
  kind: oneOf(sourceKindNames),
  url: text({ max: ADDRESS_MAX }),
  dry_run: withDefault(flag, false),
  status: oneOf(['publish', 'draft', 'pending', 'private'] as const),
  categories: positiveIntegers,
  author: existingUser,
  mapping,
  timezone: zoneField,
  date_order: oneOf(dateOrders),
  encoding,
  follow: flag,
  include_private: flag,
};
type ImportInput = Input<typeof fields>;
const inPath = { id: required(positiveInteger()) };

/** Returns the choices for reading that were sent. */
function optionsOf(input: Partial<ImportInput>): SourceOptions {
  const { mapping, timezone, date_order, encoding, follow, include_private } = input;
  return {
    ...(mapping && Object.keys(mapping).length > 0 ? { mapping } : {}),
    ...(timezone ? { timezone } : {}),
    ...(date_order ? { date_order } : {}),
    ...(encoding ? { encoding } : {}),
    ...(follow ? { follow } : {}),
    ...(include_private ? { include_private } : {}),
  };
}

/** Returns what is wrong with an address, with categories, or with choices that a kind does not heed. */
async function problemsOf(call: Call, input: Partial<ImportInput>): Promise<Record<string, Problem>> {
  const problems: Record<string, Problem> = {};
  const { kind, url, categories } = input;
  const heeded: readonly string[] | undefined = kind && sourceKinds[kind].options;
  for (const name of Object.keys(optionsOf(input)))
    if (heeded && !heeded.includes(name)) problems[name] = { message: message('problem.import_option') };
  if (url !== undefined)
    try {
      refuseForbidden(parseAddress(webAddress(url)), allowList(call.services.media.rules.allowHosts));
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      problems['url'] = { message: message('problem.import_address') };
    }
  if (categories && categories.length > 0) {
    const { ids } = await matchTerms(call.services.db.read, 'categories', {
      ids: categories,
      slugs: [],
      keys: [],
    });
    const [missing] = categories.filter((id) => !ids.has(id));
    if (missing !== undefined)
      problems['categories'] = { message: message('problem.import_category', { id: missing }) };
  }
  return problems;
}

async function answerImport(call: Call, row: ImportRow, status = 200): Promise<Answer> {
  const counts = await countItemsOf(call.services.db.read, [row.id]);
  return { status, body: presentImport(row, counts, call.language), isMomentary: true };
}

/** Returns an import that the caller may see. @throws KalendsError `rest_import_not_found` */
async function readable(call: Call, id: number): Promise<ImportRow> {
  const row = await findImport(originOf(call).read, id);
  if (!row || !mayManageImport(call.viewer, row)) throw new KalendsError('rest_import_not_found');
  return row;
}

/** A replica may not have what was written a moment ago. */
const originOf = ({ services }: Call) => services.db.origin ?? services.db;

/** Returns the kind of an upload. @throws KalendsError where it has none, or cannot be imported with these options */
async function kindOfUpload(
  { services }: Call,
  given: SourceKindName | undefined,
  { bytes, name }: SentFile,
  options: SourceOptions,
  isDryRun: boolean,
): Promise<SourceKindName> {
  const kind = given ?? (await recognizeKind(bytesFromMemory(bytes)));
  if (kind === undefined) throw new KalendsError('rest_import_unknown_format');
  if (!('checkUpload' in sourceKinds[kind])) return kind;
  const request = { name: 'import', shown: name, options, site: readingSite(services), isDryRun };
  // What a thread runs is a file of its own in the bundle.
  const { checkUpload } = await import('../importers/registry/reader-thread.ts');
  const file = await spoolBytes(Readable.from([bytes]));
  try {
    await checkUpload(kind, file, request);
  } finally {
    await file.close();
  }
  return kind;
}

async function createImport(call: Call, input: ImportInput, file: SentFile | undefined): Promise<Answer> {
  const { viewer, services } = call;
  if (!viewer) throw forbidden(viewer);
  if (!mayImport(viewer, input.author)) throw new KalendsError('rest_cannot_set_author');
  const hasFile = file !== undefined && file.bytes.length > 0;
  if (hasFile === (input.url !== undefined))
    throw invalidParameter(hasFile ? 'url' : 'file', message('problem.import_source'));
  const { url, dry_run } = input;
  const options = optionsOf(input);
  const kind = hasFile ? await kindOfUpload(call, input.kind, file, options, dry_run) : input.kind;
  const row = await services.db.write((trx) =>
    insertImport(
      trx,
      {
        kind: kind ?? '',
        source: url === undefined ? (file?.name || 'file').slice(0, NAME_MAX) : url,
        url: url ?? null,
        state: 'queued',
        user_id: viewer.id,
        dry_run: dry_run ? 1 : 0,
        options: JSON.stringify(options),
        repairs: '[]',
        columns: null,
        status: input.status ?? null,
        categories: JSON.stringify(input.categories ?? []),
        author_id: input.author ?? null,
        reading: '',
        done: 0,
        total: 0,
        error: null,
        created_utc: utcText(call.now),
        started_utc: null,
        ended_utc: null,
        undone_by: null,
      },
      file?.bytes,
    ),
  );
  const answer = await answerImport(call, row, 202);
  return { ...answer, headers: { Location: `${call.links.base}${URL}/${row.id}` } };
}

async function cancelImport(call: Call, id: number): Promise<Answer> {
  const row = await readable(call, id);
  const change = { state: 'canceled', ended_utc: utcText(call.now) };
  const wasRunning = await call.services.db.write(async (trx) => {
    const was = await updateImport(trx, id, ['queued', 'running'], change);
    // One that runs still reads its file; whoever runs it takes that away.
    if (was && row.state === 'queued') await deleteFileOf(trx, id);
    return was;
  });
  if (!wasRunning) throw new KalendsError('rest_import_ended');
  return answerImport(call, { ...row, ...change });
}

async function undoImport(call: Call, id: number): Promise<Answer> {
  const row = await readable(call, id);
  const change = { state: 'undoing', undone_by: call.viewer?.id ?? null };
  const states = row.dry_run === 1 ? [] : ['done', 'failed', 'canceled'];
  const begins =
    states.length > 0 && (await call.services.db.write((trx) => updateImport(trx, id, states, change)));
  if (!begins) throw new KalendsError('rest_import_not_undoable');
  return answerImport(call, { ...row, ...change }, 202);
}

const allows = ({ viewer }: Call): boolean => mayImport(viewer);
const single = { path: inPath, errors: ['rest_import_not_found'], allows, allowsUnknown: allows } as const;

/** The routes of imports (contract I1, I2). */
export const importRoutes: readonly Route[] = [
  route({
    operation: 'listImports',
    methods: ['GET'],
    scope: 'read',
    url: URL,
    path: {},
    accepts: paging,
    answers: { 200: ImportList },
    errors: [],
    allows,
    async handle(call, { input }) {
      const { read } = originOf(call);
      const owner = can(call.viewer, 'edit_others') ? undefined : (call.viewer?.id ?? 0);
      const page = { limit: input.per_page, offset: offsetOf(input) };
      const { rows, total } = await listImportsPage(read, owner, page);
      const counts = await countItemsOf(
        read,
        rows.map(({ id }) => id),
      );
      const frame = frameList(call.links.base + URL, [['per_page', input.per_page]], input, total);
      const imports = rows.map((row) => presentImport(row, counts, call.language));
      return {
        body: { imports, kinds: sourceKindNames, ...frame.members },
        headers: frame.headers,
        isMomentary: true,
      };
    },
  }),
  route({
    operation: 'createImport',
    methods: ['POST'],
    scope: 'write',
    url: URL,
    path: {},
    accepts: fields,
    upload: 'optional',
    answers: { 202: Import },
    errors: [
      'rest_cannot_set_author',
      'rest_import_unknown_format',
      'rest_import_ambiguous',
      'rest_body_too_large',
    ],
    allows,
    validate: (call, { input }) => problemsOf(call, input),
    handle: (call, { input, file }) => createImport(call, input, file),
  }),
  route({
    operation: 'listImportColumns',
    methods: ['GET'],
    scope: 'read',
    url: `${URL}/columns`,
    path: {},
    accepts: {},
    answers: { 200: ImportFieldList },
    errors: [],
    allows,
    handle: async () => ({ body: { fields: listFieldSynonyms() } }),
  }),
  route({
    ...single,
    operation: 'readImport',
    methods: ['GET'],
    scope: 'read',
    url: `${URL}/{id}`,
    accepts: {},
    answers: { 200: Import },
    handle: async (call, { path }) => answerImport(call, await readable(call, path.id)),
  }),
  route({
    ...single,
    operation: 'cancelImport',
    methods: ['DELETE'],
    scope: 'write',
    url: `${URL}/{id}`,
    accepts: {},
    answers: { 200: Import },
    errors: ['rest_import_not_found', 'rest_import_ended'],
    handle: (call, { path }) => cancelImport(call, path.id),
  }),
  route({
    ...single,
    operation: 'readImportReport',
    methods: ['GET'],
    scope: 'read',
    url: `${URL}/{id}/report`,
    accepts: { ...paging, outcome: oneOf(importOutcomes), kind: oneOf(importedItems) },
    answers: { 200: ImportItemList },
    async handle(call, { path, input }) {
      const row = await readable(call, path.id);
      const page = { limit: input.per_page, offset: offsetOf(input) };
      const { outcome, kind, per_page } = input;
      const part = { outcome, kind: kind && storedKindOf(kind) };
      const { rows, total } = await listItemsPage(originOf(call).read, row.id, part, page);
      const pairs = [
        ['per_page', per_page],
        ['outcome', outcome],
        ['kind', kind],
      ] as const;
      const frame = frameList(`${call.links.base}${URL}/${row.id}/report`, pairs, input, total);
      const report = rows.map((item) => presentItem(item, call.language));
      return { body: { report, ...frame.members }, headers: frame.headers, isMomentary: true };
    },
  }),
  route({
    ...single,
    operation: 'undoImport',
    methods: ['POST'],
    scope: 'write',
    url: `${URL}/{id}/undo`,
    accepts: {},
    answers: { 202: Import },
    errors: ['rest_import_not_found', 'rest_import_not_undoable'],
    handle: (call, { path }) => undoImport(call, path.id),
  }),
];
