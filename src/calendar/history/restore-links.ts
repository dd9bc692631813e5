import { sql } from 'kysely';
import { eventDescription, type LinkField, linkFields } from '#calendar/events/fields.ts';
import type { RowImage } from '#store/db/row-images.ts';
import { isThere, keyOf, type Restoration } from './restoration.ts';

/** A table of links of events. */
export type EventLinkTable = (typeof eventDescription)[LinkField]['linked']['table'];
type LinksOfField = (typeof eventDescription)[LinkField]['linked'] & { readonly field: LinkField };
/** The links of events, those with an order of their own first, as changes are shown. */
const eventLinks = linkFields
  .map((field): LinksOfField => ({ ...eventDescription[field].linked, field }))
  .sort((a, b) => Number(b.isOrdered) - Number(a.isOrdered));
/** The tables of the links of events: the field that they are, the table and the column of what they lead to. */
const linkTables = Object.fromEntries(eventLinks.map((one) => [one.table, one])) as Readonly<
  Record<EventLinkTable, LinksOfField>
>;
/** Names of the tables of links of events. */
export const linkTableNames = Object.keys(linkTables) as readonly EventLinkTable[];
/** Returns whether a table is one of links. */
export const isLinkTable = (table: string): table is EventLinkTable => Object.hasOwn(linkTables, table);
/** Returns the field of an event that a table of links is. */
export const fieldOfLinks = (table: EventLinkTable): LinkField => linkTables[table].field;
/** Returns the column of a table of links that says what they lead to. */
export const targetColumn = (table: EventLinkTable): string => linkTables[table].column;

/** Returns the links of an event of one kind, by what they lead to, in their order. */
export async function listLinks(
  { batch }: Restoration,
  table: EventLinkTable,
  event: number,
): Promise<Map<number, number>> {
  const { column, isOrdered } = linkTables[table];
  const { rows } = await sql<{ id: number; position: number }>`
    select ${sql.ref(column)} as id, ${isOrdered ? sql.ref('position') : sql.ref(column)} as position
    from ${sql.table(table)} where event_id = ${event} order by 2, 1`.execute(batch.trx);
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/**
 * Brings the links of an event of one kind back that a write has changed, but for those to what is gone, and numbers them anew.
 * Returns whether there were any.
 */
export async function restoreLinks(
  restoration: Restoration,
  table: EventLinkTable,
  event: number,
  images: readonly RowImage[],
): Promise<boolean> {
  const { field } = linkTables[table];
  return restoration.isWanted(field) && addLinks(restoration, table, event, images);
}

/** Does as `restoreLinks`, for whichever fields the undo is. */
export async function addLinks(
  restoration: Restoration,
  table: EventLinkTable,
  event: number,
  images: readonly RowImage[],
): Promise<boolean> {
  const { field, to } = linkTables[table];
  const links = await listLinks(restoration, table, event);
  const were = [...links.keys()].join();
  for (const image of images) {
    const id = Number(keyOf(image)[1]);
    const [was, now] = [image.before?.['position'], image.after?.['position']];
    if (!image.before) links.delete(id);
    else if (!image.after) {
      if (links.has(id)) continue;
      if (await isThere(restoration, to, id)) links.set(id, Number(was ?? id));
      else restoration.keep('changed_since', field);
    } else if (links.get(id) === now) links.set(id, Number(was));
  }
  const ids = [...links].sort(([a, first], [b, second]) => first - second || a - b).map(([id]) => id);
  if (ids.join() === were) return false;
  await writeLinks(restoration, table, event, ids);
  return true;
}

/** Gives an event these links, in this order, and no others of their kind. */
export async function writeLinks(
  { batch }: Restoration,
  table: EventLinkTable,
  event: number,
  ids: readonly number[],
): Promise<void> {
  const { column, isOrdered } = linkTables[table];
  await sql`delete from ${sql.table(table)} where event_id = ${event}`.execute(batch.trx);
  if (ids.length === 0) return;
  const rows = ids.map((id, position) =>
    isOrdered ? sql`(${event}, ${id}, ${position})` : sql`(${event}, ${id})`,
  );
  await sql`insert into ${sql.table(table)} (event_id, ${sql.ref(column)}${isOrdered ? sql`, position` : sql``})
    values ${sql.join(rows)}`.execute(batch.trx);
}
