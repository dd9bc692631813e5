// `kalends doctor`: what is wrong with an installation, on both engines, from outside.
import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calendarSettings, engine, openCalendar } from '../support/engine.ts';
import { isObject, parseJson } from '../support/json.ts';
import { passwordOf } from '../support/passwords.ts';
import { command, inherited, removeAtExit } from '../support/program.ts';
import { type Service, startService } from '../support/service.ts';

const around = mkdtempSync(path.join(tmpdir(), 'kalends-doctor-'));
removeAtExit(around);
let made = 0;
const newFolder = () => path.join(around, `place${++made}`);

type Told = { code: number | null; findings: Record<string, string>; stdout: string; stderr: string };

/** The findings, each with its severity by its code. */
async function doctor(folder: string, env: Record<string, string> = {}): Promise<Told> {
  const settings = { KALENDS_PORT: '0', ...(await calendarSettings(folder)), ...env };
  const finished = await command({ ...inherited, ...settings }, ['doctor', '--json']);
  const list = parseJson(finished.stdout);
  assert.ok(Array.isArray(list), finished.stdout + finished.stderr);
  const findings: Record<string, string> = {};
  for (const one of list) {
    assert.ok(isObject(one));
    assert.ok(String(one['what']).length > 5);
    assert.equal(one['remedy'] === undefined, one['severity'] === 'ok', JSON.stringify(one));
    findings[String(one['code'])] = String(one['severity']);
  }
  return { ...finished, findings };
}

/** What the suite's own server, and running as root, make of any place: not what a test looks for. */
const OF_THE_MACHINE =
  /^(backups_none|server_not_durable|role_superuser|owned_by_root|many_workers|memory_low|files_low|disk_\w+)$/;
const isAboutMail = (code: string) => code.startsWith('mail');
const wrongs = ({ findings }: Told) =>
  Object.entries(findings)
    .filter(([code, severity]) => severity !== 'ok' && !OF_THE_MACHINE.test(code))
    .map(([code, severity]) => `${severity} ${code}`)
    .sort();

/** Everything below a folder as it is, to see whether something was changed. */
function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .sort()
    .map((name) => {
      const { mode, mtimeMs, size, uid } = statSync(path.join(folder, name));
      return `${name} ${mode} ${mtimeMs} ${size} ${uid}`;
    });
}

/** A calendar of its own that nobody serves. */
async function newCalendar(): Promise<string> {
  const folder = newFolder();
  // With PostgreSQL the first picture makes it.
  mkdirSync(folder, { mode: 0o700 });
  const service = await startService({ data: folder });
  await service.stop();
  return folder;
}

test('a place where nothing is yet is said to be so, and nothing is made there', async () => {
  const folder = newFolder();
  const told = await doctor(folder);
  const missing = engine === 'sqlite' ? ['warning no_file'] : [];
  assert.deepEqual(wrongs(told), [...missing, 'warning no_folder'].sort());
  assert.equal(statSync(folder, { throwIfNoEntry: false }), undefined);
});

test('a sound calendar has no fault, and is not touched', async () => {
  const folder = await newCalendar();
  const before = contents(folder);
  const told = await doctor(folder);
  assert.deepEqual(wrongs(told), []);
  assert.deepEqual(contents(folder), before);
  if (engine === 'sqlite') assert.equal(told.code, 0);
});

test('beside the service that runs', async (t) => {
  const service = await startService();
  t.after(() => service.stop());
  const { port } = new URL(service.url);
  const told = await doctor(service.data, { KALENDS_PORT: port });
  assert.deepEqual(wrongs(told), []);
  assert.equal(told.findings['serving'], 'ok');
  assert.equal(service.log().includes('"level":50'), false);
});

test('wrong settings are all told at once, unknown ones with the nearest', async () => {
  const told = await doctor(newFolder(), {
    KALENDS_LANGUAGE: 'xx',
    KALENDS_PORT: 'x',
    KALENDS_CACHE: '-1',
    KALENDS_TRUST_PROXY: 'on',
    KALENDS_WORKER: '2',
    KALENDS_SOMETHING_ELSE: '1',
    KALENDS_CLOCK: '2026-11-20T18:00:00Z',
    KALENDS_HOST: '0.0.0.0',
  });
  assert.equal(told.code, 1);
  for (const [code, severity] of Object.entries({
    'config.language': 'error',
    'config.integer': 'error',
    'config.proxies': 'error',
    misspelt_setting: 'warning',
    unknown_setting: 'warning',
    clock_stands: 'warning',
    no_tls: 'warning',
  }))
    assert.equal(told.findings[code], severity, code);
  assert.match(told.stdout, /KALENDS_PORT.*KALENDS_CACHE.*KALENDS_WORKERS/s);
});

for (const [what, env, finding] of [
  ['a proxy that everybody may be', { KALENDS_TRUST_PROXY: 'true' }, 'warning trusts_all'],
  ['no TLS', { KALENDS_PUBLIC_URL: 'http://192.0.2.1:1' }, 'warning public_http'],
  ['a proxy that is not named', { KALENDS_PUBLIC_URL: 'https://127.0.0.1:1' }, 'warning proxy_untrusted'],
  ['a proxy that is not there', { KALENDS_PUBLIC_URL: 'https://127.0.0.1:9' }, 'error public_unreachable'],
  ['an address that is not here', { KALENDS_HOST: '192.0.2.1' }, 'error port_refused'],
] as const)
  test(`settings: ${what}`, async () => {
    const told = await doctor(newFolder(), env);
    assert.ok(wrongs(told).includes(finding), wrongs(told).join());
  });

test('a password that no longer does anything is told', async () => {
  const told = await doctor(await newCalendar(), { KALENDS_ADMIN_PASSWORD: 'a secret of ours' });
  assert.deepEqual(wrongs(told), ['warning password_left']);
  assert.doesNotMatch(told.stdout, /a secret of ours/);
});

test('backups that are missing or late', async () => {
  const folder = await newCalendar();
  const severity = async (env: Record<string, string>) => {
    const { findings } = await doctor(folder, env);
    return Object.entries(findings)
      .filter(([code]) => code.startsWith('backups'))
      .join();
  };
  assert.equal(await severity({}), 'backups_none,warning');
  assert.equal(await severity({ KALENDS_BACKUP_EVERY: '6h' }), 'backups_none,error');
  const backups = path.join(folder, 'backups');
  mkdirSync(backups, { mode: 0o700, recursive: true });
  const file = path.join(backups, 'kalends-0a1b2c3d-20261120T180000Z.tar');
  writeFileSync(file, '', { mode: 0o600 });
  assert.equal(await severity({ KALENDS_BACKUP_EVERY: '6h' }), 'backups,ok');
  const before = Date.now() / 1000 - 86_400;
  utimesSync(file, before, before);
  assert.equal(await severity({ KALENDS_BACKUP_EVERY: '6h' }), 'backups_late,error');
});

test('a second folder of backups that lacks some of them', async () => {
  const folder = await newCalendar();
  const [first, second] = [path.join(folder, 'backups'), newFolder()];
  for (const place of [first, second]) mkdirSync(place, { mode: 0o700, recursive: true });
  const place = (where: string, name: string) => writeFileSync(path.join(where, name), '', { mode: 0o600 });
  const scheduled = (hour: string) => `kalends-0a1b2c3d-20261120T${hour}0000Z-scheduled.tar`;
  const behind = async (keep: string) => {
    const env = { KALENDS_BACKUP_EVERY: '6h', KALENDS_BACKUP_TO: second, KALENDS_BACKUP_KEEP: keep };
    const { stdout } = await doctor(folder, env);
    const list: { code: string; what: string; severity: string }[] = JSON.parse(stdout);
    return list.find(({ code }) => code === 'backups_behind');
  };
  for (const hour of ['00', '06', '12', '18']) place(first, scheduled(hour));
  place(first, 'kalends-0a1b2c3d-20261120T190000Z.tar');
  place(first, 'kalends-ffffffff-20261120T190000Z-scheduled.tar');
  place(second, scheduled('06'));
  const found = await behind('14');
  assert.equal(found?.severity, 'warning');
  assert.ok(
    found?.what.includes(`${second} is missing 3 backups from ${first}: its latest is 12 hours older.`),
  );
  assert.match((await behind('3'))?.what ?? '', /is missing 2 backups/);
  for (const hour of ['12', '18']) place(second, scheduled(hour));
  assert.equal(await behind('3'), undefined);
  assert.match((await behind('14'))?.what ?? '', /is missing 1 backup .* 0 hours older/);
});

for (const [what, change, finding] of [
  ['of an older version', sql`delete from migrations where name = '0008_versions'`, 'warning database_older'],
  [
    'of a newer version',
    sql`insert into migrations values ('9999_future', '2030-01-01')`,
    'error database_newer',
  ],
  [
    'that a move has begun',
    sql`insert into settings (name, value) values ('move', '{}')`,
    'error database_moving',
  ],
  ['without an administrator', sql`update users set role = 'editor'`, 'warning no_administrator'],
] as const)
  test(`a database ${what}`, async () => {
    const folder = await newCalendar();
    const db = await openCalendar(folder);
    try {
      await db.alone((trx) => change.execute(trx));
    } finally {
      await db.close();
    }
    const before = contents(folder);
    assert.deepEqual(wrongs(await doctor(folder)), [finding]);
    assert.deepEqual(contents(folder), before);
  });

test('a mail server of the settings, and the key that its password needs', async () => {
  const folder = newFolder();
  // Nothing listens there.
  const at = { host: '127.0.0.1', port: 1 };
  const allowed = { KALENDS_FETCH_ALLOW: `${at.host}:${at.port}` };
  const service = await startService({ data: folder, env: allowed });
  const server = { ...at, security: 'tls', user: 'post', password: 'of the post', from: 'post@town.example' };
  const proof = { current_password: passwordOf('admin') };
  const url = `${service.url}/kalends/v1/mails/server`;
  (await service.as('admin').patch(url, { ...server, ...proof })).expect(200);
  await service.stop();
  const mailOf = async (env = {}) => Object.keys((await doctor(folder, env)).findings).filter(isAboutMail);
  assert.deepEqual(await mailOf(allowed), ['mail_server']);
  rmSync(path.join(folder, 'kalends.key'));
  assert.deepEqual(await mailOf(allowed), ['mail_key']);
  const { findings, stdout } = await doctor(folder, allowed);
  assert.equal(findings['mail_key'], 'error');
  assert.match(stdout, /kalends\.key.*127\.0\.0\.1:1/);
  // Another key opens it no more than none.
  writeFileSync(path.join(folder, 'kalends.key'), `${'A'.repeat(43)}\n`, { mode: 0o600 });
  assert.deepEqual(await mailOf(allowed), ['mail_key']);
});

test('files that others can read, or that somebody else owns', async () => {
  const folder = await newCalendar();
  const secret = path.join(folder, 'kalends.env');
  writeFileSync(secret, 'KALENDS_SITE_NAME=Town Hall\n');
  chmodSync(secret, 0o640);
  const picture = path.join(folder, 'media', 'x.png');
  mkdirSync(path.dirname(picture), { recursive: true, mode: 0o700 });
  writeFileSync(picture, '', { mode: 0o600 });
  chmodSync(picture, 0o644);
  assert.deepEqual(wrongs(await doctor(folder)), ['error secrets_open', 'warning files_open']);
  chmodSync(folder, 0o755);
  assert.deepEqual(wrongs(await doctor(folder)), ['error secrets_open', 'warning folder_open']);
  chmodSync(folder, 0o700);
  chmodSync(secret, 0o600);
  chmodSync(picture, 0o600);
  assert.deepEqual(wrongs(await doctor(folder)), []);
  if (process.getuid?.() !== 0) return;
  // As after a command that root has run.
  chownSync(folder, 65_534, 65_534);
  const told = await doctor(folder);
  assert.deepEqual(wrongs(told), ['error owned_by_others']);
  assert.match(told.stdout, /chown -R 65534/);
});

test('a folder that is a file, and files written in the future', async () => {
  const file = newFolder();
  writeFileSync(file, '');
  assert.ok(wrongs(await doctor(file)).includes('error folder_file'));
  assert.ok(wrongs(await doctor(path.join(file, 'below'))).includes('error folder_file'));
  const folder = await newCalendar();
  const ahead = Date.now() / 1000 + 3600;
  utimesSync(folder, ahead, ahead);
  assert.deepEqual(wrongs(await doctor(folder)), ['error clock_behind_files']);
});

test('a file that is no database, and one that is damaged', async () => {
  if (engine !== 'sqlite') return;
  const folder = newFolder();
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(path.join(folder, 'kalends.db'), 'This is a letter.', { mode: 0o600 });
  assert.deepEqual(wrongs(await doctor(folder)), ['error no_database']);
  const other = await newCalendar();
  const file = path.join(other, 'kalends.db');
  const bytes = readFileSync(file);
  for (let at = 4096 * 3; at < bytes.length; at += 4096) bytes.fill(0x55, at + 8, at + 300);
  writeFileSync(file, bytes);
  const told = await doctor(other);
  assert.equal(told.code, 1);
  assert.ok(
    wrongs(told).some((one) => /error database_(damaged|unreadable)/.test(one)),
    wrongs(told).join(),
  );
  // A part of a file, as a copy that was broken off leaves it.
  writeFileSync(file, bytes.subarray(0, 4096 * 5 + 100));
  assert.ok(wrongs(await doctor(other)).some((one) => /error database_(damaged|unreadable)/.test(one)));
});

test('a server that is not there, is another, or refuses', async () => {
  if (engine !== 'postgres') return;
  const folder = newFolder();
  const { DATABASE_URL = '' } = await calendarSettings(folder);
  const changed = (change: (url: URL) => void) => {
    const url = new URL(DATABASE_URL);
    change(url);
    return url.href;
  };
  for (const url of [
    changed((one) => {
      one.port = '1';
    }),
    changed((one) => {
      one.password = 'not-the-secret';
    }),
    changed((one) => {
      one.pathname = '/nothing_such';
    }),
  ]) {
    const told = await doctor(folder, { DATABASE_URL: url });
    assert.equal(told.code, 1);
    assert.deepEqual(wrongs(told), ['error database_unreadable', 'warning no_folder']);
    assert.doesNotMatch(told.stdout + told.stderr, /not-the-secret/);
    assert.ok(!told.stdout.includes(new URL(DATABASE_URL).password));
  }
  const told = await doctor(folder, {
    DATABASE_REPLICA_URL: DATABASE_URL,
    KALENDS_LISTEN_URL: 'postgres://127.0.0.1:1/x',
  });
  assert.deepEqual(wrongs(told), ['error other_unreadable', 'warning no_folder', 'warning replica_primary']);
  const many = await doctor(folder, { KALENDS_DATABASE_CONNECTIONS: '900' });
  assert.ok(wrongs(many).includes('error server_connections'));
});

/** A proxy before a service that changes headers as it likes. */
async function startProxy(to: () => string, change: (headers: IncomingHttpHeaders) => void): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers };
    change(headers);
    const passed = request(to() + incoming.url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  return proxy;
}

let behind: Service;
before(async () => {
  behind = await startService({ env: { KALENDS_TRUST_PROXY: '1' } });
});
after(() => behind?.stop());

for (const [what, trust, change, expected] of [
  [
    'one that says who the client is',
    '1',
    (headers: IncomingHttpHeaders) => {
      headers['x-forwarded-for'] = '198.51.100.9';
    },
    [],
  ],
  [
    'one that adds the client',
    '1',
    (headers: IncomingHttpHeaders) => {
      headers['x-forwarded-for'] = [headers['x-forwarded-for'], '198.51.100.9'].filter(Boolean).join(', ');
    },
    [],
  ],
  ['one that passes on what clients say', '1', () => {}, ['error client_spoofed']],
  [
    'one too many',
    '2',
    (headers: IncomingHttpHeaders) => {
      headers['x-forwarded-for'] = [headers['x-forwarded-for'], '198.51.100.9'].filter(Boolean).join(', ');
    },
    ['error client_spoofed'],
  ],
  [
    'one that is not trusted',
    '10.0.0.0/8',
    (headers: IncomingHttpHeaders) => {
      headers['x-forwarded-for'] = '198.51.100.9';
    },
    ['error client_ignored'],
  ],
] as const)
  test(`a proxy: ${what}`, async (t) => {
    await behind.restart({ KALENDS_TRUST_PROXY: trust });
    const proxy = await startProxy(() => behind.url, change);
    t.after(() => proxy.close());
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const told = await doctor(behind.data, { KALENDS_TRUST_PROXY: trust, KALENDS_PUBLIC_URL: url });
    assert.deepEqual(wrongs(told), expected);
    if (expected.length === 0) assert.match(told.stdout, /198\.51\.100\.9/);
  });

test('what answers at the port or the public address is no Kalends', async (t) => {
  const other = createServer((_, answer) => answer.end('Hello')).listen(0, '127.0.0.1');
  t.after(() => other.close());
  const redirects = createServer((_, answer) =>
    answer.writeHead(301, { location: 'https://example.org/' }).end(),
  ).listen(0, '127.0.0.1');
  t.after(() => redirects.close());
  const port = (server: Server) => String((server.address() as AddressInfo).port);
  await Promise.all(
    [other, redirects].map(
      (one) => one.listening || new Promise((resolve) => one.once('listening', resolve)),
    ),
  );
  const told = await doctor(behind.data, {
    KALENDS_PORT: port(other),
    KALENDS_PUBLIC_URL: `http://127.0.0.1:${port(other)}`,
  });
  assert.deepEqual(wrongs(told), ['error port_taken', 'error public_other']);
  const led = await doctor(behind.data, { KALENDS_PUBLIC_URL: `http://127.0.0.1:${port(redirects)}` });
  assert.deepEqual(wrongs(led), ['error public_redirects']);
});

test('people are told in their language, with what to do', async () => {
  const folder = newFolder();
  const said = async (LC_ALL: string) =>
    command({ ...inherited, ...(await calendarSettings(folder)), KALENDS_PORT: '0', LC_ALL }, ['doctor']);
  assert.match(
    (await said('C')).stdout,
    /WARNING {2}data folder: .* doesn’t exist yet\.\n {4}The service creates/,
  );
  assert.match(
    (await said('de_DE.UTF-8')).stdout,
    /WARNUNG {2}Datenordner: .* existiert noch nicht\.\n {4}Der Dienst/,
  );
  assert.match(
    (await said('es_ES.UTF-8')).stdout,
    /ADVERTENCIA {2}carpeta de datos: .* aún no existe\.\n {4}El servicio/,
  );
  assert.equal(statSync(folder, { throwIfNoEntry: false }), undefined);
});

after(() => rmSync(around, { recursive: true, force: true }));
