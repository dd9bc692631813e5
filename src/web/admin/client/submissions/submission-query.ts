import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';

/** A proposal as the interface gives it to editors. */
export type Submission = Schemas['Submission'];
/** The picture that the event of a proposal shows. */
export type SubmittedImage = NonNullable<Submission['image']>;
/** State of a proposal that has a list of its own. */
export type ListedState = 'waiting' | 'asked' | 'accepted' | 'rejected';
/** The lists of proposals, in their order. */
export const listedStates = [
  'waiting',
  'asked',
  'accepted',
  'rejected',
] as const satisfies readonly ListedState[];

const listOf = (state: ListedState, per_page: number, signal: AbortSignal) =>
  bodyOf(api.GET('/kalends/v1/submissions', { params: { query: { state, per_page } }, signal }));

/** The query of the proposals in a state, the oldest first. */
export const submissionsQuery = (state: ListedState) =>
  queryOptions({
    queryKey: ['submissions', 'list', state],
    queryFn: ({ signal }) => listOf(state, 50, signal),
    refetchInterval: 60_000,
  });

/** The query of how many proposals are in a state. */
export const submissionCountQuery = (state: ListedState) =>
  queryOptions({
    queryKey: ['submissions', 'count', state],
    queryFn: async ({ signal }) => (await listOf(state, 1, signal)).total,
    staleTime: 30_000,
  });

/** The query of one proposal, with the events that it is likely one with. */
export const submissionQuery = (id: number) =>
  queryOptions({
    queryKey: ['submissions', 'one', id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/kalends/v1/submissions/{id}', { params: { path: { id } }, signal })),
  });

const at = (id: number) => ({ params: { path: { id } } });

/** Decides about a proposal. */
export const decisions = {
  /** @param venue the place that it gets instead of the one that it names */
  accept: (id: number, venue?: number) =>
    bodyOf(
      api.POST('/kalends/v1/submissions/{id}/accept', {
        ...at(id),
        body: venue === undefined ? {} : { venue },
      }),
    ),
  ask: (id: number, message: string) =>
    bodyOf(api.POST('/kalends/v1/submissions/{id}/ask', { ...at(id), body: { message } })),
  reject: (id: number, message: string) =>
    bodyOf(api.POST('/kalends/v1/submissions/{id}/reject', { ...at(id), body: { message } })),
  reopen: (id: number) => bodyOf(api.POST('/kalends/v1/submissions/{id}/reopen', at(id))),
};
