import { positiveInteger, required } from '#api/routing/parameter.ts';
import { type Route, route, signedIn } from '#api/routing/route.ts';
import { keptQueryProblem } from '#calendar/events/filters/query-field.ts';
import { eventListParameters } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { KalendsError, type Problem } from '#errors.ts';
import { eventColumns } from '#store/db/field-values.ts';
import { changeSavedFilter, createSavedFilter, ownerOf, removeSavedFilter } from './actions.ts';
import { newSavedFilterFields, SavedFilterAnswer, SavedFiltersAnswer, savedFilterFields } from './schema.ts';
import { findSavedFilter, listSavedFilters, type SavedFilterRow } from './store.ts';

/** Returns a saved filter as answered; a column that isn't known any more is left out. */
function presentSavedFilter({ id, name, query, columns }: SavedFilterRow): SavedFilterAnswer {
  const chosen = columns?.split(',');
  return { id, name, query, columns: chosen ? eventColumns.filter((one) => chosen.includes(one)) : null };
}

const URL = '/kalends/v1/saved-filters';
const ITEM = `${URL}/{id}`;

/** The parts of a route that all of one saved filter share: each answers with it. */
const one = {
  url: ITEM,
  path: { id: required(positiveInteger()) },
  answers: { 200: SavedFilterAnswer },
  allows: signedIn,
  allowsUnknown: signedIn,
} as const;

/** Returns what is wrong with a query that is sent: a parameter that the list of events wouldn't take. */
async function validate(
  call: Call,
  { input: { query } }: { input: { query?: string | undefined } },
): Promise<Record<string, Problem>> {
  const problem = query === undefined ? undefined : await keptQueryProblem(call, eventListParameters, query);
  return problem ? { query: problem } : {};
}

/** The routes of saved filters: lists of events that people have named, each for themselves alone. */
export const savedFilterRoutes: readonly Route[] = [
  route({
    operation: 'listSavedFilters',
    methods: ['GET'],
    scope: 'read',
    revises: 'saved_filter',
    url: URL,
    path: {},
    accepts: {},
    answers: { 200: SavedFiltersAnswer },
    errors: [],
    allows: signedIn,
    async handle(call) {
      const rows = await listSavedFilters(call.services.db.read, ownerOf(call));
      return { body: { saved_filters: rows.map(presentSavedFilter) } };
    },
  }),
  route({
    operation: 'createSavedFilter',
    methods: ['POST'],
    scope: 'write-own',
    revises: 'saved_filter',
    url: URL,
    path: {},
    accepts: newSavedFilterFields,
    answers: { 201: SavedFilterAnswer },
    errors: ['rest_saved_filter_exists', 'rest_saved_filters_full'],
    allows: signedIn,
    validate,
    async handle(call, { input }) {
      const made = await createSavedFilter(call, input);
      const headers = { Location: `${call.links.base}${URL}/${made.id}` };
      return { status: 201, body: presentSavedFilter(made), headers };
    },
  }),
  route({
    ...one,
    operation: 'readSavedFilter',
    methods: ['GET'],
    scope: 'read',
    revises: 'saved_filter',
    accepts: {},
    errors: ['rest_saved_filter_invalid_id'],
    async handle(call, { path: { id } }) {
      const row = await findSavedFilter(call.services.db.read, { userId: ownerOf(call), id });
      if (!row) throw new KalendsError('rest_saved_filter_invalid_id');
      return { body: presentSavedFilter(row) };
    },
  }),
  route({
    ...one,
    operation: 'updateSavedFilter',
    methods: ['POST', 'PUT', 'PATCH'],
    scope: 'write-own',
    revises: 'saved_filter',
    accepts: savedFilterFields,
    errors: ['rest_saved_filter_invalid_id', 'rest_saved_filter_exists'],
    validate,
    handle: async (call, { path: { id }, input }) => ({
      body: presentSavedFilter(await changeSavedFilter(call, id, input)),
    }),
  }),
  route({
    ...one,
    operation: 'deleteSavedFilter',
    methods: ['DELETE'],
    scope: 'write-own',
    revises: 'saved_filter',
    accepts: {},
    errors: ['rest_saved_filter_invalid_id'],
    handle: async (call, { path: { id } }) => ({
      body: presentSavedFilter(await removeSavedFilter(call, id)),
    }),
  }),
];
