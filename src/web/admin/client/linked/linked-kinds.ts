import { api, bodyOf, type InterfaceError, type Schemas } from '../interface/client.ts';
import { siteLanguage } from '../shell/brand.tsx';
import { adminLanguageOf } from '../texts/texts.tsx';
import { pointOfTexts } from './coordinates.ts';

/** Kind of what events are linked to. */
export type LinkedScreenKind = 'venues' | 'organizers';

/** Statuses of what isn't in the trash. */
export const linkedStatuses = ['publish', 'draft', 'pending', 'private', 'future'] as const;
/** A status of what isn't in the trash. */
export type LinkedStatus = (typeof linkedStatuses)[number];

/** Values of fields of a venue or an organizer, by their names. */
export type LinkedValues = Readonly<Record<string, string>>;

/** A venue or an organizer as its screen shows it. */
export interface LinkedItem {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly url: string;
  readonly values: LinkedValues;
  readonly revision: number | undefined;
}

/** Names of the fields of each kind, in the order of its form. */
export const fieldsOf = {
  venues: [
    'venue',
    'address',
    'zip',
    'city',
    'district',
    'country',
    'phone',
    'website',
    'geo_lat',
    'geo_lng',
    'description',
  ],
  organizers: ['organizer', 'email', 'phone', 'website', 'description'],
} as const satisfies Readonly<Record<LinkedScreenKind, readonly string[]>>;

/** Types of inputs for fields that are no plain texts. */
export const inputTypes: Readonly<Record<string, 'email' | 'tel'>> = { email: 'email', phone: 'tel' };

const valuesOf = (kind: LinkedScreenKind, item: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    fieldsOf[kind].map((name) => [
      name,
      ['string', 'number'].includes(typeof item[name]) ? String(item[name]) : '',
    ]),
  );

const venueItem = (one: Schemas['Venue']): LinkedItem => ({
  id: one.id,
  name: one.venue,
  status: one.status,
  url: one.url,
  values: valuesOf('venues', { ...one, ...one.raw }),
  revision: one.revision,
});
const organizerItem = (one: Schemas['Organizer']): LinkedItem => ({
  id: one.id,
  name: one.organizer,
  status: one.status,
  url: one.url,
  values: valuesOf('organizers', { ...one, ...one.raw }),
  revision: one.revision,
});

/** Part of a list of them that is asked for. */
export interface LinkedPageQuery {
  readonly search: string;
  readonly page: number;
}

/** Rows of a page of the table. */
export const PER_PAGE = 50;
const EVERY_STATUS = linkedStatuses.join(',');
const at = (id: number) => ({ path: { id } });
/** Its texts are those of the calendar's language, whatever language the administration is in. */
const inSiteLanguage = { query: { translation_language: adminLanguageOf(siteLanguage) } };
const inForm = (id: number) => ({ ...at(id), ...inSiteLanguage });

/** Fields of a venue or organizer that isn't there yet, as far as they are known. */
export interface NewLinkedFields {
  readonly name: string;
  readonly address?: string;
  readonly city?: string;
  readonly zip?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly website?: string;
  readonly geo_lat?: number;
  readonly geo_lng?: number;
}

/** So many likely doubles of something new are worth a look. */
const DOUBLES = 3;

/** Calls of the interface for one kind. */
export interface LinkedCalls {
  list(
    query: LinkedPageQuery,
    signal: AbortSignal,
  ): Promise<{ readonly items: readonly LinkedItem[]; readonly total: number; readonly pages: number }>;
  read(id: number, signal: AbortSignal): Promise<LinkedItem>;
  /** @param key by which it is made once, however often it is sent */
  create(values: LinkedValues, key: string): Promise<LinkedItem>;
  /** Changes the fields that are given. */
  update(id: number, values: LinkedValues, revision: number | undefined): Promise<LinkedItem>;
  /** Returns what a refusal tells of the item as it is now; undefined where it doesn't. */
  currentOf(refusal: InterfaceError): LinkedItem | undefined;
  /** Gives it back a status that it had. */
  setStatus(id: number, status: LinkedStatus): Promise<unknown>;
  trash(id: number): Promise<unknown>;
  duplicates(signal: AbortSignal): Promise<readonly Schemas['Duplicate'][]>;
  /** Finds what something new is likely to be, the likeliest first. */
  doublesOf(fields: NewLinkedFields, signal: AbortSignal): Promise<readonly Schemas['Duplicate'][]>;
  /** Merges others into one; returns the number by which that is taken back. */
  merge(into: number, from: readonly number[]): Promise<number>;
}

const listed = ({ search, page }: LinkedPageQuery) => ({
  query: {
    ...(search === '' ? {} : { search }),
    page,
    per_page: PER_PAGE,
    status: EVERY_STATUS,
    orderby: 'name' as const,
    order: 'asc' as const,
  },
});
const matching = (revision: number | undefined) =>
  revision === undefined ? {} : { headers: { 'If-Match': `"${revision}"` } };

/** Returns the fields of a venue as they are sent: without both of its coordinates it has no place. */
const venueBody = ({ geo_lat, geo_lng, ...values }: LinkedValues) => ({
  ...values,
  ...(geo_lat === undefined && geo_lng === undefined
    ? {}
    : (pointOfTexts(geo_lat ?? '', geo_lng ?? '') ?? { geo_lat: null, geo_lng: null })),
});

/** The item as it is now, which a refusal of `If-Match` tells. */
function currentOf<T extends object>(
  { data: { current } }: InterfaceError,
  isOfKind: (item: object) => item is T,
  itemOf: (item: T) => LinkedItem,
): LinkedItem | undefined {
  return typeof current === 'object' && current !== null && isOfKind(current) ? itemOf(current) : undefined;
}

/** The calls of each kind. */
export const linkedCalls: Readonly<Record<LinkedScreenKind, LinkedCalls>> = {
  venues: {
    async list(query, signal) {
      const { venues, total, total_pages } = await bodyOf(
        api.GET('/venues', { params: listed(query), signal }),
      );
      return { items: venues.map(venueItem), total, pages: total_pages };
    },
    read: async (id, signal) =>
      venueItem(
        await bodyOf(
          api.GET('/venues/{id}', {
            params: { ...at(id), query: { ...inSiteLanguage.query, context: 'edit' } },
            signal,
          }),
        ),
      ),
    create: async ({ venue = '', ...values }, key) =>
      venueItem(
        await bodyOf(
          api.POST('/venues', {
            params: { ...inSiteLanguage, header: { 'Idempotency-Key': key } },
            body: { venue, ...venueBody(values) },
          }),
        ),
      ),
    currentOf: (refusal) =>
      currentOf(refusal, (item): item is Schemas['Venue'] => 'id' in item && 'venue' in item, venueItem),
    update: async (id, body, revision) =>
      venueItem(
        await bodyOf(
          api.PATCH('/venues/{id}', { params: inForm(id), body: venueBody(body), ...matching(revision) }),
        ),
      ),
    setStatus: (id, status) => bodyOf(api.PATCH('/venues/{id}', { params: at(id), body: { status } })),
    trash: (id) => bodyOf(api.DELETE('/venues/{id}', { params: at(id) })),
    duplicates: async (signal) =>
      (await bodyOf(api.GET('/kalends/v1/venues/duplicates', { signal }))).duplicates,
    doublesOf: async (fields, signal) => {
      const params = { query: { ...fields, per_page: DOUBLES } };
      return (await bodyOf(api.GET('/kalends/v1/venues/duplicates', { params, signal }))).duplicates;
    },
    async merge(into, from) {
      const merged = await bodyOf(
        api.POST('/kalends/v1/venues/{id}/merge', { params: at(into), body: { from: [...from] } }),
      );
      return merged.merge?.id ?? 0;
    },
  },
  organizers: {
    async list(query, signal) {
      const { organizers, total, total_pages } = await bodyOf(
        api.GET('/organizers', { params: listed(query), signal }),
      );
      return { items: organizers.map(organizerItem), total, pages: total_pages };
    },
    read: async (id, signal) =>
      organizerItem(
        await bodyOf(
          api.GET('/organizers/{id}', {
            params: { ...at(id), query: { ...inSiteLanguage.query, context: 'edit' } },
            signal,
          }),
        ),
      ),
    create: async ({ organizer = '', ...values }, key) =>
      organizerItem(
        await bodyOf(
          api.POST('/organizers', {
            params: { ...inSiteLanguage, header: { 'Idempotency-Key': key } },
            body: { organizer, ...values },
          }),
        ),
      ),
    currentOf: (refusal) =>
      currentOf(
        refusal,
        (item): item is Schemas['Organizer'] => 'id' in item && 'organizer' in item,
        organizerItem,
      ),
    update: async (id, body, revision) =>
      organizerItem(
        await bodyOf(api.PATCH('/organizers/{id}', { params: inForm(id), body, ...matching(revision) })),
      ),
    setStatus: (id, status) => bodyOf(api.PATCH('/organizers/{id}', { params: at(id), body: { status } })),
    trash: (id) => bodyOf(api.DELETE('/organizers/{id}', { params: at(id) })),
    duplicates: async (signal) =>
      (await bodyOf(api.GET('/kalends/v1/organizers/duplicates', { signal }))).duplicates,
    doublesOf: async (fields, signal) => {
      const params = { query: { ...fields, per_page: DOUBLES } };
      return (await bodyOf(api.GET('/kalends/v1/organizers/duplicates', { params, signal }))).duplicates;
    },
    async merge(into, from) {
      const merged = await bodyOf(
        api.POST('/kalends/v1/organizers/{id}/merge', { params: at(into), body: { from: [...from] } }),
      );
      return merged.merge?.id ?? 0;
    },
  },
};

/** Takes a merge back. */
export const undoMerge = (id: number) =>
  bodyOf(api.POST('/kalends/v1/merges/{id}/undo', { params: { path: { id } } }));
