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
  const venue = { venue: 'Hall', geo_lat: 40.7, geo_lng: -74 };
  const tokyo = { timezone: 'Asia/Tokyo', categories: ['Abroad'], venue };
  await add('Abroad', '2026-03-09 10:37', '2026-03-09 11:47', { ...tokyo, slug: 'abroad' });
  await add('Abroad locked', '2026-03-09 14:37', '2026-03-09 15:47', {
    ...tokyo,
    slug: 'locked',
    password: 'x',
  });
  await add('Abroad again', '2026-03-09 16:37', '2026-03-09 17:47', {
    ...tokyo,
    slug: 'again',
    recurrence: 'FREQ=DAILY;COUNT=3',
  });
  for (const hour of ['12', '13'])
    await add(`Here at ${hour}`, `2026-03-09 ${hour}:37`, `2026-03-09 ${hour}:47`, {
      venue,
      slug: `here-${hour}`,
    });
  // Toronto's clock is New York's; Havana's goes on two hours earlier that night, while this is on.
  await add('Toronto', '2026-03-09 18:37', '2026-03-09 19:47', { venue, timezone: 'America/Toronto' });
  await add('Havana', '2026-03-07 23:37', '2026-03-08 02:47', {
    venue,
    timezone: 'America/Havana',
    slug: 'havana',
  });
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

/** Times that are named nowhere else, by what must stand behind each: the zone, or nothing where it is the site's. */
const ZONES: Readonly<Record<string, Readonly<Record<'en' | 'de' | 'es', string>>>> = {
  '(?:10|14|16):37(?:–\\d\\d:47)?': { en: 'JST', de: 'GMT+9', es: 'GMT+9' },
  '23:37(?:–\\d\\d:47)?(?:\\+1)?': { en: 'CST', de: 'GMT-5', es: 'GMT-5' },
  '(?:12|13|18):37(?:–\\d\\d:47)?': { en: '', de: '', es: '' },
};
const SHOWN = [
  'events/',
  'events/list/?tribe-bar-date=2026-03-09',
  'events/list/?eventDisplay=past',
  'events/month/2026-03/',
  'events/week/2026-03-09/',
  'events/week/2026-03-07/',
  'events/2026-03-07/',
  'events/2026-03-09/',
  'events/category/abroad/',
  'events/map/',
  'event/abroad/',
  'event/locked/',
  'event/again/',
  'event/again/2026-03-10/',
  'event/havana/',
  'event/here-12/',
  'venue/hall/',
  'embed/calendar/',
  'embed/calendar/?from=2026-03-09&show=list',
  'embed/event/abroad/',
  'embed/event/again/2026-03-10/',
  'embed/event/here-12/',
];

/** Returns the words of a page, those of tooltips, cards and its description too. */
const wordsOf = (markup: string): string =>
  markup
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<[^>]*? (?:data-when|title|aria-label|content)="([^"]*)"[^>]*>/g, ' [$1] ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s*–\s*/g, '–')
    .replace(/\s+/g, ' ');

test('every time of an event whose clock is not the site’s is followed by its zone, and no other is', async () => {
  const seen = new Map<string, number>();
  for (const language of ['en', 'de', 'es'] as const)
    for (const path of SHOWN) {
      const words = wordsOf(await page(`/${language === 'en' ? '' : `${language}/`}${path}`));
      for (const [time, names] of Object.entries(ZONES))
        for (const found of words.matchAll(new RegExp(`${time}(?: \\+1)?(?: (?:Uhr|h))?(?: \\+1)?`, 'g'))) {
          const after = words.slice(found.index + found[0].length, found.index + found[0].length + 40);
          const zone = /^ ?((?:GMT[+-]?\d*|[A-Z]{3,4})\b)?/.exec(after)?.[1] ?? '';
          assert.equal(zone, names[language], `${language} ${path}: ${found[0]}${after}`);
          seen.set(path, (seen.get(path) ?? 0) + 1);
        }
    }
  assert.deepEqual(
    SHOWN.filter((path) => !seen.has(path)),
    [],
    'pages without a time',
  );
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
