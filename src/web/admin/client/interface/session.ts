import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from './client.ts';

/** The state of signing in, as the interface tells it. */
export type Session = Schemas['CurrentSession'];
/** Something that a role may do. */
export type Permission = Session['permissions'][number];

/** The query of the state of signing in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => bodyOf(api.GET('/kalends/v1/sessions/current', { signal })),
  staleTime: 60_000,
});

/** Returns who is signed in; undefined while it isn't known. */
export const useSession = (): Session | undefined => useQuery(sessionQuery).data;

/** Returns whether whoever is signed in may do something. */
export const usePermission = (permission: Permission): boolean =>
  useSession()?.permissions.includes(permission) ?? false;
