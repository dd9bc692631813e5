import Type from 'typebox';
import { isReadInFull } from '#api/access/permissions.ts';
import { integerOf } from '#api/http/coercion.ts';
import { type Parameter, parameter, refuse } from '#api/routing/parameter.ts';
import type { Reading } from '#store/db/engine.ts';

/** An event by which a list is filtered; `open` where the caller may read it in full, or else nothing is listed. */
export interface FilterEvent {
  readonly id: number;
  readonly open: boolean;
}

/** No number of a post is larger, in either engine's column. */
const LARGEST = 2 ** 31 - 1;

async function findOwned(db: Reading, id: number) {
  return db
    .selectFrom('events')
    .select(['id', 'author_id', 'status', 'password'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * The ID of an event that exists (reference 4.8). Of one that is hidden from the caller nothing is listed, as if it had
 * nothing (contract D37); `password` and `context` of the same request count.
 */
export const filterEvent: Parameter<FilterEvent, false> = parameter<FilterEvent>(
  Type.Integer({ minimum: 1 }),
  async (value, { call, sent }) => {
    const id = integerOf(value) ?? 0;
    const row = id > 0 && id <= LARGEST ? await findOwned(call.deps.db.read, id) : undefined;
    if (!row) return refuse('problem.event_unknown');
    const password = typeof sent['password'] === 'string' ? sent['password'] : undefined;
    const given = { password, editing: sent['context'] === 'edit' };
    return { value: { id, open: isReadInFull(call.viewer, row, given) } };
  },
);
