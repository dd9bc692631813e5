import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/service.ts';

let service: Service;

before(async () => {
  // The day on which New York's clock goes on by an hour, at 11:10.
  service = await startService({ clock: '2026-03-08T15:10:00Z', timezone: 'America/New_York' });
  const add = async (title: string, start: string, end: string, more: object = {}) =>
    (
      await service
        .as('admin')
        .post('/events', { title, start_date: `${start}:00`, end_date: `${end}:00`, ...more })
    ).expect(201);
  const island = { timezone: 'Australia/Lord_Howe' };
  await add('Spring night', '2026-03-08 01:30', '2026-03-08 03:30');
  await add('Spring morning', '2026-03-08 10:00', '2026-03-08 12:00', {
    categories: ['Music'],
    tags: ['Quiet'],
  });
  await add('Spring late', '2026-03-07 22:00', '2026-03-08 04:00');
  await add('Autumn night', '2026-11-01 01:30', '2026-11-01 02:30');
  await add('Autumn morning', '2026-11-01 10:00', '2026-11-01 12:00');
  await add('Island spring', '2026-10-04 10:00', '2026-10-04 11:30', island);
  await add('Island autumn', '2026-04-05 10:00', '2026-04-05 11:30', island);
});
after(() => service?.stop());

const page = async (path: string): Promise<string> =>
  (await service.anonymous.get(service.url + path, undefined, { accept: 'text/html' })).expect(200).text;

/** Returns the classes of the box of an event. */
function boxOf(text: string, title: string): string {
  const box = text.split('<a class="we-e ').find((one) => one.split('</a>')[0]?.includes(`>${title}</b>`));
  assert.ok(box, `no box of ${title}`);
  return box.split('"')[0] ?? '';
}

test('weeks and days in which a clock changes have each event at its hours', async () => {
  const boxes = [
    ['2026-03-08', 'Spring night', 'r0 s3', 'x0 n5'],
    ['2026-03-08', 'Spring morning', 'r8 s8', 'x8 n8'],
    ['2026-11-01', 'Autumn night', 'r0 s3', 'x0 n5'],
    ['2026-11-01', 'Autumn morning', 'r8 s8', 'x8 n8'],
    ['2026-10-04', 'Island spring', 'r8 s6', 'x8 n6'],
    ['2026-04-05', 'Island autumn', 'r8 s6', 'x8 n6'],
  ] as const;
  for (const [day, title, inWeek, inDay] of boxes) {
    const week = await page(`/events/week/${day}/`);
    assert.equal(week.match(/<section class="wday/g)?.length, 7);
    const column = week.split(`id="w-${day}"`)[1]?.split('</section>')[0] ?? '';
    assert.ok(boxOf(column, title).includes(` ${inWeek} `), `${title}: ${boxOf(column, title)}`);
    const classes = boxOf(await page(`/events/${day}/`), title);
    assert.ok(classes.endsWith(inDay), `${title}: ${classes}`);
  }
});

test('the line of the present stands at the hour of the changed clock, in week and day', async () => {
  assert.match(await page('/events/week/'), /class="wnow r12"/);
  assert.match(await page('/events/today/'), /class="dnow x12"/);
  assert.doesNotMatch(await page('/events/2026-11-01/'), /class="dnow/);
});

test('what goes on into the night has an open end, and is above the hours of the day on which it ended', async () => {
  const week = await page('/events/week/2026-03-08/');
  assert.match(boxOf(week, 'Spring late'), /\bnight\b/);
  assert.doesNotMatch(boxOf(week, 'Spring morning'), /\bnight\b/);
  const day = await page('/events/2026-03-08/');
  assert.match(day, /class="mb [^"]*os"[^>]*><span>Spring late, <time>until 04:00<\/time>/);
});

test('month, week and day of a category, a tag or a filter name it in heading, title and description', async () => {
  for (const [view, days] of [
    ['month/2026-03/', 'March 2026'],
    ['week/2026-03-08/', '2–8 March 2026'],
    ['2026-03-08/', 'Sunday, 8 March 2026'],
  ] as const)
    for (const [path, name] of [
      [`/events/category/music/${view}`, 'Music'],
      [`/events/tag/quiet/${view}`, 'Quiet'],
      [`/events/${view}?categories=music&tags=quiet`, 'Music, Quiet'],
    ] as const) {
      const text = await page(path);
      const heading = /<h1>(.*?)<\/h1>/.exec(text)?.[1]?.replace(/<[^>]*>/g, '');
      assert.equal(heading, `${name}, ${days}`);
      assert.ok(/<title>([^<]*)/.exec(text)?.[1]?.startsWith(`${name}, ${days}`), path);
      assert.ok(/<meta name="description" content="([^"]*)/.exec(text)?.[1]?.includes(name), path);
    }
});
