import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useToast } from '../parts/toast.tsx';
import { formatDate, timeOf } from '../texts/dates.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminLanguage, useTexts } from '../texts/texts.tsx';
import { type EventForm, fieldsOf } from './event-form.ts';
import type { SeriesReach } from './event-record.ts';
import { FreeVenues } from './free-venues.tsx';
import { dayThatOverlaps, nextFreeSpan, toggledDay } from './overlap-repairs.ts';
import { goToPart } from './parts-of-editor.ts';
import { previewQuery } from './recurrence-preview.ts';
import { useRested } from './rested.ts';
import type { SectionProps } from './section.ts';

type TakenTime = Schemas['Overlap'];

/** So many are told one by one. */
const SHOWN = 4;

/** Asks what would overlap if an event were saved with these times and venues; nothing is written. */
async function findOverlaps(
  id: number | undefined,
  form: EventForm,
  scope: SeriesReach | undefined,
): Promise<readonly TakenTime[]> {
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
            // The rule of a series is changed with the whole series alone.
            body: { ...body, ...(scope ? { scope } : recurrence === undefined ? {} : { recurrence }) },
          }),
        );
  return event.warnings ?? [];
}

/** So much of a day is taken at most, for all that is looked at. */
const MOST_TAKEN = 50;

/** Asks for the next time of the day at which a venue is free for as long; times are on the event's clock. */
async function findFreeTime(id: number | undefined, venue: number, form: EventForm) {
  const query = {
    start_date: form.start_date.slice(0, 10),
    end_date: form.end_date.slice(0, 10),
    timezone: form.timezone,
    per_page: MOST_TAKEN,
    ...(id === undefined ? {} : { exclude: id }),
  };
  const { busy, total } = await bodyOf(
    api.GET('/kalends/v1/venues/{id}/busy', { params: { path: { id: venue }, query } }),
  );
  return (total > busy.length ? undefined : nextFreeSpan(form, busy)) ?? null;
}

const DAY = { day: 'numeric', month: 'long' } as const;

/** Returns when something is at the venue, on the event's clock. */
function timesOf({ start_date, end_date, all_day }: TakenTime, language: AdminLanguage): string {
  const [first, last] = [formatDate(start_date, language, DAY), formatDate(end_date, language, DAY)];
  if (all_day) return first === last ? first : `${first} – ${last}`;
  const [from, to] = [timeOf(start_date), timeOf(end_date)];
  return first === last ? `${first}, ${from}–${to}` : `${first}, ${from} – ${last}, ${to}`;
}

/** The properties of the ways around an overlap. */
interface RepairProps {
  readonly id: number | undefined;
  /** Given where the event is a date of a series. */
  readonly scope: SeriesReach | undefined;
  readonly form: EventForm;
  onChange: SectionProps['onChange'];
}

/** Buttons that go around what is at a venue: at its next free time of the day, or at another venue. */
function VenueRepairs({
  id,
  scope,
  form,
  venue,
  isOneOfSeveral,
  onChange,
}: RepairProps & {
  readonly venue: TakenTime['venue'];
  readonly isOneOfSeveral: boolean;
}) {
  const { say } = useTexts();
  const toast = useToast();
  const { start_date, end_date, recurrence } = form;
  const name = plainText(venue.venue);
  const { data: free } = useQuery({
    queryKey: ['overlaps', 'free', id, venue.id, start_date, end_date, form.timezone],
    queryFn: () => findFreeTime(id, venue.id, form),
    enabled: (scope === 'this' || recurrence === null) && !form.all_day && !isOneOfSeveral,
    retry: false,
  });
  return (
    <>
      {free && (
        <Button
          look="quiet"
          size="small"
          onPress={() => {
            onChange(free);
            toast({
              text: say('admin.editor.overlap_moved', { time: timeOf(free.start_date) }),
              undo: () => onChange({ start_date, end_date }),
            });
            goToPart('when');
          }}
        >
          {say('admin.editor.overlap_begin', { time: timeOf(free.start_date) })}
        </Button>
      )}
      <Button
        look="quiet"
        size="small"
        onPress={() => {
          onChange({ venue: form.venue.filter((one) => one.id !== venue.id) });
          toast({
            text: say('admin.editor.overlap_without', { name }),
            undo: () => onChange({ venue: form.venue }),
          });
          goToPart('venue');
        }}
      >
        {isOneOfSeveral ? say('admin.editor.overlap_instead', { name }) : say('admin.editor.overlap_venue')}
      </Button>
    </>
  );
}

/** Buttons that leave out the dates of a series on which something else is at the venue. */
function DateRepairs({
  form,
  taken,
  onChange,
}: Pick<RepairProps, 'form' | 'onChange'> & { readonly taken: readonly TakenTime[] }) {
  const { say, language } = useTexts();
  const toast = useToast();
  const { data: preview } = useQuery(previewQuery(form));
  const { recurrence } = form;
  if (!recurrence) return null;
  const dates = preview?.occurrences ?? [];
  const days = new Set(taken.flatMap((one) => dayThatOverlaps(dates, one) ?? []));
  return [...days].map((date) => {
    const day = formatDate(date, language, DAY);
    return (
      <Button
        key={date}
        look="quiet"
        size="small"
        onPress={() => {
          onChange({ recurrence: toggledDay(recurrence, date) });
          toast({
            text: say('admin.editor.overlap_left_out', { day }),
            undo: () => onChange({ recurrence }),
          });
          goToPart('when');
        }}
      >
        {say('admin.editor.overlap_leave_out', { day })}
      </Button>
    );
  });
}

/** Events at the same venue at the same time, which are told, with ways around, and hinder nothing. */
export function Overlaps({ id, scope, form, onChange }: RepairProps) {
  const { say, language } = useTexts();
  const { start_date, end_date, all_day, timezone, recurrence } = form;
  const venue = form.venue.filter((one) => one.id !== undefined);
  const asked = useRested({ start_date, end_date, all_day, timezone, recurrence, venue });
  const { data = [] } = useQuery({
    queryKey: ['overlaps', id, scope, asked],
    queryFn: () => findOverlaps(id, { ...form, ...asked }, scope),
    enabled: venue.length > 0 && asked.venue.length > 0,
    retry: false,
  });
  if (venue.length === 0 || data.length === 0) return null;
  const shown = data.slice(0, SHOWN);
  const others = data.length - SHOWN;
  const venues = [...new Map(data.map((one) => [one.venue.id, one.venue])).values()];
  return (
    <div className="ov" role="status">
      <Icon name="warn" />
      <div>
        <ul>
          {shown.map((taken) => (
            <li key={`${taken.event?.id} ${taken.start_date}`}>
              {taken.message} <span className="num">{timesOf(taken, language)}</span>{' '}
              {taken.event && (
                <Link to="/admin/events/$id" params={{ id: String(taken.event.id) }} target="_blank">
                  {say('admin.editor.overlap_open')}
                </Link>
              )}
            </li>
          ))}
          {others > 0 && <li>{say('admin.editor.overlap_more', { count: others })}</li>}
        </ul>
        <p className="ov-a">
          {!scope && <DateRepairs form={form} taken={shown} onChange={onChange} />}
          {venues.map((one) => (
            <VenueRepairs
              key={one.id}
              id={id}
              scope={scope}
              form={form}
              venue={one}
              isOneOfSeveral={venues.length > 1}
              onChange={onChange}
            />
          ))}
        </p>
        {venues.map((one) => (
          <FreeVenues
            key={one.id}
            id={id}
            scope={scope}
            form={form}
            venue={{ id: one.id, name: plainText(one.venue) }}
            onChange={onChange}
          />
        ))}
      </div>
    </div>
  );
}
