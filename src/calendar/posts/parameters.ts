import Type from 'typebox';
import { isReadInFull } from '#api/access/permissions.ts';
import { integerOf } from '#api/http/coercion.ts';
import { type Parameter, parameter, refuse } from '#api/routing/parameter.ts';
import type { Reading } from '#store/db/engine.ts';
import { ID_MAX } from '#store/db/sequence.ts';

/** The event, series or date by which a list is filtered; nothing is listed unless the caller may read it in full (`open`). */
export interface FilterEvent {
  readonly id: number;
  /** The row of `events` whose links it has: a date without values of its own has those of its series. */
  readonly rowId: number;
  readonly open: boolean;
}

const ownedRows = (db: Reading) => db.selectFrom('events').select(['id', 'author_id', 'status', 'password']);

async function findOwned(db: Reading, id: number) {
  const row = await ownedRows(db).where('id', '=', id).executeTakeFirst();
  if (row) return row;
  const date = db.selectFrom('occurrences').select('event_id').where('id', '=', id);
  return ownedRows(db).where('id', '=', date).executeTakeFirst();
}

/**
 * Reads the ID of an existing event or date of a series (reference 4.8). A list by an event that the caller may not read in full is empty
 * (contract D37); `password` and `context` of the same request may open it.
 */
export const filterEvent: Parameter<FilterEvent, false> = parameter<FilterEvent>(
  Type.Integer({ minimum: 1 }),
  async (value, { call, sent }) => {
    const id = integerOf(value) ?? 0;
    const row = id > 0 && id <= ID_MAX ? await findOwned(call.services.db.read, id) : undefined;
    if (!row) return refuse('problem.event_unknown');
    const password = typeof sent['password'] === 'string' ? sent['password'] : undefined;
    const given = { password, editing: sent['context'] === 'edit' };
    return { value: { id, rowId: row.id, open: isReadInFull(call.viewer, row, given) } };
  },
);
