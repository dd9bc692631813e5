import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type EventForm, fieldsOf } from './event-form.ts';
import { useRested } from './rested.ts';

type TakenTime = Schemas['Overlap'];

/** So many are told one by one. */
const SHOWN = 4;

/** Asks what would overlap if an event were saved with these times and venues; nothing is written. */
async function findOverlaps(id: number | undefined, form: EventForm): Promise<readonly TakenTime[]> {
  const times = fieldsOf(undefined, form);
  const { start_date, end_date, all_day, timezone, recurrence, venue } = times;
  const body = {
    start_date: form.start_date,
    end_date: form.end_date,
    ...(start_date === undefined ? {} : { start_date }),
    ...(end_date === undefined ? {} : { end_date }),
    ...(all_day === undefined ? {} : { all_day }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(venue ? { venue } : {}),
  };
  const query = { dry_run: true };
  const event =
    id === undefined
      ? await bodyOf(
          api.POST('/events', {
            params: { query },
            body: { ...body, ...(recurrence ? { recurrence } : {}), title: '–', status: 'draft' },
          }),
        )
      : await bodyOf(
          api.PATCH('/events/{id}', {
            params: { path: { id }, query },
            body: { ...body, ...(recurrence === undefined ? {} : { recurrence }) },
          }),
        );
  return event.warnings ?? [];
}

/** Events at the same venue at the same time, which are told and hinder nothing. */
export function Overlaps({ id, form }: { readonly id: number | undefined; readonly form: EventForm }) {
  const { say } = useTexts();
  const { start_date, end_date, all_day, timezone, recurrence } = form;
  const venue = form.venue.filter((one) => one.id !== undefined);
  const asked = useRested({ start_date, end_date, all_day, timezone, recurrence, venue });
  const { data = [] } = useQuery({
    queryKey: ['overlaps', id, asked],
    queryFn: () => findOverlaps(id, { ...form, ...asked }),
    enabled: venue.length > 0 && asked.venue.length > 0,
    retry: false,
  });
  if (venue.length === 0 || data.length === 0) return null;
  const others = data.length - SHOWN;
  return (
    <div className="ov" role="status">
      <Icon name="warn" />
      <ul>
        {data.slice(0, SHOWN).map(({ message, event, start_date: start }) => (
          <li key={`${event?.id} ${start}`}>
            {message}{' '}
            {event && (
              <Link to="/admin/events/$id" params={{ id: String(event.id) }} target="_blank">
                {say('admin.editor.overlap_open')}
              </Link>
            )}
          </li>
        ))}
        {others > 0 && <li>{say('admin.editor.overlap_more', { count: others })}</li>}
      </ul>
    </div>
  );
}
