import { useQuery } from '@tanstack/react-query';
import { findOrganizers, findVenues } from '../interface/choices.ts';
import { api, bodyOf } from '../interface/client.ts';
import { usePermission } from '../interface/session.ts';
import { findOrLikely } from '../linked/likely-choices.ts';
import { Checkbox } from '../parts/checkbox.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { TokenField } from '../parts/token-field.tsx';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import type { Choice } from './event-form.ts';
import type { SeriesReach } from './event-record.ts';
import { NewLinked } from './new-linked.tsx';
import { Overlaps } from './overlaps.tsx';
import { idOfPart } from './parts-of-editor.ts';
import type { SectionProps } from './section.ts';

/** So many venues tell in which country the calendar is. */
const ASKED = 20;

/** Returns the country in which most venues of the calendar are; a new one is likely there too. */
function useUsualCountry(isEnabled: boolean): string {
  const { data = '' } = useQuery({
    queryKey: ['venues', 'country'],
    queryFn: async ({ signal }) => {
      const params = { query: { per_page: ASKED } };
      const { venues } = await bodyOf(api.GET('/venues', { params, signal }));
      const named = Map.groupBy(
        venues.flatMap(({ country }) => (country ? [plainText(country)] : [])),
        (country) => country,
      );
      return [...named.values()].sort((one, other) => other.length - one.length)[0]?.[0] ?? '';
    },
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

/** Returns where a venue is, in words; empty while that isn't known. */
function useAddress(id: number | undefined): string {
  const { data } = useQuery({
    queryKey: ['venues', 'address', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/venues/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
    staleTime: 60_000,
    retry: false,
  });
  if (!data) return '';
  const { address, zip, city } = data;
  return [address, [zip, city].filter(Boolean).join(' ')]
    .map((part) => plainText(part ?? ''))
    .filter(Boolean)
    .join(', ');
}

/** Fields for where the event is, and who holds it. */
export function LinksSection({
  id,
  scope,
  form,
  onChange,
  problems,
}: SectionProps & {
  /** That of the event, which is in nobody's way by itself. */
  readonly id: number | undefined;
  /** Given where the event is a date of a series. */
  readonly scope: SeriesReach | undefined;
}) {
  const { say } = useTexts();
  const mayCreate = usePermission('create');
  const country = useUsualCountry(mayCreate);
  const address = useAddress(form.venue.length === 1 ? form.venue[0]?.id : undefined);
  const isOnlineOnly = form.virtual_url !== '' && form.venue.length === 0;
  const setVenues = (venues: readonly Choice[]) =>
    onChange({
      venue: venues.map((one) =>
        one.id === undefined && !one.fields && country !== '' ? { ...one, fields: { country } } : one,
      ),
    });
  return (
    <section className="es">
      <h2>{say('admin.editor.where')}</h2>
      <div className="ww">
        <div className="ww-c" id={idOfPart('venue')}>
          <TokenField
            id="venue"
            label={say('admin.editor.venue')}
            value={form.venue}
            onChange={setVenues}
            queryKey="venues"
            find={mayCreate ? (name, signal) => findOrLikely('venues', name, signal) : findVenues}
            mayCreate={mayCreate}
            problem={problems['venue']}
            help={address}
          />
          <NewLinked kind="venues" value={form.venue} onChange={setVenues} />
          <Overlaps id={id} scope={scope} form={form} onChange={onChange} />
        </div>
        <div className="ww-c">
          <TokenField
            label={say('admin.editor.organizers')}
            value={form.organizer}
            onChange={(organizer) => onChange({ organizer })}
            queryKey="organizers"
            find={mayCreate ? (name, signal) => findOrLikely('organizers', name, signal) : findOrganizers}
            mayCreate={mayCreate}
            problem={problems['organizer']}
          />
          <NewLinked
            kind="organizers"
            value={form.organizer}
            onChange={(organizer) => onChange({ organizer })}
          />
        </div>
        <LinkField
          label={say('admin.editor.online_address')}
          value={form.virtual_url}
          onChange={(virtual_url) => onChange({ virtual_url })}
          help={say(isOnlineOnly ? 'admin.editor.online_only' : 'admin.editor.online_help')}
          problem={problems['virtual_url'] ?? problems['is_virtual']}
        />
        {form.virtual_url !== '' && form.venue.length > 0 && form.event_status !== 'moved-online' && (
          <Checkbox isSelected={form.is_virtual} onChange={(is_virtual) => onChange({ is_virtual })}>
            {say('admin.editor.also_online')}
          </Checkbox>
        )}
        <LinkField
          label={say('admin.editor.website')}
          value={form.website}
          onChange={(website) => onChange({ website })}
          problem={problems['website']}
        />
      </div>
    </section>
  );
}
