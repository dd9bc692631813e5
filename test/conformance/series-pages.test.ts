import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
let series: number;

before(async () => {
  service = await startService({ clock: '2026-11-22T12:00:00Z', timezone: 'America/New_York' });
  await people(service);
  const made = await service.as('admin').post('/events', {
    title: 'Choir',
    description: 'Songs.',
    start_date: '2027-01-04 10:00:00',
    end_date: '2027-01-04 11:00:00',
    recurrence: { rrule: 'FREQ=WEEKLY;BYHOUR=10,16;COUNT=8' },
  });
  series = made.expect(201).id();
});

after(() => service.stop());

const page = async (path: string) => {
  const answer = await fetch(`${service.url}${path}`, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  });
  return { status: answer.status, text: await answer.text() };
};

const list = async () =>
  (
    await service.as('admin').get(`/events?start_date=2026-01-01&end_date=2029-01-01&post_parent=${series}`)
  ).rows('events');

test('each date has a page at the address that its answer names, which says how it repeats and leads to its series', async () => {
  for (const [at, event] of (await list()).entries()) {
    const address = new URL(String(event['url'])).pathname;
    assert.match(address, at % 2 === 0 ? /^\/event\/choir\/2027-01-\d\d\/$/ : /\/2\/$/);
    const { status, text } = await page(address);
    assert.equal(status, 200, address);
    assert.ok(text.includes(`<link rel="canonical" href="${event['url']}">`), address);
    assert.match(text, /<dt>When<\/dt><dd>.*?#i-repeat"\/><\/svg>Every Monday/);
    assert.match(text, /href="[^"]*\/event\/choir\/">All 8 dates/);
    assert.match(text, /<li class="cur(?: odd)?"><a href="[^"]*" aria-current="date">/);
    assert.equal(text.match(/<span class="dt-n">/g)?.length, 6, address);
    assert.equal((await page(`/?post_type=tribe_events&p=${event['id']}`)).status, 200);
  }
});

test('the page of a series lists its upcoming dates; upcoming lists say how they repeat', async () => {
  const { status, text } = await page('/event/choir/');
  assert.equal(status, 200);
  assert.match(text, /<dt>When<\/dt><dd>.*?<\/svg>Every Monday/);
  assert.match(text, /href="[^"]*\/event\/choir\/2027-01-25\/2\/"/);
  assert.match(
    (await page('/')).text,
    /<b>10:00<\/b><span class="t-end">–11:00<\/span><\/time><\/div>\s<div class="ev-b">.*?<\/svg>Every Monday/s,
  );
});

test('what is none is 404, what was taken out 410, and a draft shows nothing of its dates', async () => {
  for (const path of [
    '2027-01-05/',
    '2027-01-04/3/',
    '2027-01-04/1/',
    '2027-01-04/0/',
    'never/',
    '2027-01-04/x/',
  ])
    assert.equal((await page(`/event/choir/${path}`)).status, 404, path);
  assert.equal((await page('/event/nobody/2027-01-04/')).status, 404);
  const [first, , third] = await list();
  const admin = service.as('admin');
  (await admin.delete(`/events/${third?.['id']}`)).expect(200);
  assert.equal((await page('/event/choir/2027-01-11/')).status, 404);
  (await admin.post(`/events/${series}`, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } })).expect(200);
  assert.equal((await page('/event/choir/2027-01-25/')).status, 410);
  (await admin.post(`/events/${series}`, { status: 'draft' })).expect(200);
  assert.equal((await page('/event/choir/2027-01-04/')).status, 404);
  assert.equal((await page('/event/choir/2027-01-25/')).status, 404);
  assert.equal((await page(`/?post_type=tribe_events&p=${first?.['id']}`)).status, 404);
});
