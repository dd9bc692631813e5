import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people, type Service, startService } from '../support/service.ts';

// What random requests found, one by one.

let service: Service;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
});
after(() => service.stop());

const event = { title: 'Found', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' };

test('POST /events with a zone that is none and sales dates of tickets is a 400', async () => {
  const tickets = [{ name: 'Early', sales_start: '2026-12-01 10:00' }];
  for (const timezone of ['Mars/Base', 'x'.repeat(100), ['Europe/Berlin'], 7]) {
    const answer = await service.as('editor').post('/events', { ...event, timezone, tickets });
    assert.equal(answer.expect(400).at('code'), 'rest_invalid_param');
  }
});
