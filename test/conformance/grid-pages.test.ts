import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PROGRAMME_CLOCK, startProgramme } from '../support/programme/programme.ts';
import type { Service } from '../support/service.ts';

let service: Service;

before(async () => {
  service = await startProgramme();
});
after(() => service?.stop());

const page = (path: string) => service.anonymous.get(service.url + path, undefined, { accept: 'text/html' });

/** Returns the titles of what begins on a day by the interface's list, as pages show them. */
async function titlesOn(day: string): Promise<string[]> {
  // What goes on into the night ends on the next day.
  const next = Temporal.PlainDate.from(day).add({ days: 7 }).toString();
  const window = `start_date=${day} 00:00:00&end_date=${next} 23:59:59&per_page=50`;
  const { body } = (await service.anonymous.get(`/events?${window}`)).expect(200);
  const { events } = body as { events: { title: string; start_date: string }[] };
  return events.filter(({ start_date }) => start_date.startsWith(day)).map(({ title }) => title);
}

test('GET /events/month/ counts and names the events of each day as the list does', async () => {
  const { text } = (await page('/events/month/2026-09/')).expect(200);
  assert.ok(PROGRAMME_CLOCK.startsWith('2026-09'));
  for (const day of ['2026-09-17', '2026-09-19', '2026-09-22', '2026-09-30']) {
    const titles = await titlesOn(day);
    const cell = text.split(`id="m-${day}"`)[1]?.split('</section>')[0] ?? '';
    assert.match(cell, new RegExp(`, ${titles.length} events`));
    const week = text.split('class="mweek').find((one) => one.includes(`id="m-${day}"`)) ?? '';
    for (const title of titles) assert.ok(week.includes(title), `${day} lacks ${title}`);
  }
});

test('GET /events/month/ ends at the calendar, and its other addresses lead there', async () => {
  const { text } = (await page('/events/month/2026-12/')).expect(200);
  assert.match(text, /rel="prev" href="[^"]*\/events\/month\/2026-11\/"/);
  (await page('/events/month/2036-12/')).expect(404);
  (await page('/events/month/1999-12/')).expect(404);
  const moved = (await page('/events/2026-12/')).expect(301);
  assert.equal(moved.headers['location'], `${service.url}/events/month/2026-12/`);
  assert.doesNotMatch((await page('/events/month/2026-06/')).expect(200).text, /rel="prev"/);
});

test('filters travel along views', async () => {
  const { text } = (await page('/events/month/2026-09/?categories=music&free=true')).expect(200);
  assert.ok(text.includes('Carillon') && !text.includes('Harms reads'));
  for (const [, address = ''] of text.matchAll(/class="(?:ibtn|wk|views)"[^>]*href="([^"]*)"/g))
    assert.match(address, /categories=music&amp;free=true/);
});

test('GET /events/week/ names the events of each day as the list does, and one address for its days', async () => {
  const { text } = (await page('/events/week/2026-09-14/')).expect(200);
  for (const day of ['2026-09-17', '2026-09-18', '2026-09-19', '2026-09-20']) {
    const titles = await titlesOn(day);
    const column = text.split(`id="w-${day}"`)[1]?.split('</section>')[0] ?? '';
    assert.match(column, new RegExp(`<small>${titles.length} events</small>`));
    for (const title of titles) assert.ok(column.includes(`>${title}</b>`), `${day} lacks ${title}`);
    assert.equal(column.match(/class="we-c"/g)?.length, titles.length);
  }
  const canonical = /<link rel="canonical" href="[^"]*\/events\/week\/2026-09-14\/"/;
  assert.match(text, canonical);
  assert.match((await page('/events/week/2026-09-19/')).expect(200).text, canonical);
  assert.match(text, /class="wnow r29"/);
  assert.doesNotMatch((await page('/events/week/2026-09-21/')).text, /class="wnow/);
  (await page('/events/week/2036-09-15/')).expect(404);
});

test('weeks of each view begin on the day that the settings name, with hours by their clock', async () => {
  const settings = `${service.url}/kalends/v1/settings`;
  const set = (values: object) => service.as('admin').send('PATCH', settings, values);
  (await set({ week_start: 'sunday', hour_cycle: '12' })).expect(200);
  const week = (await page('/events/week/2026-09-19/')).expect(200).text;
  assert.match(week, /id="w-2026-09-13".*id="w-2026-09-19"/s);
  assert.match(week, /<span>8 am<\/span>/);
  assert.match((await page('/events/month/2026-09/')).text, /id="m-2026-08-30"/);
  (await set({ week_start: 'monday', hour_cycle: '24' })).expect(200);
});

test('GET /events/2026-09-19/ names all of the day by its places, and what goes on from before', async () => {
  const { text } = (await page('/events/2026-09-19/')).expect(200);
  for (const title of await titlesOn('2026-09-19')) assert.ok(text.includes(`>${title}</b>`), title);
  assert.match(text, /40 events in \d+ places/);
  for (const title of ['Altenfleet Film Days', 'Slack Water', 'Rotor: twelve hours'])
    assert.ok(text.includes(title), title);
  assert.match(text, /rel="prev" href="[^"]*\/events\/2026-09-18\/"/);
});

test('GET /events/today/ is the present day; other addresses of a day lead to the one', async () => {
  assert.match((await page('/events/today/')).expect(200).text, /<h1>Thursday, 17 September/);
  const moved = (await page('/events/day/2026-09-19/')).expect(301);
  assert.equal(moved.headers['location'], `${service.url}/events/2026-09-19/`);
  (await page('/events/2036-09-19/')).expect(404);
  (await page('/events/2026-02-30/')).expect(404);
});
