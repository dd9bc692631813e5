import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failed } from '../shell/failure.tsx';
import { formatDate, isSunday } from '../texts/dates.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { type ComingDay, type ComingEvent, weekQuery } from './week-query.ts';

const SHOWN = 2;
const TICKS = 18;

const isDraft = ({ status }: { readonly status: string }) => status === 'draft' || status === 'pending';

/** Puts first what matters most on a day: what takes place, begins there, and is featured; else the order stays. */
const byWeight = (day: string) => {
  const weightOf = ({ event_status: status, start_date: start, featured }: ComingEvent): number =>
    (status === 'canceled' ? 0 : 4) + (start.startsWith(day) ? 2 : 0) + (featured ? 1 : 0);
  return (one: ComingEvent, other: ComingEvent) => weightOf(other) - weightOf(one);
};

function Day({ day: { day, events }, isToday, isCut }: { day: ComingDay; isToday: boolean; isCut: boolean }) {
  const { say, language } = useTexts();
  const at = `${day} 00:00:00`;
  const drafts = events.filter(isDraft).length;
  const told = events.filter((event) => !isDraft(event));
  const look = isToday ? 'today' : isSunday(at) ? 'sun' : '';
  return (
    <li className={look} data-day={day}>
      <h3>
        <span className="wd">{formatDate(at, language, { weekday: 'short' })}</span>{' '}
        <b>{Number(day.slice(8))}</b>
      </h3>
      <span className="ad-k" aria-hidden="true">
        {told.slice(0, TICKS).map(({ id, categories: [category] }) => (
          <i key={id} className={category?.color ? `c-${category.color}` : ''} />
        ))}
      </span>
      <p className="n num">
        {say('admin.today.events', { count: told.length })}
        {isCut && told.length > 0 && '+'}
      </p>
      <ul>
        {told
          .toSorted(byWeight(day))
          .slice(0, SHOWN)
          .map((event) => (
            <li key={event.id} className={event.event_status === 'canceled' ? 'off' : ''}>
              <Link to="/admin/events/$id" params={{ id: String(event.id) }}>
                {plainText(event.title)}
              </Link>
            </li>
          ))}
      </ul>
      {drafts > 0 && <span className="ad-x">{say('admin.today.drafts', { count: drafts })}</span>}
    </li>
  );
}

/** The next seven days, each with how much is on and the first of it. */
export function ComingWeek({ today }: { readonly today: string }) {
  const { say } = useTexts();
  const { data, error, isPending, refetch } = useQuery(weekQuery(today));
  return (
    <section className="ad-wk" aria-labelledby="week" aria-busy={isPending}>
      <h2 id="week">
        {say('admin.today.week')} <Link to="/admin/calendar">{say('admin.nav.calendar')}</Link>
      </h2>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && <div className="wait-line" />}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on phones, by keyboard too
        <ol tabIndex={0}>
          {data.days.map((day, at) => (
            <Day key={day.day} day={day} isToday={at === 0} isCut={data.isCut} />
          ))}
        </ol>
      )}
    </section>
  );
}
