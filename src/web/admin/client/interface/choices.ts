import { plainText } from '../texts/plain-text.ts';
import { api, bodyOf } from './client.ts';

/** Something that can be chosen. */
export interface FoundChoice {
  readonly id: number;
  readonly name: string;
  /** Tells it from others of such a name, such as an address. */
  readonly hint?: string;
}

/** Returns a place in a line: street and town. */
export const placeOf = ({ address = '', city = '' }: { address?: string; city?: string }): string =>
  [address, city].filter(Boolean).map(plainText).join(', ');

/** Returns a choice with its place, where that is known. */
export const choiceAt = (id: number, name: string, hint: string): FoundChoice => ({
  id,
  name: plainText(name),
  ...(hint === '' ? {} : { hint }),
});

const AT_MOST = 8;
/** Returns the query of a list; without words it is that of all, by their names. */
const queryOf = (search: string) => ({ per_page: AT_MOST, ...(search === '' ? {} : { search }) });

/** Finds venues by words. */
export const findVenues = async (search: string, signal: AbortSignal): Promise<FoundChoice[]> => {
  const query = { ...queryOf(search), status: 'publish,draft,pending,private' };
  const { venues } = await bodyOf(api.GET('/venues', { params: { query }, signal }));
  return venues.map((one) => choiceAt(one.id, one.venue, placeOf(one)));
};

/** Finds organizers by words. */
export const findOrganizers = async (search: string, signal: AbortSignal): Promise<FoundChoice[]> => {
  const query = { ...queryOf(search), status: 'publish,draft,pending,private' };
  const { organizers } = await bodyOf(api.GET('/organizers', { params: { query }, signal }));
  return organizers.map(({ id, organizer }) => ({ id, name: plainText(organizer) }));
};

/** Finds categories by words. */
export const findCategories = async (search: string, signal: AbortSignal): Promise<FoundChoice[]> => {
  const { categories } = await bodyOf(
    api.GET('/categories', { params: { query: { ...queryOf(search), hide_empty: false } }, signal }),
  );
  return categories.map(({ id, name }) => ({ id, name: plainText(name) }));
};

/** Finds tags by words. */
export const findTags = async (search: string, signal: AbortSignal): Promise<FoundChoice[]> => {
  const { tags } = await bodyOf(
    api.GET('/tags', { params: { query: { ...queryOf(search), hide_empty: false } }, signal }),
  );
  return tags.map(({ id, name }) => ({ id, name: plainText(name) }));
};

/** Filter of lists of events by what these are linked to. */
export type LinkFilter = 'category' | 'venue' | 'organizer';

const at = (id: number) => ({ params: { path: { id } } });

/** Finds what can be chosen for each of these filters, and names what was chosen. */
export const linkChoices: Readonly<
  Record<
    LinkFilter,
    {
      find(text: string, signal: AbortSignal): Promise<readonly FoundChoice[]>;
      nameOf(id: number): Promise<string>;
    }
  >
> = {
  category: {
    find: findCategories,
    nameOf: async (id) => plainText((await bodyOf(api.GET('/categories/{id}', at(id)))).name),
  },
  venue: {
    find: findVenues,
    nameOf: async (id) => plainText((await bodyOf(api.GET('/venues/{id}', at(id)))).venue),
  },
  organizer: {
    find: findOrganizers,
    nameOf: async (id) => plainText((await bodyOf(api.GET('/organizers/{id}', at(id)))).organizer),
  },
};
