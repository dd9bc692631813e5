import { MailFailure, openTransport } from '#api/mail/transport.ts';
import { mailOf, openPassword, readStoredMail } from '#api/settings/stored-mail.ts';
import type { Config } from '#config.ts';
import type { CalendarState } from '#store/db/inspection.ts';
import { type Finding, fine, wrong } from './finding.ts';

const MANY_WAIT = 100;

/**
 * Checks the queue of mails, and signs in at the mail server that a variable or the settings name; sends nothing. Without a
 * server it says why no mail is sent.
 */
export async function checkMail(
  config: Config,
  { mails = { waiting: 0, givenUp: 0 }, mailServer }: Partial<CalendarState> = {},
): Promise<Finding[]> {
  const { waiting, givenUp } = mails;
  const findings: Finding[] = [];
  if (givenUp > 0) findings.push(wrong('warning', 'mail', 'mails_given_up', { count: givenUp }));
  const mail = config.mail ?? mailOf(config, mailServer);
  if (!mail) {
    const stored = readStoredMail(mailServer);
    if (stored && openPassword(config, stored) === undefined)
      findings.push(
        wrong('error', 'mail', 'mail_key', { server: `${stored.host}:${stored.port}`, file: config.keyFile }),
      );
    else if (waiting > 0) findings.push(wrong('warning', 'mail', 'mails_unsent', { count: waiting }));
    return findings.length > 0 ? findings : [fine('mail', 'mail_unset')];
  }
  if (waiting >= MANY_WAIT) findings.push(wrong('warning', 'mail', 'mails_wait', { count: waiting }));
  const server = `${mail.server.host}:${mail.server.port}`;
  const transport = await openTransport(mail, config);
  try {
    await transport.probe();
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    findings.push(wrong('error', 'mail', 'mail_server', { server, reason: error.message }));
  } finally {
    transport.close();
  }
  return findings.length > 0 ? findings : [fine('mail', 'mail', { server, count: waiting })];
}
