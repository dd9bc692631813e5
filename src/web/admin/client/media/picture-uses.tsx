import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failed } from '../shell/failure.tsx';
import { formatDate } from '../texts/dates.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { mediaCalls, type PictureUse } from './media-query.ts';

/** The query of what shows a picture. */
export const useUses = (id: number) =>
  useQuery({
    queryKey: ['media', 'uses', id],
    queryFn: ({ signal }) => mediaCalls.uses(id, signal),
  });

const linked = { venue: '/admin/venues', organizer: '/admin/organizers' } as const;

function UseLink({ use: { kind, id, title } }: { readonly use: PictureUse }) {
  const text = plainText(title) || String(id);
  return kind === 'event' ? (
    <Link to="/admin/events/$id" params={{ id: String(id) }}>
      {text}
    </Link>
  ) : (
    <Link to={linked[kind]} search={{ open: id }}>
      {text}
    </Link>
  );
}

/** The events, venues and organizers that show a picture, each with its link. */
export function PictureUses({ id }: { readonly id: number }) {
  const { say, language } = useTexts();
  const { data, error, refetch } = useUses(id);
  const told = ({ kind, status, start_date }: PictureUse) => {
    if (status !== 'publish') return say(`admin.media.use.${status}`);
    return start_date === null
      ? say(`admin.kind.${kind}`)
      : formatDate(start_date, language, { day: 'numeric', month: 'short', year: 'numeric' });
  };
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <section className="md-us" aria-busy="true" />;
  const hidden = data.total - data.uses.length;
  return (
    <section className="md-us">
      <h3>{say('admin.media.used_in', { count: data.total })}</h3>
      {data.uses.length > 0 && (
        <ul>
          {data.uses.map((use) => (
            <li key={`${use.kind} ${use.id}`}>
              <UseLink use={use} />
              <span className="dim">{told(use)}</span>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="h">{say('admin.media.used_more', { count: hidden })}</p>}
    </section>
  );
}
