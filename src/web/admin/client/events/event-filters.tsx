import { Button as AriaButton } from 'react-aria-components';
import { type EventColumn, eventColumns } from '#store/db/field-values.ts';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { Chip } from '../parts/chip.tsx';
import { DayField } from '../parts/date-field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import type { MenuChoice } from '../parts/menu-choices.tsx';
import { formatDate, siteZone, todayIn } from '../texts/dates.ts';
import { dayAfter, monthAfter } from '../texts/days.ts';
import { useTexts } from '../texts/texts.tsx';
import { statusKeys } from './event-row.tsx';
import { LinkChip } from './link-chip.tsx';
import { filterStatuses, type TableFilters } from './table-state.ts';

interface FilterProps {
  readonly filters: TableFilters;
  onChange(change: Partial<TableFilters>): void;
}

/** Returns the first and the last day of a month, `YYYY-MM`. */
const daysOf = (month: string) => ({ from: `${month}-01`, to: dayAfter(`${monthAfter(month, 1)}-01`, -1) });

function DateChip({ filters, onChange }: FilterProps) {
  const { say, language } = useTexts();
  const { from, to } = filters;
  const today = todayIn(siteZone);
  const name = say('admin.events.date');
  const day = (text: string) => formatDate(text, language, { day: 'numeric', month: 'short' });
  const label =
    from !== undefined && to !== undefined
      ? from === to
        ? day(from)
        : `${day(from)}–${day(to)}`
      : from !== undefined
        ? say('admin.events.filter.from', { day: day(from) })
        : to !== undefined
          ? say('admin.events.filter.to', { day: day(to) })
          : name;
  const spans = [
    ['today', { from: today, to: today }],
    ['week', { from: today, to: dayAfter(today, 6) }],
    ['month', daysOf(today.slice(0, 7))],
    ['next_month', daysOf(monthAfter(today.slice(0, 7), 1))],
  ] as const;
  return (
    <Chip name={name} label={label} isOn={label !== name}>
      <div className="spans">
        {spans.map(([span, days]) => (
          <Button key={span} look="quiet" size="small" onPress={() => onChange(days)}>
            {say(`admin.events.filter.${span}`)}
          </Button>
        ))}
      </div>
      <DayField
        label={say('admin.events.filter.first')}
        value={from}
        onChange={(first) =>
          onChange(to !== undefined && first > to ? { from: first, to: first } : { from: first })
        }
      />
      <DayField
        label={say('admin.events.filter.last')}
        value={to}
        onChange={(last) =>
          onChange(from !== undefined && last < from ? { from: last, to: last } : { to: last })
        }
      />
      {label !== name && (
        <Button look="bare" size="small" onPress={() => onChange({ from: undefined, to: undefined })}>
          {say('admin.events.filter.none')}
        </Button>
      )}
    </Chip>
  );
}

function StatusChip({ filters, onChange }: FilterProps) {
  const { say } = useTexts();
  const name = say('admin.events.status');
  const textOf = (status: (typeof filterStatuses)[number]) => say(statusKeys[status]);
  const choice = (status: TableFilters['status']): MenuChoice => ({
    id: status ?? 'any',
    text: status === undefined ? say('admin.events.filter.any_status') : textOf(status),
    ...(status === filters.status ? { icon: 'check' } : {}),
    onChoose: () => onChange({ status }),
  });
  return (
    <Menu label={name} choices={[undefined, ...filterStatuses].map(choice)} placement="bottom start">
      <AriaButton
        className={`chip${filters.status === undefined ? '' : ' is-on'}`}
        {...(filters.status === undefined ? {} : { 'aria-label': `${name}: ${textOf(filters.status)}` })}
      >
        {filters.status === undefined ? name : textOf(filters.status)}
        <Icon name="down" />
      </AriaButton>
    </Menu>
  );
}

/** Conditions of a saved filter for which the table has no control, as the interface has them; a press takes them away. */
function FurtherChip({ filters: { also }, onChange }: FilterProps) {
  const { say } = useTexts();
  const told = [...new URLSearchParams(also)].map((pair) => pair.join('=')).join(' ');
  return (
    <AriaButton
      className="chip is-on"
      aria-label={say('admin.remove', { name: told })}
      onPress={() => onChange({ also: '' })}
    >
      {told}
      <Icon name="x" />
    </AriaButton>
  );
}

/** The filters of the table, each of which says what it holds; a list with a status of its own has none for that. */
export const EventFilters = ({
  filters,
  onChange,
  hasStatus,
}: FilterProps & { readonly hasStatus: boolean }) => (
  <>
    <DateChip filters={filters} onChange={onChange} />
    <LinkChip by="category" ids={filters.category} onChange={(category) => onChange({ category })} />
    <LinkChip by="venue" ids={filters.venue} onChange={(venue) => onChange({ venue })} />
    <LinkChip by="organizer" ids={filters.organizer} onChange={(organizer) => onChange({ organizer })} />
    {hasStatus && <StatusChip filters={filters} onChange={onChange} />}
    {filters.also !== '' && <FurtherChip filters={filters} onChange={onChange} />}
  </>
);

/** The choice of columns. */
export function ColumnsChip({
  columns,
  onChoose,
}: {
  readonly columns: readonly EventColumn[];
  onChoose(columns: readonly EventColumn[]): void;
}) {
  const { say } = useTexts();
  const name = say('admin.events.columns');
  return (
    <Chip name={name} label={name} icon="gear" className="h-m">
      {eventColumns.map((column) => (
        <Checkbox
          key={column}
          isSelected={columns.includes(column)}
          onChange={(isSelected) =>
            onChoose(isSelected ? [...columns, column] : columns.filter((one) => one !== column))
          }
        >
          {say(`admin.events.${column}`)}
        </Checkbox>
      ))}
    </Chip>
  );
}
