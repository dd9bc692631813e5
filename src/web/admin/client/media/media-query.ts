import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { requirePicture } from '../interface/upload-picture.ts';
import { type AdminLanguage, adminLanguages } from '../texts/texts.tsx';
import type { CropArea } from './crop-area.ts';

/** A picture of the library. */
export type LibraryPicture = Schemas['Media'];

/** Texts of a picture in one language. */
export type PictureTexts = Pick<LibraryPicture, 'alt_text' | 'credit'>;

/** Part of the library, which the address of its screen holds. */
export interface ShownPart {
  readonly search: string;
  readonly page: number;
  /** Pictures that nothing shows, or those that nobody has described; absent: all. */
  readonly only?: LibraryFilter | undefined;
}

/** Filters of the library. */
export const libraryFilters = ['unused', 'without_words'] as const;
/** A filter of the library. */
export type LibraryFilter = (typeof libraryFilters)[number];

/** An event, venue or organizer that shows a picture. */
export type PictureUse = Schemas['MediaUse'];

/** Pictures of a page. */
export const PER_PAGE = 24;
const USES_SHOWN = 50;
const at = (id: number) => ({ path: { id } });

/** A picture with its texts in each language, which are those of another where it has none. */
export interface PictureInLanguages {
  readonly picture: LibraryPicture;
  readonly texts: ReadonlyMap<AdminLanguage, LibraryPicture>;
}

/** Calls of the interface for the library of pictures. */
export const mediaCalls = {
  list: ({ search, page, only }: ShownPart, signal: AbortSignal) =>
    bodyOf(
      api.GET('/kalends/v1/media', {
        params: {
          query: {
            per_page: PER_PAGE,
            page,
            ...(search === '' ? {} : { search }),
            ...(only === undefined ? {} : { [only]: true }),
          },
        },
        signal,
      }),
    ),
  /** Returns how many pictures a filter leaves. */
  count: async (only: LibraryFilter, signal: AbortSignal) =>
    (await bodyOf(api.GET('/kalends/v1/media', { params: { query: { per_page: 1, [only]: true } }, signal })))
      .total,
  uses: (id: number, signal: AbortSignal) =>
    bodyOf(
      api.GET('/kalends/v1/media/{id}/uses', {
        params: { ...at(id), query: { per_page: USES_SHOWN } },
        signal,
      }),
    ),
  async read(id: number, signal?: AbortSignal): Promise<PictureInLanguages> {
    const all = await Promise.all(
      adminLanguages.map((code) =>
        bodyOf(
          api.GET('/kalends/v1/media/{id}', {
            params: { ...at(id), query: { translation_language: code } },
            ...(signal ? { signal } : {}),
          }),
        ),
      ),
    );
    const [picture] = all;
    if (!picture) throw new Error('A calendar has a language.');
    // Of reads on both sides of a write the older one counts: what is written over it is refused, and read again.
    const known = all.flatMap(({ revision }) => revision ?? []);
    const oldest = known.length > 0 ? { revision: Math.min(...known) } : {};
    return {
      picture: { ...picture, ...oldest },
      texts: new Map(adminLanguages.map((code, place) => [code, all[place] ?? picture])),
    };
  },
  /** @param revision the one that it must have; undefined: any */
  update: (id: number, language: AdminLanguage, body: Schemas['UpdateMedia'], revision?: number) =>
    bodyOf(
      api.PATCH('/kalends/v1/media/{id}', {
        params: { ...at(id), query: { translation_language: language } },
        body,
        ...(revision === undefined ? {} : { headers: { 'If-Match': `"${revision}"` } }),
      }),
    ),
  /** Gives a picture another file, under its ID. */
  async replace(id: number, file: File) {
    requirePicture(file);
    const form = new FormData();
    form.append('file', file);
    return bodyOf(
      api.POST('/kalends/v1/media/{id}/file', { params: at(id), body: {}, bodySerializer: () => form }),
    );
  },
  crop: (id: number, crop: CropArea) =>
    bodyOf(api.POST('/kalends/v1/media/{id}/file', { params: at(id), body: { crop } })),
  /** Returns the number of the latest entry of a picture's history, by which it is taken back. */
  lastEntry: async (id: number) =>
    (
      await bodyOf(
        api.GET('/kalends/v1/history', { params: { query: { kind: 'media', id, per_page: 1, page: 1 } } }),
      )
    ).history[0]?.id,
  remove: (id: number) => bodyOf(api.DELETE('/kalends/v1/media/{id}', { params: at(id) })),
};
