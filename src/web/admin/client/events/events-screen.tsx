import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Pager } from '../parts/pager.tsx';
import { Failed } from '../shell/failure.tsx';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnsChip, EventFilters } from './event-filters.tsx';
import { eventsQuery, PER_PAGE } from './event-lists.ts';
import { EventsTable } from './events-table.tsx';
import { ListTabs } from './list-tabs.tsx';
import { NoEvents } from './no-events.tsx';
import { useRowCommands } from './row-commands.ts';
import { useShownFilter } from './shown-filter.ts';
import { useTableKeys } from './table-keys.ts';
import { TableSearch } from './table-search.tsx';
import { addressOf, hasOwnStatus, readState, type TableState } from './table-state.ts';
import { useRunAction } from './use-run-action.ts';
import { useSelection } from './use-selection.ts';

/** The keys that the foot of the table tells. */
const toldKeys = [
  [['J', 'K'], 'admin.events.key.move'],
  [['X'], 'admin.events.key.select'],
  [['E'], 'admin.events.key.edit'],
  [['P'], 'admin.events.key.publish'],
  [['?'], 'admin.events.key.all'],
] as const satisfies readonly (readonly [keys: readonly string[], does: AdminKey])[];

/** The table of events: lists, search, order, selection, and what can be done with one or many. */
export default function EventsScreen() {
  const { say } = useTexts();
  // As text: the router makes a new object each time.
  const address = JSON.stringify(useSearch({ strict: false }));
  const state = useMemo(() => readState(JSON.parse(address)), [address]);
  const saved = useShownFilter(state);
  const { columns, chooseColumns } = saved;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery(eventsQuery(state));
  const run = useRunAction();
  const selection = useSelection(state);
  const { selected, select, selectOnly } = selection;
  const events = data?.events ?? [];
  const go = (change: Partial<TableState>, replace = false) =>
    void navigate({ to: '/admin/events', search: addressOf({ ...state, page: 1, ...change }), replace });
  const search = (text: string) => {
    // Asked before the router has gone to the new address, which then finds the answer under way.
    void queries.prefetchQuery(eventsQuery({ ...state, page: 1, search: text }));
    go({ search: text }, true);
  };
  const { keys, choicesOf } = useRowCommands(state.list === 'trash', run);
  const current = useTableKeys(events, {
    ...keys,
    x: (event) => select(event, !selected.has(event.id)),
  });
  const isWaiting = isPending || isPlaceholderData;
  return (
    <>
      <header className="at-h">
        <h1>{say('admin.nav.events')}</h1>
        <ListTabs state={state} saved={saved} isReady={!isWaiting} />
      </header>
      <div className="at-f">
        <TableSearch state={state} onSearch={search} />
        <EventFilters
          filters={state}
          onChange={(change) => go(change)}
          hasStatus={!hasOwnStatus(state.list)}
        />
        <ColumnsChip columns={columns} onChoose={chooseColumns} />
      </div>
      <div className="at-w" aria-busy={isWaiting}>
        {isWaiting && <div className="wait-line" role="progressbar" aria-label={say('admin.waiting')} />}
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!isPending && !error && events.length === 0 ? (
          <NoEvents state={state} />
        ) : (
          <EventsTable
            state={state}
            events={events}
            columns={columns}
            isPending={isPending}
            selection={selection}
            current={current}
            choicesOf={choicesOf}
            onSort={(order) => go(order)}
          />
        )}
      </div>
      {selected.size > 0 && (
        <BulkBar
          events={[...selected.values()]}
          state={state}
          total={data?.total ?? selected.size}
          isPage={!isWaiting && events.every(({ id }) => selected.has(id))}
          run={run}
          onDone={() => selectOnly([])}
        />
      )}
      <Pager page={state.page} perPage={PER_PAGE} total={data?.total} onPage={(page) => go({ page })}>
        {toldKeys.map(([letters, does]) => (
          <span key={does} className="key">
            {letters.map((letter) => (
              <kbd key={letter}>{letter}</kbd>
            ))}{' '}
            {say(does)}
          </span>
        ))}
      </Pager>
    </>
  );
}
