import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createClient } from '../support/client.ts';
import { CLI, command, inherited, removeAtExit } from '../support/program.ts';

const temporary = mkdtempSync(path.join(tmpdir(), 'kalends-demo-test-'));
removeAtExit(temporary);
const env = { ...inherited, TMPDIR: temporary };
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** An event, as far as the tests look at it. */
interface Shown {
  id: number;
  title: string;
  language: string;
  start_date: string;
  end_date: string;
  timezone: string;
  event_status: string;
  tickets: { capacity?: number }[];
  opening_hours: unknown[];
  venue: { venue: string; geo_lat?: number } | [];
  image: { url: string } | false;
}

/** Starts the demonstration; resolves with what it prints once it has said how to stop it. */
async function demo(args: string[], more: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [CLI, 'demo', ...args], { env: { ...env, ...more } });
  children.add(child);
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child);
    return code;
  });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (/Ctrl-C/.test(printed)) resolve();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    void ended.then(() => reject(new Error(printed)));
  });
  const take = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? '';
  return {
    child,
    ended,
    url: take(/listens at (\S+)/),
    password: take(/Password: +(\S+)/),
    folder: take(/folder, (\S+)\./),
    printed,
  };
}

test('demo serves the programme of one town around today, with all that a calendar can show, and removes it', async () => {
  const { child, ended, url, password, folder, printed } = await demo(['--port', '0'], {
    // What a real calendar is set to is none of its business.
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    KALENDS_DATA: '/dev/null/x',
    KALENDS_ADMIN_PASSWORD: 'never printed',
  });
  assert.ok(printed.includes(`${url}/\n`) && printed.includes(`${url}/docs\n`), printed);
  assert.doesNotMatch(printed, /never printed/);
  assert.ok(existsSync(path.join(folder, 'kalends.db')));
  const read = async (query: string): Promise<Shown[]> => {
    const list = `${url}/calendar/events/v1/events?per_page=50&condense=true&start_date=2000-01-01&${query}`;
    const { events }: { events: Shown[] } = JSON.parse(await (await fetch(list)).text());
    return events;
  };
  const events = await read('');
  assert.ok(events.length >= 40);
  const today = Temporal.Now.zonedDateTimeISO('Europe/Berlin').toPlainDate();
  assert.ok(events.filter(({ start_date }) => start_date.startsWith(String(today))).length >= 5);
  for (const { start_date, timezone } of events) {
    const days = today.until(Temporal.PlainDate.from(start_date.slice(0, 10))).days;
    assert.ok(Math.abs(days) <= 62 && timezone === 'Europe/Berlin', start_date);
  }
  const count = (is: (event: Shown) => unknown) => events.filter(is).length;
  assert.equal(
    count(({ event_status }) => event_status === 'canceled'),
    1,
  );
  assert.ok(count(({ image }) => image) >= 15);
  assert.ok(count(({ tickets }) => tickets.length > 0) >= 4);
  assert.ok(count(({ tickets }) => tickets.some(({ capacity }) => capacity === 0)) >= 1);
  assert.ok((await read('recurring=true')).length >= 5);
  assert.ok(count(({ start_date, end_date }) => end_date > `${today}~` && start_date < `${today}`) >= 3);
  assert.equal(
    count(({ venue }) => 'venue' in venue && venue.geo_lat === undefined),
    0,
    'venues have places',
  );
  const german = await read('translation_language=de');
  const titles = new Map(events.map(({ id, title }) => [id, title]));
  assert.ok(german.every(({ id, title, language }) => language === 'de' && title !== '' && titles.has(id)));
  assert.ok((await read('translation_language=es')).filter(({ language }) => language === 'es').length >= 15);
  const picture = await fetch((events.find(({ image }) => image)?.image || { url: '' }).url);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
  const page = await (await fetch(`${url}/`)).text();
  assert.match(page, /<h1/);
  assert.match(page, /Altenfleet/);
  assert.equal((await fetch(`${url}/submit`)).status, 200);
  const weeks = events.filter(({ opening_hours }) => opening_hours.length > 0);
  assert.ok(weeks.length >= 3, 'exhibitions say when they are open');
  const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  (await createClient(() => url, basic).get(`${url}/kalends/v1/users`)).expect(200);
  child.kill('SIGINT');
  assert.equal(await ended, 0);
  assert.deepEqual(readdirSync(temporary), []);
});

test('demo takes a free port where the usual one is taken, and refuses a given one', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  const usual = createServer().listen(8080, '127.0.0.1');
  usual.on('error', () => {});
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  try {
    const refused = await command(env, ['demo', '--events', '5', '--port', String(port)]);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, new RegExp(`^kalends: .*${port}.*\\n$`));
    const { child, ended, url } = await demo(['--events', '5']);
    assert.notEqual(new URL(url).port, '8080');
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  } finally {
    taken.close();
    usual.close();
  }
  assert.deepEqual(readdirSync(temporary), []);
});

test('demo that is interrupted while it is filled leaves nothing behind', async () => {
  const child = spawn(process.execPath, [CLI, 'demo', '--events', '50000', '--port', '0'], { env });
  children.add(child);
  let stderr = '';
  await new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (/events: \d+ of/.test(stderr)) resolve();
    });
  });
  const closed = once(child, 'close');
  child.kill('SIGINT');
  const [code] = await closed;
  children.delete(child);
  assert.equal(code, 130);
  assert.match(stderr, /kalends: Interrupted\. Demo stopped and folder deleted\.\n$/);
  assert.deepEqual(readdirSync(temporary), []);
});
