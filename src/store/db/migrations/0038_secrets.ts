import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/** The tables as they are after the first step, as far as this migration reads them. */
type Tables = { submissions: { id: number; secret_hash: string } };

/**
 * Keeps fewer secrets: of a proposal's private address the hash alone, beside the hash of the one that its last mail named. Counts
 * of wrong passwords get the number of pauses in a row, and when these are forgotten.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema.alterTable('submissions').renameColumn('secret', 'secret_hash').execute();
  await db.schema
    .alterTable('submissions')
    .addColumn('mailed_hash', text, (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createIndex('submissions_mailed')
    .on('submissions')
    .column('mailed_hash')
    .where(sql.ref('mailed_hash'), '<>', '')
    .execute();
  const known = db.withTables<Tables>();
  for (const { id, secret_hash: secret } of await known
    .selectFrom('submissions')
    .select(['id', 'secret_hash'])
    .execute())
    await known
      .updateTable('submissions')
      .set({ secret_hash: createHash('sha256').update(secret).digest('hex') })
      .where('id', '=', id)
      .execute();
  for (const [name, type, value] of [
    ['pauses', 'integer', 0],
    ['forget_utc', text, ''],
  ] as const)
    await db.schema
      .alterTable('guesses')
      .addColumn(name, type, (c) => c.notNull().defaultTo(value))
      .execute();
}
