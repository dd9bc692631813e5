import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.tsx';
import { countQuery } from './event-lists.ts';
import { addressOf, isFiltered, noFilters, type TableState } from './table-state.ts';

/** The table where nothing is in it: why, and a way on. */
export function NoEvents({ state }: { readonly state: TableState }) {
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
