import { nameKey } from '#calendar/linked/rules.ts';
import { matchTerms } from '#calendar/terms/store.ts';
import type { Reading } from '#store/db/engine.ts';
import { type ImportEvent, type ImportItems, type ImportTerm, withOverrides } from './import-item.ts';
import { termItem } from './named-items.ts';

const AT_ONCE = 500;

/** Returns the folded names of those that a category has. */
async function categoryNames(db: Reading, names: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const keys = names.slice(at, at + AT_ONCE);
    const { byKey } = await matchTerms(db, 'categories', { ids: [], slugs: [], keys });
    for (const key of byKey.keys()) known.add(key);
  }
  return known;
}

/**
 * Returns items in which the names of terms are links: each to the category of that name if there is one, else to a tag (contract
 * I3). Digests stay: a category that is made later changes no event that was imported before.
 */
export async function withNamedTerms(db: Reading, items: ImportItems): Promise<ImportItems> {
  const named = withOverrides(items.events).flatMap(({ termNames = [] }) => termNames);
  if (named.length === 0) return items;
  const categories = await categoryNames(db, [...new Set(named.map(nameKey))]);
  const added = { categories: new Map<string, ImportTerm>(), tags: new Map<string, ImportTerm>() };
  const linked = (event: ImportEvent): ImportEvent => {
    const { termNames = [], key, position, links, series } = event;
    const own = { categories: [...links.categories], tags: [...links.tags] };
    for (const name of termNames) {
      const kind = categories.has(nameKey(name)) ? 'categories' : 'tags';
      const item = termItem(kind, name, { request: { origin: key.source }, position });
      if (!added[kind].has(item.key.id)) added[kind].set(item.key.id, item);
      own[kind].push(item.key);
    }
    const overrides = series?.overrides.map((one) => ({ ...one, event: linked(one.event) }));
    return {
      ...event,
      links: { ...links, ...own },
      ...(series && overrides ? { series: { ...series, overrides } } : {}),
    };
  };
  const events = items.events.map(linked);
  return {
    ...items,
    categories: [...items.categories, ...added.categories.values()],
    tags: [...items.tags, ...added.tags.values()],
    events,
  };
}
