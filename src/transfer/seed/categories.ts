import type { Actor } from '#api/routing/actor.ts';
import { createTerm } from '#calendar/terms/actions.ts';
import { KalendsError } from '#errors.ts';
import { categoryTree } from './words.ts';

/** Returns the ID of a category with a name and parent (0: none), which is created if missing. */
async function ensureCategory(actor: Actor, name: string, parent: number): Promise<number> {
  try {
    return (await createTerm(actor, 'categories', { name, parent })).id;
  } catch (error) {
    const known =
      error instanceof KalendsError && error.code === 'term_exists'
        ? error.extras.data?.['term_id']
        : undefined;
    if (typeof known === 'number') return known;
    throw error;
  }
}

/** Creates the category tree of a generated calendar, and returns all its IDs. */
export async function seedCategories(actor: Actor): Promise<number[]> {
  const ids: number[] = [];
  for (const [name, below] of categoryTree) {
    const parent = await ensureCategory(actor, name, 0);
    ids.push(parent);
    for (const child of below) ids.push(await ensureCategory(actor, child, parent));
  }
  return ids;
}
