import { type Language, type Message, message, translate } from '#foundation/i18n/catalogue.ts';
import { type Repair, repairKey } from '../importers/import-item.ts';
import { kindNamed } from '../importers/registry/kinds.ts';
import type { ReportedKind } from '../importers/report.ts';
import { type ImportFault, importOutcomes } from './record.ts';
import type { ImportedItem } from './schema.ts';
import type { countItemsOf, ImportItemRow, ImportRow } from './store.ts';

type Counts = Awaited<ReturnType<typeof countItemsOf>>;

const shownKinds = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
  pictures: 'media',
} as const satisfies Readonly<Record<ReportedKind, ImportedItem>>;

/** Returns the kind of items as it is stored. */
export const storedKindOf = (kind: ImportedItem): string | undefined =>
  Object.entries(shownKinds).find(([, shown]) => shown === kind)?.[0];

/** Returns a stored message in a language. Nobody but `record.ts` and `run.ts` writes such, as `Message`. */
const shownMessage = (json: string, language: Language): string => {
  const stored: Message = JSON.parse(json);
  return translate(language, stored);
};

/** Returns stored repairs with their texts in a language. */
function shownRepairs(json: string, language: Language) {
  const repairs: readonly Repair[] = JSON.parse(json);
  return repairs.map((one) => ({ ...one, text: translate(language, message(repairKey(one.code))) }));
}

/** Returns an import as it is answered. */
export function presentImport(row: ImportRow, counts: Counts, language: Language) {
  const own = counts.filter(({ import_id }) => import_id === row.id);
  const sum = (of: Counts) => of.reduce((total, { n }) => total + n, 0);
  const countsIn = (of: Counts) =>
    Object.fromEntries(
      importOutcomes.map((outcome) => [outcome, sum(of.filter((one) => one.outcome === outcome))]),
    );
  return {
    id: row.id,
    kind: kindNamed(row.kind) ?? null,
    source: row.source,
    url: row.url,
    state: row.state,
    dry_run: row.dry_run === 1,
    status: row.status,
    categories: JSON.parse(row.categories),
    author: row.author_id ?? row.user_id,
    user: row.user_id,
    progress: { done: row.done, total: row.total, reading: row.reading },
    counts: countsIn(own),
    counts_by_kind: Object.fromEntries(
      Object.entries(shownKinds).flatMap(([stored, kind]) => {
        const ofKind = own.filter((one) => one.kind === stored);
        return ofKind.length > 0 ? [[kind, countsIn(ofKind)]] : [];
      }),
    ),
    undone: {
      undone: sum(own.filter(({ undo }) => undo === 'undone')),
      kept: sum(own.filter(({ undo }) => undo === 'kept')),
    },
    repairs: shownRepairs(row.repairs, language),
    ...(row.columns === null ? {} : { columns: JSON.parse(row.columns) }),
    error: row.error === null ? null : shownMessage(row.error, language),
    created_utc: row.created_utc,
    started_utc: row.started_utc,
    ended_utc: row.ended_utc,
  };
}

/** Returns the code of a reason: the last part of its key, of one that names a field that of what is wrong there. */
function codeOf({ key, values = {} }: Message): string {
  const within =
    key === 'import.field' ? values['reason'] : key === 'import.reasons' ? values['first'] : undefined;
  return typeof within === 'object' ? codeOf(within) : key.slice(key.lastIndexOf('.') + 1);
}

/** Returns what became of an item as it is answered. */
export function presentItem(row: ImportItemRow, language: Language) {
  const faults: readonly ImportFault[] = JSON.parse(row.faults);
  const reason = faults
    .map(({ field, reason }) => `${field === undefined ? '' : `${field}: `}${translate(language, reason)}`)
    .join('; ');
  const kinds: Readonly<Record<string, string>> = shownKinds;
  return {
    index: row.source_index ?? row.position,
    line: row.line,
    outcome: row.outcome,
    kind: kinds[row.kind] ?? row.kind,
    id: row.resource_id,
    name: row.name.startsWith('{') ? shownMessage(row.name, language) : row.name,
    reason: reason || null,
    code: faults[0] ? codeOf(faults[0].reason) : null,
    repairs: shownRepairs(row.repairs, language),
    undo: row.undo,
    kept_reason: row.kept_reason === null ? null : shownMessage(row.kept_reason, language),
  };
}
