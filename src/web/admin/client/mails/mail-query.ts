import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';

/** A mail that the server hasn't taken. */
export type WaitingMail = Schemas['Mail'];

/** So many are listed at once. */
export const PER_PAGE = 20;
const at = (id: number) => ({ params: { path: { id } } });

/** Returns the query of one page of the mails that could not be sent. */
export const failedMailsQuery = (page: number) =>
  queryOptions({
    queryKey: ['mails', page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/kalends/v1/mails', {
          params: { query: { failed: true, page, per_page: PER_PAGE } },
          signal,
        }),
      ),
  });

/** Changes of the queue of mails. */
export const mailCalls = {
  retry: (id: number) => bodyOf(api.POST('/kalends/v1/mails/{id}/retry', at(id))),
  retryAll: async () => (await bodyOf(api.POST('/kalends/v1/mails/retry'))).retried,
  discard: (id: number) => bodyOf(api.DELETE('/kalends/v1/mails/{id}', at(id))),
};
