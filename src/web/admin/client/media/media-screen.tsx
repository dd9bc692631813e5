import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { UnsupportedFileError, uploadPicture } from '../interface/upload-picture.ts';
import { Button } from '../parts/button.tsx';
import { Pager } from '../parts/pager.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { useTypedSearch } from '../shell/use-typed-search.ts';
import { useTexts } from '../texts/texts.tsx';
import { FilterChip } from './filter-chip.tsx';
import { type LibraryFilter, libraryFilters, mediaCalls, PER_PAGE } from './media-query.ts';
import { PicturePane } from './picture-pane.tsx';
import { pictureName, smallPicture } from './picture-texts.ts';

/** The state of the screen, which its address holds. */
interface MediaState {
  readonly q: string;
  readonly page: number;
  readonly only: LibraryFilter | undefined;
  readonly open: number | undefined;
}

/** A file that is being uploaded, or was refused. */
interface Upload {
  readonly key: number;
  readonly file: File;
  readonly failure?: unknown;
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
/** The library of pictures: a grid, a search, uploads by choosing, dropping or pasting, and one picture beside it. */
export default function MediaScreen() {
  const { say } = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const state: MediaState = {
    q: typeof search['q'] === 'string' || typeof search['q'] === 'number' ? String(search['q']) : '',
    page: numberOf(search['page']) ?? 1,
    only: libraryFilters.find((one) => one === search['only']),
    open: numberOf(search['open']),
  };
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const next = useRef(0);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['media', 'list', state.q, state.page, state.only],
    queryFn: ({ signal }) => mediaCalls.list({ search: state.q, page: state.page, only: state.only }, signal),
    placeholderData: keepPreviousData,
  });
  const go = (change: Partial<MediaState>, replace = false) => {
    const { q, page, only, open } = { ...state, ...change };
    const address = {
      ...(q === '' ? {} : { q }),
      ...(page === 1 ? {} : { page }),
      ...(only === undefined ? {} : { only }),
      ...(open === undefined ? {} : { open }),
    };
    void navigate({ to: '/admin/media', search: address, replace });
  };
  const [typed, setTyped] = useTypedSearch(state.q, (q) => go({ q, page: 1 }, true));

  const forget = ({ key }: Upload) => setUploads((now) => now.filter((one) => one.key !== key));
  const send = async (upload: Upload) => {
    const { key, file } = upload;
    try {
      await uploadPicture(file);
      forget(upload);
      await queries.invalidateQueries({ queryKey: ['media', 'list'] });
    } catch (failure) {
      setUploads((now) => now.map((one) => (one.key === key ? { ...one, failure } : one)));
    }
  };
  const take = (files: readonly File[]) => {
    const added = files.map((file) => ({ key: next.current++, file }));
    setUploads((now) => [...added, ...now]);
    // One after the other: each may be large.
    void added.reduce((before, upload) => before.then(() => send(upload)), Promise.resolve());
  };
  const again = ({ key, file }: Upload) => {
    setUploads((now) => now.map((one) => (one.key === key ? { key, file } : one)));
    void send({ key, file });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  };
  const pictures = data?.media ?? [];
  const nothing =
    state.q !== ''
      ? 'admin.media.no_match'
      : state.only === undefined
        ? 'admin.media.none'
        : (`admin.media.none.${state.only}` as const);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts of the button within
    <div
      className={`lk${state.open === undefined ? '' : ' has-side'}${isOver ? ' is-over' : ''}`}
      onPaste={paste}
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      <div className="lk-m">
        <header className="at-h head-do">
          <div>
            <h1>{say('admin.nav.media')}</h1>
            <p className="dim">{data ? say('admin.media.count', { count: data.total }) : ''}</p>
          </div>
          <input
            ref={input}
            type="file"
            accept="image/*"
            multiple
            hidden
            onChange={({ target }) => {
              take([...(target.files ?? [])]);
              target.value = '';
            }}
          />
          <Button size="small" icon="upload" onPress={() => input.current?.click()}>
            {say('admin.media.upload')}
          </Button>
        </header>
        <div className="at-f">
          <SearchField label={say('admin.media.search')} value={typed} onChange={setTyped} />
          {libraryFilters.map((one) => (
            <FilterChip
              key={one}
              filter={one}
              isOn={state.only === one}
              onPress={() => go({ only: state.only === one ? undefined : one, page: 1, open: undefined })}
            />
          ))}
        </div>
        <div className="at-w" aria-busy={isPending}>
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          {uploads.length > 0 && (
            <ul className="md-u" aria-live="polite">
              {uploads.map((upload) => (
                <li key={upload.key} className={upload.failure === undefined ? '' : 'is-bad'}>
                  <b>{upload.file.name}</b>{' '}
                  <span>
                    {upload.failure === undefined
                      ? say('admin.media.uploading')
                      : problemText(upload.failure, say)}
                  </span>
                  {upload.failure !== undefined && !(upload.failure instanceof UnsupportedFileError) && (
                    <Button look="quiet" size="small" onPress={() => again(upload)}>
                      {say('admin.again')}
                    </Button>
                  )}
                  {upload.failure !== undefined && (
                    <Button look="bare" size="small" onPress={() => forget(upload)}>
                      {say('admin.close')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {!isPending && !error && pictures.length === 0 ? (
            <div className="none-a">
              <b>{say(nothing)}</b>
              <p>{say('admin.media.drop')}</p>
            </div>
          ) : (
            <ul className="md">
              {pictures.map((picture) => (
                <li key={picture.id}>
                  <button
                    type="button"
                    data-id={picture.id}
                    aria-pressed={picture.id === state.open}
                    onClick={() => go({ open: picture.id === state.open ? undefined : picture.id })}
                  >
                    <img src={smallPicture(picture)} alt="" loading="lazy" />
                    <b>{pictureName(picture)}</b>{' '}
                    <small>
                      {picture.alt_text === '' && <b className="md-w">{say('admin.media.without_words')} </b>}
                      {say('admin.media.used', { count: picture.uses ?? 0 })}
                    </small>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Pager page={state.page} perPage={PER_PAGE} total={data?.total} onPage={(page) => go({ page })} />
      </div>
      {state.open !== undefined && (
        <PicturePane key={state.open} id={state.open} onClose={() => go({ open: undefined })} />
      )}
    </div>
  );
}
