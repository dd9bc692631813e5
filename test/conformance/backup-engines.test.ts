import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { calendarSettings, dropCalendar } from '../support/engine.ts';
import { makeEvent } from '../support/events.ts';
import { command, inherited } from '../support/program.ts';
import { people, type Service, startService } from '../support/service.ts';

const CLOCK = '2026-11-20T18:00:00Z';
const folder = mkdtempSync(path.join(tmpdir(), 'kalends-engines-'));
const again = path.join(folder, 'again');
let service: Service;

before(async () => {
  service = await startService({ clock: CLOCK });
  await people(service);
  await service.cli(['seed', '--events', '150']);
  await makeEvent(service.as('editor'), {
    title: 'Über Brücken',
    venue: { venue: 'Höhle', geo_lat: 1.5, geo_lng: 2 },
  });
});

after(async () => {
  await service.stop();
  await dropCalendar(again);
  rmSync(folder, { recursive: true, force: true });
});

async function succeed(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await command({ ...inherited, KALENDS_CLOCK: CLOCK, ...env }, args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

async function exported(env: NodeJS.ProcessEnv, name: string): Promise<string> {
  const file = path.join(folder, `${name}.json`);
  await succeed(env, 'export', '--out', file, '--base', 'https://calendar.example.org');
  return readFileSync(file, 'utf8');
}

test('a backup of PostgreSQL is restored into SQLite, and one of that into PostgreSQL again', async () => {
  const [first, second] = [path.join(folder, 'first.tar'), path.join(folder, 'second.tar')];
  const home = await calendarSettings(service.data);
  await succeed(home, 'backup', first);
  const sqlite = { KALENDS_DATA: path.join(folder, 'sqlite') };
  await succeed(sqlite, 'restore', first);
  assert.equal(await succeed(sqlite, 'check'), 'No problems found.\n');
  await succeed(sqlite, 'backup', second);
  const postgres = await calendarSettings(again, { empty: true });
  await succeed(postgres, 'restore', second);
  assert.equal(await succeed(postgres, 'check'), 'No problems found.\n');
  const expected = await exported(home, 'home');
  assert.equal(await exported(sqlite, 'sqlite'), expected);
  assert.equal(await exported(postgres, 'postgres'), expected);
});

test('restore refuses a database that has a table, names it, and leaves it as it was', async () => {
  const place = path.join(folder, 'taken');
  const settings = await calendarSettings(place);
  const file = path.join(folder, 'taken.tar');
  await succeed(await calendarSettings(service.data), 'backup', file);
  const ended = await command({ ...inherited, ...settings }, ['restore', file]);
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /already has the table “\w+”/);
  await dropCalendar(place);
});
