import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DayField } from '../parts/date-field.tsx';
import { Mark } from '../parts/icon.tsx';
import { MenuButton } from '../parts/menu-button.tsx';
import { EXACTLY } from '../shell/exactly.ts';
import { formatDate, isSunday, timeOf } from '../texts/dates.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { dayLooks, type ShownMonth } from './month-grid.tsx';
import type { MonthEvent } from './month-query.ts';
import type { Moving } from './use-moving.ts';

/** Ticks that a day shows; a line closes the stack of more. */
const MOST_TICKS = 8;
/** Events that run for days and are named above those of a day. */
const NAMED = 2;

function SmallMonth({ shown }: { readonly shown: ShownMonth }) {
  const { say, language } = useTexts();
  const cell = (day: string) => {
    const events = shown.events.filter(({ firstDay }) => firstDay === day);
    const full = formatDate(day, language, { weekday: 'long', day: 'numeric', month: 'long' });
    return (
      <td key={day} className={`${dayLooks(day, shown)}${shown.chosen === day ? ' sel' : ''}`}>
        <Link
          to="/admin/calendar"
          search={shown.addressOf(day)}
          replace
          resetScroll={false}
          activeOptions={EXACTLY}
          aria-current={day === shown.today ? 'date' : undefined}
        >
          <span aria-hidden="true">{Number(day.slice(8))}</span>
          <span className={`ticks${events.length > MOST_TICKS ? ' ticks-more' : ''}`} aria-hidden="true">
            {events.slice(0, MOST_TICKS).map(({ id, color }) => (
              <i key={id} className={`c-${color}`} />
            ))}
          </span>
          <span className="vh">{say('admin.calendar.day', { day: full, count: events.length })}</span>
        </Link>
      </td>
    );
  };
  return (
    <table className="ms">
      <thead>
        <tr>
          {(shown.weeks[0] ?? []).map((day) => (
            <th key={day} scope="col">
              <abbr title={formatDate(day, language, { weekday: 'long' })}>
                {formatDate(day, language, { weekday: 'short' }).slice(0, 2)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.weeks.map((days) => (
          <tr key={days[0]}>{days.map(cell)}</tr>
        ))}
      </tbody>
    </table>
  );
}

function DayEvent({
  event,
  day,
  moving,
  mayMove,
}: {
  readonly event: MonthEvent;
  readonly day: string;
  readonly moving: Moving;
  readonly mayMove: boolean;
}) {
  const { say } = useTexts();
  const navigate = useNavigate();
  const [target, setTarget] = useState<string>();
  const { id, title, start, end, isAllDay, isCanceled, isDraft, color, mark, venue, series } = event;
  const edit = () => void navigate({ to: '/admin/events/$id', params: { id: String(id) } });
  const isWhole = isAllDay || event.firstDay !== day;
  return (
    <li className={`ev${isCanceled ? ' is-cancelled' : ''}`}>
      <div className="ev-t">
        {isWhole ? (
          <span className="t-all">{say('admin.events.all_day')}</span>
        ) : (
          <time dateTime={start.replace(' ', 'T')}>
            <b>{timeOf(start)}</b>
            {end !== start && <span className="t-end">–{timeOf(end)}</span>}
          </time>
        )}
      </div>
      <div className="ev-b">
        <h3 className="ev-h">
          <Link to="/admin/events/$id" params={{ id: String(id) }}>
            {mark && <Mark name={mark} color={color} />}
            {title}
          </Link>
        </h3>
        {venue && <p className="ev-w">{plainText(venue)}</p>}
        {(isDraft || isCanceled || series !== undefined) && (
          <p className="ev-m">
            {isDraft && <span>{say('admin.calendar.not_public')}</span>}
            {isCanceled && <span>{say('admin.status.canceled')}</span>}
            {series !== undefined && <span>{say('admin.calendar.of_series')}</span>}
          </p>
        )}
        {target !== undefined && (
          <form
            className="cal-mv"
            noValidate
            onSubmit={(submit) => {
              submit.preventDefault();
              setTarget(undefined);
              moving.moveTo(event, target);
            }}
          >
            <DayField label={say('admin.calendar.new_day')} value={target} onChange={setTarget} />
            <span className="btns">
              <Button type="submit" size="small">
                {say('admin.calendar.move')}
              </Button>
              <Button look="bare" size="small" onPress={() => setTarget(undefined)}>
                {say('admin.cancel')}
              </Button>
            </span>
          </form>
        )}
      </div>
      <span className="ev-a">
        <MenuButton
          label={say('admin.events.more', { title })}
          choicesOf={() => [
            { id: 'edit', text: say('admin.events.edit'), icon: 'edit', onChoose: edit },
            ...(mayMove
              ? [
                  {
                    id: 'move',
                    text: say('admin.calendar.move_to'),
                    icon: 'cal' as const,
                    onChoose: () => setTarget(event.firstDay),
                  },
                ]
              : []),
          ]}
        />
      </span>
    </li>
  );
}

/** A month on a phone: its days with their ticks above the list of the one that is chosen. */
export function ChosenDay({
  shown,
  day,
  moving,
  mayMove,
}: {
  readonly shown: ShownMonth;
  readonly day: string;
  readonly moving: Moving;
  mayMove(event: MonthEvent): boolean;
}) {
  const { say, language } = useTexts();
  const events = shown.events.filter(({ firstDay, lastDay, isBar }) =>
    isBar ? firstDay <= day && day <= lastDay : firstDay === day,
  );
  const ofDay = events.filter(({ isBar }) => !isBar);
  // What runs for days would bury the day: it is folded above it.
  const running = events.filter(({ isBar }) => isBar);
  const names = [
    ...running.slice(0, NAMED).map(({ title }) => title),
    ...(running.length > NAMED ? [say('admin.calendar.others', { count: running.length - NAMED })] : []),
  ];
  const list = (of: readonly MonthEvent[]) => (
    <ul className="evs">
      {of.map((event) => (
        <DayEvent key={event.id} event={event} day={day} moving={moving} mayMove={mayMove(event)} />
      ))}
    </ul>
  );
  const looks = `day${isSunday(day) ? ' sun' : ''}${day === shown.today ? ' today' : ''}`;
  return (
    <div className="msmall">
      <SmallMonth shown={{ ...shown, chosen: day }} />
      <section className={looks} aria-labelledby="chosen-day">
        <div className="day-r">
          <h2 id="chosen-day">
            <span className="day-wd">{formatDate(day, language, { weekday: 'long' })}</span>{' '}
            <span className="day-n">{Number(day.slice(8))}</span>{' '}
            <span className="day-mo">{formatDate(day, language, { month: 'long' })}</span>
          </h2>
          <p className="day-c">
            {say('admin.calendar.events', { count: events.filter(({ isLong }) => !isLong).length })}
          </p>
        </div>
        {running.length > 0 && (
          <details className="cal-r" key={day}>
            <summary>
              {say('admin.calendar.also_on', {
                events: new Intl.ListFormat(language, { type: 'conjunction' }).format(names),
              })}
            </summary>
            {list(running)}
          </details>
        )}
        {events.length === 0 ? (
          <div className="none-a">
            <b>{say('admin.calendar.nothing')}</b>
          </div>
        ) : (
          list(ofDay)
        )}
        <Link className="btn btn-quiet" to="/admin/events/new" search={{ day }}>
          {say('admin.calendar.new_that_day')}
        </Link>
      </section>
    </div>
  );
}
