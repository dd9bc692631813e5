import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { people, startService } from '../support/service.ts';

const STOP_WITHIN_MS = 10_000;

test('a stop lets requests under way finish, refuses the others and keeps what was acknowledged', async (t) => {
  const service = await startService({ clock: '2026-11-20T18:00:00Z' });
  t.after(() => service.stop());
  await people(service);
  const created: number[] = [];
  let stopped = false;
  const outcomes = { created: 0, refused: 0, cut: 0 };
  const write = async (writer: number) => {
    for (let i = 0; !stopped; i++) {
      const body = {
        title: `Stop ${writer} ${i}`,
        start_date: '2027-01-01 10:00',
        end_date: '2027-01-01 11:00',
      };
      try {
        const answer = await service.as('editor').post('/events', body);
        if (answer.status === 201) {
          created.push(answer.id());
          outcomes.created++;
        } else {
          assert.equal(answer.status, 503, answer.text);
          assert.equal(answer.at('code'), 'rest_unavailable');
          outcomes.refused++;
        }
      } catch (error) {
        // Nobody listens any more: a connection is refused, or closed before it carried a request.
        assert.match(String(error), /ECONNREFUSED|ECONNRESET|other side closed|EPIPE/);
        outcomes.cut++;
        await pause(10);
      }
    }
  };
  const writers = Array.from({ length: 4 }, (_, writer) => write(writer));
  await pause(400);
  const began = performance.now();
  // `restart` sends SIGTERM, throws where the exit code isn't 0, and starts anew.
  const restarted = service.restart();
  await restarted;
  const tookMs = performance.now() - began;
  stopped = true;
  await Promise.all(writers);
  t.diagnostic(`${JSON.stringify(outcomes)}, stopped and started in ${tookMs.toFixed(0)} ms`);
  assert.ok(outcomes.created > 0);
  for (const id of created) (await service.as('editor').get(`/events/${id}`)).expect(200);
  const found = await service.as('editor').get('/events?search=Stop&per_page=1');
  assert.equal(found.expect(200).at('total'), created.length, 'nothing was made without being acknowledged');
});

test('idle, silent and half-done connections do not hold up a stop', async (t) => {
  const service = await startService();
  t.after(() => service.stop());
  const port = Number(new URL(service.url).port);
  const pieces = [
    '',
    'GET /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /calendar/ev',
    'POST /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  ];
  const sockets = pieces.map((piece) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(piece));
    return socket.on('error', () => {});
  });
  await pause(300);
  const began = performance.now();
  await service.stop();
  const tookMs = performance.now() - began;
  assert.ok(tookMs < STOP_WITHIN_MS, `it took ${tookMs.toFixed(0)} ms`);
  for (const socket of sockets) socket.destroy();
});
