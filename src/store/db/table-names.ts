import { sql } from 'kysely';
import type { Database, Reading } from './engine.ts';

/**
 * The tables of a database, whosever they are, in alphabetical order. On PostgreSQL: of the schema that a calendar would
 * be in, but for those that belong to extensions.
 */
export async function listTableNames(db: Reading, engine: Database['dialect']['name']): Promise<string[]> {
  const { rows } = await (engine === 'postgres'
    ? sql<{ name: string }>`select c.relname as name from pg_class c
        where c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
          and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and not exists (select 1 from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        order by c.relname`
    : sql<{ name: string }>`select name from sqlite_master
        where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by name`
  ).execute(db);
  return rows.map(({ name }) => name);
}
