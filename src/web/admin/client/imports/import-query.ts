import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';

/** An import as the interface tells of it. */
export type ShownImport = Schemas['Import'];
/** Outcome of an item of an import. */
export type ShownOutcome = keyof ShownImport['counts'];
/** Status that new events of an import can get instead of their own. */
export type ImportedStatus = 'publish' | 'draft' | 'pending' | 'private';

/** The outcomes of items, in the order in which they matter. */
export const importOutcomes = [
  'created',
  'updated',
  'failed',
  'repaired',
  'skipped',
  'unchanged',
] as const satisfies readonly ShownOutcome[];
/** Kinds of items, in the order in which they are told. */
export const itemKinds = ['event', 'venue', 'organizer', 'category', 'tag', 'media'] as const;
/** A kind of items of an import. */
export type ShownItemKind = (typeof itemKinds)[number];
/** Statuses that new events can get. */
export const importedStatuses = ['publish', 'draft', 'pending', 'private'] as const;

/** An import to be begun. */
export interface ImportOrder {
  /** null: recognized from the content. */
  readonly kind: ShownImport['kind'];
  /** A file, or the address of a site. */
  readonly source: File | string;
  readonly status: ImportedStatus | undefined;
  readonly categories: readonly number[];
  readonly isDryRun: boolean;
}

const RUNS_PER_PAGE = 20;
const ITEMS_PER_PAGE = 50;
const ASKED_EVERY_MS = 1000;

/** Returns whether an import is still to change. */
export const isUnderWay = ({ state }: ShownImport): boolean =>
  state === 'queued' || state === 'running' || state === 'undoing';

/** The query of a page of the imports, the latest first; asked for again while one is under way. */
export const importsQuery = (page: number) =>
  queryOptions({
    queryKey: ['imports', 'list', page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/kalends/v1/imports', { params: { query: { page, per_page: RUNS_PER_PAGE } }, signal }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.imports.some(isUnderWay) ? ASKED_EVERY_MS : false),
  });

/** Returns whether there is something of an import to take back. */
export const mayBeUndone = ({ counts, dry_run, state }: ShownImport): boolean =>
  !dry_run &&
  counts.created + counts.updated + counts.repaired > 0 &&
  ['done', 'failed', 'canceled'].includes(state);

const at = (id: number) => ({ params: { path: { id } } });

/** The query of one import; asked for again while it is under way. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/kalends/v1/imports/{id}', { ...at(id), signal })),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? ASKED_EVERY_MS : false),
  });

/** Part of a report, which the address of its screen holds. */
export interface ReportPart {
  readonly outcome: ShownOutcome | undefined;
  readonly kind: ShownItemKind | undefined;
  readonly page: number;
  /** The page of the imports beside it. */
  readonly runs: number;
}

/** The query of a page of an import's report as it is at a state of the import. */
export const reportQuery = ({ id, state, progress }: ShownImport, { outcome, kind, page }: ReportPart) =>
  queryOptions({
    queryKey: ['imports', 'report', id, { outcome, kind, page }, { state, progress }],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/kalends/v1/imports/{id}/report', {
          params: {
            path: { id },
            query: {
              page,
              per_page: ITEMS_PER_PAGE,
              ...(outcome === undefined ? {} : { outcome }),
              ...(kind === undefined ? {} : { kind }),
            },
          },
          signal,
        }),
      ),
    // The rows stay while an import goes on, but not those of another import.
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });

/** Files of imports begun in this tab: the service keeps none once it has read them, and one may want them again. */
const files = new Map<number, File>();

/** Begins an import. */
export async function startImport({
  kind,
  source,
  status,
  categories,
  isDryRun,
}: ImportOrder): Promise<ShownImport> {
  const chosen = {
    ...(kind === null ? {} : { kind }),
    dry_run: isDryRun,
    ...(status === undefined ? {} : { status }),
  };
  if (typeof source === 'string') {
    const body = {
      ...chosen,
      url: source,
      ...(categories.length > 0 ? { categories: [...categories] } : {}),
    };
    return bodyOf(api.POST('/kalends/v1/imports', { body }));
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(chosen)) form.append(name, String(value));
  if (categories.length > 0) form.append('categories', categories.join(','));
  form.append('file', source);
  const run = await bodyOf(api.POST('/kalends/v1/imports', { body: {}, bodySerializer: () => form }));
  files.set(run.id, source);
  return run;
}

const isImportedStatus = (status: string | null): status is ImportedStatus =>
  importedStatuses.some((one) => one === status);

/** Returns what an import was begun with, to begin it again; undefined where its file isn't at hand any more. */
export function orderOf({
  id,
  kind,
  url,
  status,
  categories,
  dry_run,
}: ShownImport): ImportOrder | undefined {
  const source = url ?? files.get(id);
  if (source === undefined) return undefined;
  return {
    kind,
    source,
    status: isImportedStatus(status) ? status : undefined,
    categories,
    isDryRun: dry_run,
  };
}

/** Cancels an import; what came so far stays. */
export const cancelImport = (id: number) => bodyOf(api.DELETE('/kalends/v1/imports/{id}', at(id)));

/** Takes back what an import has made and changed. */
export const undoImport = (id: number) => bodyOf(api.POST('/kalends/v1/imports/{id}/undo', at(id)));
