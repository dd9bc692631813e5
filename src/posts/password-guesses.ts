import { sql } from 'kysely';
import { NAMESPACE } from '#http/address.ts';
import type { Call } from '#http/call.ts';
import type { Route } from '#http/route.ts';
import { guesserAt } from '#users/guesses.ts';
import { can, mayRead } from '#users/permissions.ts';
import type { Counter } from '#users/shared-guesses.ts';

const MINUTE_MS = 60_000;
const BY_CLIENT_AND_ITEM = { most: 30, windowMs: MINUTE_MS };
const BY_CLIENT = { most: 300, windowMs: MINUTE_MS };
const BY_ITEM = { most: 300, windowMs: MINUTE_MS };

/** What may have a password of its own. */
const tables = ['events', 'venues', 'organizers'] as const;

/** What a password is tried on: an item, or whatever a list finds. */
interface Tried {
  readonly table: (typeof tables)[number];
  readonly id: number | undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** An item by its number or its row, as paths and parameters are read. */
function idOf(named: unknown): number | undefined {
  const id = isObject(named) ? named['id'] : named;
  return typeof id === 'number' ? id : undefined;
}

/** What a route tries a password on: the item of its path, the event whose terms or places it lists, or a list. */
function triedBy(url: string, path: object, input: object): Tried {
  const table = tables.find((one) => url.startsWith(`/${NAMESPACE}/${one}`)) ?? 'events';
  const names: Record<string, unknown> = { ...path };
  const named = idOf(names['id'] ?? names['slug']);
  if (url.includes('{')) return { table, id: named ?? 0 };
  const asked: Record<string, unknown> = { ...input };
  const event = idOf(asked['event'] ?? asked['post']);
  return event === undefined ? { table, id: undefined } : { table: 'events', id: event };
}

/** Whether the password is right; undefined: nothing is protected here. */
async function isRight(call: Call, { table, id }: Tried, given: string): Promise<boolean | undefined> {
  const { read } = call.deps.db;
  if (id !== undefined) {
    const row = await read
      .selectFrom(table)
      .select(['password', 'status', 'author_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    // Of what the caller may not know nothing is told by counting, either.
    return row && row.password !== '' && mayRead(call.viewer, row) ? row.password === given : undefined;
  }
  for (const one of tables) {
    const found = await read
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
 * Counts wrong passwords of items, by client and item and more gently by item alone, and refuses right ones too once
 * there were too many. A wrong one that is asked with again and again is one guess.
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
  const tried = triedBy(url, path, input);
  const right = await isRight(call, tried, given);
  if (right === undefined) return;
  const client = guesserAt(call.client);
  const item = [tried.table, tried.id ?? 'list'];
  const counters: Counter[] = [
    { name: [...item, client], limit: BY_CLIENT_AND_ITEM },
    { name: ['items', client], limit: BY_CLIENT },
    { name: item, limit: BY_ITEM },
  ];
  const attempt = await call.deps.guesses.begin(counters, [...item, client, given]);
  await (right ? attempt.right() : attempt.wrong());
}
