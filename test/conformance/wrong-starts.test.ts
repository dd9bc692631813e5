// Starts that can't be: what each says, with which code, and that it leaves everything as it was.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before } from 'node:test';
import { type Case, holdCases, SECRET } from '../support/wrong-start.ts';

let taken = 0;
const squatter = createServer();
before(async () => {
  squatter.listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  taken = (squatter.address() as AddressInfo).port;
});
after(() => {
  squatter.close();
});

const cases: readonly Case[] = [
  {
    what: 'a port that is taken',
    given: ({ env }) => Object.assign(env, { KALENDS_PORT: String(taken) }),
    says: [/KALENDS_PORT: port \d+ on 127\.0\.0\.1 is in use by “[\w.-]+” \(process \d+\)\./, /another port/],
    code: 1,
  },
  {
    what: 'a port that is taken, with workers',
    env: { KALENDS_WORKERS: '2' },
    given: ({ env }) => Object.assign(env, { KALENDS_PORT: String(taken) }),
    says: [/KALENDS_PORT: port \d+ on 127\.0\.0\.1 is in use/],
    code: 1,
  },
  ...['1', '2'].map(
    (workers): Case => ({
      what: `a port of the metrics that is taken, with workers: ${workers}`,
      env: { KALENDS_WORKERS: workers },
      given: ({ env }) => Object.assign(env, { KALENDS_METRICS_PORT: String(taken) }),
      says: [/KALENDS_METRICS_PORT.*127\.0\.0\.1:\d+/],
      code: 1,
    }),
  ),
  {
    what: 'an address that the machine does not have',
    args: ['serve', '--host', '192.0.2.1'],
    says: [/--host: this machine doesn’t have the address “192\.0\.2\.1”/, /0\.0\.0\.0/],
    code: 1,
  },
  {
    what: 'a host that nobody knows',
    env: { KALENDS_HOST: 'nosuch.invalid' },
    says: [/KALENDS_HOST: .*“nosuch\.invalid”/, /127\.0\.0\.1/],
    code: 1,
  },
  {
    what: 'an address of the web for a host',
    env: { KALENDS_HOST: 'http://127.0.0.1' },
    says: [/KALENDS_HOST: .*“http:\/\/127\.0\.0\.1”/],
    code: 1,
  },
  {
    what: 'a port that is no number',
    args: ['serve', '--port', 'http'],
    says: [/--port must be .*65,?535.*“http”/],
    code: 2,
  },
  {
    what: 'a port too high',
    env: { KALENDS_PORT: '70000' },
    says: [/KALENDS_PORT must be .*“70000”/],
    code: 2,
  },
  {
    what: 'a level that is none',
    args: ['serve', '--log-level', 'loud'],
    says: [/--log-level must be one of fatal, error, warn.*“loud”/],
    code: 2,
  },
  {
    what: 'a proxy that is none',
    args: ['serve', '--trust-proxy', '10.0.0.0/99'],
    says: [/--trust-proxy must be .*10\.0\.0\.0\/8.*“10\.0\.0\.0\/99”/],
    code: 2,
  },
  {
    what: 'a time zone that is none',
    args: ['serve', '--timezone', 'Mars/Base'],
    says: [/--timezone isn’t a time zone: “Mars\/Base”.*Europe\/Berlin/],
    code: 2,
  },
  {
    what: 'a language that is none',
    env: { KALENDS_LANGUAGE: 'xx' },
    says: [/KALENDS_LANGUAGE must be en, de(, | or ).*, not “xx”/],
    code: 2,
  },
  {
    what: 'a currency that is none',
    env: { KALENDS_CURRENCY: 'EURO' },
    says: [/KALENDS_CURRENCY .*EUR.*“EURO”/],
    code: 2,
  },
  {
    what: 'a place of a currency that is none',
    args: ['serve', '--currency-position', 'left'],
    says: [/--currency-position must be prefix or postfix, not “left”/],
    code: 2,
  },
  {
    what: 'a public address without a protocol',
    env: { KALENDS_PUBLIC_URL: 'calendar.example.org' },
    says: [/KALENDS_PUBLIC_URL must be an http or https address such as .*“calendar\.example\.org”/],
    code: 2,
  },
  {
    what: 'an origin with a path',
    env: { KALENDS_CORS_ORIGINS: 'https://a.example/path' },
    says: [/KALENDS_CORS_ORIGINS must .*“https:\/\/a\.example\/path”/],
    code: 2,
  },
  {
    what: 'a host for pictures with a protocol',
    env: { KALENDS_FETCH_ALLOW: 'http://x/y' },
    says: [/KALENDS_FETCH_ALLOW must .*“http:\/\/x\/y”/],
    code: 2,
  },
  {
    what: 'an instant that is none',
    env: { KALENDS_CLOCK: 'yesterday' },
    says: [/KALENDS_CLOCK must be an instant .*“yesterday”/],
    code: 2,
  },
  { what: 'no workers', env: { KALENDS_WORKERS: '0' }, says: [/KALENDS_WORKERS must be .*“0”/], code: 2 },
  { what: 'less than no memory', args: ['serve', '--cache=-1'], says: [/--cache must be .*“-1”/], code: 2 },
  {
    what: 'the database of another engine',
    env: { DATABASE_URL: `mysql://events:${SECRET}@db/events` },
    says: [/DATABASE_URL must start with postgres:\/\/ or sqlite:, not “mysql:\/\/events@db\/events”/],
    code: 2,
  },
  {
    what: 'a password that is not encoded',
    env: { DATABASE_URL: `postgres://events:a#${SECRET}@db/events` },
    says: [/DATABASE_URL isn’t a valid address: .*%23/],
    code: 2,
  },
  {
    what: 'a replica that is none',
    args: ['serve', '--database-replica-url', 'http://db'],
    says: [/--database-replica-url must start with postgres:\/\//],
    code: 2,
  },
  {
    what: 'a replica of SQLite',
    env: { DATABASE_URL: 'sqlite:x.db', DATABASE_REPLICA_URL: 'postgres://db/events' },
    says: [/DATABASE_REPLICA_URL requires a calendar in PostgreSQL/],
    code: 2,
  },
  {
    what: 'an address for notifications that is none',
    env: { KALENDS_LISTEN_URL: 'localhost:5432' },
    says: [/KALENDS_LISTEN_URL must start with postgres:\/\/, not “localhost:5432”/],
    code: 2,
  },
  {
    what: 'a password of the first administrator that is too short',
    env: { KALENDS_ADMIN_PASSWORD: 'short' },
    says: [/KALENDS_ADMIN_PASSWORD must have at least 8 characters/],
    code: 2,
  },
  {
    what: 'a password of the first administrator that is blank',
    env: { KALENDS_ADMIN_PASSWORD: ' '.repeat(12) },
    says: [/KALENDS_ADMIN_PASSWORD must not be blank/],
    code: 2,
  },
  {
    what: 'the same with workers',
    env: { KALENDS_WORKERS: '2' },
    args: ['serve', '--admin-password', 'short'],
    says: [/--admin-password must have at least 8 characters/],
    code: 2,
  },
  {
    what: 'the same by a command that would make a calendar',
    env: { KALENDS_ADMIN_PASSWORD: 'short' },
    args: ['user', 'add', 'ed', '--role', 'editor'],
    says: [/KALENDS_ADMIN_PASSWORD must have at least 8 characters/],
    code: 2,
  },
  {
    what: 'an option that there is not',
    args: ['serve', '--prot', '80'],
    says: [/Unknown option “--prot”/],
    code: 2,
  },
  { what: 'a command that there is not', args: ['srve'], says: [/Unknown command “srve”.*serve/], code: 2 },
  ...(
    [
      ['user list', []],
      ['check', []],
      ['export', []],
      ['export', ['--out', 'out.json', '--media', 'pictures']],
      ['token list', ['admin']],
      ['token remove', ['admin', '1']],
      ['user remove', ['admin']],
      ['user password', ['admin', '--password-stdin']],
      ['user role', ['admin', 'editor']],
      ['move', ['--to', 'sqlite:there.db']],
    ] as const
  ).map(
    ([name, more]): Case => ({
      what: `${name} ${more.join(' ')} without a calendar`,
      args: [...name.split(' '), ...more],
      says: [/No calendar in \/\S+\/data\/kalends\.db \(KALENDS_DATA\)\. .*start/],
      code: 1,
    }),
  ),
];

holdCases(
  'a start that fails says why, and leaves nothing behind',
  cases.map((one) => ({ ...one, early: one.code === 2 && !/password of the first|the same/.test(one.what) })),
);
