import type { PasskeyAnswer } from './schema.ts';
import type { PasskeyRow } from './store.ts';

/** Returns a passkey as answered, without its key. */
export function presentPasskey(row: PasskeyRow): PasskeyAnswer {
  return {
    id: row.id,
    name: row.name,
    host: row.relying_party,
    synced: row.is_backed_up === 1,
    created_utc: row.created_utc,
    last_used_utc: row.last_used_utc,
  };
}
