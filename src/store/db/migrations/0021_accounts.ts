import { type Kysely, sql } from 'kysely';

/**
 * Adds what accounts need beside a password: one-time links (of the first start, invitations, forgotten passwords), second
 * factors with their recovery codes, and passkeys. Of links and recovery codes only hashes are stored.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('account_links')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('purpose', text, (c) => c.notNull())
    .addColumn('hash', text, (c) => c.notNull().unique())
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('role', text)
    .addColumn('email', text, (c) => c.notNull().defaultTo(''))
    .addColumn('made_by', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('created_utc', text, (c) => c.notNull())
    .addColumn('expires_utc', text)
    .execute();
  await db.schema.createIndex('account_links_user').on('account_links').column('user_id').execute();
  await db.schema.createIndex('account_links_made_by').on('account_links').column('made_by').execute();
  await db.schema
    .createTable('totp_secrets')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('confirmed_utc', text)
    .addColumn('last_step', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hash', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
    .execute();
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('credential_id', text, (c) => c.notNull().unique())
    .addColumn('public_key', text, (c) => c.notNull())
    // As text: it has 32 bits without a sign, which PostgreSQL's integer hasn't.
    .addColumn('counter', text, (c) => c.notNull())
    .addColumn('transports', text, (c) => c.notNull())
    .addColumn('user_handle', text, (c) => c.notNull())
    .addColumn('relying_party', text, (c) => c.notNull())
    .addColumn('is_backed_up', 'integer', (c) => c.notNull())
    .addColumn('created_utc', text, (c) => c.notNull())
    .addColumn('last_used_utc', text)
    .execute();
  await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute();
  await db.schema
    .createTable('used_challenges')
    .addColumn('hash', text, (c) => c.primaryKey())
    .addColumn('until_utc', text, (c) => c.notNull())
    .execute();
  await sql`insert into sequences (name, value) values ('account_link', 0), ('passkey', 0)`.execute(db);
}
