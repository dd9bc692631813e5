import { sql } from 'kysely';
import type { Counter } from '#api/access/guesses.ts';
import { guesserAt } from '#api/access/guesses.ts';
import { can, mayRead, mayUnlock, type Owned } from '#api/access/permissions.ts';
import { NAMESPACE } from '#api/http/address.ts';
import type { Route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { isObject } from '#foundation/text/is-object.ts';
import type { Reading } from '#store/db/engine.ts';
import { ID_MAX } from '#store/db/sequence.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BY_CLIENT_AND_ITEM = { most: 30, windowMs: MINUTE_MS, longestMs: HOUR_MS };
const BY_CLIENT = { most: 300, windowMs: MINUTE_MS, longestMs: HOUR_MS };
const BY_ITEM = { most: 300, windowMs: MINUTE_MS, longestMs: HOUR_MS / 4 };

/** The tables whose rows may have a password. */
const tables = ['events', 'venues', 'organizers'] as const;
/** A table whose rows may have a password. */
export type Table = (typeof tables)[number];

/** The target of a guess: an item with the linked ones that its answer shows, a list, or both. */
interface Asked {
  readonly table: Table;
  readonly id?: number | undefined;
  /** The kinds of rows linked to the item, an event, that the answer shows. */
  readonly linked?: readonly ('venues' | 'organizers')[];
  /** Whether the answer names the parent event. */
  readonly namesParent?: boolean;
  readonly isList?: boolean;
  /** Whether `context=edit` was asked, which unlocks what the caller may edit. */
  readonly editing?: boolean;
}

/** A protected item, or a list, and whether the password is right for it. */
interface Tried {
  readonly name: readonly [Table, number | 'list'];
  readonly isRight: boolean;
}

/** Returns the ID of an item that a path or parameter names by ID or row. */
function idOf(named: unknown): number | undefined {
  const id = isObject(named) ? named['id'] : named;
  return typeof id === 'number' ? id : undefined;
}

/** Returns the target of a guess: the item of the path, the event whose terms or venues are listed, or a list. */
function askedBy(url: string, path: object, input: object): Asked {
  const own = tables.find((one) => url.startsWith(`/${NAMESPACE}/${one}`));
  const table = own ?? 'events';
  const names: Record<string, unknown> = { ...path };
  const named = idOf(names['id'] ?? names['slug']);
  if (/\{(id|slug)\}/.test(url))
    return table === 'events'
      ? { table, id: named ?? 0, linked: ['venues', 'organizers'], namesParent: true }
      : { table, id: named ?? 0 };
  const filters: Record<string, unknown> = { ...input };
  const event = idOf(filters['event'] ?? filters['post']);
  if (event === undefined) return { table, isList: true };
  return {
    table: 'events',
    id: event,
    linked: own === 'venues' || own === 'organizers' ? [own] : [],
    // These depend on all events of the listed items, protected ones too.
    isList: filters['has_events'] !== undefined || filters['only_with_upcoming'] === true,
  };
}

interface ProtectedItem extends Owned {
  readonly table: Table;
  readonly id: number;
  readonly password: string;
}

/** Returns an item and, if asked, its parent event, whose password unlocks its ID. One statement. */
async function listNamed(db: Reading, { table, namesParent }: Asked, id: number): Promise<ProtectedItem[]> {
  const above = namesParent ? sql`or id in (select post_parent from events where id = ${id})` : sql``;
  const { rows } = await sql<Omit<ProtectedItem, 'table'>>`select id, password, status, author_id
    from ${sql.table(table)} where id = ${id} ${above}`.execute(db);
  return rows.map((row) => ({ ...row, table }));
}

/** Returns the protected items that an event links to. One statement. */
async function listProtected(
  db: Reading,
  event: number,
  linked: readonly ('venues' | 'organizers')[],
): Promise<ProtectedItem[]> {
  if (linked.length === 0) return [];
  const links = {
    venues: sql`event_venues as l join venues as t on t.id = l.venue_id`,
    organizers: sql`event_organizers as l join organizers as t on t.id = l.organizer_id`,
  };
  const selected = linked.map(
    (table) => sql`select ${sql.lit(table)} as "table", t.id, t.password, t.status, t.author_id
      from ${links[table]} where l.event_id = ${event} and t.password <> ''`,
  );
  return (await sql<ProtectedItem>`${sql.join(selected, sql` union all `)}`.execute(db)).rows;
}

/** Returns the items that the password may unlock in an answer: counting must not reveal those that the caller may not read. */
async function triedItems(call: Call, asked: Asked, given: string): Promise<Tried[]> {
  const { id, linked = [], editing = false } = asked;
  if (id === undefined || id > ID_MAX) return [];
  const { read } = call.services.db;
  const named = await listNamed(read, asked, id);
  const item = named.find((one) => one.id === id);
  if (!item || !mayRead(call.viewer, item)) return [];
  // A wrong password must not reveal whether a protected item links to others.
  const isOpen = mayUnlock(call.viewer, item, { password: given, editing });
  const items = isOpen ? [...named, ...(await listProtected(read, id, linked))] : [item];
  return items
    .filter((one) => one.password !== '' && mayRead(call.viewer, one))
    .map((one) => ({ name: [one.table, one.id], isRight: one.password === given }));
}

async function isRightSomewhere(db: Reading, given: string): Promise<boolean> {
  for (const one of tables) {
    const found = await db
      .selectFrom(one)
      .select('id')
      .where('password', '<>', sql.lit(''))
      .where('password', '=', given)
      .where('status', '=', 'publish')
      .limit(1)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}

/**
 * Counts wrong passwords of items, by client and item and more leniently by item alone, and refuses right ones too once
 * there were too many. A wrong one counts for all items that the answer may unlock, one that is right for some of them for
 * none. The same wrong one, asked again, counts once.
 * @throws KalendsError `rest_too_many_requests` with `Retry-After`
 */
export async function guardPassword(
  call: Call,
  { url, methods, accepts }: Route,
  { path, input }: { path: object; input: object },
): Promise<void> {
  if (accepts['password'] === undefined || !methods.includes('GET')) return;
  const given: unknown = Reflect.get(input, 'password');
  if (typeof given !== 'string' || given === '' || can(call.viewer, 'edit_others')) return;
  const asked = { ...askedBy(url, path, input), editing: Reflect.get(input, 'context') === 'edit' };
  const tried = await triedItems(call, asked, given);
  if (asked.isList)
    tried.push({
      name: [asked.table, 'list'],
      isRight: await isRightSomewhere(call.services.db.read, given),
    });
  await count(call, tried, given);
}

/**
 * Counts a password that a page was sent for an item as a read of it in the interface does, with the same limits.
 * @throws KalendsError `rest_too_many_requests` with `Retry-After`
 */
export async function guardItemPassword(call: Call, table: Table, id: number, given: string): Promise<void> {
  if (given === '' || can(call.viewer, 'edit_others')) return;
  const asked: Asked =
    table === 'events' ? { table, id, linked: ['venues', 'organizers'], namesParent: true } : { table, id };
  await count(call, await triedItems(call, asked, given), given);
}

async function count(call: Call, tried: readonly Tried[], given: string): Promise<void> {
  if (tried.length === 0) return;
  const client = guesserAt(call.client);
  const right = tried.filter(({ isRight }) => isRight);
  const counted = (right.length > 0 ? right : tried).map(({ name }) => name);
  const guess = [client, given];
  const attempt = await call.services.guesses.begin([
    ...counted.flatMap((item): Counter[] => [
      { name: [...item, client], limit: BY_CLIENT_AND_ITEM, guess },
      { name: item, limit: BY_ITEM, unlessKnown: ['known', ...item, client], guess },
    ]),
    { name: ['items', client], limit: BY_CLIENT, guess: [...counted.flat(), given] },
  ]);
  await (right.length > 0 ? attempt.right() : attempt.wrong());
}
