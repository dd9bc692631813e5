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
} from '#api/routing/parameter.ts';
import { type Answer, type Route, route, type SentFile } from '#api/routing/route.ts';
import { existingUser } from '#api/users/parameters.ts';
import { matchTerms } from '#calendar/terms/store.ts';
import type { Call } from '#context.ts';
import { forbidden, invalidParameter, KalendsError, type Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { allowList } from '#foundation/network/allow-list.ts';
import { utcText } from '#foundation/time/clock.ts';
import { parseAddress, refuseForbidden } from '#store/pictures/address.ts';
import { PictureError } from '#store/pictures/errors.ts';
import { presentImport, presentItem, storedKindOf } from './present.ts';
import { importOutcomes } from './record.ts';
import { Import, ImportItemList, ImportList, importedItems } from './schema.ts';
import { sourceKindNames } from './sources.ts';
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

/** Columns by name, for sources that don't name their fields; none of the kinds that there are is such. */
const mapping: Parameter<true, false> = parameter<true>(
  Type.Object({}, { additionalProperties: true }),
  (value) => {
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    return isEmpty ? { value: true } : refuse('problem.mapping');
  },
);

const fields = {
  kind: required(oneOf(sourceKindNames)),
  url: text({ max: ADDRESS_MAX }),
  dry_run: withDefault(flag, false),
  status: oneOf(['publish', 'draft', 'pending', 'private'] as const),
  categories: positiveIntegers,
  author: existingUser,
  mapping,
};
type ImportInput = Input<typeof fields>;
const inPath = { id: required(positiveInteger()) };

/** Returns what is wrong with an address or with categories. */
async function problemsOf(
  call: Call,
  { url, categories }: Partial<ImportInput>,
): Promise<Record<string, Problem>> {
  const problems: Record<string, Problem> = {};
  if (url !== undefined)
    try {
      refuseForbidden(parseAddress(url), allowList(call.services.media.rules.allowHosts));
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

async function createImport(call: Call, input: ImportInput, file: SentFile | undefined): Promise<Answer> {
  const { viewer, services } = call;
  if (!viewer) throw forbidden(viewer);
  if (!mayImport(viewer, input.author)) throw new KalendsError('rest_cannot_set_author');
  const hasFile = file !== undefined && file.bytes.length > 0;
  if (hasFile === (input.url !== undefined))
    throw invalidParameter(hasFile ? 'url' : 'file', message('problem.import_source'));
  const row = await services.db.write((trx) =>
    insertImport(
      trx,
      {
        kind: input.kind,
        source: (input.url ?? (file?.name || 'file')).slice(
          0,
          input.url === undefined ? NAME_MAX : ADDRESS_MAX,
        ),
        url: input.url ?? null,
        state: 'queued',
        user_id: viewer.id,
        dry_run: input.dry_run ? 1 : 0,
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
      return { body: { imports, ...frame.members }, headers: frame.headers, isMomentary: true };
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
    errors: ['rest_cannot_set_author', 'rest_body_too_large'],
    allows,
    validate: (call, { input }) => problemsOf(call, input),
    handle: (call, { input, file }) => createImport(call, input, file),
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
