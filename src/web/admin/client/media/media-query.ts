import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { type AdminLanguage, adminLanguages } from '../texts/texts.tsx';

/** A picture of the library. */
export type LibraryPicture = Schemas['Media'];

/** Texts of a picture in one language. */
export type PictureTexts = Pick<LibraryPicture, 'alt_text' | 'credit'>;

const SHOWN = 24;
const at = (id: number) => ({ path: { id } });

/** Calls of the interface for the library of pictures. */
export const mediaCalls = {
  list: ({ search, page }: { search: string; page: number }, signal: AbortSignal) =>
    bodyOf(
      api.GET('/kalends/v1/media', {
        params: { query: { per_page: SHOWN, page, ...(search === '' ? {} : { search }) } },
        signal,
      }),
    ),
  /** Reads a picture with its texts in each language, which are those of another where it has none. */
  async read(id: number, signal: AbortSignal) {
    const all = await Promise.all(
      adminLanguages.map((code) =>
        bodyOf(
          api.GET('/kalends/v1/media/{id}', {
            params: { ...at(id), query: { translation_language: code } },
            signal,
          }),
        ),
      ),
    );
    const [picture] = all;
    if (!picture) throw new Error('A calendar has a language.');
    return { picture, texts: new Map(adminLanguages.map((code, place) => [code, all[place] ?? picture])) };
  },
  update: (id: number, language: AdminLanguage, body: Schemas['UpdateMedia']) =>
    bodyOf(
      api.PATCH('/kalends/v1/media/{id}', {
        params: { ...at(id), query: { translation_language: language } },
        body,
      }),
    ),
  remove: (id: number) => bodyOf(api.DELETE('/kalends/v1/media/{id}', { params: at(id) })),
};
