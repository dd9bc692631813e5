import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { calendarSettings } from '../support/engine.ts';
import { command, inherited, removeAtExit } from '../support/program.ts';
import { assertSameLists, assertSameReads, CLOCK, fillWithSeries } from '../support/series-calendar.ts';
import { type Service, startService } from '../support/service.ts';

/** Leaves no member out: what is moved or restored is the same calendar. */
const NOTHING = /(?!)/;

/** A calendar's settings: its folder, and its database where this isn't the folder's file. */
type Place = Awaited<ReturnType<typeof calendarSettings>>;

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-series-move-'));
  removeAtExit(folder);
  return folder;
}

/** Returns a place for a calendar in a file, whichever engine the tests run on. */
function placeInFile(): Place {
  const folder = newFolder();
  return { KALENDS_DATA: folder, DATABASE_URL: `sqlite:${path.join(folder, 'kalends.db')}` };
}

/** Starts the service on a place; the test ends it. */
async function serving(t: TestContext, place: Place): Promise<Service> {
  const service = await startService({ ...CLOCK, data: place.KALENDS_DATA, env: { ...place } });
  t.after(() => service.stop());
  return service;
}

async function succeed(place: Place, ...args: string[]): Promise<string> {
  const clock = { KALENDS_CLOCK: CLOCK.clock, KALENDS_TIMEZONE: CLOCK.timezone };
  const { code, stdout, stderr } = await command({ ...inherited, ...clock, ...place }, args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** Holds that two calendars show the same lists and single reads, those of dates that nobody has seen too. */
async function assertSame(actual: Service, wanted: Service, former: readonly number[]): Promise<void> {
  // Lists show what another one had laid out.
  const far = '/events?start_date=2030-01-01&end_date=2032-12-31';
  for (const service of [actual, wanted]) (await service.anonymous.get(far)).expect(200);
  await assertSameReads(actual, wanted, Math.max(...former));
  await assertSameLists(actual, wanted, { aside: NOTHING });
  for (const id of former) (await actual.anonymous.get(`/events/${id}`)).expect(410);
}

/** Holds that calendars give their next event the same ID. */
async function assertSameNext(...services: readonly Service[]): Promise<void> {
  const body = { title: 'Next', start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00' };
  const ids = await Promise.all(
    services.map(async (service) => (await service.as('admin').post('/events', body)).expect(201).id()),
  );
  assert.equal(new Set(ids).size, 1, ids.join());
}

const assertSound = async (place: Place) =>
  assert.equal(await succeed(place, 'check'), 'No problems found.\n');

test('move brings series from a file to a server and back: lists, reads, 410s and the next IDs', async (t) => {
  const [file, back] = [placeInFile(), placeInFile()];
  const server = await calendarSettings(newFolder(), { empty: true });
  const first = await serving(t, file);
  const { former } = await fillWithSeries(first);
  await first.stop();
  await succeed(file, 'move', '--to', server.DATABASE_URL ?? '');
  await assertSound(server);
  await first.restart();
  const second = await serving(t, server);
  await assertSame(second, first, former);

  await second.stop();
  await succeed(server, 'move', '--to', back.DATABASE_URL ?? '');
  await assertSound(back);
  const third = await serving(t, back);
  await assertSame(third, first, former);
  await second.restart();
  await assertSameNext(first, second, third);
});

test('restore brings series as backup has kept them, from either engine into the other', async (t) => {
  for (const from of ['file', 'server'] as const) {
    const places = { file: placeInFile(), server: await calendarSettings(newFolder(), { empty: true }) };
    const home = places[from];
    const first = await serving(t, home);
    const { former } = await fillWithSeries(first);
    const kept = path.join(newFolder(), 'kept.tar');
    await succeed(home, 'backup', kept);
    const there = places[from === 'file' ? 'server' : 'file'];
    await succeed(there, 'restore', kept);
    await assertSound(there);
    const second = await serving(t, there);
    await assertSame(second, first, former);
    await assertSameNext(first, second);
  }
});
