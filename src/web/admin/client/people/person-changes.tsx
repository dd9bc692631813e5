import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failed } from '../shell/failure.tsx';
import { formatUtc } from '../texts/dates.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { type Person, peopleCalls } from './people-query.ts';

/** The last entries of the history by a person, and the way to all of them. */
export function PersonChanges({ person: { id } }: { readonly person: Person }) {
  const { say, language } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['people', 'changes', id],
    queryFn: ({ signal }) => peopleCalls.changes(id, signal),
  });
  return (
    <section className="pp-d">
      <h3>{say('admin.people.changes')}</h3>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="h">{say('admin.people.no_changes')}</p>}
      <ul className="acc-l">
        {data?.history.map((entry) => (
          <li key={entry.id}>
            <span>
              {entry.entries > 1
                ? say('admin.history.imported', { count: entry.entries })
                : say(`admin.history.did.${entry.action}`, {
                    kind: say(`admin.kind.${entry.kind}`),
                    title: plainText(entry.title) || `${entry.item}`,
                  })}
              <small>{formatUtc(entry.at, language, { dateStyle: 'medium', timeStyle: 'short' })}</small>
            </span>
          </li>
        ))}
      </ul>
      {data && data.total > 0 && (
        <p>
          <Link className="btn btn-quiet btn-s" to="/admin/history" search={{ by: id }}>
            {say('admin.people.all_changes', { count: data.total })}
          </Link>
        </p>
      )}
    </section>
  );
}
