// Settings from a file: kalends.env in the data folder, or the one that is named. Options win over the environment, that over it.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createClient } from '../support/client.ts';
import { calendarSettings, dropCalendar } from '../support/engine.ts';
import { command, inherited, removeAtExit, serve } from '../support/program.ts';
import { type Case, holdCases, type Place } from '../support/wrong-start.ts';

const root = mkdtempSync(path.join(tmpdir(), 'kalends-settings-'));
removeAtExit(root);
const folders: string[] = [];
after(async () => {
  for (const folder of folders) await dropCalendar(folder);
  rmSync(root, { recursive: true, force: true });
});

/** A data folder with a file of settings, in which the database stands too. */
async function place(text: string) {
  const data = path.join(root, String(folders.length), 'data');
  folders.push(data);
  const { KALENDS_DATA, ...database } = await calendarSettings(data, { empty: true });
  const lines = Object.entries(database).map(([name, value]) => `${name}="${value}"\n`);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const file = path.join(data, 'kalends.env');
  writeFileSync(file, lines.join('') + text, { mode: 0o600 });
  return { data, file, env: { ...inherited, KALENDS_DATA, KALENDS_PORT: '0' } };
}

const siteName = async (env: NodeJS.ProcessEnv) => {
  let log = '';
  const running = await serve(env, (text) => {
    log += text;
  });
  const read = await createClient(() => running.url).get(`${running.url}/wp-json/`);
  await running.stop('SIGTERM');
  return { name: read.at('name'), log };
};

test('a setting comes from the file where neither option nor environment gives it', async () => {
  const { env } = await place(
    '# ours\n\nexport KALENDS_SITE_NAME = "Town # Hall" # told\nKALENDS_TIMEZONE=Asia/Tokyo\r\n',
  );
  for (const [change, name] of [
    [{}, 'Town # Hall'],
    [{ KALENDS_SITE_NAME: ' ' }, 'Town # Hall'],
    [{ KALENDS_SITE_NAME: 'Of the environment' }, 'Of the environment'],
    [{ KALENDS_WORKERS: '2' }, 'Town # Hall'],
  ] as const) {
    const found = await siteName({ ...env, ...change });
    assert.equal(found.name, name);
    assert.doesNotMatch(found.log, /unknown setting/i);
  }
});

test('commands take it, and a first start its password', async () => {
  const { env, data } = await place("KALENDS_ADMIN_PASSWORD='first password'\nKALENDS_LANGUAGE=de\n");
  const made = await command(env, ['token', 'add', 'admin', '--name', 'x']);
  assert.deepEqual([made.code, made.stderr], [0, '']);
  assert.match((await command(env, ['user', 'list'])).stdout, /^1 +admin /m);
  assert.match(
    (await command({ ...env, KALENDS_DATA: '' }, ['user', 'list', '--data', data])).stdout,
    /^1 +admin /m,
  );
  const option = await command(env, ['user', 'list', '--language', 'xx']);
  assert.match(option.stderr, /--language must be en, de(, | or )/);
});

test('a file that is named is read instead, and may name the data folder', async () => {
  const { file, data, env } = await place('KALENDS_SITE_NAME=In the folder\n');
  const other = path.join(root, 'other.env');
  const { KALENDS_DATA: _, ...database } = await calendarSettings(data, { empty: true });
  const lines = Object.entries({ ...database, KALENDS_DATA: data, KALENDS_SITE_NAME: 'Elsewhere' });
  writeFileSync(other, lines.map(([name, value]) => `${name}=${value}\n`).join(''), { mode: 0o600 });
  const bare = { ...inherited, KALENDS_PORT: '0' };
  assert.equal((await siteName({ ...bare, KALENDS_ENV_FILE: other })).name, 'Elsewhere');
  assert.match((await command(bare, ['user', 'list', '--env-file', other])).stdout, /^1 +admin /m);
  assert.equal((await siteName({ ...env, KALENDS_ENV_FILE: file })).name, 'In the folder');
});

test('what looks like a setting and is none is warned about, with the nearest', async () => {
  const { file, env } = await place('KALENDS_PROT=80\nCOLOUR=red\nDATABASE_URI=x\nPGAPPNAME=y\n');
  const strange = {
    ...env,
    KALENDS_TIME_ZONE: 'Asia/Tokyo',
    KALENDS_DATABASE_URL: 'x',
    KALENDS_QUUX: '1',
    DATABASE_HOST: 'x',
  };
  const wanted = [
    `${file}, line \\d: unknown setting COLOUR ignored\\.`,
    `Unknown setting KALENDS_DATABASE_URL ignored\\. Did you mean DATABASE_URL\\?`,
    `Unknown setting KALENDS_QUUX ignored\\.`,
    `Unknown setting KALENDS_TIME_ZONE ignored\\. Did you mean KALENDS_TIMEZONE\\?`,
    `Unknown setting DATABASE_URI \\(${file}:\\d\\) ignored\\. Did you mean DATABASE_URL\\?`,
    `Unknown setting KALENDS_PROT \\(${file}:\\d\\) ignored\\. Did you mean KALENDS_PORT\\?`,
  ];
  const added = await command(strange, ['user', 'add', 'ed', '--role', 'editor']);
  assert.equal(added.code, 0);
  const lines = added.stderr
    .trim()
    .split('\n')
    .filter((line) => !/Created the administrator|first-run/.test(line));
  assert.equal(lines.length, wanted.length, added.stderr);
  for (const [at, line] of lines.entries()) assert.match(line, new RegExp(`^kalends: ${wanted[at]}$`));
  for (const workers of ['1', '2']) {
    const { log } = await siteName({ ...strange, KALENDS_WORKERS: workers });
    const warned = log.split('\n').filter((line) => line.startsWith('{'));
    assert.equal(warned.length, wanted.length, log);
    for (const [at, line] of warned.entries()) {
      const told: unknown = JSON.parse(line);
      assert.match(JSON.stringify(told), new RegExp(wanted[at]?.replace(/\\\./g, '.') ?? ''));
    }
  }
  const german = await command({ ...strange, LANG: 'de_DE.UTF-8' }, ['user', 'list']);
  assert.match(
    german.stderr,
    /Unbekannte Einstellung KALENDS_TIME_ZONE wird ignoriert\. Meinten Sie KALENDS_TIMEZONE\?/,
  );
});

const file =
  (text: string, mode = 0o600) =>
  ({ data }: Place) => {
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(path.join(data, 'kalends.env'), text);
    chmodSync(path.join(data, 'kalends.env'), mode);
  };

holdCases(
  'a file of settings that cannot be used is told',
  [
    {
      what: 'a line that is none',
      given: file('KALENDS_PORT=0\n\nKALENDS_HOST\n'),
      says: [/\/data\/kalends\.env, line 3: not a setting\. Write NAME=VALUE/],
    },
    {
      what: 'a colon',
      given: file('KALENDS_PORT: 80\n'),
      says: [/kalends\.env, line 1: not a setting/],
    },
    {
      what: 'a quote that is never closed',
      given: file('# x\nKALENDS_SITE_NAME="Town Hall\nKALENDS_WORKERS=2\n'),
      says: [/kalends\.env, line 2: the value of KALENDS_SITE_NAME has no closing quote/],
    },
    {
      what: 'a wrong value',
      given: file('\nKALENDS_WORKERS=many\n'),
      says: [
        /KALENDS_WORKERS \(\/\S+\/data\/kalends\.env:2\) must be an integer between 1 and 256, not “many”/,
      ],
    },
    {
      what: 'a wrong value, for a command',
      args: ['user', 'list'],
      given: file('KALENDS_TIMEZONE=Mars\n'),
      says: [/KALENDS_TIMEZONE \(\/\S+kalends\.env:1\) isn’t a time zone: “Mars”/],
    },
    {
      what: 'another data folder',
      given: file('KALENDS_DATA=/elsewhere\n'),
      says: [/kalends\.env, line 1: KALENDS_DATA isn’t \/\S+\/data, the folder/],
    },
    {
      what: 'a file that others may read',
      given: file('KALENDS_ADMIN_PASSWORD=hush-hush\n', 0o644),
      says: [/\/data\/kalends\.env may contain passwords, .* \(mode 644\)\. .*chmod 600 \/\S+\/kalends\.env/],
    },
    {
      what: 'a file that others may write',
      given: file('', 0o620),
      says: [/kalends\.env may contain passwords/],
    },
    {
      what: 'a named file that there is not',
      args: ['serve', '--env-file', 'none.env'],
      says: [
        /--env-file: the settings file \/\S+\/none\.env isn’t readable \(the file or folder doesn’t exist\)/,
      ],
    },
    {
      what: 'a named file that there is not, by its variable',
      args: ['check'],
      env: { KALENDS_ENV_FILE: '/none.env' },
      says: [/KALENDS_ENV_FILE: the settings file \/none\.env isn’t readable/],
    },
    {
      what: 'a folder for a file',
      args: ['serve', '--env-file', '.'],
      says: [/--env-file: the settings file \/\S+ isn’t readable \(it’s a folder\)/],
    },
  ].map((one): Case => ({ ...one, code: 2, early: true })),
);
