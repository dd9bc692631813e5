import { useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from './client.ts';
import { useSession } from './session.ts';

/** Whose change stands against what is typed. */
export interface LastChange {
  /** `self`: one's own, made in another tab or on another device. */
  readonly whose: 'self' | 'other' | 'unknown';
  /** The name of whoever made it; empty while that isn't known. */
  readonly by: string;
}

const UNKNOWN: LastChange = { whose: 'unknown', by: '' };

/** Returns who has changed an item last, by its history, where that is asked. */
export function useLastChange(
  kind: Schemas['HistoryEntry']['kind'],
  id: number | undefined,
  isAsked: boolean,
): LastChange {
  const user = useSession()?.user;
  const { data: by } = useQuery({
    queryKey: ['history', 'last', kind, id],
    queryFn: async ({ signal }) => {
      const query = { kind, per_page: 1, ...(id === undefined ? {} : { id }) };
      const { history } = await bodyOf(api.GET('/kalends/v1/history', { params: { query }, signal }));
      return history[0]?.by ?? null;
    },
    enabled: isAsked && id !== undefined,
    gcTime: 0,
    // Who it was is a help, and no more.
    retry: false,
  });
  if (!by || !isAsked) return UNKNOWN;
  return { whose: by.id === user?.id ? 'self' : 'other', by: by.name };
}
