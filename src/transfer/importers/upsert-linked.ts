import { mayEdit } from '#api/access/permissions.ts';
import { languagesOf } from '#api/routing/actor.ts';
import { insertLinked, linkedLookups } from '#calendar/linked/actions.ts';
import type { LinkedKind, LinkedWrite } from '#calendar/linked/kind.ts';
import { cleanName, nameKey } from '#calendar/linked/rules.ts';
import { findLinked, type LinkedTable } from '#calendar/linked/store.ts';
import { updateLinked } from '#calendar/linked/update.ts';
import { fold } from '#foundation/text/fold.ts';
import type { ImportPost } from './import-item.ts';
import { fieldsInLanguage, originOfTexts } from './language-texts.ts';
import { listNamed } from './store.ts';
import {
  actorFor,
  authorAndPicture,
  pictureSuffix,
  prefetch,
  refuseForeign,
  type UpsertContext,
  upsertItem,
  withoutChosen,
} from './upsert.ts';

/** Writes venues or organizers. */
export async function upsertLinked<T extends LinkedTable, S extends LinkedWrite>(
  context: UpsertContext,
  kind: LinkedKind<T, S>,
  items: readonly { readonly item: ImportPost; readonly input: S }[],
): Promise<void> {
  await prefetch(
    context,
    kind.table,
    items.map(({ item, input }) => ({ item, title: input[kind.kind] ?? '', slug: input.slug })),
  );
  const texts = items.flatMap(({ item, input }) =>
    item.byName && !context.ledger.status(kind.table, item.key)
      ? linkedLookups(context.actor, kind, input).filter(({ column }) => column === 'name_key')
      : [],
  );
  await context.batch.prefetch({ texts, ids: [] });
  for (const { item, input } of items) await upsertOneLinked(context, kind, item, input);
}

/** Returns the ID of the venue or organizer here that a source names; undefined: there is none that the caller may read. */
async function findNamed<T extends LinkedTable, S extends LinkedWrite>(
  { batch, actor }: UpsertContext,
  kind: LinkedKind<T, S>,
  { sent }: ImportPost,
  input: S,
): Promise<number | undefined> {
  const name_key = nameKey(cleanName(input[kind.kind] ?? ''));
  if (batch.isNewName(kind.table, name_key)) return undefined;
  await batch.flush();
  const rows = await listNamed(batch.trx, kind.table, name_key);
  const readable = rows.filter((row) => row.status === 'publish' || mayEdit(actor.viewer, row));
  const words = (values: readonly unknown[]) =>
    fold(values.filter((value) => typeof value === 'string').join(' '))
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '');
  const wanted = words([sent['address'], sent['city'], sent['zip'], sent['country']]);
  // An address that one side lacks is no other address.
  const isAlike = (row: (typeof rows)[number]) => {
    const own = words([row.address, row.city, row.zip, row.country]);
    const [less, more] = own.length < wanted.length ? [own, wanted] : [wanted, own];
    return less.every((word) => more.includes(word));
  };
  return readable.find(isAlike)?.id;
}

async function upsertOneLinked<T extends LinkedTable, S extends LinkedWrite>(
  context: UpsertContext,
  kind: LinkedKind<T, S>,
  item: ImportPost,
  input: S,
): Promise<void> {
  const { batch, requestedLanguage } = context;
  const { trx } = batch;
  const actor = actorFor(context, item);
  const { site } = languagesOf(actor);
  const digest = item.digest + pictureSuffix(context, item);
  const origin = { ...item.origin, ...originOfTexts(item) };
  await upsertItem(context, kind.table, item, digest, {
    async make() {
      const { status } = context.choices ?? {};
      const same = item.byName ? await findNamed(context, kind, item, input) : undefined;
      if (same !== undefined) return { id: same, found: true };
      const fields = {
        ...input,
        ...(status === undefined ? {} : { status }),
        ...(await authorAndPicture(context, item, true)),
      };
      return insertLinked(batch, actor, kind, fields, { origin: { ...origin, id: item.wantedId } });
    },
    async change(id, seen) {
      const before = await findLinked(trx, kind.table, id);
      if (!before) return;
      refuseForeign(actor, before);
      const { name: title, description, excerpt } = before;
      const stored = { ...before, texts: { title, description, excerpt } };
      const write = { name: kind.kind, item, requestedLanguage, site, seen };
      const own = await fieldsInLanguage(trx, kind.table, stored, withoutChosen(context, input), write);
      const fields = { ...own.fields, ...(await authorAndPicture(context, item)) };
      const by = { ...actor, writtenIn: own.writtenIn };
      await updateLinked(batch, by, kind, before, fields, { origin });
    },
  });
}
