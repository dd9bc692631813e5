// Starts that PostgreSQL doesn't allow: what each says, and that it leaves everything as it was.
import pg from 'pg';
import { databaseAt, VARIABLES } from '../support/engine.ts';
import { startFakePostgres } from '../support/fake-postgres.ts';
import { type Case, holdCases, type Place, SECRET } from '../support/wrong-start.ts';

const server = process.env[VARIABLES.server] ?? '';
const name = `kalends_wrong_${process.pid}`;

/** Does something on the server itself. */
async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** The address of this case's database, changed. */
const changed = ({ env }: Place, change: (url: URL) => void) => {
  const url = new URL(env['DATABASE_URL'] ?? '');
  change(url);
  env['DATABASE_URL'] = url.href;
};

const faked = (behaviour: Parameters<typeof startFakePostgres>[0]) => async (place: Place) => {
  const fake = await startFakePostgres(behaviour);
  place.after.push(() => fake.stop());
  place.env['DATABASE_URL'] = fake.address;
};

const cases: readonly Case[] = [
  {
    what: 'a wrong password',
    given: (place) => changed(place, (url) => Object.assign(url, { password: SECRET })),
    says: [
      /DATABASE_URL \(postgres:\/\/postgres@\S+\): the server rejected the password of the role “postgres”\. Correct it/,
    ],
    code: 1,
  },
  {
    what: 'a wrong password, for a command',
    args: ['user', 'list'],
    given: (place) => changed(place, (url) => Object.assign(url, { password: SECRET })),
    says: [/DATABASE_URL \(postgres:\/\/postgres@\S+\): the server rejected the password/],
    code: 1,
  },
  {
    what: 'a wrong password, with workers',
    env: { KALENDS_WORKERS: '2' },
    given: (place) => changed(place, (url) => Object.assign(url, { password: SECRET })),
    says: [/the server rejected the password/],
    code: 1,
  },
  {
    what: 'no password',
    given: (place) => changed(place, (url) => Object.assign(url, { password: '' })),
    says: [/the server requires a password for the role “postgres”.*PGPASSWORD/],
    code: 1,
  },
  {
    what: 'a role that there is not',
    given: (place) => changed(place, (url) => Object.assign(url, { username: `${name}_nobody` })),
    says: [/“kalends_wrong_\d+_nobody”/],
    code: 1,
  },
  {
    what: 'a database that there is not',
    given: (place) => changed(place, (url) => Object.assign(url, { pathname: `/${name}_none` })),
    says: [/the server has no database “kalends_wrong_\d+_none”\. Create it \(createdb -O postgres/],
    code: 1,
  },
  {
    what: 'a server that nobody knows',
    args: ['serve', '--database-url', `postgres://u:${SECRET}@nosuch.invalid/events`],
    says: [
      /--database-url \(postgres:\/\/u@nosuch\.invalid\/events\): the server “nosuch\.invalid” wasn’t found\. Check/,
    ],
    code: 1,
  },
  {
    what: 'a port where nothing listens',
    env: { DATABASE_URL: `postgres://u:${SECRET}@127.0.0.1:1/events` },
    says: [
      /DATABASE_URL \(postgres:\/\/u@127\.0\.0\.1:1\/events\): 127\.0\.0\.1:1 refuses connections\. Start PostgreSQL/,
    ],
    code: 1,
  },
  {
    what: 'TLS that the server does not offer',
    given: (place) => changed(place, (url) => url.searchParams.set('sslmode', 'verify-full')),
    says: [/the address requires TLS, but the server doesn’t support it\. Remove sslmode/],
    code: 1,
  },
  {
    what: 'TLS that the server demands',
    given: faked({
      state: '28000',
      says: 'no pg_hba.conf entry for host "10.0.0.7", user "someone", database "events", no encryption',
    }),
    says: [/requires TLS for the role “someone”\. Add \?sslmode=verify-full/],
    code: 1,
  },
  {
    what: 'a role that is not let in',
    given: faked({ state: '28000', says: 'role "someone" is not permitted to log in' }),
    says: [/doesn’t accept the role “someone”: .*not permitted.*pg_hba\.conf/],
    code: 1,
  },
  {
    what: 'too many connections',
    given: faked({ state: '53300', says: 'sorry, too many clients already' }),
    says: [/has no free connections\. Raise its max_connections or lower KALENDS_DATABASE_CONNECTIONS/],
    code: 1,
  },
  {
    what: 'a server that is starting',
    given: faked({ state: '57P03', says: 'the database system is starting up' }),
    says: [/the server is starting or shutting down\. Wait/],
    code: 1,
  },
  {
    what: 'an old server',
    given: faked({ version: '13.4' }),
    says: [/the server runs PostgreSQL 13\.4, but Kalends requires 15 or later/],
    code: 1,
  },
  {
    what: 'a server of the web',
    given: faked('http'),
    says: [/isn’t PostgreSQL, or it closed the connection/],
    code: 1,
  },
  {
    what: 'a server that hangs up',
    given: faked('hang up'),
    says: [/isn’t PostgreSQL, or it closed the connection/],
    code: 1,
  },
  {
    what: 'a server that says nothing',
    given: faked('silent'),
    says: [/didn’t respond in time\. Check that/],
    code: 1,
  },
  {
    what: 'a role without rights',
    async given(place) {
      await administer(`create role ${name}_poor login password '${SECRET}'`);
      place.after.push(() => administer(`drop role ${name}_poor`));
      changed(place, (url) => Object.assign(url, { username: `${name}_poor`, password: SECRET }));
    },
    says: [
      /the role “kalends_wrong_\d+_poor” has no permission in the database “\w+”: .*alter database \w+ owner to/,
    ],
    code: 1,
  },
  {
    what: 'a server that can only be read',
    async given(place) {
      await administer(
        `create role ${name}_reader login superuser password '${SECRET}'`,
        `alter role ${name}_reader set default_transaction_read_only = on`,
      );
      place.after.push(() => administer(`drop role ${name}_reader`));
      changed(place, (url) => Object.assign(url, { username: `${name}_reader`, password: SECRET }));
    },
    says: [/the server is read-only, .*Use the address of the primary/],
    code: 1,
  },
  {
    what: "another program's tables",
    async given(place) {
      const client = new pg.Client(
        databaseAt(server, new URL(place.env['DATABASE_URL'] ?? '').pathname.slice(1)),
      );
      await client.connect();
      await client.query('create table events (id integer)');
      await client.end();
    },
    says: [/postgres:\/\/\S+ contains tables of another program/],
    code: 1,
  },
  {
    what: 'a port where nothing listens, for a command',
    args: ['migrate', '--database-url', `postgres://u:${SECRET}@127.0.0.1:1/events`],
    says: [/--database-url \(postgres:\/\/u@127\.0\.0\.1:1\/events\): .* refuses connections/],
    code: 1,
  },
  ...[['check'], ['export', '--out', 'out.json'], ['user', 'remove', 'admin']].map(
    (args): Case => ({
      what: `${args.join(' ')} without a calendar`,
      args,
      says: [/No calendar in postgres:\/\/\S+ \(DATABASE_URL\)\. .*start/],
      code: 1,
    }),
  ),
];

holdCases('a start whose server does not do says why, and leaves nothing behind', cases);
