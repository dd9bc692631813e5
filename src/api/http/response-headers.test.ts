import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOrigin } from '#foundation/network/origin.ts';
import { grantOf, OPEN } from './response-headers.ts';

test('an origin of the settings is one, without a path', () => {
  for (const [typed, expected] of [
    ['https://a.example', 'https://a.example'],
    ['HTTPS://A.EXAMPLE:443/', 'https://a.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['*', undefined],
    ['null', undefined],
    ['', undefined],
    ['a.example', undefined],
    ['https://a.example/path', undefined],
    ['https://user:secret@a.example', undefined],
    ['https://a.example?x', undefined],
    ['https://a.example#x', undefined],
    ['https://*.example', undefined],
    ['data:text/plain,x', undefined],
  ] as const)
    assert.equal(readOrigin(typed), expected, typed);
});

test('anonymous requests open to their origin, those with credentials to the listed ones', () => {
  const config = { corsOrigins: new Set(['https://listed.example']) };
  const grant = (origin: string | undefined, authorization?: string) =>
    grantOf(
      {
        ...(origin === undefined ? {} : { origin }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      config,
    );
  const open = (origin: string) => ({ origin, credentials: true });
  assert.deepEqual(grant('https://any.example'), open('https://any.example'));
  assert.deepEqual(grant('https://listed.example', 'Basic x'), open('https://listed.example'));
  for (const origin of [
    undefined,
    'null',
    '',
    '*',
    'https://a.example, https://b.example',
    'https://a.example/x',
  ])
    assert.deepEqual(grant(origin), OPEN, String(origin));
  for (const authorization of ['Basic x', 'Bearer x', 'x', ''])
    assert.deepEqual(grant('https://any.example', authorization), OPEN);
});
