import { memo, type ReactNode } from 'react';
import type { EventColumn } from '#store/db/field-values.ts';
import { Icon, Mark } from '../parts/icon.tsx';
import { LanguageLetters } from '../parts/language-letters.tsx';
import { MenuButton } from '../parts/menu-button.tsx';
import type { MenuChoice } from '../parts/menu-choices.tsx';
import { formatDate, isSunday, siteZone, timeOf, todayIn } from '../texts/dates.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import { type TableEvent, titleOf } from './event-lists.ts';
import { RowLink } from './row-link.tsx';
import type { FilterStatus } from './table-state.ts';

const lookOf: Readonly<Record<string, string>> = { publish: 'st-ok', pending: 'st-warn', trash: 'st-bad' };
/** The words for each status by which the table can be filtered. */
export const statusKeys = {
  publish: 'admin.status.publish',
  future: 'admin.status.planned',
  draft: 'admin.status.draft',
  pending: 'admin.status.pending',
  private: 'admin.status.private',
} as const satisfies Readonly<Record<FilterStatus, AdminKey>>;
const shownKeys: Readonly<Partial<Record<TableEvent['status'], AdminKey>>> = {
  ...statusKeys,
  // Of these it is said from when.
  future: undefined,
  trash: 'admin.status.trash',
};
const eventStatusKeys: Readonly<Partial<Record<TableEvent['event_status'], AdminKey>>> = {
  canceled: 'admin.status.canceled',
  postponed: 'admin.status.postponed',
  rescheduled: 'admin.status.rescheduled',
};

function Status({ event }: { event: TableEvent }) {
  const { say, language } = useTexts();
  const changed = event.status === 'publish' ? eventStatusKeys[event.event_status] : undefined;
  const key = changed ?? shownKeys[event.status];
  const date = () =>
    formatDate(event.date, language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  return (
    <span
      className={`st ${changed ? (event.event_status === 'canceled' ? 'st-bad' : 'st-warn') : (lookOf[event.status] ?? '')}`}
    >
      <i />
      {key ? say(key) : say('admin.status.future', { date: date() })}
    </span>
  );
}

/** Parts of a date in a row beside its time; those that the row above has are left out. */
export type ShownDay = 'month' | 'day' | undefined;

function Day({ event, shows }: { event: TableEvent; shows: ShownDay }) {
  const { language } = useTexts();
  const { start_date: start } = event;
  const isToday = start.slice(0, 10) === todayIn(siteZone);
  const look = isToday ? ' today' : isSunday(start) ? ' sun' : '';
  const thisYear = todayIn(siteZone).slice(0, 4);
  const month = formatDate(start, language, {
    month: 'short',
    ...(start.startsWith(thisYear) ? {} : { year: '2-digit' }),
  });
  return (
    <span className={`dd${look}`}>
      {shows && (
        <>
          <b>{Number(start.slice(8, 10))}</b>
          <span>
            {formatDate(start, language, { weekday: 'short' })}
            {shows === 'month' && <small>{month}</small>}
          </span>
        </>
      )}
    </span>
  );
}

function Venue({ event }: { event: TableEvent }) {
  const { say } = useTexts();
  const venues = [event.venue].flat().filter((venue) => 'venue' in venue);
  const [first] = venues;
  if (venues.length > 1) return say('admin.events.venues', { count: venues.length });
  if (first) return plainText(first.venue);
  if (event.is_virtual) return say('admin.events.online');
  return (
    <RowLink className="miss" event={event} hash="venue">
      <Icon name="pin" /> {say('admin.events.choose_venue')}
    </RowLink>
  );
}

function Organizer({ event }: { event: TableEvent }) {
  const { say } = useTexts();
  const organizers = event.organizer.filter((organizer) => 'organizer' in organizer);
  const [first] = organizers;
  if (organizers.length > 1) return say('admin.events.organizers', { count: organizers.length });
  return first ? plainText(first.organizer) : null;
}

/** The cell of each column that can be chosen. */
const cells: Readonly<Record<EventColumn, (props: { event: TableEvent }) => ReactNode>> = {
  venue: ({ event }) => (
    <td className="h-m c-v">
      <Venue event={event} />
    </td>
  ),
  organizer: ({ event }) => (
    <td className="h-m c-v">
      <Organizer event={event} />
    </td>
  ),
  categories: ({ event }) => (
    <td className="h-m">{event.categories.map(({ name }) => plainText(name)).join(', ')}</td>
  ),
  translations: ({ event }) => (
    <td className="h-m">
      <LanguageLetters translations={event.translations} />
    </td>
  ),
  status: ({ event }) => (
    <td className="c-s">
      <Status event={event} />
    </td>
  ),
  cost: ({ event }) => <td className="h-m">{plainText(event.cost)}</td>,
  modified: function Modified({ event }) {
    const { language } = useTexts();
    const text = formatDate(event.modified, language, { dateStyle: 'medium', timeStyle: 'short' });
    return (
      <td className="h-m num">
        <time dateTime={event.modified.replace(' ', 'T')}>{text}</time>
      </td>
    );
  },
};

/** A row of the table: one event, or one that repeats with its next date. It is drawn anew only where something in it changes. */
export const EventRow = memo(function EventRow({
  event,
  columns,
  shows,
  isSelected,
  isCurrent,
  onSelect,
  choicesOf,
}: {
  readonly event: TableEvent;
  readonly columns: readonly EventColumn[];
  readonly shows: ShownDay;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  onSelect(event: TableEvent, isSelected: boolean): void;
  choicesOf(event: TableEvent): readonly MenuChoice[];
}) {
  const { say } = useTexts();
  const title = titleOf(event);
  const [category] = event.categories;
  const looks = [
    shows && 'nd',
    isSelected && 'sel',
    isCurrent && 'cur',
    event.event_status === 'canceled' && 'is-off',
  ].filter(Boolean);
  return (
    <tr className={looks.join(' ')} data-id={event.id}>
      <td className="c-x">
        <input
          type="checkbox"
          aria-label={say('admin.events.select', { title })}
          checked={isSelected}
          onChange={({ target }) => onSelect(event, target.checked)}
        />
      </td>
      <td className="c-d">
        <Day event={event} shows={shows} />
        <time dateTime={event.start_date.replace(' ', 'T')}>
          {event.all_day ? say('admin.events.all_day') : timeOf(event.start_date)}
        </time>
      </td>
      <td className="c-t">
        <RowLink event={event}>
          {category && 'mark' in category && category.mark && (
            <Mark name={category.mark} color={category.color ?? undefined} />
          )}
          <span>{title || '–'}</span>
        </RowLink>
        {event.recurrence && (
          <small>
            <Icon name="repeat" />
            {event.recurrence.rrule.length > 0 || event.recurrence.count === null
              ? event.recurrence.text
              : say('admin.events.dates', { count: event.recurrence.count })}
          </small>
        )}
        {!event.all_day && event.timezone !== siteZone && (
          <small>{say('admin.zone', { zone: event.timezone.replaceAll('_', ' ') })}</small>
        )}
      </td>
      {columns.map((column) => {
        const Cell = cells[column];
        return <Cell key={column} event={event} />;
      })}
      <td className="c-m">
        <MenuButton label={say('admin.events.more', { title })} choicesOf={() => choicesOf(event)} />
      </td>
    </tr>
  );
});
