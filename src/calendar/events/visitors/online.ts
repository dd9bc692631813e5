import { type RawBuilder, sql } from 'kysely';
import type { VirtualChoice } from '#store/db/tables.ts';

/**
 * Returns whether an event takes place online: somebody said so, or it has an online address, no venue, and nobody said
 * otherwise.
 */
export const isOnline = (
  { is_virtual, virtual_url }: { readonly is_virtual: VirtualChoice; readonly virtual_url: string },
  hasVenue: boolean,
): boolean => is_virtual === 1 || (is_virtual === 0 && virtual_url !== '' && !hasVenue);

/** Returns `isOnline` as a condition on rows of `events`; its first half is that of their partial index. @param events the table's name in the statement */
export const onlineCondition = (events: string): RawBuilder<boolean> => {
  const choice = sql.ref(`${events}.is_virtual`);
  return sql<boolean>`((${choice} = 1 or (${choice} = 0 and ${sql.ref(`${events}.virtual_url`)} <> ''))
    and (${choice} = 1 or not exists (select 1 from event_venues as place where place.event_id = ${sql.ref(`${events}.id`)})))`;
};
