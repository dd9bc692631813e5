import Type from 'typebox';
import { can } from '#api/access/permissions.ts';
import { frameList, offsetOf, paging } from '#api/routing/paging.ts';
import {
  dateText,
  flag,
  oneOf,
  parameter,
  positiveInteger,
  refuseType,
  required,
  text,
} from '#api/routing/parameter.ts';
import { type Route, route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { termKindsOf } from './own-terms.ts';
import { personOf, presentEntries, utcOf } from './present.ts';
import { HistoryList, historyKinds, UndoAnswer } from './schema.ts';
import {
  countByImport,
  countHistory,
  type HistoryQuery,
  hasImport,
  hasWriter,
  listEntryIds,
  listHistory,
} from './store.ts';
import { undoEntries, undoEntry } from './undo.ts';

const HISTORY = '/kalends/v1/history';
const login = text({ max: 200 });
/** A person, by ID or login. */
const person = parameter<string>(Type.Union([Type.Integer({ minimum: 1 }), login.schema]), (value, around) =>
  login.read(typeof value === 'number' ? String(value) : value, around),
);
const filters = {
  by: person,
  import: positiveInteger(),
  since: dateText,
};
const fieldNames = parameter<string[]>(
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
  (value) => {
    const names = typeof value === 'string' ? value.split(',') : value;
    const isList = Array.isArray(names) && names.length > 0 && names.length <= 100;
    return isList && names.every((name): name is string => typeof name === 'string' && name !== '')
      ? { value: names }
      : refuseType('problem.type_string');
  },
);

/** Who may edit something has a history. */
const mayAsk = ({ viewer }: Call): boolean => can(viewer, 'create');
const ownerScope = ({ viewer }: Call): HistoryQuery['owner'] =>
  can(viewer, 'edit_others') ? null : { id: viewer?.id ?? 0, kinds: termKindsOf(viewer) };

/** The routes of the history (contract W4). */
export const historyRoutes: readonly Route[] = [
  route({
    operation: 'listHistory',
    methods: ['GET'],
    scope: 'read',
    url: HISTORY,
    path: {},
    accepts: {
      ...paging,
      kind: oneOf(historyKinds),
      id: positiveInteger(),
      ...filters,
      until: dateText,
      condense: flag,
    },
    answers: { 200: HistoryList },
    errors: [],
    allows: mayAsk,
    async handle(call, { input }) {
      const { read } = call.services.db;
      const query: HistoryQuery = {
        kind: input.kind,
        id: input.id,
        by: await personOf(call, input.by),
        importId: input.import,
        since: utcOf(call, input.since),
        until: utcOf(call, input.until),
        isCondensed: input.condense,
        owner: ownerScope(call),
      };
      const total = await countHistory(read, query);
      const entries = await listHistory(read, query, { limit: input.per_page, offset: offsetOf(input) });
      const imports = input.condense ? entries.flatMap(({ import_id }) => import_id ?? []) : [];
      const condensed = await countByImport(read, query, imports);
      const pairs = (['kind', 'id', 'by', 'import', 'since', 'until', 'per_page'] as const).map(
        (name) => [name, input[name]] as const,
      );
      const given = [...pairs, ['condense', input.condense ? 'true' : undefined]] as const;
      const { members, headers } = frameList(call.links.base + HISTORY, given, input, total);
      return {
        body: { history: await presentEntries(call, entries, condensed), ...members },
        headers,
        isMomentary: true,
      };
    },
  }),
  route({
    operation: 'undoEntry',
    methods: ['POST'],
    scope: 'write',
    url: `${HISTORY}/{id}/undo`,
    path: { id: required(positiveInteger()) },
    accepts: { fields: fieldNames },
    answers: { 200: UndoAnswer },
    errors: ['rest_history_invalid_id'],
    allows: mayAsk,
    allowsUnknown: mayAsk,
    async handle(call, { path: { id }, input: { fields } }) {
      const isShown = await countHistory(call.services.db.read, { entry: id, owner: ownerScope(call) });
      if (!isShown) throw new KalendsError('rest_history_invalid_id');
      return { body: await undoEntry(call, id, { fields }) };
    },
  }),
  route({
    operation: 'undoEntries',
    methods: ['POST'],
    scope: 'write',
    url: `${HISTORY}/undo`,
    path: {},
    accepts: filters,
    answers: { 200: UndoAnswer },
    errors: [],
    allows: mayAsk,
    async handle(call, { input }) {
      const { read } = call.services.db;
      const isOne = input.import === undefined ? (input.by ?? input.since) : !(input.by ?? input.since);
      if (!isOne) throw invalidParameter('by', message('problem.one_of_undo'));
      const by = await personOf(call, input.by);
      const owner = ownerScope(call);
      if (by !== undefined && !(await hasWriter(read, by)))
        throw invalidParameter('by', message('problem.unknown_id'));
      if (input.import !== undefined && !(await hasImport(read, input.import, owner)))
        throw invalidParameter('import', message('problem.unknown_id'));
      const since = utcOf(call, input.since);
      const ids = await listEntryIds(read, { by, importId: input.import, since, owner });
      return { body: await undoEntries(call, ids) };
    },
  }),
];
