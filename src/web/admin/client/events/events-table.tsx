import type { EventColumn } from '#store/db/field-values.ts';
import type { MenuChoice } from '../parts/menu-choices.tsx';
import { siteZone, todayIn } from '../texts/dates.ts';
import type { TableEvent } from './event-lists.ts';
import { EventRow, type ShownDay } from './event-row.tsx';
import { useRowLinks } from './row-link.tsx';
import { columnLooks, TableHead, type TableOrder } from './table-head.tsx';
import type { TableState } from './table-state.ts';
import type { Selection } from './use-selection.ts';

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

/** Rows in the place of those that are waited for. */
const WaitingRows = ({ columns }: { readonly columns: readonly EventColumn[] }) =>
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
        <td key={column} className={columnLooks[column]}>
          <span className="sk" />
        </td>
      ))}
      <td className="c-m" />
    </tr>
  ));

/** A page of the table, or what stands for it until it is there. */
export function EventsTable({
  state,
  events,
  columns,
  isPending,
  selection,
  current,
  choicesOf,
  onSort,
}: {
  readonly state: TableState;
  readonly events: readonly TableEvent[];
  readonly columns: readonly EventColumn[];
  readonly isPending: boolean;
  readonly selection: Selection;
  /** ID of the row that keys have reached. */
  readonly current: number | undefined;
  choicesOf(event: TableEvent): readonly MenuChoice[];
  onSort(next: TableOrder): void;
}) {
  const links = useRowLinks();
  const { selected, select, selectOnly } = selection;
  return (
    <table className="at">
      <TableHead
        state={state}
        columns={columns}
        areAllSelected={events.length > 0 && events.every(({ id }) => selected.has(id))}
        onSelectAll={(isSelected) => selectOnly(isSelected ? events : [])}
        onSort={onSort}
      />
      <tbody {...links}>
        {isPending && <WaitingRows columns={columns} />}
        {events.map((event, at) => (
          <EventRow
            key={event.id}
            event={event}
            columns={columns}
            shows={
              state.orderby === 'date' ? shownDay(event.start_date, events[at - 1]?.start_date) : 'month'
            }
            isSelected={selected.has(event.id)}
            isCurrent={current === event.id}
            onSelect={select}
            choicesOf={choicesOf}
          />
        ))}
      </tbody>
    </table>
  );
}
