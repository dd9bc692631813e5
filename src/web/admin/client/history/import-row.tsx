import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { importQuery, mayBeUndone, undoImport } from '../imports/import-query.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Pager } from '../parts/pager.tsx';
import { useToast } from '../parts/toast.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { onSiteClock, timeOf } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';
import { EntryRow } from './entry-row.tsx';
import { type HistoryEntry, type HistoryPart, importEntriesQuery, PER_PAGE } from './history-query.ts';

/** The entries of an import, a page of them. */
function ImportEntries({
  part,
  entry,
  onUndo,
}: {
  readonly part: HistoryPart;
  readonly entry: HistoryEntry;
  onUndo(entry: HistoryEntry, fields?: readonly string[]): void;
}) {
  const { say } = useTexts();
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery(importEntriesQuery(part, entry.import ?? 0, page));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <div className="wait-line" role="progressbar" aria-label={say('admin.waiting')} />;
  return (
    <>
      <ul>
        {data.history.map((one) => (
          <EntryRow
            key={one.id}
            entry={one}
            time={timeOf(onSiteClock(one.at))}
            isWithin
            onUndo={(fields) => onUndo(one, fields)}
          />
        ))}
      </ul>
      {data.total > PER_PAGE && <Pager page={page} perPage={PER_PAGE} total={data.total} onPage={setPage} />}
    </>
  );
}

/** A row of the history for all that an import has written, which is beneath it once it is opened. */
export function ImportRow({
  part,
  entry,
  time,
  onUndo,
}: {
  /** The part of the history that is shown: of the import no more. */
  readonly part: HistoryPart;
  /** The latest entry of the import. */
  readonly entry: HistoryEntry;
  readonly time: string;
  onUndo(entry: HistoryEntry, fields?: readonly string[]): void;
}) {
  const { say } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const run = entry.import ?? 0;
  const { data } = useQuery({ ...importQuery(run), retry: false });
  const { mutate: undoAll, isPending: isBusy } = useMutation({
    mutationFn: () => undoImport(run),
    onSuccess: () => navigate({ to: '/admin/imports', search: { run } }),
    onError: (problem) => toast({ text: problemText(problem, say) }),
  });
  const isUndone = entry.undone || data?.state === 'undone';
  return (
    <li className={`hi${isUndone ? ' is-undone' : ''}`} data-import={run}>
      <div className="hi-r">
        <time className="num">{time}</time>
        <span className="who is-import" aria-hidden="true">
          <Icon name="sync" />
        </span>
        <span className="hi-w">{entry.by?.name ?? say('admin.history.nobody')}</span>
        <span className="hi-t">
          <Link to="/admin/imports" search={{ run }}>
            {say('admin.history.imported', { count: entry.entries })}
          </Link>
          {data && (
            <>
              {', '}
              <span className="dim">{data.source}</span>
            </>
          )}
        </span>
        {isUndone && <span className="dim">{say('admin.history.undone')}</span>}
        {data && !isUndone && mayBeUndone(data) && (
          <Button look="bare" size="small" icon="undo" isBusy={isBusy} onPress={() => undoAll()}>
            {say('admin.undo')}
          </Button>
        )}
        <IconButton
          name={isOpen ? 'up' : 'down'}
          label={say('admin.history.import_entries')}
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <div className="hi-d hi-m" id={id}>
          <ImportEntries part={part} entry={entry} onUndo={onUndo} />
        </div>
      )}
    </li>
  );
}
