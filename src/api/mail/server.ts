import { requirePassword } from '#api/access/sessions/proof.ts';
import { findUser } from '#api/access/store.ts';
import type { Input } from '#api/routing/parameter.ts';
import { sealText } from '#api/second-factor/sealed-secrets.ts';
import { siteSettings } from '#api/settings/site-settings.ts';
import { findStoredSettings, storeSetting } from '#api/settings/store.ts';
import { MAIL_OWNER, readStoredMail, type StoredMail } from '#api/settings/stored-mail.ts';
import type { Call } from '#context.ts';
import { invalidParameter, invalidParameters, KalendsError, type Problem } from '#errors.ts';
import { languageOf, message, translate } from '#foundation/i18n/catalogue.ts';
import { moveVersion } from '#store/db/changes.ts';
import type { Reading } from '#store/db/engine.ts';
import { composeMail } from './queue.ts';
import type { MailServerAnswer, mailServerFields, TestMailAnswer } from './schema.ts';
import { findServerProblem, MailFailure, openTransport } from './transport.ts';

/** The name under which the settings keep it. */
const SETTING = 'mail';
/** Fields that say which server it is. A stored password is never sent to another one. */
const SERVER = ['host', 'port', 'security', 'user'] as const;
/** Test mails of one administrator. */
const TESTS = { most: 5, windowMs: 600_000 };

type SentServer = Input<typeof mailServerFields>;
type SentFields = Omit<SentServer, 'current_password'>;

const NONE: StoredMail = { host: '', port: 587, security: 'starttls', user: '', password: '', from: '' };

const findMailServer = async (db: Reading): Promise<StoredMail> =>
  readStoredMail((await findStoredSettings(db)).get(SETTING)) ?? NONE;

/** Returns the fields that variables have decided, each with its variable. */
function decided({
  services: { config },
}: Pick<Call, 'services'>): Readonly<Partial<Record<keyof SentFields, string>>> {
  const from = config.mailFrom ? { from: 'KALENDS_MAIL_FROM' } : {};
  if (!config.mail?.isOperators) return from;
  const variable = 'KALENDS_SMTP_URL';
  return { host: variable, port: variable, security: variable, user: variable, password: variable, ...from };
}

/** Returns the mail server as administrators see it: never its password. */
export async function presentMailServer(call: Call): Promise<MailServerAnswer> {
  const { config } = await siteSettings(call);
  const stored = await findMailServer(call.services.db.read);
  const { mail, mailFrom } = config;
  const own = mail?.isOperators ? mail.server : undefined;
  const from = mailFrom ? `${mailFrom.name} <${mailFrom.address}>`.replace(/^ <(.*)>$/, '$1') : stored.from;
  return {
    host: own ? own.host : stored.host,
    port: own ? own.port : stored.port,
    security: own ? (own.isSecure ? 'tls' : 'starttls') : stored.security,
    // A user's name may be a key.
    user: own ? '' : stored.user,
    has_password: own ? own.password !== '' : stored.password !== '',
    from,
    overridden: Object.keys(decided({ services: { ...call.services, config } })),
    is_sending: mail !== undefined,
    has_links: config.publicUrl !== undefined,
  };
}

/** Returns a mail server with the fields that were sent. */
const changed = (stored: StoredMail, sent: Omit<Partial<SentFields>, 'password'>): StoredMail => ({
  ...stored,
  ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
});

/** Returns what is wrong with a mail server beside what is stored and what variables say. */
async function serverProblems(call: Call, sent: SentFields): Promise<Record<string, Problem>> {
  const problems: Record<string, Problem> = {};
  const { config } = await siteSettings(call);
  for (const [name, variable] of Object.entries(decided({ services: { ...call.services, config } })))
    if (Object.hasOwn(sent, name) && Reflect.get(sent, name) !== undefined)
      problems[name] = { message: message('problem.overridden', { variable }) };
  const stored = await findMailServer(call.services.db.read);
  const { password, ...others } = sent;
  const next = changed(stored, others);
  if (next.host === '' || Object.keys(problems).length > 0) return problems;
  if (next.from === '' && !config.mailFrom) problems['from'] = { message: message('problem.mail_from') };
  const isOther = SERVER.some((name) => next[name] !== stored[name]);
  if (isOther && stored.password !== '' && password === undefined)
    problems['password'] = { message: message('problem.mail_password') };
  return problems;
}

/**
 * Stores the mail server that was sent; without a host none is kept, nor a password. Links that set passwords go by it, so that
 * it needs the caller's password as they do (contract W7).
 * @throws KalendsError `rest_invalid_param`, `rest_password_required`, `rest_second_factor_key` where the key of secrets can't be used
 */
export async function changeMailServer(call: Call, { current_password, ...sent }: SentServer): Promise<void> {
  const problems = await serverProblems(call, sent);
  if (Object.keys(problems).length > 0) throw invalidParameters(problems);
  await requirePassword(call, current_password);
  const { password, ...others } = sent;
  const { services } = call;
  const { host, port } = changed(await findMailServer(services.db.read), others);
  const isNamed = host !== '' && (sent.host !== undefined || sent.port !== undefined);
  // Not before the password is proved: it tells what names lead to.
  const refused = isNamed ? await findServerProblem({ host, port }, services.config) : undefined;
  if (refused) throw invalidParameter('host', refused);
  await services.db.write(async (trx) => {
    const next = changed(await findMailServer(trx), others);
    const sealed = password ? await sealText(trx, services, { text: password, owner: MAIL_OWNER }) : password;
    await storeSetting(
      trx,
      SETTING,
      next.host === '' ? null : { ...next, password: sealed ?? next.password },
    );
    await moveVersion(trx);
  });
}

/**
 * Sends a mail to the administrator's own address, by the server that is stored, and returns what came of it.
 * @throws KalendsError `rest_mail_unavailable`, `rest_too_many_requests`
 */
export async function sendTestMail(call: Call, isTrial: boolean): Promise<TestMailAnswer> {
  const { services, viewer } = call;
  const { config } = await siteSettings(call);
  const user = viewer && (await findUser(services.db.read, viewer.id));
  if (!config.mail || !user) throw new KalendsError('rest_mail_unavailable');
  const language = languageOf(user.language) ?? call.language;
  const recipient = user.email;
  if (recipient === '')
    return { sent: false, recipient, reason: translate(language, message('mail.test.no_recipient')) };
  if (isTrial) return { sent: false, recipient, reason: '' };
  const attempt = await services.guesses.begin([{ name: ['test_mail', user.id], limit: TESTS }]);
  await attempt.wrong();
  const { siteName } = config;
  const mail = composeMail(config.mail, {
    to: recipient,
    language,
    subject: message('mail.test.subject', { site: siteName }),
    paragraphs: [message('mail.test.text', { site: siteName })],
  });
  const transport = await openTransport(config.mail, { ...config, language });
  try {
    await transport.send(mail);
    return { sent: true, recipient, reason: '' };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return { sent: false, recipient, reason: error.message };
  } finally {
    transport.close();
  }
}
