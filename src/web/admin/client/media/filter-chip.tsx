import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../texts/texts.tsx';
import { type LibraryFilter, mediaCalls } from './media-query.ts';

/** A filter of the library that is on or off, with how many pictures it leaves. */
export function FilterChip({
  filter,
  isOn,
  onPress,
}: {
  readonly filter: LibraryFilter;
  readonly isOn: boolean;
  onPress(): void;
}) {
  const { say, language } = useTexts();
  const { data } = useQuery({
    queryKey: ['media', 'list', 'count', filter],
    queryFn: ({ signal }) => mediaCalls.count(filter, signal),
  });
  return (
    <button type="button" className={`chip${isOn ? ' is-on' : ''}`} aria-pressed={isOn} onClick={onPress}>
      {say(`admin.media.filter.${filter}`)}{' '}
      {data !== undefined && <span className="num">{data.toLocaleString(language)}</span>}
    </button>
  );
}
