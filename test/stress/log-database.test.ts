// The log tells when the server of the database, or a replica, is lost, and when it is found again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linesOf, logLines } from '../support/log.ts';
import { startRelay } from '../support/relay.ts';
import { startProcess } from '../support/service.ts';
import { type Databases, openDatabases } from './databases.ts';

const LOST = 'The server of the database does not answer; it is asked again.';
const FOUND = 'The server of the database answers again.';
const NOBODY = 'postgres://nobody@127.0.0.1:1/none';

let databases: Databases;
before(async () => {
  databases = await openDatabases();
});
after(() => databases?.close());

for (const server of ['database', 'replica'] as const)
  test(`a ${server} that is lost is a warning, once, and one that is found again is told of`, async (t) => {
    const url = await databases.make();
    const relay = await startRelay(url);
    t.after(() => relay.close());
    const through = relay.through(url);
    const service = await startProcess({
      env: {
        KALENDS_LOG_LEVEL: 'info',
        ...(server === 'database'
          ? { DATABASE_URL: through }
          : { DATABASE_URL: url, DATABASE_REPLICA_URL: through }),
      },
    });
    t.after(() => service.kill());
    (await service.anonymous.get('/events')).expect(200);
    assert.ok(logLines(service).every(({ msg }) => msg !== LOST && msg !== FOUND));
    relay.retarget(NOBODY);
    const isLost = (line: Record<string, unknown>) => line['msg'] === LOST;
    for (let tries = 0; !logLines(service).some(isLost); tries++) {
      assert.ok(tries < 2_000, service.log().slice(-2_000));
      await service.anonymous.get(`/events?n=${tries}`);
    }
    relay.retarget(url);
    const [found] = await linesOf(service, (line) => line['msg'] === FOUND);
    assert.equal(found?.['server'], server);
    const lost = logLines(service).filter(isLost);
    assert.equal(lost.length, 1);
    assert.deepEqual([lost[0]?.['level'], lost[0]?.['server']], [40, server]);
    assert.ok(lost[0]?.['err']);
    (await service.anonymous.get('/events')).expect(200);
  });
