import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent } from '../support/events.ts';
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

test('each view has the search, keeps it with its day and filters, and leads to all that it finds', async () => {
  for (const [path, action] of [
    ['/events/month/2026-09/', '/events/month/2026-09/'],
    ['/events/week/2026-09-14/', '/events/week/2026-09-14/'],
    ['/events/2026-09-17/', '/events/2026-09-17/'],
    ['/events/map/', '/events/map/'],
    ['/events/list/', '/events/list/'],
    ['/events/weekend/', '/events/list/'],
  ] as const) {
    const { text } = (await page(`${path}?categories=music`)).expect(200);
    const form = /<form class="field-f" role="search" action="([^"]*)">.*?<\/form>/s.exec(text);
    assert.equal(form?.[1], service.url + action);
    assert.match(form?.[0] ?? '', /type="hidden" name="categories" value="music"/);
  }
  for (const path of ['/events/month/2026-09/', '/events/week/2026-09-14/', '/events/2026-09-17/']) {
    const found = (await page(`${path}?search=carillon`)).expect(200).text;
    assert.ok(found.includes('Carillon at Half Past Twelve') && !found.includes('Paper boats'), path);
    assert.match(found, /class="v-find".*\d events? for “carillon”.*\/events\/list\/\?search=carillon"/s);
    assert.match((await page(`${path}?search=xyzzy`)).text, /class="v-find".*No results for “xyzzy”/s);
    assert.doesNotMatch((await page(path)).text, /v-find/);
  }
  // The day below a small month is one on which something is found.
  const { text } = await page('/events/month/2026-09/?search=apple+fair');
  assert.match(text, /class="msmall".*id="d-2026-09-/s);
});

test('a day on which nothing begins but an exhibition runs says so, in each view that shows the day', async () => {
  const day = (await page('/events/2026-08-31/')).expect(200).text;
  assert.match(day, /No events start on this day\. 1 event is already on:/);
  assert.match(day, /Slack Water/);
  assert.match(
    (await page('/de/events/2026-08-31/')).text,
    /An diesem Tag beginnt keine Veranstaltung\. 1 Veranstaltung läuft bereits:/,
  );
  const empty = (await page('/events/2026-06-15/?categories=music')).expect(200).text;
  assert.match(empty, /No events start on this day\.</);
  const month = (await page('/events/month/2026-07/')).expect(200).text;
  assert.match(
    month.split('class="msmall"')[1] ?? '',
    /No events start on this day\. Already on: .*Slack Water/s,
  );
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

test('events at both ends of time add a century of pages at most, and none of their addresses fails', async () => {
  const editor = service.as('editor');
  const ages = [
    ['For ever', '2026-09-01 10:00:00', '9999-12-31 23:59:59', false],
    ['The last day', '9999-12-31 00:00:00', '9999-12-31 23:59:59', true],
    ['Since ever', '0001-01-01 00:00:00', '2026-09-02 10:00:00', false],
    ['The first day', '0001-01-01 00:00:00', '0001-01-01 23:59:59', true],
  ] as const;
  const slugs: string[] = [];
  for (const [title, start_date, end_date, all_day] of ages) {
    const timezone = end_date > '9999' ? 'Pacific/Kiritimati' : 'America/New_York';
    const made = await makeEvent(editor, { title, start_date, end_date, all_day, timezone });
    slugs.push(String(made.at('slug')));
  }
  for (const path of ['', 'month/', 'week/', 'list/', 'today/', 'map/', 'month/2126-09/', 'month/1926-10/'])
    (await page(`/events/${path}`)).expect(200);
  const far = [
    '0001-01-01',
    '0001-01-02',
    '1500-06-15',
    '2500-02-28',
    '9999-12-31',
    '9999-12-30',
    '9998-01-01',
  ];
  for (const day of far)
    for (const path of [`month/${day.slice(0, 7)}/`, `week/${day}/`, `${day}/`, `list/${day}/`])
      assert.ok([301, 302, 404].includes((await page(`/events/${path}`)).status), path);
  const { text: last } = (await page('/events/month/2126-09/')).expect(200);
  assert.doesNotMatch(last, /rel="next"/);
  const others = [
    ...slugs.flatMap((slug) => [`/event/${slug}/`, `/event/${slug}/?ical=1`, `/embed/event/${slug}/`]),
    ...far.flatMap((day) => [`/events/?tribe-bar-date=${day}`, `/embed/calendar/?date=${day}`]),
    ...['/sitemap.xml', '/events.ics', '/events.rss', '/events.atom', '/events.json', '/events.csv'],
    ...far.flatMap((day) => [`/events.ics?start_date=${day}`, `/events.ics?end_date=${day}`]),
  ];
  for (const path of others) {
    const { status } = await page(path);
    assert.ok(status < 500, `${path}: ${status}`);
  }
  for (const day of far)
    for (const query of [`start_date=${day}`, `end_date=${day}`, `start_date=${day}&strict_dates=true`])
      assert.ok((await service.anonymous.get(`/events?${query}`)).status < 500, query);
  const { text: file } = (await page(`/event/${slugs[1]}/?ical=1`)).expect(200);
  assert.match(file, /DTSTART;VALUE=DATE:99991231/);
  assert.doesNotMatch(file, /DTEND;VALUE=DATE:(99991231|10000)/);
  assert.doesNotMatch(service.log(), /"level":(50|"error")|RangeError/);
});
