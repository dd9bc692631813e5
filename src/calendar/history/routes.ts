import Type from 'typebox';
import { can } from '#api/access/permissions.ts';
import { frameList, offsetOf, paging } from '#api/routing/paging.ts';
import {
  dateText,
  oneOf,
  parameter,
  positiveInteger,
  refuseType,
  required,
  text,
} from '#api/routing/parameter.ts';
import { type Route, route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { invalidParameter } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { termKindsOf } from './own-terms.ts';
import { personOf, presentEntries, utcOf } from './present.ts';
import { HistoryList, historyKinds, UndoAnswer } from './schema.ts';
import { countHistory, type HistoryQuery, listEntryIds, listHistory } from './store.ts';
import { undoEntries, undoEntry } from './undo.ts';

const HISTORY = '/kalends/v1/history';
const filters = {
  by: text({ max: 200 }),
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
    accepts: { ...paging, kind: oneOf(historyKinds), id: positiveInteger(), ...filters, until: dateText },
    answers: { 200: HistoryList },
    errors: [],
    allows: mayAsk,
    async handle(call, { input }) {
      const { read } = call.deps.db;
      const query: HistoryQuery = {
        kind: input.kind,
        id: input.id,
        by: await personOf(call, input.by),
        importId: input.import,
        since: utcOf(call, input.since),
        until: utcOf(call, input.until),
        owner: ownerScope(call),
      };
      const total = await countHistory(read, query);
      const entries = await listHistory(read, query, { limit: input.per_page, offset: offsetOf(input) });
      const pairs = (['kind', 'id', 'by', 'import', 'since', 'until', 'per_page'] as const).map(
        (name) => [name, input[name]] as const,
      );
      const { members, headers } = frameList(call.links.base + HISTORY, pairs, input, total);
      return {
        body: { history: await presentEntries(call, entries), ...members },
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
    handle: async (call, { path: { id }, input: { fields } }) => ({
      body: await undoEntry(call, id, { fields }),
    }),
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
      const given = [input.by, input.import, input.since].filter((one) => one !== undefined);
      if (given.length !== 1) throw invalidParameter('by', message('problem.one_of_undo'));
      const ids = await listEntryIds(call.deps.db.read, {
        by: await personOf(call, input.by),
        importId: input.import,
        since: utcOf(call, input.since),
        owner: ownerScope(call),
      });
      return { body: await undoEntries(call, ids) };
    },
  }),
];
