// The first start where variables have decided, and where the password came in another way.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startProcess } from '../support/service.ts';

const service = await startProcess({
  timezone: 'Europe/Vienna',
  env: { KALENDS_ADMIN_PASSWORD: undefined, KALENDS_LANGUAGE: 'es', KALENDS_WORKERS: '2' },
});
after(() => service.stop());
const SETUP = () => `${service.url}/kalends/v1/setup`;

test('what variables decide is told, and can be said again but not otherwise', async () => {
  const [, code = ''] = /first-run\?code=(\w{24})$/m.exec(service.log()) ?? [];
  const state = (await service.anonymous.get(SETUP())).expect(200);
  assert.deepEqual(state.at('overridden'), ['timezone', 'language']);
  assert.deepEqual([state.at('timezone'), state.at('language')], ['Europe/Vienna', 'es']);
  const body = { code, password: 'nineteen letters long' };
  const wrong = await service.anonymous.send('POST', SETUP(), { ...body, timezone: 'UTC', language: 'de' });
  assert.match(JSON.stringify(wrong.expect(400).body), /KALENDS_TIMEZONE.*KALENDS_LANGUAGE/);
  const same = { ...body, timezone: 'Europe/Vienna', language: 'es', site_name: 'Agenda' };
  (await service.anonymous.send('POST', SETUP(), same)).expect(201);
});

test('a password that is set by command closes the first start', async () => {
  const other = await startProcess({ env: { KALENDS_ADMIN_PASSWORD: undefined } });
  try {
    const [, code = ''] = /first-run\?code=(\w{24})$/m.exec(other.log()) ?? [];
    const set = await other.cli(['user', 'password', 'admin', '--password-stdin'], 'given by command\n');
    assert.equal(set.code, 0, set.stderr);
    const url = `${other.url}/kalends/v1/setup`;
    assert.deepEqual((await other.anonymous.get(url)).expect(200).body, { open: false });
    (await other.anonymous.send('POST', url, { code, password: 'too late by now' })).expect(410);
  } finally {
    await other.stop();
  }
});

test('where the password is given there is no first start', async () => {
  const given = await startProcess();
  try {
    assert.doesNotMatch(given.log(), /first-run/);
    assert.deepEqual((await given.anonymous.get(`${given.url}/kalends/v1/setup`)).body, { open: false });
  } finally {
    await given.stop();
  }
});
