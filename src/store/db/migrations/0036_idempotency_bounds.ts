import { type Kysely, sql } from 'kysely';

/** Says of each request that is done once whose it is and how long its answer is, so that both can be bounded. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .alterTable('idempotency_keys')
    .addColumn('sender', text, (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('idempotency_keys')
    .addColumn('bytes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update idempotency_keys set bytes = length(answer) where answer is not null`.execute(db);
  await db.schema
    .createIndex('idempotency_keys_sender')
    .on('idempotency_keys')
    .columns(['sender', 'expires_ms', 'bytes'])
    .execute();
}
