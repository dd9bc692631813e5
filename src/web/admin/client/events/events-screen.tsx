import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { EventColumn } from '#store/db/field-values.ts';
import { isCommand } from '../parts/command-keys.ts';
import { Icon } from '../parts/icon.tsx';
import type { MenuChoice } from '../parts/menu-choices.tsx';
import { Pager } from '../parts/pager.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { siteZone } from '../shell/brand.tsx';
import { Failed } from '../shell/failure.tsx';
import { useTypedSearch } from '../shell/use-typed-search.ts';
import { todayIn } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { recordOf, useEventActions } from './event-actions.ts';
import { ColumnsChip, EventFilters } from './event-filters.tsx';
import { countQuery, eventsQuery, PER_PAGE, type TableEvent } from './event-lists.ts';
import { EventRow, type ShownDay } from './event-row.tsx';
import { ListTabs } from './list-tabs.tsx';
import { useRowLinks } from './row-link.tsx';
import { useShownFilter } from './shown-filter.ts';
import { useTableKeys } from './table-keys.ts';
import { addressOf, hasOwnStatus, isFiltered, noFilters, readState, type TableState } from './table-state.ts';

function Search({ state, onSearch }: { state: TableState; onSearch: (search: string) => void }) {
  const { say } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [typed, type] = useTypedSearch(state.search, onSearch);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isCommand(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <SearchField
      field={field}
      label={say('admin.events.search')}
      value={typed}
      onChange={type}
      shortcut="/"
    />
  );
}

function Head({
  state,
  label,
  by,
  className,
  onSort,
}: {
  className?: string;
  state: TableState;
  label: string;
  by: TableState['orderby'];
  onSort: (next: Pick<TableState, 'orderby' | 'order'>) => void;
}) {
  const isSorted = state.orderby === by;
  const next = isSorted && state.order === 'asc' ? 'desc' : 'asc';
  return (
    <th
      className={className}
      aria-sort={isSorted ? (state.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => onSort({ orderby: by, order: next })}>
        {label}
        {isSorted && <Icon name={state.order === 'asc' ? 'up' : 'down'} />}
      </button>
    </th>
  );
}

const headLooks: Readonly<Partial<Record<EventColumn, string>>> = {
  venue: 'h-m c-v',
  organizer: 'h-m c-v',
  categories: 'h-m c-v',
  translations: 'h-m',
  cost: 'h-m',
};

/** Characters of a date that name its month, and its day. */
const MONTH = 7;
const DAY = 10;

/** Returns what the date of a row has to say: its month only where that isn't the one of the row above, or for the first row today's. */
function shownDay(start: string, above: string | undefined): ShownDay {
  const isSame = (length: number, other: string) => start.slice(0, length) === other.slice(0, length);
  if (!isSame(MONTH, above ?? todayIn(siteZone))) return 'month';
  return above !== undefined && isSame(DAY, above) ? undefined : 'day';
}

const waitingRows = Array.from({ length: 12 }, (_, at) => at);

function Nothing({ state }: { state: TableState }) {
  const { say } = useTexts();
  const isBeginning = state.list === 'coming' && !isFiltered(state);
  const { data: past } = useQuery({ ...countQuery('past'), enabled: isBeginning });
  const [title, text] = isFiltered(state)
    ? (['admin.events.no_match', 'admin.events.no_match.text'] as const)
    : isBeginning && past === 0
      ? (['admin.events.none', 'admin.events.none.text'] as const)
      : isBeginning
        ? (['admin.events.none_coming', undefined] as const)
        : (['admin.events.empty_list', undefined] as const);
  return (
    <div className="none-a">
      <b>{say(title)}</b>
      {text && <p>{say(text)}</p>}
      {isFiltered(state) && (
        <Link
          className="btn btn-quiet"
          to="/admin/events"
          search={addressOf({ ...state, ...noFilters, search: '', page: 1 })}
        >
          {say('admin.events.show_all')}
        </Link>
      )}
      {isBeginning && past !== undefined && past > 0 && (
        <Link className="btn btn-quiet" to="/admin/events" search={{ list: 'past' }}>
          {say('admin.events.show_past', { count: past })}
        </Link>
      )}
    </div>
  );
}

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
  const actions = useEventActions();
  const [selected, setSelected] = useState<ReadonlyMap<number, TableEvent>>(new Map());
  const events = data?.events ?? [];
  const go = (change: Partial<TableState>, replace = false) =>
    void navigate({ to: '/admin/events', search: addressOf({ ...state, page: 1, ...change }), replace });
  const search = (text: string) => {
    // Asked before the router has gone to the new address, which then finds the answer under way.
    void queries.prefetchQuery(eventsQuery({ ...state, page: 1, search: text }));
    go({ search: text }, true);
  };
  const clear = () => setSelected(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another list has isn't selected any more
  useEffect(clear, [state]);
  const select = useCallback(
    (event: TableEvent, isSelected: boolean) =>
      setSelected((before) => {
        const next = new Map(before);
        if (isSelected) next.set(event.id, event);
        else next.delete(event.id);
        return next;
      }),
    [],
  );
  const edit = useCallback(
    (event: TableEvent) =>
      void navigate({ to: '/admin/events/$id', params: { id: String(recordOf(event)) } }),
    [navigate],
  );
  const copy = useCallback(
    (event: TableEvent) => void navigate({ to: '/admin/events/new', search: { copy: recordOf(event) } }),
    [navigate],
  );
  const showHistory = useCallback(
    (event: TableEvent) =>
      void navigate({ to: '/admin/history', search: { kind: 'event', id: recordOf(event) } }),
    [navigate],
  );
  const isTrash = state.list === 'trash';
  const current = useTableKeys(events, {
    e: edit,
    Enter: edit,
    x: (event) => select(event, !selected.has(event.id)),
    p: (event) => void actions.setStatus([event], 'publish'),
    d: copy,
    h: showHistory,
    v: (event) => open(event.url, '_blank', 'noopener'),
    Delete: (event) => void (isTrash ? undefined : actions.trash([event])),
  });

  const choicesOf = useCallback(
    (event: TableEvent): MenuChoice[] =>
      isTrash
        ? [
            {
              id: 'restore',
              text: say('admin.events.restore'),
              icon: 'hist',
              onChoose: () => void actions.restore([event]),
            },
          ]
        : [
            {
              id: 'edit',
              text: say('admin.events.edit'),
              icon: 'edit',
              shortcut: 'E',
              onChoose: () => edit(event),
            },
            {
              id: 'look',
              text: say('admin.events.look'),
              icon: 'eye',
              shortcut: 'V',
              onChoose: () => void open(event.url, '_blank', 'noopener'),
            },
            {
              id: 'copy',
              text: say('admin.events.copy'),
              icon: 'copy',
              shortcut: 'D',
              onChoose: () => copy(event),
            },
            ...(event.status === 'publish'
              ? []
              : [
                  {
                    id: 'publish',
                    text: say('admin.events.publish'),
                    icon: 'check' as const,
                    shortcut: 'P',
                    onChoose: () => void actions.setStatus([event], 'publish'),
                  },
                ]),
            ...(event.event_status === 'canceled'
              ? []
              : [
                  {
                    id: 'cancel',
                    text: say('admin.events.cancel'),
                    icon: 'x' as const,
                    onChoose: () => void actions.cancel(event),
                  },
                ]),
            {
              id: 'history',
              text: say('admin.nav.history'),
              icon: 'hist',
              shortcut: 'H',
              onChoose: () => showHistory(event),
            },
            {
              id: 'trash',
              text: say('admin.events.to_trash'),
              icon: 'trash',
              shortcut: '⌦',
              onChoose: () => void actions.trash([event]),
            },
          ],
    [isTrash, say, actions, edit, copy, showHistory],
  );

  const links = useRowLinks();
  const sort = (next: Pick<TableState, 'orderby' | 'order'>) => go(next);
  const isWaiting = isPending || isPlaceholderData;
  return (
    <>
      <header className="at-h">
        <h1>{say('admin.nav.events')}</h1>
        <ListTabs state={state} saved={saved} isReady={!isWaiting} />
      </header>
      <div className="at-f">
        <Search state={state} onSearch={search} />
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
          <Nothing state={state} />
        ) : (
          <table className="at">
            <thead>
              <tr>
                <th className="c-x">
                  <input
                    type="checkbox"
                    aria-label={say('admin.events.select_all')}
                    checked={events.length > 0 && events.every(({ id }) => selected.has(id))}
                    onChange={({ target }) =>
                      setSelected(new Map(target.checked ? events.map((event) => [event.id, event]) : []))
                    }
                  />
                </th>
                <Head state={state} label={say('admin.events.date')} by="date" onSort={sort} />
                <Head state={state} label={say('admin.events.title')} by="title" onSort={sort} />
                {columns.map((column) =>
                  column === 'modified' ? (
                    <Head
                      key={column}
                      className="h-m"
                      state={state}
                      label={say('admin.events.modified')}
                      by="modified"
                      onSort={sort}
                    />
                  ) : (
                    <th key={column} className={headLooks[column]}>
                      <span>{say(`admin.events.${column}`)}</span>
                    </th>
                  ),
                )}
                <th className="c-m">
                  <span className="vh">{say('admin.events.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody {...links}>
              {isPending &&
                waitingRows.map((row) => (
                  <tr key={row}>
                    <td className="c-x" />
                    <td className="c-d">
                      <span className="sk" />
                    </td>
                    <td className="c-t">
                      <span className="sk" />
                    </td>
                    {columns.map((column) => (
                      <td key={column} className={headLooks[column]}>
                        <span className="sk" />
                      </td>
                    ))}
                    <td className="c-m" />
                  </tr>
                ))}
              {events.map((event, at) => (
                <EventRow
                  key={event.id}
                  event={event}
                  columns={columns}
                  shows={
                    state.orderby === 'date'
                      ? shownDay(event.start_date, events[at - 1]?.start_date)
                      : 'month'
                  }
                  isSelected={selected.has(event.id)}
                  isCurrent={current === event.id}
                  onSelect={select}
                  choicesOf={choicesOf}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {selected.size > 0 && (
        <BulkBar events={[...selected.values()]} actions={actions} isTrash={isTrash} onDone={clear} />
      )}
      <Pager page={state.page} perPage={PER_PAGE} total={data?.total} onPage={(page) => go({ page })}>
        <span className="key">
          <kbd>J</kbd>
          <kbd>K</kbd> {say('admin.events.key.move')}
        </span>
        <span className="key">
          <kbd>X</kbd> {say('admin.events.key.select')}
        </span>
        <span className="key">
          <kbd>E</kbd> {say('admin.events.key.edit')}
        </span>
        <span className="key">
          <kbd>P</kbd> {say('admin.events.key.publish')}
        </span>
        <span className="key">
          <kbd>?</kbd> {say('admin.events.key.all')}
        </span>
      </Pager>
    </>
  );
}
