import { Link } from '@tanstack/react-router';
import { Group } from 'react-aria-components';
import { type Bar, layOutBars } from '#web/calendar/layout/bars.ts';
import { Icon, Mark } from '../parts/icon.tsx';
import { EXACTLY } from '../shell/exactly.ts';
import { formatDate, isSunday, timeOf } from '../texts/dates.ts';
import { dayAfter } from '../texts/days.ts';
import { useTexts } from '../texts/texts.tsx';
import { EventLink } from './event-link.tsx';
import { weekNumber } from './month-days.ts';
import type { MonthEvent } from './month-query.ts';
import type { HeldEvent, Moving } from './use-moving.ts';

/** A month, or a week, as it is drawn. */
export interface ShownMonth {
  /** `YYYY-MM`: days of others are paler; undefined where all days are alike. */
  readonly month: string | undefined;
  readonly name: string;
  readonly today: string;
  readonly weeks: readonly (readonly string[])[];
  readonly events: readonly MonthEvent[];
  /** The day that is opened; undefined: none. */
  readonly chosen: string | undefined;
  /** Returns the part of the address that shows a day. */
  addressOf(day: string | undefined): Readonly<Record<string, string>>;
}

const MOST_LANES = 6;
const FEWEST_LANES = 3;
/** Events that a cell of a month shows; a day that is opened shows all. */
const MOST = 4;

/** Returns the classes of a day by its weekday and the present. */
export function dayLooks(day: string, { month, today }: Pick<ShownMonth, 'month' | 'today'>): string {
  const isSaturday = isSunday(dayAfter(day, 1));
  return [
    (isSunday(day) || isSaturday) && 'we',
    isSunday(day) && 'sun',
    day === today && 'today',
    day < today && 'gone',
    month !== undefined && !day.startsWith(month) && 'out',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the first and the last day of where an event is held. */
const targetOf = ({ event, days }: HeldEvent): readonly [string, string] => [
  dayAfter(event.firstDay, days),
  dayAfter(event.lastDay, days),
];

/** The event that is held, as it is lifted: from where to where, and that its time stays. */
function Held({ held }: { held: HeldEvent }) {
  const { say, language } = useTexts();
  const { event, at } = held;
  const [to] = targetOf(held);
  const day = (date: string) =>
    formatDate(date, language, { weekday: 'short', day: 'numeric', month: 'short' });
  const from = day(event.firstDay);
  return (
    <div
      className={`held${at ? ' is-free' : ''}`}
      style={at ? { insetInlineStart: at.x + 12, insetBlockStart: at.y + 12 } : undefined}
      role="status"
    >
      {event.mark && <Mark name={event.mark} color={event.color} />}
      <b>{event.title}</b>
      <small>
        {event.isAllDay
          ? say('admin.calendar.held_all_day', { from, to: day(to) })
          : say('admin.calendar.held', { from, to: day(to), time: timeOf(event.start) })}
      </small>
    </div>
  );
}

function Cell({
  day,
  left,
  shown,
  moving,
  at,
}: {
  readonly day: string;
  /** Events that take several days, and had no line above the cells. */
  readonly left: readonly MonthEvent[];
  readonly shown: ShownMonth;
  readonly moving: Moving;
  readonly at: number;
}) {
  const { say, language } = useTexts();
  const begun = shown.events.filter(({ firstDay }) => firstDay === day);
  const over = left.filter(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day);
  const rows = [...over, ...begun.filter(({ isBar }) => !isBar)];
  const isOpen = shown.chosen === day;
  const isWhole = isOpen || shown.month === undefined || rows.length <= MOST;
  const visible = isWhole ? rows : rows.slice(0, MOST - 1);
  const { held } = moving;
  const [first, last] = held ? targetOf(held) : ['', ''];
  const isTarget = held !== undefined && held.days !== 0 && first <= day && day <= last;
  const full = formatDate(day, language, { weekday: 'long', day: 'numeric', month: 'long' });
  const label = say('admin.calendar.day', { day: full, count: begun.length });
  return (
    <section
      className={`mc ${dayLooks(day, shown)}${isTarget ? ' drop-on' : ''}`}
      style={{ gridColumn: at + 2 }}
      data-day={day}
      aria-labelledby={`m-${day}`}
    >
      <h2 id={`m-${day}`}>
        <Link
          to="/admin/calendar"
          search={shown.addressOf(isOpen ? undefined : day)}
          replace
          resetScroll={false}
          activeOptions={EXACTLY}
          aria-current={day === shown.today ? 'date' : undefined}
        >
          <span aria-hidden="true">{Number(day.slice(8))}</span>
          {day.endsWith('-01') && <b aria-hidden="true">{formatDate(day, language, { month: 'short' })}</b>}
          <span className="vh">{label}</span>
        </Link>
      </h2>
      <ul className="ml">
        {visible.map((event) => (
          <li key={event.id}>
            <EventLink event={event} moving={moving} className={event.isAllDay || event.isBar ? 'mad' : ''} />
          </li>
        ))}
        {rows.length > MOST && shown.month !== undefined && (
          <li className="mm">
            <Link
              to="/admin/calendar"
              search={shown.addressOf(isOpen ? undefined : day)}
              replace
              resetScroll={false}
              className="mbtn"
              aria-label={
                isOpen
                  ? undefined
                  : say('admin.calendar.more_on', { count: rows.length - visible.length, day: full })
              }
            >
              {isOpen
                ? say('admin.calendar.fewer')
                : say('admin.calendar.more', { count: rows.length - visible.length })}
            </Link>
          </li>
        )}
        <li className="cal-n">
          {/* By keys it is N, so that it is no stop on the way through the month. */}
          <Link
            to="/admin/events/new"
            search={{ day }}
            className="cal-new"
            tabIndex={-1}
            aria-label={say('admin.calendar.new_on', { day: full })}
          >
            <Icon name="plus" />
            <span>{say('admin.calendar.new')}</span>
          </Link>
        </li>
      </ul>
      {held && !held.at && first === day && <Held held={held} />}
    </section>
  );
}

const barLook = ({ span, isOpenStart, isOpenEnd }: Bar<MonthEvent>): string =>
  ['mb', span.isLong && 'mb-th', isOpenStart && 'os', isOpenEnd && 'oe'].filter(Boolean).join(' ');

function Week({
  days,
  shown,
  moving,
}: {
  readonly days: readonly string[];
  readonly shown: ShownMonth;
  readonly moving: Moving;
}) {
  const { bars, left } = layOutBars(
    shown.events.filter(({ isBar }) => isBar),
    days,
    MOST_LANES,
  );
  const lanes = Math.max(FEWEST_LANES, ...bars.map(({ lane }) => lane));
  return (
    <div className={`mweek lanes-${lanes}`}>
      <span className="wk" aria-hidden="true">
        {weekNumber(days)}
      </span>
      {/* Bars come before the cells, which they would push down where these are painted first. */}
      {bars.map((bar) => (
        <EventLink
          key={bar.span.id}
          event={bar.span}
          moving={moving}
          className={barLook(bar)}
          style={{ gridColumn: `${bar.day + 1} / span ${bar.width}`, gridRow: bar.lane + 1 }}
        />
      ))}
      {days.map((day, at) => (
        <Cell key={day} day={day} at={at} left={left} shown={shown} moving={moving} />
      ))}
    </div>
  );
}

/** A month, or a week, as the public pages draw it, with drafts dashed; its events can be lifted and put down. */
export function MonthGrid({ shown, moving }: { readonly shown: ShownMonth; readonly moving: Moving }) {
  const { language } = useTexts();
  const { month, name, weeks } = shown;
  return (
    <Group className={month === undefined ? 'mgrid is-week' : 'mgrid'} aria-label={name} tabIndex={-1}>
      <div className="mhead" aria-hidden="true">
        <span />
        {(weeks[0] ?? []).map((day) => (
          <span key={day} className={isSunday(day) ? 'we sun' : ''}>
            {formatDate(day, language, { weekday: 'long' })}
          </span>
        ))}
      </div>
      {weeks.map((days) => (
        <Week key={days[0]} days={days} shown={shown} moving={moving} />
      ))}
      {moving.held?.at && <Held held={moving.held} />}
    </Group>
  );
}
