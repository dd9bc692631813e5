import type { TSchema } from 'typebox';
import type { Answer } from '#api/routing/route.ts';
import { withoutSecrets } from '#api/routing/secret-text.ts';
import { isObject } from '#foundation/text/is-object.ts';
import type { ChangedKind } from '#store/db/changes.ts';
import type { Reading } from '#store/db/engine.ts';

/** Returns the number of the last line of the change log. */
export async function lastChange(db: Reading): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select((is) => is.fn.max('id').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** IDs of new items, by the sequence from which they have them. */
export interface CreatedItems {
  readonly posts: ReadonlySet<number>;
  readonly terms: ReadonlySet<number>;
  readonly users: ReadonlySet<number>;
}

/** Stands for a write that created nothing. */
export const NOTHING_CREATED: CreatedItems = { posts: new Set(), terms: new Set(), users: new Set() };

/** Returns the items that were created after a line of the change log. */
export async function listCreated(db: Reading, since: number): Promise<CreatedItems> {
  const rows = await db
    .selectFrom('changes')
    .select(['kind', 'resource_id'])
    .where('id', '>', since)
    .where('action', '=', 'create')
    .execute();
  const among = (kinds: readonly ChangedKind[]) =>
    new Set(rows.flatMap(({ kind, resource_id }) => (kinds.some((one) => one === kind) ? resource_id : [])));
  return {
    posts: among(['event', 'venue', 'organizer', 'media']),
    terms: among(['category', 'tag']),
    users: among(['user']),
  };
}

/** Members that say where something is and under which number. */
const IDENTITY = new Set([
  'id',
  'global_id',
  'global_id_lineage',
  'url',
  'rest_url',
  'urls',
  '_links',
  'link',
  'source_url',
  'guid',
  'json_ld',
]);

/** Headers that tell of what isn't there after a trial. */
const TELLING = new Set(['Location', 'Set-Cookie']);

function isCreated(item: Record<string, unknown>, { posts, terms, users }: CreatedItems): boolean {
  const { id } = item;
  if (typeof id !== 'number') return false;
  const ids = 'taxonomy' in item ? terms : 'login' in item ? users : posts;
  return ids.has(id);
}

function withoutIdentity(value: unknown, created: CreatedItems, isNew = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutIdentity(one, created));
  if (!isObject(value)) return value;
  const hides = isNew || isCreated(value, created);
  return Object.fromEntries(
    // Answers inside of a batch have headers.
    Object.entries(value).flatMap(([name, member]) => {
      if (TELLING.has(name)) return [];
      // Signing in makes a session, which the change log doesn't tell of.
      if (!hides || name === 'session') return [[name, withoutIdentity(member, created, hides)]];
      // An event without a website names its own page there.
      const isOwnAddress = typeof member === 'string' && member !== '' && member === value['url'];
      return [[name, IDENTITY.has(name) || isOwnAddress ? null : withoutIdentity(member, created)]];
    }),
  );
}

/**
 * Returns the answer to a write that was tried out (contract W3): what would be new has neither ID nor address, and secrets are
 * null.
 * @param schema names the secrets
 */
export function trialAnswer(answer: Answer, created: CreatedItems, schema: TSchema | undefined): Answer {
  const { status = 200, bytes, headers = {} } = answer;
  const body: unknown = bytes ? JSON.parse(bytes.toString()) : answer.body;
  const shown = withoutIdentity(withoutSecrets(body, schema), created, status === 201);
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !TELLING.has(name))),
    body: { ...(isObject(shown) ? shown : {}), dry_run: true },
    isMomentary: true,
  };
}
