import { Link } from '@tanstack/react-router';
import { IconButton } from '../parts/button.tsx';
import { Icon, Mark } from '../parts/icon.tsx';
import { LanguageLetters } from '../parts/language-letters.tsx';
import { Menu, type MenuChoice } from '../parts/menu.tsx';
import { siteZone } from '../shell/brand.tsx';
import { formatDate, isSunday, timeOf, todayIn } from '../texts/dates.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import { recordOf } from './event-actions.ts';
import type { AdminEvent } from './event-lists.ts';

/** Returns the title of an event as text. */
export const titleOf = ({ raw, title }: AdminEvent): string => plainText(raw?.title || title);

const lookOf: Readonly<Record<string, string>> = { publish: 'st-ok', pending: 'st-warn', trash: 'st-bad' };
const statusKeys: Readonly<Record<string, AdminKey>> = {
  publish: 'admin.status.publish',
  draft: 'admin.status.draft',
  pending: 'admin.status.pending',
  private: 'admin.status.private',
  trash: 'admin.status.trash',
};
const eventStatusKeys: Readonly<Partial<Record<AdminEvent['event_status'], AdminKey>>> = {
  canceled: 'admin.status.canceled',
  postponed: 'admin.status.postponed',
  rescheduled: 'admin.status.rescheduled',
};

function Status({ event }: { event: AdminEvent }) {
  const { say, language } = useTexts();
  const changed = event.status === 'publish' ? eventStatusKeys[event.event_status] : undefined;
  const key = changed ?? statusKeys[event.status];
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

function Day({ event, isFirst }: { event: AdminEvent; isFirst: boolean }) {
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
      {isFirst && (
        <>
          <b>{Number(start.slice(8, 10))}</b>
          {formatDate(start, language, { weekday: 'short' })} {month}
        </>
      )}
    </span>
  );
}

function Venue({ event }: { event: AdminEvent }) {
  const { say } = useTexts();
  const venues = [event.venue].flat().filter((venue) => 'venue' in venue);
  const [first] = venues;
  if (venues.length > 1) return say('admin.events.venues', { count: venues.length });
  if (first) return plainText(first.venue);
  if (event.is_virtual) return say('admin.events.online');
  return (
    <Link className="miss" to="/admin/events/$id" params={{ id: String(recordOf(event)) }} hash="venue">
      <Icon name="pin" /> {say('admin.events.choose_venue')}
    </Link>
  );
}

/** A row of the table: one event, or one that repeats with its next date. */
export function EventRow({
  event,
  isFirstOfDay,
  isSelected,
  isCurrent,
  onSelect,
  choices,
}: {
  readonly event: AdminEvent;
  readonly isFirstOfDay: boolean;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  onSelect(isSelected: boolean): void;
  readonly choices: readonly MenuChoice[];
}) {
  const { say } = useTexts();
  const title = titleOf(event);
  const [category] = event.categories;
  const looks = [
    isFirstOfDay && 'nd',
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
          onChange={({ target }) => onSelect(target.checked)}
        />
      </td>
      <td className="c-d">
        <Day event={event} isFirst={isFirstOfDay} />
        <time dateTime={event.start_date.replace(' ', 'T')}>
          {event.all_day ? say('admin.events.all_day') : timeOf(event.start_date)}
        </time>
      </td>
      <td className="c-t">
        <Link to="/admin/events/$id" params={{ id: String(recordOf(event)) }}>
          {category && 'mark' in category && category.mark && (
            <Mark name={category.mark} color={category.color ?? undefined} />
          )}
          <span>{title || '–'}</span>
        </Link>
        {event.recurrence && (
          <small>
            <Icon name="repeat" />
            {event.recurrence.text}
          </small>
        )}
      </td>
      <td className="h-m c-v">
        <Venue event={event} />
      </td>
      <td className="h-m">
        <LanguageLetters translations={event.translations} />
      </td>
      <td className="c-s">
        <Status event={event} />
      </td>
      <td className="c-m">
        <Menu label={say('admin.events.more', { title })} choices={choices}>
          <IconButton name="more" label={say('admin.events.more', { title })} />
        </Menu>
      </td>
    </tr>
  );
}
