import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { useToast } from '../parts/toast.tsx';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import type { EventForm } from './event-form.ts';
import type { SeriesReach } from './event-record.ts';
import { goToPart } from './parts-of-editor.ts';
import { useRested } from './rested.ts';
import type { SectionProps } from './section.ts';

/** So many are offered. */
const OFFERED = 3;
const METRES = 1_000;

/** Asks which venues are free at all times of an event, the most like one of its venues first. */
async function findFreeVenues(
  venue: number,
  { id, form, scope }: { id: number | undefined; form: EventForm; scope: SeriesReach | undefined },
) {
  const { start_date, end_date, timezone, all_day, recurrence } = form;
  const { rrule = [], rdate = [], exdate = [] } = recurrence ?? {};
  const repeats = recurrence !== null && scope !== 'this';
  const { venues } = await bodyOf(
    api.POST('/kalends/v1/venues/{id}/alternatives', {
      params: { path: { id: venue } },
      body: {
        start_date,
        end_date,
        timezone,
        all_day,
        ...(repeats ? { recurrence: { rrule: [...rrule], rdate: [...rdate], exdate: [...exdate] } } : {}),
        ...(id === undefined ? {} : { exclude: id }),
        limit: OFFERED + form.venue.length,
      },
    }),
  );
  return venues
    .filter((one) => form.venue.every((chosen) => chosen.id !== one.id))
    .slice(0, OFFERED)
    .map((one) => ({ id: one.id, name: plainText(one.venue), distance: one.distance }));
}

/** Venues that are free at the time of the event, each chosen in place of the one that is taken by one press. */
export function FreeVenues({
  id,
  scope,
  form,
  venue,
  onChange,
}: {
  readonly id: number | undefined;
  /** Given where the event is a date of a series. */
  readonly scope: SeriesReach | undefined;
  readonly form: EventForm;
  /** The venue that is taken. */
  readonly venue: { readonly id: number; readonly name: string };
  onChange: SectionProps['onChange'];
}) {
  const { say, language } = useTexts();
  const toast = useToast();
  const { start_date, end_date, timezone, all_day, recurrence } = form;
  const asked = useRested({ start_date, end_date, timezone, all_day, recurrence, venue: form.venue });
  const { data = [] } = useQuery({
    queryKey: ['overlaps', 'venues', id, scope, venue.id, asked],
    queryFn: () => findFreeVenues(venue.id, { id, scope, form: { ...form, ...asked } }),
    retry: false,
  });
  if (data.length === 0) return null;
  const away = (km: number) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: km < 1 ? 'meter' : 'kilometer',
      maximumFractionDigits: km < 1 ? 0 : 1,
    }).format(km < 1 ? Math.round((km * METRES) / 10) * 10 : km);
  const label = say('admin.editor.overlap_free', { name: venue.name });
  return (
    <fieldset className="ov-a" aria-label={label}>
      <span>{label}</span>
      {data.map((free) => (
        <Button
          key={free.id}
          look="quiet"
          size="small"
          onPress={() => {
            onChange({
              venue: form.venue.map((one) => (one.id === venue.id ? { id: free.id, name: free.name } : one)),
            });
            toast({
              text: say('admin.editor.overlap_taken_to', { name: free.name }),
              undo: () => onChange({ venue: form.venue }),
            });
            goToPart('venue');
          }}
        >
          {free.name}
          {free.distance !== null && <small className="num">{away(free.distance)}</small>}
        </Button>
      ))}
    </fieldset>
  );
}
