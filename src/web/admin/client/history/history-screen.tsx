import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Pager } from '../parts/pager.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Failed } from '../shell/failure.tsx';
import { formatDate, onThisClock, timeOf } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { EntryRow } from './entry-row.tsx';
import { type HistoryPart, historyKinds, historyQuery } from './history-query.ts';
import { useUndo } from './use-undo.ts';

/** Returns the part of the history that an address names. */
function readPart(search: Readonly<Record<string, unknown>>): HistoryPart {
  const { kind, id, by, page } = search;
  return {
    kind: historyKinds.find((one) => one === kind),
    id: typeof id === 'number' && id > 0 ? Math.floor(id) : undefined,
    by: typeof by === 'string' || typeof by === 'number' ? String(by) : '',
    page: typeof page === 'number' && page > 0 ? Math.floor(page) : 1,
  };
}

const addressOf = ({ kind, id, by, page }: HistoryPart) => ({
  ...(kind === undefined ? {} : { kind }),
  ...(id === undefined ? {} : { id }),
  ...(by === '' ? {} : { by }),
  ...(page === 1 ? {} : { page }),
});

/** The history of everything, or of one thing: who changed what, and the way back. */
export default function HistoryScreen() {
  const { say, language } = useTexts();
  const part = readPart(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(historyQuery(part));
  const entries = data?.history ?? [];
  const go = (change: Partial<HistoryPart>) =>
    void navigate({ to: '/admin/history', search: addressOf({ ...part, page: 1, ...change }) });

  const undo = useUndo();
  const days = Map.groupBy(entries, ({ at }) => onThisClock(at).slice(0, 10));
  return (
    <>
      <header className="at-h">
        <h1>{say('admin.nav.history')}</h1>
        <p className="dim">{say('admin.history.lead')}</p>
      </header>
      <div className="at-f hi-s">
        <SelectField
          label={say('admin.history.kind')}
          value={part.kind ?? ''}
          onChange={(kind) => go({ kind: historyKinds.find((one) => one === kind), id: undefined })}
          choices={[
            { value: '', text: say('admin.history.everything') },
            ...historyKinds.map((kind) => ({ value: kind, text: say(`admin.kind.${kind}`) })),
          ]}
        />
        {part.by !== '' || part.id !== undefined ? (
          <button type="button" className="chip is-on" onClick={() => go({ by: '', id: undefined })}>
            {part.by || `${part.kind} ${part.id}`} ×
          </button>
        ) : null}
      </div>
      <div className="at-w" aria-busy={isPending || isPlaceholderData}>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!isPending && !error && entries.length === 0 && (
          <div className="none-a">
            <b>{say('admin.history.none')}</b>
            <p>{say('admin.history.none.text')}</p>
          </div>
        )}
        {[...days].map(([day, ofDay]) => (
          <section key={day} className="hi-g">
            <h2>
              <b className="num">{Number(day.slice(8))}</b>{' '}
              {formatDate(`${day} 00:00:00`, language, { month: 'long' })},{' '}
              {formatDate(`${day} 00:00:00`, language, { weekday: 'long' })}
            </h2>
            <ul>
              {ofDay.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  time={timeOf(onThisClock(entry.at))}
                  onUndo={(fields) => void undo(entry, fields)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Pager
        page={part.page}
        pages={data?.total_pages}
        count={data && say('admin.history.count', { total: data.total })}
        onPage={(page) => go({ page })}
      >
        <span>{say('admin.history.foot')}</span>
      </Pager>
    </>
  );
}
