import { can } from '#api/access/permissions.ts';
import type { Actor } from '#api/routing/actor.ts';
import { mergeLinkedIn } from '#calendar/linked/merge.ts';
import { imageOf, type MergeImage } from '#calendar/merging/merge.ts';
import { listMerged } from '#calendar/merging/redirects.ts';
import { findMerge, findStoredRow } from '#calendar/merging/store.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { parseTextList } from '#calendar/posts/present.ts';
import { termTraits } from '#calendar/terms/kind.ts';
import { mergeTermsIn } from '#calendar/terms/merge.ts';
import { venue } from '#calendar/venues/actions.ts';
import { forbidden, KalendsError } from '#errors.ts';
import { writeBatch } from '#store/db/write-batch.ts';

/** Returns the identifiers that the items had the first time, by ID: a write outside of a request knows no address. */
function globalIdsOf({ stays: { after } }: MergeImage): (id: number) => string | undefined {
  const lineage = after['global_id_lineage'];
  const identifiers = typeof lineage === 'string' ? parseTextList(lineage) : [];
  return (id) => identifiers.find((one) => one.endsWith(`?id=${id}`));
}

/**
 * Does a merge again that was taken back, in a transaction of its own: the same items go into the same one, as they are now, for
 * those who may merge them.
 * @throws KalendsError `rest_merge_not_found` where none was taken back or one of them is gone, `rest_merged` where one was merged
 *   with something else since, `rest_forbidden` or what else refuses a merge
 */
export async function mergeAgain(actor: Actor, id: number): Promise<void> {
  await writeBatch(actor.services.db, async (batch) => {
    const { trx } = batch;
    const again = await findMerge(trx, id);
    if (!again || again.undone_utc === null) throw new KalendsError('rest_merge_not_found');
    const { kind, into_id: into } = again;
    const image = imageOf(again);
    const from = image.from.map(({ row }) => row.id);
    const all = [into, ...from];
    if ((await listMerged(trx, kind, all)).size > 0) throw new KalendsError('rest_merged');
    for (const one of all)
      if (!(await findStoredRow(trx, kind, one))) throw new KalendsError('rest_merge_not_found');
    const asked = { into, from, again };
    if (kind === 'venues' || kind === 'organizers') {
      const linked = { ...asked, globalIdOf: globalIdsOf(image) };
      if (kind === 'venues') await mergeLinkedIn(batch, actor, venue, linked);
      else await mergeLinkedIn(batch, actor, organizer, linked);
      return;
    }
    if (!can(actor.viewer, termTraits[kind].capability)) throw forbidden(actor.viewer);
    await mergeTermsIn(batch, actor, kind, asked);
  });
}
