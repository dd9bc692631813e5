import { useQuery } from '@tanstack/react-query';
import { choiceAt, type FoundChoice, placeOf } from '../interface/choices.ts';
import { linkedCalls } from '../linked/linked-kinds.ts';
import { useTexts } from '../texts/texts.tsx';
import { Fact } from './fact.tsx';

/** Returns the venues that a proposed one is likely to be, the likeliest first. */
const likelyVenues = async (
  fields: { readonly name: string; readonly city: string; readonly address: string },
  signal: AbortSignal,
): Promise<FoundChoice[]> =>
  (await linkedCalls.venues.doublesOf(fields, signal)).flatMap(({ items }) =>
    items.map((item) => choiceAt(item.id, item.name, placeOf(item))),
  );

/** The place that a proposal names: known, to be made, or another one instead, which can be chosen. */
export function VenueFact({
  name,
  city,
  address,
  chosen,
  onChoose,
}: {
  readonly name: string;
  readonly city: string;
  readonly address: string;
  readonly chosen: FoundChoice | undefined;
  onChoose(venue: FoundChoice | undefined): void;
}) {
  const { say } = useTexts();
  const { data: likely, isError } = useQuery({
    queryKey: ['venues', 'likely', { name, city, address }],
    queryFn: ({ signal }) => likelyVenues({ name, city, address }, signal),
  });
  if (!likely && !isError) return null;
  const isSame = (venue: FoundChoice) => venue.name.toLocaleLowerCase() === name.toLocaleLowerCase();
  if (chosen)
    return (
      <Fact isFine>
        {say('admin.submissions.other_venue', { name: chosen.name })}{' '}
        <button type="button" className="do" onClick={() => onChoose(undefined)}>
          {say('admin.submissions.as_proposed')}
        </button>
      </Fact>
    );
  if (likely?.some(isSame)) return <Fact isFine>{say('admin.submissions.known_venue', { name })}</Fact>;
  return (
    <Fact isFine={false}>
      {say('admin.submissions.new_venue', { name })}
      {likely?.map((venue) => (
        <span key={venue.id}>
          {' '}
          <button type="button" className="do" onClick={() => onChoose(venue)}>
            {say('admin.submissions.take_venue', { name: venue.name })}
          </button>
        </span>
      ))}
    </Fact>
  );
}
