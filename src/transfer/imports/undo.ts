import { can, mayEdit, roles, type Viewer } from '#api/access/permissions.ts';
import { findUser } from '#api/access/store.ts';
import { trashEvent } from '#calendar/events/actions.ts';
import { findEventRow } from '#calendar/events/store.ts';
import { isChangedAfter } from '#calendar/history/changed-since.ts';
import { listEntryIds } from '#calendar/history/store.ts';
import { undoEntries } from '#calendar/history/undo.ts';
import { trashLinked } from '#calendar/linked/actions.ts';
import { findLinked } from '#calendar/linked/store.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { removeTerm } from '#calendar/terms/actions.ts';
import { termTraits } from '#calendar/terms/kind.ts';
import { findTerm } from '#calendar/terms/store.ts';
import { venue } from '#calendar/venues/actions.ts';
import type { Services } from '#context.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { importKinds } from '../importers/import-item.ts';
import {
  type ImportItemRow,
  type ImportRow,
  isChangedSince,
  isUsed,
  listUndoable,
  markUndone,
  updateImport,
} from './store.ts';

const ITEMS_AT_ONCE = 50;

/** The actor of an undo: whoever asked for it. */
interface Undoer {
  readonly services: Services;
  readonly viewer: Viewer;
  readonly now: Temporal.Instant;
}

/** Why an item stays as it is; undefined: nothing of it is left. */
type Kept = Message | undefined;

async function undoPost(actor: Undoer, kind: 'events' | 'venues' | 'organizers', id: number): Promise<Kept> {
  const { read } = actor.services.db;
  const row = kind === 'events' ? await findEventRow(read, id) : await findLinked(read, kind, id);
  if (!row || row.status === 'trash') return undefined;
  if (!mayEdit(actor.viewer, row)) return message('import.not_theirs');
  if (kind !== 'events' && (await isUsed(read, kind, id))) return message('import.used');
  if (kind === 'events') await trashEvent(actor, id);
  else if (kind === 'venues') await trashLinked(actor, venue, id);
  else await trashLinked(actor, organizer, id);
  return undefined;
}

async function undoTerm(actor: Undoer, kind: 'categories' | 'tags', id: number): Promise<Kept> {
  const { read } = actor.services.db;
  if (!(await findTerm(read, kind, id))) return undefined;
  if (!can(actor.viewer, termTraits[kind].capability)) return message('import.not_theirs');
  if (await isUsed(read, kind, id)) return message('import.used');
  await removeTerm(actor, kind, id);
  return undefined;
}

/** The kinds as the change log names them. */
const loggedKinds = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;

/** Gives an item that was here before, with the dates of a series, the values that the import has changed, as the history knows them. */
async function undoChange(
  actor: Undoer,
  { kind, id, importId }: { kind: string; id: number; importId: number },
): Promise<Kept> {
  const { read } = actor.services.db;
  const entries = await listEntryIds(read, {
    kind,
    id,
    isWithDates: kind === 'event',
    importId,
    owner: null,
  });
  if (entries.length === 0) return message('import.not_made');
  const { kept, failed } = await undoEntries(actor, entries);
  if (failed > 0) return message('import.not_made');
  const [first] = kept;
  if (!first) return undefined;
  if (first.reason === 'forbidden') return message('import.not_theirs');
  const fields = [...new Set(kept.flatMap((one) => one.fields ?? []))];
  return fields.length > 0
    ? message('import.fields_changed_since', { fields: fields.join(', ') })
    : message('import.changed_since');
}

/** Returns whether somebody has changed an item since an import made it, as the history tells, else the change log. */
async function isMovedOn(
  { services }: Undoer,
  item: ImportItemRow,
  { kind, id }: { kind: string; id: number },
): Promise<boolean> {
  const { read } = services.db;
  const query = { kind, id, isWithDates: kind === 'event', importId: item.import_id, owner: null };
  const [own] = await listEntryIds(read, query);
  return own === undefined
    ? isChangedSince(read, item, kind)
    : isChangedAfter(read, { kind, resource_id: id }, own);
}

async function undoItem(actor: Undoer, item: ImportItemRow): Promise<Kept> {
  const { made, resource_id: id } = item;
  const kind = importKinds.find((one) => one === item.kind);
  if (id === null || kind === undefined) return undefined;
  if (made === 0) return undoChange(actor, { kind: loggedKinds[kind], id, importId: item.import_id });
  if (await isMovedOn(actor, item, { kind: loggedKinds[kind], id })) {
    const isGone = kind === 'events' && (await findEventRow(actor.services.db.read, id))?.status === 'trash';
    return isGone ? undefined : message('import.changed_since');
  }
  return kind === 'categories' || kind === 'tags' ? undoTerm(actor, kind, id) : undoPost(actor, kind, id);
}

/**
 * Takes an import back, the last of its items first, each in a transaction of its own between which others may write: what
 * it has made is trashed, terms that no event has are deleted, what it has changed is as before; what was changed since is kept and
 * named. Goes on where it was interrupted.
 */
export async function undoStored(
  services: Services,
  row: ImportRow,
  isStopped: () => boolean,
): Promise<void> {
  const { db } = services;
  const user = row.undone_by === null ? undefined : await findUser(db.read, row.undone_by);
  const role = roles.find((one) => one === user?.role);
  const viewer = user && role ? { id: user.id, role } : null;
  for (;;) {
    const items = await listUndoable(db.read, row.id, ITEMS_AT_ONCE);
    if (items.length === 0) break;
    for (const item of items) {
      if (isStopped()) return;
      const kept = await undoItem({ services, viewer, now: services.now() }, item);
      await db.write((trx) =>
        markUndone(trx, item, {
          undo: kept ? 'kept' : 'undone',
          kept_reason: kept ? JSON.stringify(kept) : null,
        }),
      );
    }
  }
  await db.write((trx) => updateImport(trx, row.id, ['undoing'], { state: 'undone' }));
  services.log.info({ job: 'imports', import: row.id }, 'An import was taken back.');
}
