import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Database } from '#store/db/engine.ts';
import type { Answer } from './client.ts';
import { openCalendar } from './engine.ts';
import type { Service } from './service.ts';

/** Looks into a service's data beside it. */
export interface Watch {
  /** Does work that must not write, and throws where the service committed anything at all meanwhile. */
  withoutChange(what: string, work: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

const QUIET_WITHIN_MS = 60_000;
const ROLES = ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const;

/** Something that is another after each commit of another connection, whichever it is. */
async function commitsOf({ read, dialect }: Database): Promise<() => Promise<number | string | undefined>> {
  if (dialect.name === 'sqlite')
    return async () => {
      const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(read);
      return rows[0]?.data_version;
    };
  // Whatever is written has a new place or a new number of its transaction. Leases are kept whatever is asked.
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> 'leases'`.execute(read);
  const parts = tables.rows.map(
    ({ name }, n) =>
      sql`select ${sql.lit(n)} as n, string_agg(ctid::text || xmin::text, ' ' order by ctid) as rows from ${sql.table(name)}`,
  );
  const query = sql<{ state: string }>`
    select md5(string_agg(coalesce(rows, '-'), ',' order by n)) as state from (${sql.join(parts, sql` union all `)}) tables`;
  return async () => (await query.execute(read)).rows[0]?.state;
}

/** Watches a service with `people` whose clock stands: else it notes the use of tokens now and then. */
export async function watch(service: Service): Promise<Watch> {
  for (const role of ROLES) await service.as(role).get('/events?per_page=1');
  const db = await openCalendar(service.data);
  const commits = await commitsOf(db);
  // The first use of each token is noted without being waited for.
  const deadline = performance.now() + QUIET_WITHIN_MS;
  for (let seen = await commits(), quiet = 0; quiet < 3; quiet++) {
    assert.ok(performance.now() < deadline, 'the service goes on writing');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = await commits();
    if (now === seen) continue;
    seen = now;
    quiet = 0;
  }
  return {
    withoutChange: async (what, work) => {
      const before = await commits();
      await work();
      assert.equal(await commits(), before, `${what}: something was written`);
    },
    close: () => db.close(),
  };
}

/** Checks status, code of an error (undefined: none) and, where given, the `Allow` header of an answer. */
export function check(answer: Answer, what: string, status: number, code?: string, allow?: string): void {
  const found = [answer.status, answer.status < 300 ? undefined : answer.at('code')];
  assert.deepEqual(found, [status, code], what);
  if (code !== undefined) assert.equal(answer.at('data.status'), status, what);
  if (allow !== undefined) assert.equal(answer.headers['allow'], allow, what);
}
