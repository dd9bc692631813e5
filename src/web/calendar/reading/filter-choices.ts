import type { PageAddress } from '#api/http/page-address.ts';
import { translationIn } from '#api/routing/actor.ts';
import { listLinked, listOpenIds, loadLocalizedLinked } from '#calendar/linked/store.ts';
import type { TermKind } from '#calendar/terms/kind.ts';
import { listTopTerms, loadLocalizedTerms } from '#calendar/terms/store.ts';
import { presentLanguages } from '#calendar/translations/rules.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import { html } from '#web/html/html.ts';
import { readTermView } from './term-view.ts';

/** Something that a filter can choose. */
export interface FilterChoice {
  /** Value that the filter's parameter takes. */
  readonly value: string;
  /** Markup. */
  readonly name: string;
  readonly language: string;
  /** Published events in it. */
  readonly count?: number;
  readonly color?: CategoryColor | '';
  readonly mark?: CategoryMark | '';
}

/** The choices of the menus of a page's filters. */
export interface FilterChoices {
  readonly categories: readonly FilterChoice[];
  readonly tags: readonly FilterChoice[];
  readonly venues: readonly FilterChoice[];
}

/** Choices that a menu has at most. */
const MOST_TERMS = 24;
const MOST_VENUES = 100;

async function termChoices(call: Call, kind: TermKind): Promise<FilterChoice[]> {
  const { read } = call.services.db;
  const rows = await listTopTerms(read, kind, MOST_TERMS);
  const shown = await loadLocalizedTerms(read, kind, rows, translationIn(call));
  return shown.map((row, at) => ({
    // The slug of the row itself is understood in every language.
    value: rows[at]?.slug ?? row.slug,
    name: row.name,
    language: presentLanguages(row, call).language,
    count: row.count,
    color: row.color,
    mark: row.mark,
  }));
}

async function venueChoices(call: Call): Promise<FilterChoice[]> {
  const { read } = call.services.db;
  const ids = await listOpenIds(read, 'venues', MOST_VENUES);
  const rows = await listLinked(read, 'venues', ids, 'lean');
  const inOrder = ids.flatMap((id) => rows.get(id) ?? []);
  const shown = await loadLocalizedLinked(read, 'venues', inOrder, translationIn(call));
  return shown.map((row) => ({
    value: String(row.id),
    name: html`${plainText(row.name)}`.markup,
    language: presentLanguages(row, call).language,
  }));
}

/** Returns what the menus of filters offer: what most events have, and venues by name. */
export async function readFilterChoices(call: Call): Promise<FilterChoices> {
  const [categories, tags, venues] = await Promise.all([
    termChoices(call, 'categories'),
    termChoices(call, 'tags'),
    venueChoices(call),
  ]);
  return { categories, tags, venues };
}

/** Returns the category or tag of a page, then what its filters choose of the menus: what the view shows alone. */
export async function readChosenParts(
  call: Call,
  { term, filters }: PageAddress,
  choices: FilterChoices,
): Promise<readonly FilterChoice[]> {
  const about = term && (await readTermView(call, term));
  const own = about
    ? [
        {
          ...about.term,
          value: about.slug,
          color: about.term.color || '',
          mark: about.term.mark || '',
        } as const,
      ]
    : [];
  const chosenOf = (all: readonly FilterChoice[], values = '') => {
    const chosen = new Set(values.split(','));
    return all.filter(({ value }) => chosen.has(value));
  };
  return [
    ...own,
    ...chosenOf(choices.categories, filters.categories),
    ...chosenOf(choices.tags, filters.tags),
    ...chosenOf(choices.venues, filters.venue),
  ];
}

/** Returns the title of a view with the names of what it shows alone before it, as plain text. */
export const titleWith = (parts: readonly FilterChoice[], title: string): string =>
  [...parts.map(({ name }) => plainText(name)), title].join(', ');
