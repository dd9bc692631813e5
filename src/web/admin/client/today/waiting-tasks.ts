import { useQueries, useQuery } from '@tanstack/react-query';
import { countQuery, isMissed } from '../events/event-lists.ts';
import type { EventListName } from '../events/table-state.ts';
import { importsQuery } from '../imports/import-query.ts';
import { usePermission } from '../interface/session.ts';
import { linkedCalls } from '../linked/linked-kinds.ts';
import { failedMailsQuery } from '../mails/mail-query.ts';
import { submissionCountQuery } from '../submissions/submission-query.ts';
import { type AdminLanguage, writtenLanguages } from '../texts/texts.tsx';

/** Something that waits for somebody, with the address of the list of it. */
export interface WaitingTask {
  readonly about:
    | 'mails'
    | 'imports'
    | 'submissions'
    | 'pending'
    | 'doubles_venues'
    | 'doubles_organizers'
    | 'no_venue'
    | 'untranslated'
    | 'no_picture';
  readonly count: number;
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number>>;
  /** The language that is missing. */
  readonly language?: AdminLanguage;
}

/** How long a failed import is told. */
const TOLD_MS = 7 * 86_400_000;
const gaps = ['coming', 'pending', 'no_venue', 'no_picture'] as const satisfies readonly EventListName[];

/** The needs as far as they are known. */
export interface WaitingTasks {
  readonly needs: readonly WaitingTask[];
  readonly isPending: boolean;
  readonly error: unknown;
  retry(): void;
}

/** Returns what waits for whoever is signed in, the most harmful first. */
export function useWaitingTasks(): WaitingTasks {
  const isEditor = usePermission('edit_others');
  const mayImport = usePermission('publish');
  const mails = useQuery({ ...failedMailsQuery(1), enabled: usePermission('settings') });
  const imports = useQuery({ ...importsQuery(1), enabled: mayImport });
  const submissions = useQuery({ ...submissionCountQuery('waiting'), enabled: isEditor });
  const doubles = useQueries({
    queries: (['venues', 'organizers'] as const).map((kind) => ({
      queryKey: [kind, 'duplicates'],
      queryFn: ({ signal }: { signal: AbortSignal }) => linkedCalls[kind].duplicates(signal),
      staleTime: 60_000,
      enabled: isEditor,
    })),
  });
  const counts = useQueries({
    queries: gaps.map((list) => ({ ...countQuery(list), enabled: isEditor })),
  });
  const untranslated = useQueries({
    queries: writtenLanguages.map((language) => ({
      ...countQuery(`untranslated_${language}`),
      enabled: isEditor,
    })),
  });
  const [coming = 0, pending = 0, noVenue = 0, noPicture = 0] = counts.map(({ data }) => data);
  const waiting = submissions.data ?? 0;
  // A failure is settled once the same source was brought in later, and let rest after a while: nobody will.
  const runs = imports.data?.imports ?? [];
  const failed = runs.filter(
    ({ id, state, source, dry_run: isTrial, created_utc: created }) =>
      state === 'failed' &&
      !isTrial &&
      Date.now() - Date.parse(`${created.replace(' ', 'T')}Z`) < TOLD_MS &&
      !runs.some((later) => later.id > id && later.source === source && later.state !== 'failed'),
  );
  const [latest] = failed;
  const needs: WaitingTask[] = [
    { about: 'mails', count: mails.data?.total ?? 0, to: '/admin/mails' },
    {
      about: 'imports',
      count: failed.length,
      to: '/admin/imports',
      ...(latest ? { search: { run: latest.id } } : {}),
    },
    { about: 'submissions', count: waiting, to: '/admin/submissions' },
    // Proposals that wait are among them, and told above.
    {
      about: 'pending',
      count: pending > waiting ? pending : 0,
      to: '/admin/events',
      search: { list: 'pending' },
    },
    { about: 'doubles_venues', count: doubles[0]?.data?.length ?? 0, to: '/admin/venues' },
    { about: 'doubles_organizers', count: doubles[1]?.data?.length ?? 0, to: '/admin/organizers' },
    { about: 'no_venue', count: noVenue, to: '/admin/events', search: { list: 'no_venue' } },
    ...writtenLanguages.map((language, at): WaitingTask => {
      const count = untranslated[at]?.data ?? 0;
      return {
        about: 'untranslated',
        count: isMissed(count, coming) ? count : 0,
        to: '/admin/events',
        search: { list: `untranslated_${language}` },
        language,
      };
    }),
    { about: 'no_picture', count: noPicture, to: '/admin/events', search: { list: 'no_picture' } },
  ];
  const all = [mails, imports, submissions, ...doubles, ...counts, ...untranslated];
  return {
    needs: needs.filter(({ count }) => count > 0),
    isPending: all.some(({ isLoading }) => isLoading),
    error: all.find(({ error }) => error !== null)?.error,
    retry() {
      for (const { error, refetch } of all) if (error !== null) void refetch();
    },
  };
}
