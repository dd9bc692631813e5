import { mayRead, mayUnlock } from '#api/access/permissions.ts';
import { listMedia, type MediaRow } from '#api/media/store.ts';
import { translationIn } from '#api/routing/actor.ts';
import { findLinked, type LinkedRow, type LinkedTable, loadLocalizedLinked } from '#calendar/linked/store.ts';
import { presentOrganizer } from '#calendar/organizers/present.ts';
import type { Organizer } from '#calendar/organizers/schema.ts';
import { presentVenue } from '#calendar/venues/present.ts';
import type { Venue } from '#calendar/venues/schema.ts';
import type { Call } from '#context.ts';
import { receivePassword, type SentPassword } from '../components/lock.ts';
import { type PictureView, pictureView } from '../reading/picture-view.ts';

/** A venue or organizer as its page shows it. */
export interface LinkedView {
  readonly row: LinkedRow<LinkedTable>;
  readonly name: string;
  /** The item as the interface answers it; of the one kind the other is undefined. */
  readonly venue: Venue | undefined;
  readonly organizer: Organizer | undefined;
  readonly picture: PictureView | undefined;
  /** Whether a password hides all but its name. */
  readonly isLocked: boolean;
  readonly sent: SentPassword | undefined;
}

/** Returns the picture that an answer shows, as pages do. */
function pictureOf(call: Call, image: Venue['image'], rows: ReadonlyMap<number, MediaRow>) {
  const row = image ? rows.get(image.id) : undefined;
  return row && pictureView(row, call);
}

async function localized<T extends LinkedTable>(call: Call, table: T, row: LinkedRow<T>) {
  const [listed] = await loadLocalizedLinked(call.services.db.read, table, [row], translationIn(call));
  const pictures = await listMedia(call.services.db.read, [row.image_id ?? 0]);
  return { listed, pictures };
}

/** Returns a readable row of a table, and what the password opened that a form sent for it. */
async function openRow<T extends LinkedTable>(
  call: Call,
  table: T,
  id: number,
  password: string | undefined,
): Promise<{ row: LinkedRow<T>; sent: SentPassword | undefined; isLocked: boolean } | undefined> {
  const row = await findLinked(call.services.db.read, table, id);
  if (!row || row.status === 'trash' || !mayRead(call.viewer, row)) return undefined;
  const isTried = password !== undefined && row.password !== '';
  const sent = isTried ? await receivePassword(call, table, id, password) : undefined;
  const isLocked = !mayUnlock(call.viewer, row, { password: sent?.password, editing: false });
  return { row, sent, isLocked };
}

/** Returns a venue or organizer as its page shows it, in the caller's language; undefined where there is none that they may see. */
export async function readLinkedView(
  call: Call,
  kind: 'venue' | 'organizer',
  id: number,
  password: string | undefined,
): Promise<LinkedView | undefined> {
  const base = { call, editing: false, jsonLd: true };
  if (kind === 'venue') {
    const found = await openRow(call, 'venues', id, password);
    const made = found && (await localized(call, 'venues', found.row));
    if (!found || !made?.listed) return undefined;
    const venue = presentVenue(made.listed, {
      ...base,
      password: found.sent?.password,
      pictures: made.pictures,
    });
    const picture = pictureOf(call, venue.image, made.pictures);
    return { ...found, name: venue.venue, venue, organizer: undefined, picture };
  }
  const found = await openRow(call, 'organizers', id, password);
  const made = found && (await localized(call, 'organizers', found.row));
  if (!found || !made?.listed) return undefined;
  const organizer = presentOrganizer(made.listed, {
    ...base,
    password: found.sent?.password,
    pictures: made.pictures,
  });
  const picture = pictureOf(call, organizer.image, made.pictures);
  return { ...found, name: organizer.organizer, venue: undefined, organizer, picture };
}
