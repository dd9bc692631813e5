import { type Kysely, sql } from 'kysely';

const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;

/** Returns the condition on which a row leaves a slug behind: it was public by it, and isn't any more. */
function leavesSlug(kind: (typeof KINDS)[number]): string {
  if (kind === 'categories' || kind === 'tags') return `old.slug <> '' and new.slug <> old.slug`;
  // A draft that never was public leaves nothing; dates of a series are found by its slug.
  const own = kind === 'events' ? ' and old.series_id in (0, old.id)' : '';
  return `old.status = 'publish' and old.slug <> ''${own} and (new.slug <> old.slug or new.status <> 'publish')`;
}

/**
 * Keeps the slugs by which items were public before, so that their old addresses lead to the present ones (contract P1). The
 * latest owner of a slug has it. Triggers keep them, so that no way of writing forgets it.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('former_slugs')
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('slug', text, (c) => c.notNull())
    .addColumn('resource_id', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('former_slugs_key', ['kind', 'slug'])
    .execute();
  await db.schema
    .createIndex('former_slugs_resource')
    .on('former_slugs')
    .columns(['kind', 'resource_id'])
    .execute();
  const upsert = (
    kind: string,
  ) => `insert into former_slugs (kind, slug, resource_id) values (${kind}, old.slug, old.id)
    on conflict (kind, slug) do update set resource_id = excluded.resource_id`;
  const forget = (kind: string) => `delete from former_slugs where kind = ${kind} and resource_id = old.id`;
  if (dialect === 'postgres')
    for (const [name, statement] of [
      ['keep_former_slug', upsert('tg_table_name')],
      ['forget_former_slugs', forget('tg_table_name')],
    ])
      await sql
        .raw(
          `create function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
        )
        .execute(db);
  for (const kind of KINDS) {
    const columns = kind === 'categories' || kind === 'tags' ? 'slug' : 'slug, status';
    const kept = `create trigger ${kind}_slug_left after update of ${columns} on ${kind} for each row when`;
    const forgotten = `create trigger ${kind}_slugs_forgotten after delete on ${kind} for each row`;
    const [keep, drop] =
      dialect === 'postgres'
        ? ['execute function keep_former_slug()', 'execute function forget_former_slugs()']
        : [`begin ${upsert(`'${kind}'`)}; end`, `begin ${forget(`'${kind}'`)}; end`];
    await sql.raw(`${kept} (${leavesSlug(kind)}) ${keep}`).execute(db);
    await sql.raw(`${forgotten} ${drop}`).execute(db);
  }
}
