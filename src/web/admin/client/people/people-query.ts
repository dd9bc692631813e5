import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';

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

const at = (id: number) => ({ params: { path: { id } } });

/** Changes of people and invitations. */
export const peopleCalls = {
  setRole: (id: number, role: PersonRole) =>
    bodyOf(api.PATCH('/kalends/v1/users/{id}', { ...at(id), body: { role } })),
  remove: (id: number) => bodyOf(api.DELETE('/kalends/v1/users/{id}', at(id))),
  invite: (role: PersonRole, email: string) =>
    bodyOf(api.POST('/kalends/v1/invitations', { body: email === '' ? { role } : { role, email } })),
  withdraw: (id: number) => bodyOf(api.DELETE('/kalends/v1/invitations/{id}', at(id))),
};
