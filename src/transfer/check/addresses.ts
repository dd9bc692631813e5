import { sql } from 'kysely';
import { isInterfaceAddress } from '#api/http/interface-address.ts';
import type { MessageKey } from '#foundation/i18n/catalogue.ts';
import { isImportableWebsite } from '#foundation/text/website.ts';
import type { Reading } from '#store/db/engine.ts';

/** A column with an address that pages link to. */
interface AddressColumn {
  readonly what: MessageKey;
  readonly table: 'events' | 'venues' | 'organizers';
  readonly column: 'website' | 'virtual_url';
  /** Whether a write could have stored an address, apart from where it leads. */
  isSound(address: string): boolean;
}

/** The columns with addresses, in the order of checking. */
export const addressColumns: readonly AddressColumn[] = [
  ...(['events', 'venues', 'organizers'] as const).map((table) => ({
    what: `check.website_${table}` as const,
    table,
    column: 'website' as const,
    isSound: isImportableWebsite,
  })),
  {
    what: 'check.virtual_url',
    table: 'events',
    column: 'virtual_url',
    isSound: (address) => /^https?:/i.test(address) && isImportableWebsite(address),
  },
];

const READ_AT_ONCE = 1000;

/**
 * Returns the IDs of rows whose address is none, runs a script, or leads to the interface, `most` at most.
 * @param origins of this service
 */
export async function strayAddresses(
  db: Reading,
  { table, column, isSound }: AddressColumn,
  { origins, most }: { origins: readonly string[]; most: number },
): Promise<number[]> {
  const strays: number[] = [];
  for (let after = 0; strays.length < most; ) {
    const { rows } = await sql<{ id: number; address: string }>`
      select id, ${sql.ref(column)} as address from ${sql.table(table)}
      where id > ${after} and ${sql.ref(column)} <> '' order by id limit ${READ_AT_ONCE}`.execute(db);
    for (const { id, address } of rows)
      if (!isSound(address) || isInterfaceAddress(address, origins)) strays.push(id);
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < READ_AT_ONCE) break;
  }
  return strays.slice(0, most);
}
