import type { EventColumn } from '#store/db/field-values.ts';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { TableState } from './table-state.ts';

/** An order of the table. */
export type TableOrder = Pick<TableState, 'orderby' | 'order'>;

function Head({
  state,
  label,
  by,
  className,
  onSort,
}: {
  readonly className?: string;
  readonly state: TableState;
  readonly label: string;
  readonly by: TableState['orderby'];
  onSort(next: TableOrder): void;
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

/** The looks of columns by which they give way in narrow windows. */
export const columnLooks: Readonly<Partial<Record<EventColumn, string>>> = {
  venue: 'h-m c-v',
  organizer: 'h-m c-v',
  categories: 'h-m c-v',
  translations: 'h-m',
  cost: 'h-m',
};

/** The head of the table: what selects all of its rows, and orders. */
export function TableHead({
  state,
  columns,
  areAllSelected,
  onSelectAll,
  onSort,
}: {
  readonly state: TableState;
  readonly columns: readonly EventColumn[];
  readonly areAllSelected: boolean;
  onSelectAll(isSelected: boolean): void;
  onSort(next: TableOrder): void;
}) {
  const { say } = useTexts();
  return (
    <thead>
      <tr>
        <th className="c-x">
          <input
            type="checkbox"
            aria-label={say('admin.events.select_all')}
            checked={areAllSelected}
            onChange={({ target }) => onSelectAll(target.checked)}
          />
        </th>
        <Head state={state} label={say('admin.events.date')} by="date" onSort={onSort} />
        <Head state={state} label={say('admin.events.title')} by="title" onSort={onSort} />
        {columns.map((column) =>
          column === 'modified' ? (
            <Head
              key={column}
              className="h-m"
              state={state}
              label={say('admin.events.modified')}
              by="modified"
              onSort={onSort}
            />
          ) : (
            <th key={column} className={columnLooks[column]}>
              <span>{say(`admin.events.${column}`)}</span>
            </th>
          ),
        )}
        <th className="c-m">
          <span className="vh">{say('admin.events.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}
