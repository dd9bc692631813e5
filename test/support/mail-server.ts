import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it came over the wire, and the envelope that it came in. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  /** Value of a header field, unfolded; '' where there is none. */
  header(name: string): string;
  /** The body, decoded. */
  readonly text: string;
}

/** A mail server that keeps what it gets, and refuses recipients as told. */
export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Answers to recipients by their local part, such as `550 No such person`. */
  readonly refusals: Map<string, string>;
  /** Resolves once so many mails have come. */
  received(count: number): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

const DEADLINE_MS = 60_000;

function decoded(source: string): string {
  const body = source.slice(source.indexOf('\r\n\r\n') + 4);
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(source)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Starts a real SMTP server on a port of its own, or on `port`; it takes `user` with `password` where they are given. */
export async function startMailServer({
  port = 0,
  user,
  password,
}: {
  port?: number;
  user?: string;
  password?: string;
} = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const refusals = new Map<string, string>();
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    authOptional: user === undefined,
    allowInsecureAuth: true,
    onAuth(given, _session, done) {
      if (given.username === user && given.password === password) done(null, { user: given.username });
      else done(new Error('wrong credentials'));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.get(address.split('@')[0] ?? '');
      if (refusal === undefined) done();
      else done(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('latin1');
        const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
          header: (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '',
          text: decoded(source),
        });
        done();
        for (const wake of waiting) wake();
      });
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: actual } = server.server.address() as AddressInfo;
  const credentials = user === undefined ? '' : `${user}:${encodeURIComponent(password ?? '')}@`;
  return {
    url: `smtp://${credentials}127.0.0.1:${actual}`,
    port: actual,
    mails,
    refusals,
    async received(count) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const look = () => {
        if (mails.length >= count) resolve();
      };
      waiting.add(look);
      const timer = setTimeout(
        () => reject(new Error(`Of ${count} mails ${mails.length} have come.`)),
        DEADLINE_MS,
      );
      look();
      try {
        await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(look);
      }
      return mails;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
