import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { historyQuery } from '../history/history-query.ts';
import { useUndo } from '../history/use-undo.ts';
import { Failed } from '../shell/failure.tsx';
import { formatDate, onSiteClock, timeOf } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { ChangeRow, ImportChangeRow } from './change-row.tsx';

const SHOWN = 6;
const ALL = { kind: undefined, id: undefined, by: '', span: undefined, page: 1 };

/** The latest changes, each with its way back. */
export function LatestChanges({ today }: { readonly today: string }) {
  const { say, language } = useTexts();
  const undo = useUndo();
  const { data, error, isPending, refetch } = useQuery(historyQuery(ALL, SHOWN));
  const entries = data?.history ?? [];
  const timeIn = (utc: string): string => {
    const at = onSiteClock(utc);
    return at.startsWith(today) ? timeOf(at) : formatDate(at, language, { day: 'numeric', month: 'numeric' });
  };
  return (
    <section className="ad-log" aria-labelledby="log" aria-busy={isPending}>
      <h2 id="log">{say('admin.today.changes')}</h2>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && <div className="wait-line" />}
      {data && entries.length === 0 && <p className="ad-0">{say('admin.history.none')}</p>}
      <ul>
        {entries.map((entry) =>
          entry.entries > 1 ? (
            <ImportChangeRow key={entry.id} entry={entry} time={timeIn(entry.at)} />
          ) : (
            <ChangeRow key={entry.id} entry={entry} time={timeIn(entry.at)} onUndo={() => void undo(entry)} />
          ),
        )}
      </ul>
      {entries.length > 0 && (
        <p className="ad-more">
          <Link to="/admin/history">{say('admin.today.all_changes')}</Link>
        </p>
      )}
    </section>
  );
}
