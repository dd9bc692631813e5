import type { PageTerm } from '#api/http/page-address.ts';
import { translationIn } from '#api/routing/actor.ts';
import { presentTerm } from '#calendar/terms/present.ts';
import type { Term } from '#calendar/terms/schema.ts';
import { findTermBySlugs, loadLocalizedTerms } from '#calendar/terms/store.ts';
import type { Call } from '#context.ts';
import { slugForms } from '#foundation/text/slug.ts';

/** A category or tag as its pages show it. */
export interface TermView {
  /** The term as the interface answers it, in the caller's language. */
  readonly term: Term;
  /** The slug in the site's language, which is understood in every one. */
  readonly slug: string;
}

/** Returns the category or tag of a page's address; undefined where there is none. */
export async function readTermView(call: Call, { kind, slugs }: PageTerm): Promise<TermView | undefined> {
  const { read } = call.services.db;
  const row = await findTermBySlugs(read, kind, slugForms(slugs.at(-1) ?? ''));
  if (!row) return undefined;
  const [shown = row] = await loadLocalizedTerms(read, kind, [row], translationIn(call));
  return { term: presentTerm(shown, kind, [], call), slug: row.slug };
}
