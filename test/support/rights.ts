import type { Client } from './client.ts';
import type { Role, Service } from './service.ts';

/*
 * Who may what, written by hand from section 7 of the reference with D3, D4, D7, D8, D20 to D22 and D30: none of it
 * is computed by the service's own code, so that a slip there shows.
 */

/** The callers that permissions are tested for: nobody, and a user of each role. */
export const callers = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'admin'] as const;
/** The name of a caller. */
export type Caller = (typeof callers)[number];

/** Users as `people` makes them. */
export const userIds: Readonly<Record<Role, number>> = {
  admin: 1,
  editor: 2,
  author: 3,
  contributor: 4,
  subscriber: 5,
};

/** The roles that items belong to. */
export const owners = ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const;

/** The statuses of items, as the contract lists them. */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
/** A status of items. */
export type Status = (typeof statuses)[number];

/** The kinds of items with an author and a status. */
export const kinds = ['event', 'venue', 'organizer'] as const;
/** A kind of items with an author and a status. */
export type Kind = (typeof kinds)[number];

/** An event, venue or organizer of the tests. */
export interface Item {
  readonly kind: Kind;
  readonly owner: Role;
  readonly status: Status;
  readonly id: number;
  readonly slug: string;
}

// One column for each caller, in the order above.
const table = {
  create: '--xxxx',
  publish: '---xxx',
  upload: '---xxx',
  others: '----xx',
  categories: '---xxx',
  tags: '----xx',
  newTerms: '---xxx',
} as const;

/** Tells whether a caller has a right of the reference's table 7.1. */
export const has = (caller: Caller, right: keyof typeof table): boolean =>
  table[right][callers.indexOf(caller)] !== '-';

/** The status of a refused permission. */
export const refused = (caller: Caller): 401 | 403 => (caller === 'anonymous' ? 401 : 403);

type Facts = Pick<Item, 'kind' | 'owner' | 'status'>;

/** Returns the code of the 403 that a single read gets; undefined for 200. */
export function readRefusal(caller: Caller, { kind, owner, status }: Facts): string | undefined {
  if (status === 'publish') return undefined;
  if (status === 'trash' && kind === 'event') return 'event-no-longer-available';
  return caller === owner || has(caller, 'others') ? undefined : `${kind}-not-accessible`;
}

/** Tells whether a caller may change or trash an item. */
export function edits(caller: Caller, { owner, status }: Facts): boolean {
  if (has(caller, 'others')) return true;
  if (caller !== owner) return false;
  if (caller === 'author') return true;
  return caller === 'contributor' && ['draft', 'pending', 'private', 'trash'].includes(status);
}

/** Tells whether a list has an item; `asked` are the statuses of the `status` parameter. */
export function isListed(caller: Caller, item: Facts, asked?: readonly Status[]): boolean {
  if (asked ? !asked.includes(item.status) : item.status === 'trash') return false;
  if (item.status === 'publish') return true;
  return has(caller, 'create') && (caller === item.owner || has(caller, 'others'));
}

/** The status that a write leads to; `ahead`: the item's publication date has yet to come. */
export function resulting(caller: Caller, asked: Status | undefined, ahead: boolean): Status {
  if (!has(caller, 'publish')) {
    if (asked === undefined) return 'draft';
    return asked === 'publish' || asked === 'future' || asked === 'private' ? 'pending' : asked;
  }
  if (asked === undefined || asked === 'publish' || asked === 'future') return ahead ? 'future' : 'publish';
  return asked;
}

/** A client with the caller's credentials. */
export const clientOf = (service: Service, caller: Caller): Client =>
  caller === 'anonymous' ? service.anonymous : service.as(caller);

/** A date in the future of tests' clocks. */
export const AHEAD = '2027-01-15 10:00:00';

/** The fields of a new item of a kind, in a list's default window where it's an event. */
export function fieldsOf(kind: Kind, name: string): Record<string, unknown> {
  return kind === 'event'
    ? { title: name, start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00' }
    : { [kind]: name };
}

let made = 0;

/** Makes an item of an owner in a status, as the administrator. */
export async function makeItem(
  service: Service,
  { kind, owner, status }: Facts,
  more: Record<string, unknown> = {},
): Promise<Item> {
  made++;
  const admin = service.as('admin');
  const body = {
    ...fieldsOf(kind, `The ${status} ${kind} of ${owner} ${made}`),
    slug: `${kind}-${owner}-${status}-${made}`,
    author: userIds[owner],
    status: status === 'trash' ? 'publish' : status,
    ...(status === 'future' ? { date: AHEAD } : {}),
    ...more,
  };
  const posted = (await admin.post(`/${kind}s`, body)).expect(201);
  const id = posted.id();
  const answer = status === 'trash' ? (await admin.delete(`/${kind}s/${id}`)).expect(200) : posted;
  if (answer.at('status') !== status || answer.at('author') !== String(userIds[owner]))
    throw new Error(`Not the ${status} ${kind} of ${owner}: ${answer.text}`);
  return { kind, owner, status, id, slug: String(answer.at('slug')) };
}

/** The addresses of an item, by number and by slug. */
export const urlsOf = ({ kind, id, slug }: Item) => [`/${kind}s/${id}`, `/${kind}s/by-slug/${slug}`] as const;

/** Caller and item, as failures name them. */
export const say = (caller: Caller, item: Facts) => `${caller}, ${item.status} ${item.kind} of ${item.owner}`;

/** Makes two items of each kind and status: the caller's own and somebody else's. */
export function ownAndOther(items: readonly Item[], caller: Caller): Item[] {
  const other = caller === 'admin' ? 'editor' : 'admin';
  return items.filter(({ owner }) => owner === caller || owner === other);
}
