import Type, { type Static } from 'typebox';
import { can } from '#api/access/permissions.ts';
import { findUserByLogin, findUsers } from '#api/access/store.ts';
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
import { readDate } from '#foundation/time/typed.ts';
import { toUtc } from '#foundation/time/zone.ts';
import { changedFields } from './fields.ts';
import { netImages, type RowImage } from './images.ts';
import {
  countHistory,
  type HistoryQuery,
  type HistoryRow,
  listHistory,
  listImages,
  listStanding,
  listTitles,
} from './store.ts';
import { keptReasons, undoEntries, undoEntry } from './undo.ts';

const kinds = ['event', 'venue', 'organizer', 'category', 'tag', 'media'] as const;
const actions = ['created', 'updated', 'trashed', 'restored', 'deleted', 'merged', 'undone'] as const;
const nullable = (schema: ReturnType<typeof Type.Integer>) => Type.Union([schema, Type.Null()]);

/** An entry of the history as answered (contract W4); `at` is UTC. */
export const HistoryEntry = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  by: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()]),
  kind: Type.Enum([...kinds]),
  item: Type.Integer(),
  title: Type.String(),
  action: Type.Enum([...actions]),
  changes: Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() })),
  import: nullable(Type.Integer()),
  undone: Type.Boolean(),
  undoes: nullable(Type.Integer()),
});

/** A page of the history, the latest first. */
export const HistoryList = Type.Object({
  history: Type.Array(HistoryEntry),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});

/** Result of an undo as answered. */
export const UndoAnswer = Type.Object({
  undone: Type.Integer(),
  kept: Type.Array(
    Type.Object({
      kind: Type.Enum([...kinds]),
      id: Type.Integer(),
      reason: Type.Enum([...keptReasons]),
      fields: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  failed: Type.Integer(),
});

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
const ownerScope = ({ viewer }: Call): number | null =>
  can(viewer, 'edit_others') ? null : (viewer?.id ?? 0);

async function userOf(call: Call, by: string | undefined): Promise<number | undefined> {
  if (by === undefined) return undefined;
  if (/^\d{1,9}$/.test(by)) return Number(by);
  // Whoever isn't there has written nothing.
  return (await findUserByLogin(call.deps.db.read, by))?.id ?? 0;
}

function utcOf(call: Call, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const zone = call.deps.config.timezone;
  const date = readDate(typed, { now: call.now, zone });
  return date && toUtc(date.wall, zone);
}

function titleOf(
  entry: HistoryRow,
  images: readonly RowImage[],
  titles: ReadonlyMap<string, string>,
): string {
  const now = titles.get(`${entry.kind} ${entry.resource_id}`);
  if (now !== undefined) return now;
  const was = images.find(
    ({ before, after }) => before && after === null && ('title' in before || 'name' in before),
  )?.before;
  return String(was?.['title'] ?? was?.['name'] ?? '');
}

async function presentAll(
  call: Call,
  entries: readonly HistoryRow[],
): Promise<Static<typeof HistoryEntry>[]> {
  const { read } = call.deps.db;
  const images = await listImages(
    read,
    entries.map(({ id }) => id),
  );
  const people = await findUsers(
    read,
    entries.flatMap(({ user_id }) => user_id ?? []),
  );
  const titles = await listTitles(read, entries);
  return entries.flatMap((entry) => {
    const own = netImages(images.get(entry.id) ?? []);
    const kind = kinds.find((one) => one === entry.kind);
    const user = people.get(entry.user_id ?? 0);
    return kind
      ? {
          id: entry.id,
          at: entry.at_utc,
          by: user ? { id: user.id, name: user.name } : null,
          kind,
          item: entry.resource_id,
          title: titleOf(entry, own, titles),
          action: entry.action,
          changes: changedFields(own),
          import: entry.import_id,
          undone: entry.undone_by !== null,
          undoes: entry.undoes,
        }
      : [];
  });
}

/** The routes of the history (contract W4). */
export const historyRoutes: readonly Route[] = [
  route({
    operation: 'listHistory',
    methods: ['GET'],
    scope: 'read',
    url: HISTORY,
    path: {},
    accepts: { ...paging, kind: oneOf(kinds), id: positiveInteger(), ...filters, until: dateText },
    answers: { 200: HistoryList },
    errors: [],
    allows: mayAsk,
    async handle(call, { input }) {
      const { read } = call.deps.db;
      const query: HistoryQuery = {
        kind: input.kind,
        id: input.id,
        by: await userOf(call, input.by),
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
      return { body: { history: await presentAll(call, entries), ...members }, headers, isMomentary: true };
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
      body: await undoEntry(call, id, fields),
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
      const ids = await listStanding(call.deps.db.read, {
        by: await userOf(call, input.by),
        importId: input.import,
        since: utcOf(call, input.since),
        owner: ownerScope(call),
      });
      return { body: await undoEntries(call, ids) };
    },
  }),
];
