import { useQuery } from '@tanstack/react-query';
import { usePermission, useSession } from '../interface/session.ts';
import { formatDate, nowIn, siteZone } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { ComingWeek } from './coming-week.tsx';
import { LatestChanges } from './latest-changes.tsx';
import { NeedsList } from './needs-list.tsx';
import { weekQuery } from './week-query.ts';

const NOON = 12;
const EVENING = 18;

/** Returns the part of the day of an hour. */
const partOf = (hour: number): string => (hour < NOON ? 'morning' : hour < EVENING ? 'afternoon' : 'evening');

/** The day's date, and what is on. */
function Head({ now }: { readonly now: string }) {
  const { say, language } = useTexts();
  const user = useSession()?.user;
  const { data } = useQuery(weekQuery(now.slice(0, 10)));
  const on = data?.days[0]?.events.filter(({ status }) => status !== 'draft' && status !== 'pending');
  const left = on?.filter(({ start_date: start }) => start > now).length ?? 0;
  return (
    <header className="ad-h">
      <p className="ad-d" aria-hidden="true">
        {Number(now.slice(8, 10))}
      </p>
      <div>
        <h1>
          <span className="vh">{Number(now.slice(8, 10))} </span>
          {formatDate(now, language, { weekday: 'long' })}{' '}
          <span>{formatDate(now, language, { month: 'long', year: 'numeric' })}</span>
        </h1>
        <p>
          {say('admin.today.greeting', {
            part: partOf(Number(now.slice(11, 13))),
            name: user?.name || user?.login || '',
          })}{' '}
          {on && say('admin.today.on', { count: on.length, left })}
        </p>
      </div>
    </header>
  );
}

/** The day: what waits for somebody, what has changed, and what comes. */
export default function TodayScreen() {
  const now = nowIn(siteZone);
  const today = now.slice(0, 10);
  const mayFind = usePermission('publish');
  return (
    <div className="adm-p ad">
      <Head now={now} />
      <div className={`ad-g${mayFind ? '' : ' is-one'}`}>
        {mayFind && <NeedsList />}
        <LatestChanges today={today} />
      </div>
      <ComingWeek today={today} />
    </div>
  );
}
