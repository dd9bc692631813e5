import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { moveInGrids } from '#web/client/grid-keys.ts';
import { useSession } from '../interface/session.ts';
import { Icon } from '../parts/icon.tsx';
import { Strip } from '../parts/strip.tsx';
import { siteZone, weekStart } from '../shell/brand.tsx';
import { Failed } from '../shell/failure.tsx';
import { formatDate, isDay, todayIn } from '../texts/dates.ts';
import { monthAfter, movedDate } from '../texts/days.ts';
import { useTexts } from '../texts/texts.tsx';
import { ChosenDay } from './chosen-day.tsx';
import { isMonth, weeksOf } from './month-days.ts';
import { MonthGrid, type ShownMonth } from './month-grid.tsx';
import { type MonthEvent, monthQuery } from './month-query.ts';
import { ReachBar } from './reach-bar.tsx';
import { useMoving } from './use-moving.ts';

moveInGrids();

/** The state of the calendar, which its address holds. */
interface ShownCalendar {
  readonly month: string;
  readonly day: string | undefined;
  readonly isWithDrafts: boolean;
}

function readState(search: Readonly<Record<string, unknown>>, today: string): ShownCalendar {
  const { month, day, drafts } = search;
  const chosen = isDay(day) ? day : undefined;
  return {
    month: isMonth(month) ? month : (chosen ?? today).slice(0, 7),
    day: chosen,
    isWithDrafts: drafts !== 'no',
  };
}

const NONE: readonly MonthEvent[] = [];

/** Returns events where they are moved to, until the interface has them there. */
const withMoved = (events: readonly MonthEvent[], moved: ReadonlyMap<number, number>) =>
  moved.size === 0
    ? events
    : events.map((event) => {
        const days = moved.get(event.id) ?? 0;
        const { firstDay, lastDay } = event;
        return { ...event, firstDay: movedDate(firstDay, days), lastDay: movedDate(lastDay, days) };
      });

/** The month with all that is in it, drafts too; events are moved by pointer, by keys or from their menus. */
export default function CalendarScreen() {
  const { say, language } = useTexts();
  const today = todayIn(siteZone);
  const state = readState(useSearch({ strict: false }), today);
  const { month, day, isWithDrafts } = state;
  const navigate = useNavigate();
  const session = useSession();
  const weeks = useMemo(() => weeksOf(month, weekStart), [month]);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    monthQuery(weeks[0]?.[0] ?? '', weeks.at(-1)?.at(-1) ?? ''),
  );
  const all = data?.events ?? NONE;
  const events = isWithDrafts ? all : all.filter(({ isDraft }) => !isDraft);

  const addressOf = (next: Partial<ShownCalendar>): Record<string, string> => {
    const to = { ...state, ...next };
    return {
      ...(to.month === today.slice(0, 7) ? {} : { month: to.month }),
      ...(to.day === undefined ? {} : { day: to.day }),
      ...(to.isWithDrafts ? {} : { drafts: 'no' }),
    };
  };
  const mayMove = ({ author }: MonthEvent) =>
    session?.permissions.includes('edit_others') === true || author === String(session?.user?.id);
  const moving = useMoving(events, mayMove, (reached) => {
    if (!weeks.flat().includes(reached))
      void navigate({
        to: '/admin/calendar',
        search: addressOf({ month: reached.slice(0, 7), day: undefined }),
      });
  });
  useEffect(() => {
    const onKey = (press: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = press;
      const cell = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
      if (key !== 'n' || ctrlKey || metaKey || altKey || !cell) return;
      // Before the frame, whose new event has no day.
      press.preventDefault();
      press.stopPropagation();
      void navigate({ to: '/admin/events/new', search: { day: cell.dataset['day'] } });
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [navigate]);

  const shown: ShownMonth = {
    month,
    today,
    weeks,
    events: withMoved(events, moving.moved),
    chosen: day,
    addressOf: (one) => addressOf({ day: one }),
  };
  const name = formatDate(`${month}-01`, language, { month: 'long' });
  const isWaiting = isPending || isPlaceholderData;
  const near = (months: -1 | 1) => (
    <Link
      className="ibtn ibtn-s"
      to="/admin/calendar"
      search={addressOf({ month: monthAfter(month, months), day: undefined })}
      aria-label={say(months < 0 ? 'admin.calendar.previous' : 'admin.calendar.next')}
      data-rel={months < 0 ? 'prev' : 'next'}
    >
      <Icon name={months < 0 ? 'left' : 'right'} />
    </Link>
  );
  return (
    <>
      <header className="cal-h">
        <h1>
          {name.charAt(0).toUpperCase() + name.slice(1)} <span>{month.slice(0, 4)}</span>
        </h1>
        {near(-1)}
        <Link
          className="btn btn-quiet btn-s"
          to="/admin/calendar"
          search={addressOf({ month: today.slice(0, 7), day: undefined })}
        >
          {say('admin.calendar.today')}
        </Link>
        {near(1)}
        <span className="sp" />
        <Link
          className={`chip${isWithDrafts ? ' is-on' : ''}`}
          to="/admin/calendar"
          search={addressOf({ isWithDrafts: !isWithDrafts })}
          replace
          aria-current={isWithDrafts ? 'true' : undefined}
        >
          {say('admin.calendar.drafts')}
          {isWithDrafts && <Icon name="x" />}
        </Link>
      </header>
      <div className="cal-w" aria-busy={isWaiting}>
        {isWaiting && <div className="wait-line" role="progressbar" aria-label={say('admin.waiting')} />}
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {data?.isCut && <Strip>{say('admin.calendar.cut', { count: all.length })}</Strip>}
        <MonthGrid shown={shown} moving={moving} />
        <ChosenDay
          shown={shown}
          day={day ?? (today.startsWith(month) ? today : `${month}-01`)}
          moving={moving}
          mayMove={mayMove}
        />
        {!isWaiting && !error && events.length === 0 && (
          <p className="muted cal-0">{say('admin.calendar.none', { month: name })}</p>
        )}
      </div>
      {moving.held?.isAsked && <ReachBar held={moving.held} moving={moving} />}
      <footer className="at-k">
        <span className="key">
          <kbd>←</kbd>
          <kbd>→</kbd> {say('admin.calendar.key.days')}
        </span>
        <span className="key">
          <kbd>Alt</kbd> {say('admin.calendar.key.move')}
        </span>
        <span className="key">
          <kbd>Enter</kbd> {say('admin.calendar.key.drop')}
        </span>
        <span className="key">
          <kbd>Esc</kbd> {say('admin.calendar.key.back')}
        </span>
        <span className="key">
          <kbd>N</kbd> {say('admin.calendar.key.new')}
        </span>
        <span className="sp" />
        <span className="key muted">{say('admin.calendar.series_asks')}</span>
      </footer>
    </>
  );
}
