import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/service.ts';

let service: Service;

/** Dates of a series on one day, series, and days: more than two thousand a day, and more than four thousand in all. */
const HOURS = Array.from({ length: 24 }, (_, hour) => hour).join(',');
const EACH = 24 * 4;
const SERIES = 22;
const DAYS = 2;
/** A Monday, and the Tuesday after it. */
const FIRST = '2031-03-10';

before(async () => {
  service = await startService({ clock: '2031-03-01T12:00:00Z' });
  for (let at = 0; at < SERIES; at++) {
    const rrule = `FREQ=DAILY;BYHOUR=${HOURS};BYMINUTE=0,15,30,45;COUNT=${EACH * DAYS}`;
    const times = { start_date: `${FIRST} 00:00:00`, end_date: `${FIRST} 00:05:00` };
    const event = { title: `Tram${at}x`, ...times, recurrence: { rrule } };
    (await service.as('admin').post('/events', event)).expect(201);
  }
});
after(() => service?.stop());

const page = async (path: string, language = 'en') => {
  const answer = await service.anonymous.get(service.url + path, undefined, {
    accept: 'text/html',
    'accept-language': language,
  });
  return answer.expect(200).text;
};

test('GET /events/month/ says that it shows 4,000 of more events, and leads to the page of the last day', async () => {
  const text = await page('/events/month/2031-03/');
  assert.match(text, /Showing the first 4,000 events, up to Tuesday, 11 March\./);
  assert.match(text, /href="[^"]*\/events\/2031-03-11\/">See each day for the rest: Tuesday, 11 March</);
  const german = await page('/events/month/2031-03/', 'de');
  assert.match(german, /Die ersten 4\.000 Termine, bis Dienstag, 11\. März\./);
  const spanish = await page('/events/month/2031-03/', 'es');
  assert.match(spanish, /los primeros 4000 eventos, hasta el martes,? 11 de marzo\./);
});

test('GET /events/month/ holds the first forty events of a day, counts all of them, and leads to the page of the day', async () => {
  const popoverOf = (text: string) => text.split(`id="p-${FIRST}"`)[1]?.split('</footer>')[0] ?? '';
  const text = await page('/events/month/2031-03/');
  const popover = popoverOf(text);
  const total = (EACH * SERIES).toLocaleString('en');
  assert.match(popover, new RegExp(`<span>${total} events, 1,056 after noon</span>`));
  assert.match(popover, /<h3>Morning<\/h3>/);
  assert.equal(popover.match(/<li>/g)?.length, 40);
  assert.match(popover, new RegExp(`href="[^"]*/events/${FIRST}/">All ${total} on Monday</a>$`));
  assert.ok(text.length < 100_000, `${text.length} characters`);
  assert.match(popoverOf(await page('/events/month/2031-03/?search=Tram7x')), />All 96 on Monday</);
});

test('GET /events/week/ says that it shows 2,000 of more events', async () => {
  const text = await page('/events/week/2031-03-10/');
  assert.match(text, /Showing the first 2,000 events, up to Monday, 10 March\./);
  assert.match(text, /href="[^"]*\/events\/2031-03-10\/">See each day for the rest/);
});

test('GET /events/2031-03-10/ says that it shows 2,000 of more events, and that filters lead to the others', async () => {
  const said = /Showing the day’s first 2,000 events. Use filters to find the others\./;
  assert.match(await page('/events/2031-03-10/'), said);
  const filtered = await page('/events/2031-03-10/?search=Tram7x');
  assert.doesNotMatch(filtered, said);
  assert.match(filtered, /96 events in /);
});

test('pages that show all of their events say nothing of others', async () => {
  for (const path of ['/events/month/2031-03/', '/events/week/2031-03-10/'])
    assert.doesNotMatch(await page(`${path}?search=Tram7x`), /See each day for the rest/);
});
