import { logChanges } from '#db/changes.ts';
import type { Writing } from '#db/engine.ts';
import { nextId } from '#db/sequence.ts';
import { message } from '#i18n/catalogue.ts';
import type { Actor } from '#posts/actor.ts';
import { uniqueSlug } from '#text/slug.ts';
import { utcText } from '#time/clock.ts';
import { can } from '#users/permissions.ts';
import { invalidParameter } from '../errors.ts';
import { type TermKind, termTraits } from './kinds.ts';
import type { TermChoice } from './parameters.ts';
import { nameKey, slugIn, wantedSlug } from './rules.ts';
import { insertTerm, isSlugTaken, matchTerms } from './store.ts';

const bothKinds: readonly TermKind[] = ['categories', 'tags'];

/** A slug free within its kind; one with a number after it is free in both, as importers of the reference expect. */
export function freeTermSlug(trx: Writing, kind: TermKind, wanted: string, ownId: number): Promise<string> {
  return uniqueSlug(wanted, (slug) =>
    isSlugTaken(trx, slug, { kinds: slug === wanted ? [kind] : bothKinds, ownId }),
  );
}

/**
 * The ids of terms chosen for an event, each once, in the order chosen; names that no term has become new terms at
 * the top level. What was deleted since it was chosen is left out.
 * @throws KalendsError `rest_invalid_param` where the actor may not make terms (D4)
 */
export async function resolveTerms(
  trx: Writing,
  actor: Actor,
  kind: TermKind,
  choices: readonly TermChoice[],
): Promise<number[]> {
  const names = choices.flatMap((choice) => ('name' in choice ? choice.name : []));
  const found = await matchTerms(trx, kind, {
    ids: choices.flatMap((choice) => ('id' in choice ? choice.id : [])),
    slugs: names.flatMap((name) => slugIn(name) || []),
    keys: names.map(nameKey),
  });
  const ids = new Set<number>();
  const made = new Map<string, number>();
  for (const choice of choices) {
    if ('id' in choice) {
      if (found.ids.has(choice.id)) ids.add(choice.id);
      continue;
    }
    const key = nameKey(choice.name);
    const known = found.bySlug.get(slugIn(choice.name)) ?? found.byKey.get(key) ?? made.get(key);
    if (known !== undefined) {
      ids.add(known);
      continue;
    }
    if (!can(actor.viewer, 'make_terms'))
      throw invalidParameter(kind, message('problem.terms_forbidden', { value: choice.name }));
    const id = await nextId(trx, 'term');
    const slug = await freeTermSlug(trx, kind, wantedSlug({ name: choice.name, id }), id);
    await insertTerm(trx, kind, {
      id,
      name: choice.name,
      name_key: key,
      slug,
      description: '',
      parent: 0,
    });
    made.set(key, id);
    ids.add(id);
  }
  await logChanges(
    trx,
    [...made.values()].map((resource_id) => ({
      kind: termTraits[kind].logged,
      resource_id,
      action: 'create' as const,
      at_utc: utcText(actor.now),
      user_id: actor.viewer?.id ?? null,
    })),
  );
  return [...ids];
}
