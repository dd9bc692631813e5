import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { people, type Service, startService } from '../support/service.ts';
import { sampleLanguages } from '../support/translated.ts';

/* The description's page for people. */

const PASSWORD = 'correct horse battery staple';
let service: Service;
let folder: string;

before(async () => {
  service = await startService({ timezone: 'Asia/Kathmandu', env: { KALENDS_ADMIN_PASSWORD: PASSWORD } });
  await people(service);
  folder = mkdtempSync(path.join(tmpdir(), 'kalends-docs-'));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

const pageIn = async (language: Language, of = service) =>
  (await of.anonymous.get(`${of.url}/${language}/docs`, undefined, { accept: 'text/html' })).expect(200);
const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
const shown = (markup: string) => unescaped(markup.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');

test('GET /docs shows the limits in force, and no place of a text is empty', async (t) => {
  const limited = await startService({
    env: { KALENDS_BODY_LIMIT: '65536', KALENDS_UPLOAD_LIMIT: '7340032', KALENDS_ANSWER_LIMIT: '5242880' },
  });
  t.after(() => limited.stop());
  const numbers = {
    en: [/65,536 bytes/, /7,340,032 bytes/, /exceeds the limit of 5,242,880 bytes/],
    de: [/65\.536/, /7\.340\.032/, /Grenze von 5\.242\.880 Byte/],
    es: [/65\.?536/, /7\.340\.032/, /límite de 5\.242\.880 bytes/],
  };
  for (const language of sampleLanguages) {
    const text = shown((await pageIn(language, limited)).text);
    for (const number of numbers[language]) assert.match(text, number);
    assert.match(text, /\b60 (seconds|Sekunden|segundos)/);
    assert.doesNotMatch(text, /\b2 (bytes?|seconds|Sekunden|segundos|items)\b|[{]\w+, plural/i);
    const document = await limited.anonymous.get(`${limited.url}/${language}/calendar/events/v1/doc`);
    for (const number of numbers[language]) assert.match(document.text, number);
    assert.doesNotMatch(document.text, /\b2 (bytes?|seconds|Sekunden|segundos|items)\b|\(s\): …/i);
  }
});

test('GET /docs says each error once, and refers to it', async () => {
  const { text } = await pageIn('en');
  const rows = [...text.matchAll(/<tr id="error-([\w-]+)">/g)].map(([, code = '']) => code);
  assert.ok(rows.length > 25 && new Set(rows).size === rows.length);
  for (const sentence of [
    'The request body isn’t valid JSON.',
    'Unknown or revoked token',
    'Too many requests. Try again in',
  ])
    assert.equal(text.split(sentence).length, 2, sentence);
  assert.ok(text.split('href="#error-rest-event-not-found"').length > 2);
  // Whatever an operation answers by the document is there, on its own or among those of any operation.
  const document = await service.anonymous.get('/doc');
  for (const [, code = ''] of document.text.matchAll(/"code":\{"enum":\["([\w-]+)"/g))
    if (document.text.includes(`\`${code}\`:`)) assert.ok(rows.includes(code), code);
});

test('GET /docs says in each language what a list holds without dates, in the site’s zone', async () => {
  for (const language of sampleLanguages) {
    const text = shown((await pageIn(language)).text);
    assert.match(text, /00:00:00.*23:59:59.*Asia\/Kathmandu/);
    assert.match(text, /start_date.*end_date.*starts_before.*include/);
  }
});

test('GET /docs has the head, typeface, navigation and policy of the other pages, and nothing in it is inline or elsewhere', async () => {
  const partOf = (text: string, part: RegExp) => part.exec(text)?.[0].replaceAll(/\/(docs|embed\/)"/g, '"');
  for (const language of sampleLanguages) {
    const { text, headers } = await pageIn(language);
    const other = await service.anonymous.get(`${service.url}/${language}/embed/`, undefined, {
      accept: 'text/html',
    });
    const policy = headers['content-security-policy'] ?? '';
    assert.match(policy, /default-src 'none'.*script-src 'self'; connect-src 'self'; style-src 'self'/);
    assert.doesNotMatch(policy, /unsafe|sha256/);
    for (const part of [
      /<header.*?<\/header>/s,
      /<footer.*?<\/footer>/s,
      /<link rel="preload" as="font"[^>]*>/,
    ])
      assert.equal(partOf(text, part), partOf(other.text, part), `${language} ${part}`);
    const loaded = [...text.matchAll(/<(?:script[^>]*src|link rel="stylesheet" href)="([^"]*)"/g)];
    assert.deepEqual(loaded.map(([, address = '']) => address.replace(/-[\w-]{8}\./, '.')).sort(), [
      '/assets/calendar.css',
      '/assets/calendar.js',
      '/assets/docs.css',
      '/assets/docs.js',
    ]);
    assert.doesNotMatch(text, / style=| on[a-z]+="|<style|<script>|<(img|iframe)/);
  }
});

test('GET /docs folds operations and schemas, with the targets of links inside what is folded', async () => {
  const { text } = await pageIn('en');
  const folded = [...text.matchAll(/<details class="op( schema)?"><summary>/g)];
  assert.ok(folded.length > 60);
  assert.doesNotMatch(text, /<details[^>]* open/);
  for (const [, target = ''] of text.matchAll(/href="#([^"]*)"/g))
    assert.ok(text.includes(`id="${target}"`), target);
  assert.match(text, /<article[^>]*>\s*<span class="here" id="createEvent">/);
  // Without the program nothing is asked for that would do nothing.
  assert.match(text, /<form class="find is-coming" id="find" role="search"/);
  assert.ok(text.split('<p class="try-b" hidden>').length > 60);
  assert.match(text, /<label for="find-text">/);
});

/** The samples of a page, by what each does. */
function samplesOf(text: string): { name: string; call: string }[] {
  return [...text.matchAll(/<article aria-label="([^"]*)">.*?<code>(curl .*?)<\/code>/gs)].map(
    ([, name = '', call = '']) => ({ name: unescaped(name), call: unescaped(call) }),
  );
}

const run = async (call: string) => {
  const command = `${call.replace(/^curl/, "curl -sS -o answer.json -w '%{http_code}'")}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: folder });
  return Number(stdout);
};

/** Answers to samples that need what can't be there, by the call. */
const elsewhere: readonly (readonly [call: RegExp, status: number])[] = [
  // This calendar has been set up.
  [/\/setup' /, 410],
  // Nobody has the app that would show the code.
  [/\/totp\/confirm/, 400],
  [/\/recovery-codes/, 409],
  [/\/totp'/, 201],
  // It is reached by a number here, at which there are no passkeys.
  [/\/passkeys\/options/, 409],
  [/\/passkeys' /, 409],
  [/\/passkeys\/1'/, 404],
  // Nobody proposes anything to this calendar.
  [/\/submissions\/challenge/, 403],
  [/\/submissions' /, 403],
  [/\/submissions\//, 404],
  [/\/submit\//, 404],
  [/\/batch\/v1' /, 207],
  // They go on by themselves; the one that is to be canceled has ended.
  [/\/imports' \\/, 202],
  [/\/imports\/\d+\/undo'/, 202],
  [/-X DELETE .*\/imports\//, 409],
  // It names nothing.
  [/\/events\/duplicates'/, 400],
  [/\/addresses'/, 400],
  // It sends no mail.
  [/\/password-reset' /, 409],
  [/\/mails\/((\d+\/)?retry|server\/test)'/, 409],
  [/-X (POST|PUT|PATCH) .*\/mails\/server'/, 403],
  [/-X DELETE .*\/mails\//, 404],
];

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const skip = hasCurl ? false : 'there is no curl on this machine';

test('every sample on the page does what is said, run as it stands', { skip }, async () => {
  const admin = service.as('admin');
  copyFileSync(
    path.join(import.meta.dirname, '..', 'recordings', 'fixtures', 'small.jpg'),
    path.join(folder, 'photo.jpg'),
  );
  const times = { start_date: '2027-06-19 19:30', end_date: '2027-06-19 22:00' };
  // What nobody may read, or only with a password, comes first and is not what samples name.
  await admin.post('/events', { ...times, title: 'Draft', status: 'draft' });
  await admin.post('/events', { ...times, title: 'Hidden', hide_from_listings: true });
  await admin.post('/venues', { venue: 'Draft', status: 'draft' });
  const event = (await admin.post('/events', { ...times, title: 'Garden concert' })).expect(201);
  const venue = (await admin.post('/venues', { venue: 'Garden' })).expect(201);
  const organizer = (await admin.post('/organizers', { organizer: 'Gardeners' })).expect(201);
  const category = (await admin.post('/categories', { name: 'Outside' })).expect(201);
  const tag = (await admin.post('/tags', { name: 'Green' })).expect(201);
  const pictures = `${service.url}/kalends/v1/media`;
  const credentials = service.credentials('admin');
  const samples = samplesOf((await pageIn('en')).text);
  assert.ok(samples.length > 40);
  for (const [subject, id] of [
    ['events', event.id()],
    ['venues', venue.id()],
    ['organizers', organizer.id()],
    ['categories', category.id()],
    ['tags', tag.id()],
  ] as const)
    assert.ok(
      samples.some(({ call }) => call.includes(`/en/calendar/events/v1/${subject}/${id}'`)),
      subject,
    );
  assert.ok(samples.some(({ call }) => call.includes("/events/by-slug/garden-concert'")));

  const faults: string[] = [];
  let asked = 0;
  const ready = async (call: string) => {
    // The page can't know a user, token or picture of its reader: the test puts its own there, as a reader would.
    let own = call;
    if (/\/media\/\d+['/]/.test(call)) {
      await run(`curl -u '${credentials}' -F 'file=@photo.jpg' '${pictures}'`);
      const { media } = (await admin.get(pictures)).body as { media: { id: number }[] };
      own = own.replace(/\/media\/\d+/, `/media/${media[0]?.id}`);
    }
    if (/\/users\/\d+/.test(call)) {
      const login = `reader${asked++}`;
      const user = (
        await admin.post(`${service.url}/kalends/v1/users`, { login, role: 'author', password: PASSWORD })
      ).expect(201);
      own = own.replace(/\/users\/\d+/, `/users/${user.id()}`);
      // Only oneself.
      if (/\/(second-factor\/|passkeys)/.test(call))
        own = own.replace('LOGIN:PASSWORD', `${login}:${PASSWORD}`);
      if (/\/tokens\/\d+'/.test(call)) {
        const token = await service.cli(['token', 'add', login, '--name', 'sample']);
        assert.equal(token.code, 0);
        const { tokens } = (await admin.get(`${service.url}/kalends/v1/users/${user.id()}/tokens`)).body as {
          tokens: { id: number }[];
        };
        own = own.replace(/\/tokens\/\d+'/, `/tokens/${tokens[0]?.id}'`);
      }
    }
    if (/\/feeds\/(secret\/|\d+')/.test(call)) {
      const feed = (await admin.post(`${service.url}/kalends/v1/feeds`, { name: 'sample' })).expect(201);
      const secret = /secret\/(\w+)\./.exec(String(feed.at('url')))?.[1] ?? '';
      own = own.replace('SECRET', secret).replace(/\/feeds\/\d+'/, `/feeds/${feed.id()}'`);
    }
    if (/\/saved-filters\/\d+'/.test(call)) {
      const filters = `${service.url}/kalends/v1/saved-filters`;
      const name = `sample ${asked++}`;
      const made = (await admin.post(filters, { name, query: '' })).expect(201);
      own = own.replace(/\/saved-filters\/\d+'/, `/saved-filters/${made.id()}'`);
    }
    const [, merged] = /\/v1\/(venues|organizers|categories|tags)\/\d+\/merge'/.exec(call) ?? [];
    if (merged !== undefined) {
      const named = { venues: 'venue', organizers: 'organizer' }[merged] ?? 'name';
      const other = (await admin.post(`/${merged}`, { [named]: `Another ${faults.length}` })).expect(201);
      own = own.replace('"from":[2]', `"from":[${other.id()}]`);
    }
    if (/\/imports\/\d+/.test(call)) {
      const form = new FormData();
      form.set('kind', 'tec');
      const site = 'https://other.example/wp-json/tribe/events/v1/events/';
      form.set('file', new File([JSON.stringify({ events: [], rest_url: site, total: 0 })], 'none.json'));
      const imports = `${service.url}/kalends/v1/imports`;
      const id = (await admin.post(imports, form)).expect(202).id();
      for (const endMs = performance.now() + 60_000; ; await pause(20)) {
        const read = (await admin.get(`${imports}/${id}`)).expect(200);
        if (read.at('state') === 'done') break;
        assert.ok(performance.now() < endMs, read.text);
      }
      own = own.replace(/\/imports\/\d+/, `/imports/${id}`);
    }
    if (/\/invitations\/(preview|accept|\d+)'/.test(call)) {
      const made = await admin.post(`${service.url}/kalends/v1/invitations`, { role: 'author' });
      const code = new URL(String(made.expect(201).at('url'))).searchParams.get('code') ?? '';
      own = own.replace('"CODE"', `"${code}"`).replace(/\/invitations\/\d+'/, `/invitations/${made.id()}'`);
    }
    if (call.includes('/password-reset/')) {
      const printed = await service.cli(['user', 'reset', 'admin']);
      const code = new URL(printed.stdout.trim()).searchParams.get('code') ?? '';
      own = own.replace('"CODE"', `"${code}"`).replace('nothing old at all', PASSWORD);
    }
    if (call.includes('/sessions')) {
      const signIn = { login: 'admin', password: PASSWORD };
      const begun = await service.anonymous.send('POST', `${service.url}/kalends/v1/sessions`, signIn);
      const [, secret = ''] = /=([\w-]+);/.exec(begun.expect(201).headers['set-cookie'] ?? '') ?? [];
      own = own.replace('kalends-session=SECRET', `kalends-session=${secret}`);
      own = own.replace(/\/sessions\/\d+'/, `/sessions/${begun.at('session.id')}'`);
      own = own.replace('"LOGIN"', '"admin"').replace('"PASSWORD"', JSON.stringify(PASSWORD));
    }
    return own.replace('LOGIN:TOKEN', credentials).replace('LOGIN:PASSWORD', `admin:${PASSWORD}`);
  };
  // What is deleted for good comes last; what is put into the trash is brought back.
  const isDeletion = ({ call }: { call: string }) => call.includes('-X DELETE');
  const ordered = [...samples.filter((one) => !isDeletion(one)), ...samples.filter(isDeletion)];
  for (const { name, call } of ordered) {
    const status = await run(await ready(call));
    const expected = /^curl (-u '[^']*' )?'[^']*'( \\|\s+-F)/.test(call) ? [200, 201] : [200];
    const special = elsewhere.find(([which]) => which.test(call))?.[1];
    if (special !== undefined) expected.splice(0, Infinity, special);
    if (!expected.includes(status)) faults.push(`${name}: ${status} for ${call}`);
    const kind = /\/v1\/(events|venues|organizers)\//.exec(call)?.[1];
    if (isDeletion({ call }) && kind) {
      const item = { events: event, venues: venue, organizers: organizer }[kind];
      const restored = { status: 'publish', slug: item?.at('slug') };
      (await admin.patch(`/${kind}/${item?.id()}`, restored)).expect(200);
    }
  }
  assert.deepEqual(faults, []);
});
