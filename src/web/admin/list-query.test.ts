import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { queryTextOf, stateOfQuery } from './client/events/list-query.ts';
import {
  addressOf,
  eventLists,
  filterStatuses,
  noFilters,
  orders,
  readState,
  type TableState,
} from './client/events/table-state.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { maxLength: 3 });
const day = fc.constantFrom(undefined, '2026-12-01', '2027-02-28');
const states: fc.Arbitrary<TableState> = fc.record({
  list: fc.constantFrom(...eventLists),
  search: fc.constantFrom('', 'jazz', '50 % & more=less', '2027'),
  page: fc.constant(1),
  orderby: fc.constantFrom(...orders),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  status: fc.constantFrom(undefined, ...filterStatuses),
  category: ids,
  venue: ids,
  organizer: ids,
  from: day,
  to: day,
  also: fc.constantFrom('', 'featured=true', 'geoloc_lat=52.5&geoloc_lng=13.4&tags=7'),
});

test('a state of the table that is saved asks for the same when it is read again, and its address too', () => {
  fc.assert(
    fc.property(states, (state) => {
      const query = queryTextOf(state);
      assert.equal(queryTextOf(stateOfQuery(query)), query);
      assert.equal(queryTextOf(readState(addressOf(stateOfQuery(query)))), query);
    }),
  );
});

const usual: TableState = {
  ...noFilters,
  list: 'coming',
  search: '',
  page: 1,
  orderby: 'date',
  order: 'asc',
};

test('each list is found again in what it asks for', () => {
  for (const list of eventLists)
    assert.deepEqual(stateOfQuery(queryTextOf({ ...usual, list })), { ...usual, list });
});

test('queries that programs have saved are shown as they ask', () => {
  for (const [query, change] of [
    ['', {}],
    ['categories=3,5&search=by+the+sea', { category: [3, 5], search: 'by the sea' }],
    ['status=draft', { status: 'draft' }],
    ['status=draft,publish', { also: 'status=draft%2Cpublish' }],
    ['status=draft&start_date=1000-01-01+00:00:00', { list: 'draft' }],
    ['status=trash', { also: 'status=trash' }],
    ['ends_before=now', { also: 'ends_before=now' }],
    ['categories=music&featured=true', { also: 'categories=music&featured=true' }],
    ['start_date=tomorrow&end_date=2027-01-01', { also: 'start_date=tomorrow', to: '2027-01-01' }],
    ['starts_after=2026-12-31&end_date=now', { from: '2027-01-01', also: 'end_date=now' }],
    ['page=3&per_page=5&context=edit&orderby=title&order=desc', { orderby: 'title', order: 'desc' }],
    ['orderby=distance&order=ascending', { also: 'orderby=distance&order=ascending' }],
  ] as const)
    assert.deepEqual(stateOfQuery(query), { ...usual, ...change }, query);
});
