import { listScope } from '#api/access/permissions.ts';
import type { Reading } from '#store/db/engine.ts';

/** Returns the days, `YYYY-MM-DD`, on which the first listed date starts and the last one ends; undefined: there is none. Two index lookups. */
export async function listedDays(
  db: Reading,
): Promise<{ first: string | undefined; last: string | undefined }> {
  const edge = async (side: 'start' | 'end') => {
    const row = await db
      .selectFrom('occurrence_days')
      .select('day')
      .where('hide_from_listings', '=', 0)
      .where('status', 'in', [...listScope(null).statuses])
      .where('side', '=', side)
      .where('n', '>', 0)
      .orderBy('day', side === 'start' ? 'asc' : 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.day;
  };
  return { first: await edge('start'), last: await edge('end') };
}
