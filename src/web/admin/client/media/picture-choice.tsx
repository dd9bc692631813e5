import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Failed } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type LibraryPicture, mediaCalls } from './media-query.ts';
import { pictureName, smallPicture } from './picture-texts.ts';

/** A dialog in which one picture of the library is chosen, found by its name, its words or its credit. */
export function PictureChoice({
  onChoose,
  onClose,
}: {
  onChoose(picture: LibraryPicture): void;
  onClose(): void;
}) {
  const { say } = useTexts();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const search = useDeferredValue(typed);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['media', 'list', search, page, undefined],
    queryFn: ({ signal }) => mediaCalls.list({ search, page }, signal),
    placeholderData: keepPreviousData,
  });
  const pictures = data?.media.filter(({ media_type }) => media_type === 'image') ?? [];
  return (
    <Dialog title={say('admin.media.choose')} onClose={onClose}>
      <div className="dlg-p md-c">
        <SearchField
          label={say('admin.media.search')}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setPage(1);
          }}
        />
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!isPending && !error && pictures.length === 0 ? (
          <p className="h">{say(search === '' ? 'admin.media.none' : 'admin.media.no_match')}</p>
        ) : (
          <ul className="md" aria-busy={isPending}>
            {pictures.map((picture) => (
              <li key={picture.id}>
                <button type="button" data-id={picture.id} onClick={() => onChoose(picture)}>
                  <img src={smallPicture(picture)} alt="" loading="lazy" />
                  <b>{pictureName(picture)}</b> {picture.alt_text !== '' && <small>{picture.alt_text}</small>}
                </button>
              </li>
            ))}
          </ul>
        )}
        {(data?.total_pages ?? 1) > 1 && (
          <p className="f-row">
            <IconButton
              name="left"
              label={say('admin.events.back')}
              isDisabled={page === 1}
              onPress={() => setPage(page - 1)}
            />
            <IconButton
              name="right"
              label={say('admin.events.next')}
              isDisabled={page >= (data?.total_pages ?? 1)}
              onPress={() => setPage(page + 1)}
            />
          </p>
        )}
      </div>
    </Dialog>
  );
}
