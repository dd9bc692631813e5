import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { checkPortFree } from './port.ts';

let taken: Server;
let port: number;

before(async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  ({ port } = taken.address() as AddressInfo);
});
after(() => taken.close());

test('a free port is found without listening there: whoever connected meanwhile would be cut off', async () => {
  let listened = 0;
  const count = () => {
    listened++;
  };
  subscribe('tracing:net.server.listen:asyncStart', count);
  try {
    for (const host of ['127.0.0.1', '0.0.0.0', 'localhost']) await checkPortFree({ host, port: 0 });
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    assert.equal(listened, 1, 'it is noticed who listens');
    other.close();
  } finally {
    unsubscribe('tracing:net.server.listen:asyncStart', count);
  }
});

test('a port that another program has, and an address that is none of this machine, are refused', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0', 'localhost'])
    await assert.rejects(checkPortFree({ host, port }), { code: 'EADDRINUSE' });
  await assert.rejects(checkPortFree({ host: '203.0.113.7', port }), { code: 'EADDRNOTAVAIL' });
  await assert.rejects(checkPortFree({ host: 'nowhere.invalid', port }), /ENOTFOUND|EAI_AGAIN/);
});
