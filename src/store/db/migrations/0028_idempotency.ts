import { type Kysely, sql } from 'kysely';

/** Keeps the first answers to requests with an `Idempotency-Key` for a day (contract W2), encrypted by the key. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('key_hash', text, (c) => c.primaryKey())
    .addColumn('request_hash', text, (c) => c.notNull())
    .addColumn('holder', text)
    .addColumn('held_until_ms', dialect === 'sqlite' ? 'integer' : 'bigint', (c) => c.notNull())
    .addColumn('answer', text)
    .addColumn('expires_ms', dialect === 'sqlite' ? 'integer' : 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('idempotency_keys_expiry')
    .on('idempotency_keys')
    .column('expires_ms')
    .execute();
}
