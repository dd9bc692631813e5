import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { moveInGrids } from '#web/client/grid-keys.ts';
import { LinkChip } from '../events/link-chip.tsx';
import { useSession } from '../interface/session.ts';
import { isCommand } from '../parts/command-keys.ts';
import { Icon } from '../parts/icon.tsx';
import { Strip } from '../parts/strip.tsx';
import { weekStart } from '../shell/brand.tsx';
import { EXACTLY } from '../shell/exactly.ts';
import { Failed } from '../shell/failure.tsx';
import { formatDate, formatDays, siteZone, todayIn } from '../texts/dates.ts';
import { movedDate } from '../texts/days.ts';
import { useTexts } from '../texts/texts.tsx';
import { addressOf, near, readState, type ShownCalendar, showingDay, shownWeeks } from './calendar-state.ts';
import { ChosenDay } from './chosen-day.tsx';
import { MonthGrid, type ShownMonth } from './month-grid.tsx';
import { type MonthEvent, monthQuery } from './month-query.ts';
import { ReachBar } from './reach-bar.tsx';
import { useMoving } from './use-moving.ts';

moveInGrids();

const NONE: readonly MonthEvent[] = [];
const stepNames = {
  month: { [-1]: 'admin.calendar.previous', 1: 'admin.calendar.next' },
  week: { [-1]: 'admin.calendar.previous_week', 1: 'admin.calendar.next_week' },
} as const;

/** Returns events where they are moved to, until the interface has them there. */
const withMoved = (events: readonly MonthEvent[], moved: ReadonlyMap<number, number>) =>
  moved.size === 0
    ? events
    : events.map((event) => {
        const days = moved.get(event.id) ?? 0;
        const { firstDay, lastDay } = event;
        return { ...event, firstDay: movedDate(firstDay, days), lastDay: movedDate(lastDay, days) };
      });

/** The month, or the week, with all that is in it, drafts too; events are moved by pointer, by keys or from their menus. */
export default function CalendarScreen() {
  const { say, language } = useTexts();
  const today = todayIn(siteZone);
  const address = JSON.stringify(useSearch({ strict: false }));
  const state = useMemo(() => readState(JSON.parse(address), today), [address, today]);
  const { month, week, day, isWithDrafts } = state;
  const navigate = useNavigate();
  const session = useSession();
  const weeks = useMemo(() => shownWeeks(state, weekStart), [state]);
  const [first = '', last = ''] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(monthQuery(first, last, state));
  const all = data?.events ?? NONE;
  const events = isWithDrafts ? all : all.filter(({ isDraft }) => !isDraft);

  const leadingTo = (next: Partial<ShownCalendar>) => addressOf({ ...state, ...next }, today);
  const go = (next: Partial<ShownCalendar>) =>
    void navigate({ to: '/admin/calendar', search: leadingTo(next), replace: true });
  const mayMove = ({ author }: MonthEvent) =>
    session?.permissions.includes('edit_others') === true || author === String(session?.user?.id);
  const moving = useMoving(events, mayMove, (reached) => {
    if (!weeks.flat().includes(reached))
      void navigate({ to: '/admin/calendar', search: leadingTo(showingDay(state, reached)) });
  });
  useEffect(() => {
    const onKey = (press: KeyboardEvent) => {
      const { key, target } = press;
      const cell = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
      if (key !== 'n' || !cell || !isCommand(press)) return;
      // Before the frame, whose new event has no day.
      press.preventDefault();
      press.stopPropagation();
      void navigate({ to: '/admin/events/new', search: { day: cell.dataset['day'] } });
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [navigate]);

  const monthName = formatDate(`${month}-01`, language, { month: 'long' });
  const title = monthName.charAt(0).toUpperCase() + monthName.slice(1);
  const weekName = formatDays(first, last, language);
  const shown: ShownMonth = {
    month: week === undefined ? month : undefined,
    name: week === undefined ? `${monthName} ${month.slice(0, 4)}` : weekName,
    today,
    weeks,
    events: withMoved(events, moving.moved),
    chosen: day,
    addressOf: (one) => leadingTo({ day: one }),
  };
  const isWaiting = isPending || isPlaceholderData;
  const step = (steps: -1 | 1) => (
    <Link
      className="ibtn ibtn-s"
      to="/admin/calendar"
      search={addressOf(near(state, steps), today)}
      aria-label={say(stepNames[week === undefined ? 'month' : 'week'][steps])}
      data-rel={steps < 0 ? 'prev' : 'next'}
    >
      <Icon name={steps < 0 ? 'left' : 'right'} />
    </Link>
  );
  const inWeek = week ?? day ?? (today.startsWith(month) ? today : `${month}-01`);
  const views = [
    ['month', leadingTo({ week: undefined })],
    ['week', leadingTo({ week: inWeek })],
  ] as const;
  return (
    <>
      <header className="cal-h">
        <h1>
          {week === undefined ? (
            <>
              {title} <span>{month.slice(0, 4)}</span>
            </>
          ) : (
            weekName
          )}
        </h1>
        <span className="cal-s">
          {step(-1)}
          <Link
            className="btn btn-quiet btn-s"
            to="/admin/calendar"
            search={addressOf(showingDay(state, today), today)}
          >
            {say('admin.calendar.today')}
          </Link>
          {step(1)}
        </span>
        <span className="sp" />
        <LinkChip by="category" ids={state.category} onChange={(category) => go({ category })} />
        <LinkChip by="venue" ids={state.venue} onChange={(venue) => go({ venue })} />
        <Link
          className={`chip${isWithDrafts ? ' is-on' : ''}`}
          to="/admin/calendar"
          search={leadingTo({ isWithDrafts: !isWithDrafts })}
          replace
          activeOptions={EXACTLY}
          aria-current={isWithDrafts ? 'true' : undefined}
        >
          {say('admin.calendar.drafts')}
          {isWithDrafts && <Icon name="x" />}
        </Link>
        <nav className="views" aria-label={say('admin.calendar.view')}>
          <ul>
            {views.map(([view, search]) => (
              <li key={view}>
                <Link
                  to="/admin/calendar"
                  search={search}
                  activeOptions={EXACTLY}
                  aria-current={(view === 'week') === (week !== undefined) ? 'page' : undefined}
                >
                  {say(`admin.calendar.view.${view}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div className="cal-w" aria-busy={isWaiting}>
        {isWaiting && <div className="wait-line" role="progressbar" aria-label={say('admin.waiting')} />}
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {data?.isCut && <Strip>{say('admin.calendar.cut', { count: all.length })}</Strip>}
        <MonthGrid shown={shown} moving={moving} />
        <ChosenDay shown={shown} day={day ?? inWeek} moving={moving} mayMove={mayMove} />
        {!isWaiting && !error && events.length === 0 && (
          <p className="muted cal-0">
            {week === undefined && state.category.length + state.venue.length === 0
              ? say('admin.calendar.none', { month: monthName })
              : say('admin.calendar.none_here')}
          </p>
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
