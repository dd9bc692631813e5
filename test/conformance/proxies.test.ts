// Who the client is: by the settings, whatever a request says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linesOf } from '../support/log.ts';
import { command } from '../support/program.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ env: { KALENDS_LOG_LEVEL: 'info' } });
});
after(() => service.stop());

let asked = 0;
/** The address that the service takes for the client's. */
async function client(forwarded: string | undefined): Promise<unknown> {
  const mark = `/nowhere/${++asked}`;
  await service.anonymous.get(service.url + mark, undefined, { 'X-Forwarded-For': forwarded });
  const [line] = await linesOf(service, (said) => said['url'] === mark);
  return line?.['client'];
}

const SPOOFED = '198.51.100.1, 203.0.113.7, 10.0.0.9';

for (const [setting, forwarded, expected] of [
  [undefined, SPOOFED, '127.0.0.1'],
  ['0', SPOOFED, '127.0.0.1'],
  ['1', SPOOFED, '10.0.0.9'],
  ['2', SPOOFED, '203.0.113.7'],
  ['true', SPOOFED, '198.51.100.1'],
  ['127.0.0.0/8, 10.0.0.0/8', SPOOFED, '203.0.113.7'],
  ['loopback,uniquelocal', SPOOFED, '203.0.113.7'],
  ['10.0.0.0/8', SPOOFED, '127.0.0.1'],
] as const)
  test(`KALENDS_TRUST_PROXY=${setting ?? ''}: the client of ${forwarded ?? 'nobody'} is ${expected}`, async () => {
    await service.restart({ KALENDS_TRUST_PROXY: setting });
    assert.equal(await client(forwarded), expected);
  });

test('host and protocol count where the connection is a proxy’s, by whatever setting', async () => {
  const forwarded = { 'X-Forwarded-Host': 'outer.example.org', 'X-Forwarded-Proto': 'https' };
  for (const [setting, counts] of [
    ['1', true],
    ['true', true],
    ['127.0.0.0/8', true],
    ['10.0.0.0/8', false],
  ] as const) {
    await service.restart({ KALENDS_TRUST_PROXY: setting });
    // The first may be kept and the second not, and the other way round.
    for (const headers of [{}, forwarded, {}, forwarded]) {
      const url = String((await service.anonymous.get('/events', undefined, headers)).at('rest_url'));
      const origin = counts && headers === forwarded ? 'https://outer.example.org' : service.url;
      assert.ok(url.startsWith(`${origin}/calendar/`), `${setting}: ${url}`);
    }
  }
});

test('anything else is refused when the service starts, in each language', async () => {
  for (const [language, text] of [
    ['C', /KALENDS_TRUST_PROXY must be a number of hops/],
    ['de_DE.UTF-8', /KALENDS_TRUST_PROXY muss eine Anzahl/],
    ['es_ES.UTF-8', /KALENDS_TRUST_PROXY debe ser un número/],
  ] as const) {
    const { code, stderr } = await service.cli(['user', 'list', '--trust-proxy', 'on', '--language', 'en']);
    assert.equal(code, 2, stderr);
    await service.restart({ KALENDS_TRUST_PROXY: undefined });
    const refused = await command({ ...service.env, KALENDS_TRUST_PROXY: '10.0.0.1/0', LC_ALL: language }, [
      'serve',
    ]);
    assert.equal(refused.code, 2, refused.stderr);
    assert.match(refused.stderr, text);
    assert.match(refused.stderr, /10\.0\.0\.1\/0/);
  }
});

test('the log says once that X-Forwarded-For came from where it is not trusted', async () => {
  const told = () => service.log().split('KALENDS_TRUST_PROXY does not trust').length - 1;
  await service.restart({ KALENDS_TRUST_PROXY: '10.0.0.0/8', KALENDS_LOG_LEVEL: 'warn' });
  const before = told();
  // From kept answers too.
  for (let n = 0; n < 3; n++) (await service.anonymous.get('/events')).expect(200);
  assert.equal(told(), before);
  for (let n = 0; n < 5; n++)
    (await service.anonymous.get('/events', undefined, { 'X-Forwarded-For': '203.0.113.7' })).expect(200);
  assert.equal(told(), before + 1);
  await service.restart({ KALENDS_TRUST_PROXY: 'loopback' });
  (await service.anonymous.get('/events', undefined, { 'X-Forwarded-For': '203.0.113.7' })).expect(200);
  assert.equal(told(), before + 1);
});
