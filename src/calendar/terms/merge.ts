import { isDeepStrictEqual } from 'node:util';
import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import { filledTexts, type TextsOfItem } from '#calendar/merging/fill.ts';
import { absorb, keepMerge } from '#calendar/merging/merge.ts';
import { type AnyRow, findStoredRow } from '#calendar/merging/store.ts';
import type { Translation } from '#calendar/translations/rules.ts';
import { listTranslations, saveTranslations } from '#calendar/translations/store.ts';
import { invalidParameter } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import type { MergesTable } from '#store/db/tables.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { type TermKind, termTraits } from './kind.ts';
import { nameKey } from './rules.ts';
import { descendantCategories, findTerm, replaceTerm, type TermRow } from './store.ts';

async function textsOfTerm(batch: WriteBatch, kind: TermKind, row: TermRow): Promise<TextsOfItem> {
  const { name: title, description } = row;
  return {
    row: { ...row, texts: { title, description } },
    stored: await listTranslations(batch.trx, kind, row),
  };
}

const translationKeys = ({ title }: Translation) => ({
  title_key: title === '' ? '' : nameKey(title),
  search_text: '',
});

async function fill(
  batch: WriteBatch,
  actor: Actor,
  kind: TermKind,
  into: TermRow,
  others: readonly TextsOfItem[],
): Promise<void> {
  const own = await textsOfTerm(batch, kind, into);
  const written = filledTexts(own, others, languagesOf(actor).site);
  const { title: name, description } = written.texts;
  const columns = { ...written.columns, name, name_key: nameKey(name), description };
  const isSame =
    isDeepStrictEqual(new Map(own.stored), new Map(written.translations)) &&
    description === into.description &&
    name === into.name;
  if (isSame) return;
  await replaceTerm(batch.trx, kind, into.id, columns);
  await saveTranslations(batch.trx, kind, into.id, written.translations, translationKeys);
  batch.log(changed(actor, termTraits[kind].logged, into.id, 'update'));
}

/**
 * Merges terms into another, in the caller's transaction (contract W5): events of theirs have it, categories below them come below
 * it. Returns the ID of the merge.
 * @param asked.again the merge that was taken back and is done again by this
 * @throws KalendsError `rest_invalid_param` where one is gone by now
 */
export async function mergeTermsIn(
  batch: WriteBatch,
  actor: Actor,
  kind: TermKind,
  { into: id, from, again }: { into: number; from: readonly number[]; again?: MergesTable },
): Promise<number> {
  const { trx } = batch;
  const into = await findTerm(trx, kind, id);
  const stored: AnyRow[] = [];
  const texts: TextsOfItem[] = [];
  for (const one of [id, ...from]) {
    const row = await findTerm(trx, kind, one);
    const whole = await findStoredRow(trx, kind, one);
    if (!row || !whole) throw invalidParameter('from', message('problem.merge_unknown'));
    stored.push(whole);
    if (one !== id) texts.push(await textsOfTerm(batch, kind, row));
  }
  if (kind === 'categories' && (await descendantCategories(trx, from)).includes(id))
    throw invalidParameter('from', message('problem.merge_ancestor'));
  const [own, ...others] = stored;
  if (!into || !own) throw invalidParameter('id', message('problem.unknown_id'));
  const merge = await absorb(batch, actor, kind, { into: own, from: others });
  await fill(batch, actor, kind, into, texts);
  return keepMerge(batch, actor, merge, again);
}

/**
 * Merges terms into another, in a transaction of its own. Returns the ID of the merge and the row after it.
 * @throws KalendsError as `mergeTermsIn`
 */
export async function mergeTerms(
  actor: Actor,
  kind: TermKind,
  into: number,
  from: readonly number[],
): Promise<{ id: number; row: TermRow }> {
  return writeBatch(actor.services.db, async (batch) => {
    const id = await mergeTermsIn(batch, actor, kind, { into, from });
    const row = await findTerm(batch.trx, kind, into);
    if (!row) throw new Error(`Number ${into} of ${kind} vanished while others were merged into it.`);
    return { id, row };
  });
}
