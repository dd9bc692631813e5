import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';

/** The mail server, as the interface answers it: without its password. */
export type ShownMailServer = Schemas['MailServer'];

/** The query of the mail server. */
export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: ({ signal }) => bodyOf(api.GET('/kalends/v1/mails/server', { signal })),
});

/** Stores fields of the mail server. */
export const sendMailServer = (body: Schemas['UpdateMailServer']): Promise<ShownMailServer> =>
  bodyOf(api.PATCH('/kalends/v1/mails/server', { body }));

/** Sends a test mail to whoever is signed in, and returns what came of it. */
export const sendTestMail = (): Promise<Schemas['TestMail']> =>
  bodyOf(api.POST('/kalends/v1/mails/server/test', { body: {} }));
