import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import type { MenuChoice } from '../parts/menu.tsx';
import { Failed } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { recordOf, useEventActions } from './event-actions.ts';
import {
  type AdminEvent,
  countQuery,
  type EventListName,
  eventLists,
  eventsQuery,
  PER_PAGE,
  type TableState,
} from './event-lists.ts';
import { EventRow } from './event-row.tsx';
import { useTableKeys } from './table-keys.ts';

const isList = (name: unknown): name is EventListName => eventLists.some((list) => list === name);

/** Returns the table's state as the address has it. */
function readState(search: Readonly<Record<string, unknown>>): TableState {
  const { list, q, page, sort, order } = search;
  const shown = isList(list) ? list : 'coming';
  return {
    list: shown,
    search: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    page: typeof page === 'number' && page > 0 ? Math.floor(page) : 1,
    orderby: sort === 'title' || sort === 'modified' ? sort : 'date',
    order: order === 'desc' || order === 'asc' ? order : shown === 'past' ? 'desc' : 'asc',
  };
}

/** Returns the part of an address that tells a state; what is as usual is left out. */
const addressOf = ({ list, search, page, orderby, order }: TableState) => ({
  ...(list === 'coming' ? {} : { list }),
  ...(search === '' ? {} : { q: search }),
  ...(page === 1 ? {} : { page }),
  ...(orderby === 'date' ? {} : { sort: orderby }),
  ...(order === (list === 'past' ? 'desc' : 'asc') ? {} : { order }),
});

function Lists({ state, isReady }: { state: TableState; isReady: boolean }) {
  const { say, language } = useTexts();
  // Rows come first: what is counted would hold them up.
  const counts = useQueries({
    queries: eventLists.map((list) => ({ ...countQuery(list), enabled: isReady })),
  });
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const nameOf = (list: EventListName): string => {
    if (list.startsWith('untranslated_'))
      return say('admin.events.untranslated', { language: names.of(list.slice(-2)) ?? '' });
    return say(`admin.events.${list as Exclude<EventListName, `untranslated_${string}`>}`);
  };
  return (
    <ul className="saved">
      {eventLists.map((list, at) => {
        const count = counts[at]?.data;
        if (list.startsWith('untranslated_') && (count === 0 || count === undefined)) return null;
        return (
          <li key={list}>
            <Link
              to="/admin/events"
              search={addressOf({ ...readState({ list }), search: state.search })}
              aria-current={list === state.list ? 'page' : undefined}
            >
              {nameOf(list)}
              {count !== undefined && <span className="num">{count.toLocaleString(language)}</span>}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Milliseconds between a key and the question, for those who type faster: what is asked anew ends what was asked before. */
const SEARCH_PAUSE_MS = 20;

function Search({ state, onSearch }: { state: TableState; onSearch: (search: string) => void }) {
  const { say } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(state.search);
  useEffect(() => setTyped(state.search), [state.search]);
  useEffect(() => {
    if (typed === state.search) return;
    const timer = setTimeout(() => onSearch(typed), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, state.search, onSearch]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <label className="field-s">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label={say('admin.events.search')}
        placeholder={say('admin.events.search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <kbd>/</kbd>
    </label>
  );
}

function Head({
  state,
  label,
  by,
  onSort,
}: {
  state: TableState;
  label: string;
  by: TableState['orderby'];
  onSort: (next: Pick<TableState, 'orderby' | 'order'>) => void;
}) {
  const isSorted = state.orderby === by;
  const next = isSorted && state.order === 'asc' ? 'desc' : 'asc';
  return (
    <th aria-sort={isSorted ? (state.order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <button type="button" onClick={() => onSort({ orderby: by, order: next })}>
        {label}
        {isSorted && <Icon name={state.order === 'asc' ? 'up' : 'down'} />}
      </button>
    </th>
  );
}

const waitingRows = Array.from({ length: 12 }, (_, at) => at);

function Nothing({ state }: { state: TableState }) {
  const { say } = useTexts();
  const [title, text] =
    state.search !== ''
      ? (['admin.events.no_match', 'admin.events.no_match.text'] as const)
      : state.list === 'coming'
        ? (['admin.events.none', 'admin.events.none.text'] as const)
        : (['admin.events.empty_list', undefined] as const);
  return (
    <div className="none-a">
      <b>{say(title)}</b>
      {text && <p>{say(text)}</p>}
      {state.search !== '' && (
        <Link
          className="btn btn-quiet"
          to="/admin/events"
          search={addressOf({ ...state, search: '', page: 1 })}
        >
          {say('admin.events.show_all')}
        </Link>
      )}
    </div>
  );
}

/** The table of events: lists, search, order, selection, and what can be done with one or many. */
export default function EventsScreen() {
  const { say, language } = useTexts();
  const state = readState(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery(eventsQuery(state));
  const actions = useEventActions();
  const [selected, setSelected] = useState<ReadonlyMap<number, AdminEvent>>(new Map());
  const events = data?.events ?? [];
  const address = JSON.stringify(addressOf(state));

  const go = (change: Partial<TableState>, replace = false) =>
    void navigate({ to: '/admin/events', search: addressOf({ ...state, page: 1, ...change }), replace });
  const clear = () => setSelected(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another list has isn't selected any more
  useEffect(clear, [address]);
  const select = (event: AdminEvent, isSelected: boolean) => {
    const next = new Map(selected);
    if (isSelected) next.set(event.id, event);
    else next.delete(event.id);
    setSelected(next);
  };
  const edit = (event: AdminEvent) =>
    void navigate({ to: '/admin/events/$id', params: { id: String(recordOf(event)) } });
  const isTrash = state.list === 'trash';
  const current = useTableKeys(events, {
    e: edit,
    Enter: edit,
    x: (event) => select(event, !selected.has(event.id)),
    p: (event) => void actions.setStatus([event], 'publish'),
    v: (event) => open(event.url, '_blank', 'noopener'),
    Delete: (event) => void (isTrash ? undefined : actions.trash([event])),
  });

  const choicesOf = (event: AdminEvent): MenuChoice[] =>
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
            onChoose: () => void navigate({ to: '/admin/events/new', search: { copy: recordOf(event) } }),
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
            id: 'trash',
            text: say('admin.events.to_trash'),
            icon: 'trash',
            shortcut: '⌦',
            onChoose: () => void actions.trash([event]),
          },
        ];

  const total = data?.total ?? 0;
  const from = (state.page - 1) * PER_PAGE + 1;
  const sort = (next: Pick<TableState, 'orderby' | 'order'>) => go(next);
  const isWaiting = isPending || isPlaceholderData;
  return (
    <>
      <header className="at-h">
        <h1>{say('admin.nav.events')}</h1>
        <Lists state={state} isReady={data !== undefined} />
      </header>
      <div className="at-f">
        <Search state={state} onSearch={(search) => go({ search }, true)} />
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
                <th className="h-m">{say('admin.events.venue')}</th>
                <th className="h-m">{say('admin.events.languages')}</th>
                <th>{say('admin.events.status')}</th>
                <th className="c-m">
                  <span className="vh">{say('admin.events.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {isPending &&
                waitingRows.map((row) => (
                  <tr key={row}>
                    <td className="c-x" />
                    <td className="c-d">
                      <span className="sk" />
                    </td>
                    <td className="c-t" colSpan={5}>
                      <span className="sk" />
                    </td>
                  </tr>
                ))}
              {events.map((event, at) => (
                <EventRow
                  key={event.id}
                  event={event}
                  isFirstOfDay={
                    state.orderby !== 'date' ||
                    events[at - 1]?.start_date.slice(0, 10) !== event.start_date.slice(0, 10)
                  }
                  isSelected={selected.has(event.id)}
                  isCurrent={current === event.id}
                  onSelect={(isSelected) => select(event, isSelected)}
                  choices={choicesOf(event)}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {selected.size > 0 && (
        <BulkBar events={[...selected.values()]} actions={actions} isTrash={isTrash} onDone={clear} />
      )}
      <footer className="at-k">
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
        <span className="sp" />
        {total > 0 && (
          <span className="num">
            {say('admin.events.range', {
              from: from.toLocaleString(language),
              to: (from + events.length - 1).toLocaleString(language),
              total: total.toLocaleString(language),
            })}
          </span>
        )}
        <IconButton
          name="left"
          label={say('admin.events.back')}
          isDisabled={state.page === 1}
          onPress={() => go({ page: state.page - 1 })}
        />
        <IconButton
          name="right"
          label={say('admin.events.next')}
          isDisabled={state.page >= (data?.total_pages ?? 1)}
          onPress={() => go({ page: state.page + 1 })}
        />
      </footer>
    </>
  );
}
