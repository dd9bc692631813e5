import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, bodyOf } from '../interface/client.ts';
import { problemText } from '../shell/failure.tsx';
import { ZoneNote } from '../shell/zone-note.tsx';
import { formatDate, onSiteClock, siteZone, timeOf, todayIn } from '../texts/dates.ts';
import { nameOfField } from '../texts/event-fields.ts';
import { useTexts } from '../texts/texts.tsx';

const SHOWN = 5;
/** Fields that an entry names. */
const NAMED = 4;

/** The last changes of an event, by whom, with the way to all of them. */
export function EventHistory({ id }: { readonly id: number }) {
  const { say, language } = useTexts();
  const { data, error } = useQuery({
    // Read again with each save, as the lists of events are.
    queryKey: ['events', 'history', id],
    queryFn: ({ signal }) => {
      const query = { kind: 'event' as const, id, per_page: SHOWN };
      return bodyOf(api.GET('/kalends/v1/history', { params: { query }, signal }));
    },
  });
  const today = todayIn(siteZone);
  const told = (changes: Readonly<Record<string, unknown>>): string => {
    const names = Object.keys(changes).flatMap((field) => nameOfField(field, say, language) ?? []);
    const unlike = [...new Set(names)];
    const more = unlike.length > NAMED ? [`+${unlike.length - NAMED}`] : [];
    return new Intl.ListFormat(language, { type: 'unit' }).format([...unlike.slice(0, NAMED), ...more]);
  };
  return (
    <section>
      <h2>{say('admin.nav.history')}</h2>
      {error && <p className="h">{problemText(error, say)}</p>}
      {data && data.history.length === 0 && <p className="h">{say('admin.history.none')}</p>}
      <ul className="ed-hi">
        {data?.history.map(({ id: entry, at, by, action, changes, undone }) => {
          const time = onSiteClock(at);
          return (
            <li key={entry} className={undone ? 'is-undone' : undefined}>
              <time className="num">
                {time.startsWith(today)
                  ? timeOf(time)
                  : formatDate(time, language, { day: 'numeric', month: 'short' })}
              </time>
              <span>
                <b>{by?.name ?? say('admin.history.nobody')}</b>{' '}
                {(action === 'updated' && told(changes)) || say(`admin.editor.history.${action}`)}
              </span>
            </li>
          );
        })}
      </ul>
      {data && data.history.length > 0 && <ZoneNote />}
      <Link to="/admin/history" search={{ kind: 'event', id }}>
        {say('admin.today.all_changes')}
      </Link>
    </section>
  );
}
