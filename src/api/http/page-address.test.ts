import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type PageAddress, readPublicPage, writePageAddress, writePublicPage } from './page-address.ts';

const readPage = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'https://example.org/');
  return readPublicPage(decodeURIComponent(pathname), Object.fromEntries(searchParams));
};

function read(address: string): PageAddress | undefined {
  const page = readPage(address);
  return page?.kind === 'calendar' ? page.address : undefined;
}

const day = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const slug = fc.stringMatching(/^[a-zäß0-9]{1,3}-[a-z0-9]{2,6}$/);
const view = fc.oneof(
  fc.record({ view: fc.constant(undefined), page: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ view: fc.constant('list' as const), page: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ view: fc.constant('list' as const), date: day, page: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    view: fc.constant('list' as const),
    isPast: fc.constant(true),
    page: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ view: fc.constant('map' as const), page: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    view: fc.constantFrom('week', 'day'),
    date: fc.option(day, { nil: undefined }),
    page: fc.constant(1),
  }),
  fc.record({
    view: fc.constant('month' as const),
    date: fc.option(
      day.map((text) => text.slice(0, 7)),
      { nil: undefined },
    ),
    page: fc.constant(1),
  }),
);
const term = fc.option(
  fc.oneof(
    fc.record({
      kind: fc.constant('categories' as const),
      slugs: fc.array(slug, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('tags' as const), slugs: slug.map((one) => [one]) }),
  ),
  { nil: undefined },
);
const filters = fc.record(
  {
    search: fc.string({ minLength: 1 }).map((text) => text.trim() || 'x'),
    categories: fc.array(slug, { minLength: 1 }).map((slugs) => slugs.join(',')),
    venue: fc.integer({ min: 1 }).map(String),
    free: fc.constant('true'),
  },
  { requiredKeys: [] },
);

test('what is written is read again', () => {
  fc.assert(
    fc.property(view, term, filters, (shown, of, chosen) => {
      const address = { ...shown, ...(of ? { term: { ...of } } : {}), filters: { ...chosen } };
      const written = writePageAddress(address);
      const again = read(written);
      assert.ok(again, written);
      assert.equal(writePageAddress(again), written);
      assert.deepEqual(
        { ...again, date: again.date, isPast: again.isPast },
        { ...address, date: Reflect.get(address, 'date'), isPast: Reflect.get(address, 'isPast') },
        written,
      );
    }),
  );
});

test('addresses of the reference are pages of ours', () => {
  for (const [address, wanted] of [
    ['events/', 'events/'],
    ['events/list/page/2/', 'events/list/page/2/'],
    ['events/page/2/', 'events/page/2/'],
    ['events/2026-12/', 'events/month/2026-12/'],
    ['events/day/2026-12-24/', 'events/2026-12-24/'],
    ['events/today/', 'events/today/'],
    ['events/Weekend', 'events/weekend/'],
    ['events/tonight/?tribe-bar-date=2026-12-24', 'events/tonight/'],
    ['events/category/music/tomorrow/', 'events/category/music/tomorrow/'],
    ['events/weekend/?eventDisplay=past', 'events/list/?eventDisplay=past'],
    ['events/category/music/jazz/month/2026-12/', 'events/category/music/jazz/month/2026-12/'],
    ['events/tag/free/list/', 'events/tag/free/list/'],
    ['events/?tribe-bar-date=2026-12-24', 'events/list/?tribe-bar-date=2026-12-24'],
    ['events/?tribe-bar-date=2026-12-24&eventDisplay=month', 'events/month/2026-12/'],
    ['events/?tribe-bar-date=2026-12-24&eventDisplay=day', 'events/2026-12-24/'],
    ['events/?eventDisplay=past', 'events/list/?eventDisplay=past'],
    ['events/?eventDisplay=week&eventDate=2026-12-07', 'events/week/2026-12-07/'],
    ['events/?tribe-bar-search=jazz', 'events/?search=jazz'],
    ['events/list/?tribe_events_cat=music&paged=3', 'events/list/page/3/?categories=music'],
    ['events/map/', 'events/map/'],
    ['Events/LIST//page/2', 'events/list/page/2/'],
    ['tag/free/', 'events/tag/free/'],
    ['tag/free/month/2026-12/', 'events/tag/free/month/2026-12/'],
    ['', 'events/'],
  ] as const) {
    const found = read(address);
    assert.ok(found, address);
    assert.equal(writePageAddress(found), wanted);
  }
  for (const address of [
    'events/2026-13/',
    'events/2026-02-30/',
    'events/month/2026-12-01/',
    'events/week/2026-12/',
    'events/nothing/',
    'events/list/page/0/',
    'events/list/page/x/',
    'events/category/',
    'events/tag/a/b/',
    'events/month/page/2/',
    'events/today/2026-01-01/',
    'events/weekend/2026-01-01/',
    'events/weekend/page/2/',
  ])
    assert.equal(read(address), undefined, address);
});

test('paths of one thing and of a date are read and written', () => {
  for (const [address, wanted] of [
    ['event/Concert', 'event/concert/'],
    ['//event//concert//2026-12-01', 'event/concert/2026-12-01/'],
    ['event/concert/2026-12-01/2', 'event/concert/2026-12-01/2/'],
    ['venue/stra%C3%9Fe/', 'venue/stra%c3%9fe/'],
    ['organizer/x/', 'organizer/x/'],
  ] as const) {
    const found = readPage(`/${address.replace(/^\/+/, '')}`);
    assert.ok(found, address);
    assert.equal(writePublicPage(found), wanted);
  }
  for (const address of [
    'event/',
    'event/a/2026-02-30/',
    'event/a/2026-12-01/1/',
    'event/a/b/',
    'venue/a/b/',
    'place/a/',
  ])
    assert.equal(readPage(`/${address}`), undefined, address);
});
