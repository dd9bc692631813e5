import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePermission } from '../interface/session.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Pager } from '../parts/pager.tsx';
import { SelectChip } from '../parts/select-chip.tsx';
import { peopleQuery } from '../people/people-query.ts';
import { Failed } from '../shell/failure.tsx';
import { formatDate, onSiteClock, siteZone, timeOf, todayIn } from '../texts/dates.ts';
import { kindNames } from '../texts/kind-names.ts';
import { plainText } from '../texts/plain-text.ts';
import { type Say, useTexts } from '../texts/texts.tsx';
import { EntryRow } from './entry-row.tsx';
import {
  type HistoryEntry,
  type HistoryPart,
  historyKinds,
  historyQuery,
  historySpans,
  PER_PAGE,
} from './history-query.ts';
import { ImportRow } from './import-row.tsx';
import { useUndo } from './use-undo.ts';

/** Returns the part of the history that an address names. */
function readPart(search: Readonly<Record<string, unknown>>): HistoryPart {
  const { kind, id, by, span, page } = search;
  return {
    kind: historyKinds.find((one) => one === kind),
    id: typeof id === 'number' && id > 0 ? Math.floor(id) : undefined,
    by: typeof by === 'string' || typeof by === 'number' ? String(by) : '',
    span: historySpans.find((one) => one === span),
    page: typeof page === 'number' && page > 0 ? Math.floor(page) : 1,
  };
}

const addressOf = ({ kind, id, by, span, page }: HistoryPart) => ({
  ...(kind === undefined ? {} : { kind }),
  ...(id === undefined ? {} : { id }),
  ...(by === '' ? {} : { by }),
  ...(span === undefined ? {} : { span }),
  ...(page === 1 ? {} : { page }),
});

/** Returns what one thing or one person is called, to which the history is narrowed. */
function oneOf({ kind, by, id }: HistoryPart, entries: readonly HistoryEntry[], say: Say): string {
  const [first] = entries;
  if (id === undefined || kind === undefined) return first?.by?.name ?? by;
  return plainText(first?.title ?? '') || `${say(`admin.kind.${kind}`)} ${id}`;
}

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
  const maySeePeople = usePermission('users');
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: maySeePeople });
  const isWhole = part.kind === undefined && part.by === '' && part.span === undefined;
  const today = todayIn(siteZone);
  const dayText = (day: string, options: Intl.DateTimeFormatOptions) =>
    formatDate(`${day} 00:00:00`, language, options);
  const days = Map.groupBy(entries, ({ at }) => onSiteClock(at).slice(0, 10));
  return (
    <>
      <header className="at-h">
        <h1>{say('admin.nav.history')}</h1>
        <p className="dim">{say('admin.history.lead')}</p>
      </header>
      <div className="at-f hi-s">
        {maySeePeople && (
          <SelectChip
            label={say('admin.history.who')}
            value={part.by}
            onChange={(by) => go({ by })}
            choices={[
              { value: '', text: say('admin.history.everybody') },
              ...people.map(({ id, name, login }) => ({ value: String(id), text: name || login })),
            ]}
          />
        )}
        <SelectChip
          label={say('admin.history.kind')}
          value={part.kind ?? ''}
          onChange={(kind) => go({ kind: historyKinds.find((one) => one === kind), id: undefined })}
          choices={[
            { value: '', text: say('admin.history.everything') },
            ...historyKinds.map((kind) => ({ value: kind, text: say(kindNames[kind]) })),
          ]}
        />
        <SelectChip
          label={say('admin.history.when')}
          value={part.span ?? ''}
          onChange={(span) => go({ span: historySpans.find((one) => one === span) })}
          choices={[
            { value: '', text: say('admin.history.always') },
            ...historySpans.map((span) => ({ value: span, text: say(`admin.history.span.${span}`) })),
          ]}
        />
        {(part.by !== '' && !maySeePeople) || part.id !== undefined ? (
          <button type="button" className="chip is-on" onClick={() => go({ by: '', id: undefined })}>
            {oneOf(part, entries, say)} <Icon name="x" />
          </button>
        ) : null}
      </div>
      <div className="at-w" aria-busy={isPending || isPlaceholderData}>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!isPending && !error && entries.length === 0 && (
          <div className="none-a">
            <b>{say(isWhole ? 'admin.history.none' : 'admin.history.no_match')}</b>
            {isWhole ? (
              <p>{say('admin.history.none.text')}</p>
            ) : (
              <Button
                look="quiet"
                size="small"
                onPress={() => go({ kind: undefined, id: undefined, by: '', span: undefined })}
              >
                {say('admin.history.show_all')}
              </Button>
            )}
          </div>
        )}
        {[...days].map(([day, ofDay]) => (
          <section key={day} className="hi-g">
            <h2>
              <b className="num">{Number(day.slice(8))}</b>{' '}
              {day === today
                ? say('admin.history.today', { weekday: dayText(day, { weekday: 'long' }) })
                : `${dayText(day, { month: 'long' })}, ${dayText(day, { weekday: 'long' })}`}
            </h2>
            <ul>
              {ofDay.map((entry) => {
                const time = timeOf(onSiteClock(entry.at));
                return entry.entries > 1 ? (
                  <ImportRow
                    key={entry.import}
                    part={part}
                    entry={entry}
                    time={time}
                    onUndo={(one, fields) => void undo(one, fields)}
                  />
                ) : (
                  <EntryRow
                    key={entry.id}
                    entry={entry}
                    time={time}
                    onUndo={(fields) => void undo(entry, fields)}
                  />
                );
              })}
            </ul>
          </section>
        ))}
      </div>
      <Pager page={part.page} perPage={PER_PAGE} total={data?.total} onPage={(page) => go({ page })}>
        <span>{say('admin.history.foot')}</span>
      </Pager>
    </>
  );
}
