import { lookup } from 'node:dns/promises';
import type { SentMessageInfo, Transporter } from 'nodemailer';
import type { Config } from '#config.ts';
import { type Message, message, translate } from '#foundation/i18n/catalogue.ts';
import { allowList } from '#foundation/network/allow-list.ts';
import { isPublicAddress } from '#store/pictures/address.ts';
import type { MailRow } from './store.ts';

/** Milliseconds for a connection, so short that a service which stops doesn't wait for it. */
const CONNECT_MS = 5_000;
/** Milliseconds without a word of the server. */
const SILENCE_MS = 20_000;

/** A mail as its server gets it. */
export type HandedMail = Pick<MailRow, 'message_id' | 'recipient' | 'language' | 'subject' | 'body'>;

/** The way of mails out of the house. */
export interface MailTransport {
  /** Hands a mail over. @throws MailFailure where the server didn't take it */
  send(mail: HandedMail): Promise<void>;
  /** Signs in and sends nothing. @throws MailFailure */
  probe(): Promise<void>;
  close(): void;
}

/** The reason why a mail wasn't taken, in the server's words where it gave one. */
export class MailFailure extends Error {
  override name = 'MailFailure';
  /** `server`: no mail gets through. `mail`: this one doesn't now. `refused`: this one never will (RFC 5321 §4.2.1). */
  readonly kind: 'server' | 'mail' | 'refused';

  constructor(text: string, kind: MailFailure['kind']) {
    super(text);
    this.kind = kind;
  }
}

type MailSettings = Pick<Config, 'fetchAllow' | 'language'>;

/** Ports at which mail servers take mails. */
const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525]);

type MailPlace = Pick<NonNullable<Config['mail']>['server'], 'host' | 'port'>;

/** The text that a server is not public; `host` and `port` fill it. */
const notPublic = ({ host, port }: MailPlace): Message =>
  message('mail.server_not_public', { host, port: String(port) });

/** The text that the name of a server leads nowhere. */
const unknownServer = ({ host }: MailPlace): Message => message('mail.server_unknown', { host });

/** Returns the addresses of a server that an administrator has named; none where the name isn't known. */
const addressesOf = async ({ host }: MailPlace): Promise<string[]> =>
  (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);

const isAllowed = ({ host, port }: MailPlace, { fetchAllow }: Pick<Config, 'fetchAllow'>): boolean =>
  allowList(fetchAllow)(host.toLowerCase(), port);

/**
 * Returns why no mail will ever go to a server that an administrator names; undefined where nothing is known against it, as of
 * a name that can't be looked up now.
 */
export async function findServerProblem(
  place: MailPlace,
  settings: Pick<Config, 'fetchAllow'>,
): Promise<Message | undefined> {
  if (isAllowed(place, settings)) return undefined;
  const isOther = !MAIL_PORTS.has(place.port) || !(await addressesOf(place)).every(isPublicAddress);
  return isOther ? notPublic(place) : undefined;
}

/**
 * Returns where to connect. A server that an administrator has named has to be public, or among those that the operator allows:
 * what it answers would else tell of the machine's own network.
 * @throws MailFailure
 */
async function placeOf(
  { server, isOperators }: NonNullable<Config['mail']>,
  settings: MailSettings,
): Promise<string> {
  if (isOperators || isAllowed(server, settings)) return server.host;
  const fail = (reason: Message) => new MailFailure(translate(settings.language, reason), 'server');
  if (!MAIL_PORTS.has(server.port)) throw fail(notPublic(server));
  const found = await addressesOf(server);
  const [first] = found;
  if (first === undefined) throw fail(unknownServer(server));
  if (!found.every(isPublicAddress)) throw fail(notPublic(server));
  return first;
}

/**
 * Opens the way to a mail server; connects with each mail.
 * @param settings hosts that the operator allows although they are not public, and the language of failures
 */
export async function openTransport(
  mail: NonNullable<Config['mail']>,
  settings: MailSettings,
): Promise<MailTransport> {
  // Read where there is a mail server: the start of every other service would wait for it.
  const { createTransport } = await import('nodemailer');
  const { from, server } = mail;
  const { host, port, isSecure, user, password } = server;
  const connect = async (): Promise<Transporter<SentMessageInfo>> => {
    const place = await placeOf(mail, settings);
    return createTransport({
      host: place,
      port,
      secure: isSecure,
      // Who signs in does so encrypted or not at all, machines of one's own apart.
      requireTLS: !isSecure && user !== '' && !isLocal(host),
      ...(place === host ? {} : { tls: { servername: host } }),
      ...(user === '' ? {} : { auth: { user, pass: password } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transporter: Transporter<SentMessageInfo> | undefined;
  const asFailure = async (work: () => Promise<unknown>, secrets: readonly string[]) => {
    try {
      await work();
    } catch (error) {
      throw error instanceof MailFailure ? error : failureOf(error, secrets, server, settings.language);
    }
  };
  return {
    async send({ message_id, recipient, language, subject, body }) {
      await asFailure(async () => {
        transporter = await connect();
        await transporter.sendMail({
          messageId: `<${message_id}>`,
          from,
          // As an object: a text would be read as a list of addresses.
          to: { name: '', address: recipient },
          envelope: { from: from.address, to: recipient },
          subject,
          text: body,
          textEncoding: 'quoted-printable',
          // Nobody's absence answers it (RFC 3834 §5).
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': language,
          },
        });
      }, [password, recipient]);
    },
    async probe() {
      await asFailure(async () => {
        transporter = await connect();
        await transporter.verify();
      }, [password]);
    },
    close: () => transporter?.close(),
  };
}

const isLocal = (host: string): boolean => /^(localhost|127\.[\d.]+|::1)$/.test(host);

/** Codes of nodemailer's errors that are about the mail itself, once the server talked to us. */
const OF_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);
const LONGEST = 300;

/** Codes of nodemailer's errors that a wrong host, port or encryption brings. */
const OF_CONNECTION = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'ETLS']);

function explain(error: unknown, reason: string, place: MailPlace): Message | undefined {
  const { code, syscall } = Object(error) as Partial<Record<string, unknown>>;
  const { host, port } = place;
  if (code === 'EDNS' || syscall === 'getaddrinfo') return unknownServer(place);
  if (code === 'EAUTH') return message('mail.server_sign_in', { host, reason });
  return OF_CONNECTION.has(String(code))
    ? message('mail.server_silent', { host, port: String(port), reason })
    : undefined;
}

function failureOf(
  error: unknown,
  secrets: readonly string[],
  place: MailPlace,
  language: MailSettings['language'],
): MailFailure {
  const { code, responseCode, message: said } = Object(error) as Partial<Record<string, unknown>>;
  // Servers repeat addresses, and the log names nobody.
  const reason = secrets
    .filter(Boolean)
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), String(said ?? error).replaceAll(/\s+/g, ' '))
    .slice(0, LONGEST);
  const explained = explain(error, reason, place);
  const text = explained ? translate(language, explained) : reason;
  if (!OF_MAIL.has(String(code))) return new MailFailure(text, 'server');
  return new MailFailure(text, Number(responseCode) >= 500 ? 'refused' : 'mail');
}
