import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from './client.ts';

/** The state of signing in, as the interface tells it. */
export type Session = Schemas['CurrentSession'];
/** Something that a role may do. */
export type Permission = Session['permissions'][number];

/** The state of signing in as it is shown: of a session that has ended, who was signed in. */
export type ShownSession = Session & { readonly isEnded?: true };

const queryKey = ['session'] as const;

/** The query of the state of signing in. What somebody is at stays as it is once their session has ended. */
export const sessionQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal, client }): Promise<ShownSession> => {
    const session = await bodyOf(api.GET('/kalends/v1/sessions/current', { signal }));
    const former = client.getQueryData<ShownSession>(queryKey);
    return !session.user && former?.user ? { ...former, isEnded: true } : session;
  },
  // Somebody who comes back from signing in again finds that at once.
  staleTime: ({ state }) => (state.data?.isEnded ? 0 : 60_000),
});

/** Returns who is signed in; undefined while it isn't known. */
export const useSession = (): ShownSession | undefined => useQuery(sessionQuery).data;

/** Returns whether whoever is signed in may do something. */
export const usePermission = (permission: Permission): boolean =>
  useSession()?.permissions.includes(permission) ?? false;
