import { queryOptions } from '@tanstack/react-query';
import type { ProofOfPassword } from '../account/use-guarded.ts';
import { api, bodyOf, InterfaceError, type Schemas } from '../interface/client.ts';

/** A person with an account. */
export type Person = Schemas['User'];
/** Role of a person. */
export type PersonRole = Person['role'];
/** An invitation that nobody has accepted yet. */
export type OpenInvitation = Schemas['Invitation'];

/** The roles, those that may most first. */
export const roles = [
  'administrator',
  'editor',
  'author',
  'contributor',
  'subscriber',
] as const satisfies readonly PersonRole[];

/** The query of all people. */
export const peopleQuery = queryOptions({
  queryKey: ['people', 'list'],
  queryFn: async ({ signal }) => (await bodyOf(api.GET('/kalends/v1/users', { signal }))).users,
});

/** The query of the invitations that wait. */
export const invitationsQuery = queryOptions({
  queryKey: ['people', 'invitations'],
  queryFn: async ({ signal }) => (await bodyOf(api.GET('/kalends/v1/invitations', { signal }))).invitations,
});

/** Outcome of removing an account, found out before: it owns nothing, somebody has to take what it owns, or it is refused. */
type RemovalOutlook =
  | { readonly state: 'free' | 'owns' }
  | { readonly state: 'refused'; readonly reason: string };

const CHANGES_SHOWN = 5;
const at = (id: number) => ({ params: { path: { id } } });

/** Changes of people and invitations. */
export const peopleCalls = {
  setRole: (id: number, role: PersonRole, proof: ProofOfPassword) =>
    bodyOf(api.PATCH('/kalends/v1/users/{id}', { ...at(id), body: { role, ...proof } })),
  sessions: async (user: number, signal: AbortSignal) =>
    (await bodyOf(api.GET('/kalends/v1/sessions', { params: { query: { user } }, signal }))).sessions,
  signOut: (user: number) => bodyOf(api.DELETE('/kalends/v1/sessions', { params: { query: { user } } })),
  tokens: async (id: number, signal: AbortSignal) =>
    (await bodyOf(api.GET('/kalends/v1/users/{id}/tokens', { ...at(id), signal }))).tokens,
  revoke: (id: number, token: number) =>
    bodyOf(api.DELETE('/kalends/v1/users/{id}/tokens/{token}', { params: { path: { id, token } } })),
  changes: (id: number, signal: AbortSignal) =>
    bodyOf(
      api.GET('/kalends/v1/history', {
        params: { query: { by: String(id), per_page: CHANGES_SHOWN, condense: true } },
        signal,
      }),
    ),
  /** Tries the removal of an account out. */
  async tryRemoval(id: number): Promise<RemovalOutlook> {
    try {
      await bodyOf(
        api.DELETE('/kalends/v1/users/{id}', { params: { path: { id }, query: { dry_run: true } } }),
      );
      return { state: 'free' };
    } catch (refusal) {
      if (!(refusal instanceof InterfaceError)) throw refusal;
      if (refusal.code === 'rest_user_has_content') return { state: 'owns' };
      if (refusal.code === 'rest_user_last_administrator')
        return { state: 'refused', reason: refusal.message };
      throw refusal;
    }
  },
  /** Removes an account; what it owns goes to `heir`. */
  remove: (id: number, heir: number | undefined) =>
    bodyOf(
      api.DELETE('/kalends/v1/users/{id}', {
        params: { path: { id }, query: heir === undefined ? {} : { reassign: heir } },
      }),
    ),
  invite: (role: PersonRole, email: string, proof: ProofOfPassword) =>
    bodyOf(
      api.POST('/kalends/v1/invitations', { body: { role, ...(email === '' ? {} : { email }), ...proof } }),
    ),
  withdraw: (id: number) => bodyOf(api.DELETE('/kalends/v1/invitations/{id}', at(id))),
};
