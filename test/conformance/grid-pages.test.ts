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
