import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { type Message, message, translate } from '#foundation/i18n/catalogue.ts';
import { calendarSettings } from '../support/engine.ts';
import { command, type Finished, inherited, removeAtExit } from '../support/program.ts';
import { languagesAt } from '../support/turns.ts';

const data = mkdtempSync(path.join(tmpdir(), 'kalends-language-'));
removeAtExit(data);

const locales = { en: 'C.UTF-8', de: 'de_AT.UTF-8', es: 'es_MX.UTF-8' } as const;
type Language = keyof typeof locales;

/** Runs a command as an operator of a language does; every one works on the same calendar. */
async function run(language: Language, ...args: string[]): Promise<Finished> {
  return command(
    {
      ...inherited,
      ...(await calendarSettings(data)),
      KALENDS_CLOCK: '2026-11-20T18:00:00Z',
      KALENDS_ADMIN_PASSWORD: 'first password',
      LANG: locales[language],
    },
    args,
  );
}

before(async () => {
  // Not in the tests, which run the same in each language.
  assert.equal((await run('en', 'migrate')).code, 0);
  assert.equal((await run('en', 'user', 'add', 'ed', '--role', 'editor')).code, 0);
});

/** One line: help and tables are wrapped and padded by what they hold. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function assertSays(text: string, language: Language, ...told: Message[]): void {
  for (const one of told) {
    const wanted = oneLine(translate(language, one));
    assert.ok(oneLine(text).includes(wanted), `${language}: ${wanted}\nis not in\n${text}`);
  }
}

const WORD = /\p{L}{2,}/gu;

/** No line of several words is as it is in English, but for names and values. */
function assertForeign(text: string, english: string, language: Language): void {
  const theirs = new Set(english.split('\n').map(oneLine));
  const same = text
    .split('\n')
    .map(oneLine)
    .filter(
      (line) =>
        theirs.has(line) && (line.replace(/KALENDS_\w+|\[.*?\]|-\S+/g, '').match(WORD) ?? []).length > 2,
    );
  // Where the catalogue itself has no other words than English, there is nothing to find.
  if (translate(language, message('cli.description')) === translate('en', message('cli.description'))) return;
  assert.deepEqual(same, []);
}

// One language for each run, as pages are shown (turns.ts).
for (const language of languagesAt(0)) {
  test(`${language}: --help speaks the operator's language, commander's words too`, async () => {
    const { code, stdout, stderr } = await run(language, '--help');
    assert.deepEqual([code, stderr], [0, '']);
    assertSays(
      stdout,
      language,
      message('help.usage'),
      message('help.options'),
      message('help.commands'),
      message('help.help'),
      message('help.help_command'),
      message('help.version'),
      message('help.settings'),
      message('cli.description'),
      message('cli.export'),
      message('setting.KALENDS_HOST'),
      message('setting.KALENDS_CLOCK'),
    );
    const add = (await run(language, 'user', 'add', '--help')).stdout;
    const roles = 'administrator, editor, author, contributor, subscriber';
    assertSays(
      add,
      language,
      message('help.arguments'),
      message('cli.user.add.login'),
      message('help.choices', { values: roles }),
      message('cli.user.add.password'),
    );
    const seed = (await run(language, 'seed', '--help')).stdout;
    assertSays(seed, language, message('help.default', { value: 1 }), message('cli.seed.seed'));
    const tec = (await run(language, 'import', 'tec', '--help')).stdout;
    assertSays(tec, language, message('cli.import.source'), message('cli.import.pause', { default: 200 }));
    if (language !== 'en') {
      assertForeign(stdout, (await run('en', '--help')).stdout, language);
      assertForeign(tec, (await run('en', 'import', 'tec', '--help')).stdout, language);
    }
  });

  test(`${language}: a wrong command line is told in one line, with code 2`, async () => {
    const choices = message('misuse.choices', {
      values: 'administrator, editor, author, contributor, subscriber',
    });
    const role = `--role <${translate(language, message('place.role'))}>`;
    for (const [args, ...told] of [
      [['user', 'lst'], message('misuse.unknown_command', { name: 'lst' })],
      [['user', 'lst'], message('misuse.suggestion', { names: 'list' })],
      [['check', '--jso'], message('misuse.unknown_option', { name: '--jso' })],
      [['user', 'add', 'ed'], message('misuse.missing_option', { option: role })],
      [
        ['user', 'add', 'ed', '--role', 'boss'],
        message('misuse.invalid_option', { option: role, value: 'boss', reason: choices }),
      ],
      [['migrate', 'now'], message('misuse.excess', { command: 'migrate', expected: 0 })],
      [['seed', '--events', 'x'], message('misuse.integer', { low: 1, high: 10_000_000 })],
      [['import', 'tec', 'x', '--login', 'x'], message('import.login_needs_token')],
      [
        ['serve', '--port', 'x'],
        message('config.integer', { name: '--port', low: 0, high: 65535, value: 'x' }),
      ],
      [
        ['serve', '--fetch-allow', 'good,http://bad/x'],
        message('config.host', { name: '--fetch-allow', value: 'http://bad/x' }),
      ],
      [['user', 'add', 'a:b', '--role', 'editor'], message('problem.login')],
    ] as const) {
      const { code, stdout, stderr } = await run(language, ...args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /^kalends: .*\n$/);
      assertSays(stderr, language, ...told);
      assert.doesNotMatch(stderr, /error:/);
    }
  });

  test(`${language}: what cannot be done is told so, with code 1`, async () => {
    const none = path.join(data, 'none.json');
    const broken = path.join(data, 'broken.json');
    writeFileSync(broken, '{"a": b}');
    for (const [args, told] of [
      [['user', 'remove', 'nobody'], message('error.invalid_username')],
      [['user', 'remove', 'admin'], message('error.rest_user_last_administrator')],
      [['token', 'remove', 'admin', '5'], message('cli.token.unknown', { which: '5' })],
      [
        ['import', 'tec', none],
        message('import.unreadable', { source: none, reason: message('system.ENOENT') }),
      ],
      [
        ['import', 'tec', broken],
        message('import.not_json', {
          source: 'broken.json',
          reason: message('syntax.token', { token: 'b' }),
        }),
      ],
      [
        ['check', '--database-url', 'sqlite:/dev/null/x/kalends.db'],
        message('start.no_calendar', { name: '--database-url', database: '/dev/null/x/kalends.db' }),
      ],
    ] as const) {
      const { code, stdout, stderr } = await run(language, ...args);
      assert.deepEqual([code, stdout], [1, ''], args.join(' '));
      assertSays(stderr, language, told);
    }
  });

  test(`${language}: results are told in it, and programs find the same names in each`, async () => {
    const list = await run(language, 'user', 'list');
    assertSays(
      list.stdout,
      language,
      message('cli.head.id'),
      message('cli.head.login'),
      message('cli.head.email'),
    );
    assert.match(list.stdout, /^1 +admin +administrator /m);
    assertSays((await run(language, 'check')).stdout, language, message('cli.check.none'));
    assert.equal((await run(language, 'check', '--json')).stdout, '[]\n');
    const file = path.join(data, 'one.json');
    const report = path.join(data, 'report.json');
    writeFileSync(file, JSON.stringify({ events: [{ id: 7, title: 'x' }] }));
    const imported = await run(language, 'import', 'tec', file, '--report', report);
    assertSays(
      imported.stdout,
      language,
      message('cli.import.nothing'),
      message('cli.import.left_out'),
      message('cli.head.left_out'),
      message('kind.events'),
      message('import.field', { field: 'start_date', reason: message('import.missing') }),
    );
  });
}

test('LC_ALL wins over LANG, and a language without a catalogue is English', async () => {
  const say = async (env: Record<string, string>) =>
    command({ ...inherited, ...(await calendarSettings(data)), ...env }, ['check']);
  const told = message('cli.check.none');
  const spoken = (env: Record<string, string>, language: Language) =>
    say(env).then(({ stdout }) => assertSays(stdout, language, told));
  await spoken({ LC_ALL: 'es_ES.UTF-8', LANG: 'de_DE.UTF-8' }, 'es');
  await spoken({ LC_MESSAGES: 'de_DE.UTF-8' }, 'de');
  await spoken({ LANG: 'fr_FR.UTF-8' }, 'en');
});
