import { useMutation, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { settingsQuery } from '../interface/settings-query.ts';
import { Button } from '../parts/button.tsx';
import { Strip } from '../parts/strip.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';

/** An address that was found, in the fields of a venue. */
export type AddressChoice = Schemas['FoundAddress'];

/** Fields of an address that what was found may fill. */
const fillable = ['address', 'zip', 'city', 'district', 'country'] as const;

/** Returns the place of an address that was found, with those of its fields in which nothing was typed. */
export function fieldsOfFound(
  found: AddressChoice,
  typed: Readonly<Partial<Record<string, string>>>,
  names: readonly string[],
): Record<string, string> {
  const empty = fillable.filter((name) => names.includes(name) && (typed[name] ?? '').trim() === '');
  return {
    ...Object.fromEntries(empty.flatMap((name) => (found[name] === '' ? [] : [[name, found[name]]]))),
    geo_lat: String(found.geo_lat),
    geo_lng: String(found.geo_lng),
  };
}

/** Looks up what was typed where the settings name a geocoder: only when that is pressed, and by way of the service. */
export function AddressLookup({
  words,
  onTake,
}: {
  /** Parts of the address as they are typed. */
  readonly words: readonly (string | undefined)[];
  onTake(found: AddressChoice): void;
}) {
  const { say } = useTexts();
  const { data: settings } = useQuery(settingsQuery);
  const search = words
    .map((word) => word?.trim() ?? '')
    .filter(Boolean)
    .join(', ')
    .slice(0, 200);
  const lookup = useMutation({
    mutationFn: (asked: string) =>
      bodyOf(api.GET('/kalends/v1/addresses', { params: { query: { search: asked } } })),
  });
  const host = settings?.geocoder_host;
  if (!host) return null;
  const { data, error, isPending } = lookup;
  return (
    <div className="al">
      <div className="al-b">
        <Button
          look="quiet"
          size="small"
          icon="search"
          isBusy={isPending}
          isDisabled={search === ''}
          onPress={() => lookup.mutate(search)}
        >
          {say('admin.place.find')}
        </Button>
        <p className="h">{say('admin.place.find_help', { host })}</p>
      </div>
      {error && <Strip look="bad">{problemText(error, say)}</Strip>}
      <div role="status">
        {data && !isPending && data.addresses.length === 0 && (
          <p className="h">{say('admin.place.not_found')}</p>
        )}
        {data && data.addresses.length > 0 && (
          <>
            <p className="h">{say('admin.place.choose')}</p>
            <ul className="al-l">
              {data.addresses.map((found) => (
                <li key={found.label}>
                  <Button
                    look="bare"
                    size="small"
                    icon="venue"
                    onPress={() => {
                      onTake(found);
                      lookup.reset();
                    }}
                  >
                    {found.label}
                  </Button>
                </li>
              ))}
            </ul>
            <p className="h">© OpenStreetMap</p>
          </>
        )}
      </div>
    </div>
  );
}
