import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { prettyLine } from './pretty.ts';

const shown = (line: object) => prettyLine(JSON.stringify(line), { colors: false }).replace(/^\S+ /, '');

test('a request is one legible line', () => {
  const request = {
    ...{ level: 30, time: 1_795_000_000_000, pid: 1, hostname: 'h', request_id: 'abc-1', method: 'GET' },
    ...{ url: '/e?a=1', route: '/e', status: 200, duration_ms: 3.456, bytes: 5_000, user: 'ada' },
    ...{ client: '192.0.2.7', kept: false, aborted: false, msg: 'A request was answered.' },
  };
  assert.equal(shown(request), 'INFO  GET /e?a=1 200 3.5 ms 4.9 KiB ada 192.0.2.7 #abc-1\n');
  assert.equal(
    shown({ ...request, level: 40, user: null, kept: true, msg: 'A request was slow.', code: 'x' }),
    'WARN  A request was slow. GET /e?a=1 200 3.5 ms 4.9 KiB 192.0.2.7 #abc-1 kept=true code=x\n',
  );
});

test('what failed is told with its place', () => {
  const err = {
    type: 'TypeError',
    message: 'no',
    stack: 'TypeError: no\n    at one (a.ts:1)\n    at two (b.ts:2)',
  };
  assert.equal(
    shown({ level: 50, time: 1, err, msg: 'It failed.', job: 'sweeping' }),
    'ERROR It failed. TypeError: no at one (a.ts:1) at two (b.ts:2) job=sweeping\n',
  );
});

test('whatever a line holds, it stays one line, and moves no cursor', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.string({ unit: 'binary' }),
      (members, text) => {
        const line = prettyLine(JSON.stringify({ level: 30, time: 1, ...members, msg: text, url: text }), {
          colors: false,
        });
        assert.match(line, /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]*\n$/);
      },
    ),
  );
  assert.equal(prettyLine('no JSON\n', { colors: true }), 'no JSON\n');
});
