// A calendar remembers its time zone: what is started without one keeps it, another one that is given changes it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SOMEDAY } from '../support/events.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';

let service: ServiceProcess;
before(async () => {
  service = await startProcess({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  await people(service);
});
after(() => service.stop());

const zone = async () =>
  (await service.anonymous.get(`${service.url}/wp-json/`)).expect(200).at('timezone_string');
/** The zone of an event that names none, and when it says it was changed. */
const made = async () => {
  const event = (await service.as('editor').post('/events', { title: 'x', ...SOMEDAY })).expect(201);
  return [event.at('timezone'), event.at('modified')];
};

for (const [what, given, workers, wanted, modified] of [
  ['the first start', 'Europe/Berlin', '1', 'Europe/Berlin', '2026-11-20 19:00:00'],
  ['without one', undefined, '1', 'Europe/Berlin', '2026-11-20 19:00:00'],
  ['without one, with workers', undefined, '2', 'Europe/Berlin', '2026-11-20 19:00:00'],
  ['an empty one', '', '1', 'Europe/Berlin', '2026-11-20 19:00:00'],
  ['another', 'America/New_York', '1', 'America/New_York', '2026-11-20 13:00:00'],
  ['without one again', undefined, '1', 'America/New_York', '2026-11-20 13:00:00'],
  ['another, with workers', 'Asia/Tokyo', '2', 'Asia/Tokyo', '2026-11-21 03:00:00'],
  ['without one after workers', undefined, '1', 'Asia/Tokyo', '2026-11-21 03:00:00'],
  ['an offset', 'UTC+2', '1', 'UTC+2', '2026-11-20 20:00:00'],
  ['without one after an offset', undefined, '1', 'UTC+2', '2026-11-20 20:00:00'],
  ['UTC by name', 'UTC', '1', 'UTC', '2026-11-20 18:00:00'],
] as const)
  test(`the site's zone: ${what}`, async () => {
    await service.restart({ KALENDS_TIMEZONE: given, KALENDS_WORKERS: workers });
    assert.equal(await zone(), wanted);
    assert.deepEqual(await made(), [wanted, modified]);
  });

test('commands follow the zone that the calendar has, and a given one changes it', async () => {
  await service.restart({ KALENDS_TIMEZONE: 'Europe/Berlin' });
  await service.restart({ KALENDS_TIMEZONE: undefined });
  assert.equal((await service.cli(['seed', '--events', '1'])).code, 0);
  await service.restart();
  assert.equal(await zone(), 'Europe/Berlin');
  assert.equal((await service.cli(['seed', '--events', '1', '--timezone', 'Asia/Tokyo'])).code, 0);
  await service.restart();
  assert.equal(await zone(), 'Asia/Tokyo');
  assert.equal((await service.cli(['user', 'list', '--timezone', 'Europe/Paris'])).code, 0);
  await service.restart();
  assert.equal(await zone(), 'Asia/Tokyo');
});
