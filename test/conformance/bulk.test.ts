import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Status } from '#api/access/permissions.ts';
import type { Actor } from '#api/routing/actor.ts';
import { insertEvent, trashEvent } from '#calendar/events/actions.ts';
import { buildEvent, type EventOrigin } from '#calendar/events/rules.ts';
import { createLinked } from '#calendar/linked/actions.ts';
import { createTerm, removeTerm } from '#calendar/terms/actions.ts';
import { venue } from '#calendar/venues/actions.ts';
import { readConfig } from '#config.ts';
import type { Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { openServices } from '#main.ts';
import type { Tables } from '#store/db/tables.ts';
import { writeBatch } from '#store/db/write-batch.ts';
import { bytesFromMemory } from '#transfer/importers/byte-source.ts';
import { type ImportBatch, type ImportSource, noItems } from '#transfer/importers/import-item.ts';
import { runImport } from '#transfer/importers/importer.ts';
import { fileSource } from '#transfer/importers/tec/batches.ts';
import { calendarSettings, dropCalendar } from '../support/engine.ts';
import { removeAtExit } from '../support/program.ts';

/*
 * What is written many at a time is what is written one at a time: random events, and random files of imports, come
 * into two calendars, each in its own way, again and again; all tables are then equal.
 */

/** New ones in each run of the tests; `FUZZ_RUNS=100` has more at once. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 30);

const viewer = { id: 1, role: 'administrator' } as const;
const print = (_details: object, text: string) => process.stderr.write(`${text}\n`);

interface Calendar {
  services: Services;
  actor: Actor;
  folder: string;
}

async function open(): Promise<Calendar> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-bulk-'));
  removeAtExit(folder);
  const config = readConfig({
    ...(await calendarSettings(folder)),
    KALENDS_CLOCK: '2026-11-20T18:00:00Z',
    KALENDS_TIMEZONE: 'America/New_York',
    KALENDS_LANGUAGE: 'en',
  });
  const services = await openServices(config, { warn: print, error: print });
  return { services, actor: { services, viewer, now: config.clock() }, folder };
}

const opened: Calendar[] = [];
async function openBoth(): Promise<[Calendar, Calendar]> {
  const both: [Calendar, Calendar] = [await open(), await open()];
  opened.push(...both);
  return both;
}
after(async () => {
  for (const { services, folder } of opened) {
    await services.db.close();
    await dropCalendar(folder);
  }
});

const tables: readonly (keyof Tables)[] = [
  'events',
  'occurrences',
  'occurrence_days',
  'venues',
  'organizers',
  'categories',
  'tags',
  'event_venues',
  'event_organizers',
  'event_categories',
  'event_tags',
  'translations',
  'sequences',
  'imported',
  'imported_texts',
  'users',
  'changes',
];
/** What numbers rows or transactions, and what is drawn, which are others. */
const aside: Partial<Record<keyof Tables, readonly string[]>> = {
  events: ['uid'],
  occurrences: ['id'],
  changes: ['id', 'version', 'token'],
};

/** Everything in a calendar, and which events a search finds. */
async function contents({ services: { db } }: Calendar): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.read);
    const kept = rows.map((row) => {
      const columns = Object.entries(row).filter(([name]) => !aside[table]?.includes(name));
      return JSON.stringify(columns.sort(([a], [b]) => (a < b ? -1 : 1)));
    });
    // Days on which nothing is any more may have a row or none.
    all[table] = kept.filter((row) => table !== 'occurrence_days' || !row.includes('["n",0]')).sort();
  }
  for (const word of ['one', 'zwei', 'tres', 'text'])
    for (const language of [undefined, ...languages]) {
      const found = db.dialect.eventsWithText(word, language ? [language] : []);
      const { rows } = await sql<{
        id: number;
      }>`select id from events where id in ${found} order by id`.execute(db.read);
      all[`${word} ${language}`] = rows.map(({ id }) => String(id));
    }
  return all;
}

async function assertSame(one: Calendar, other: Calendar): Promise<void> {
  assert.deepEqual(await contents(one), await contents(other));
  for (const { services } of [one, other])
    assert.deepEqual(await services.db.dialect.integrityFaults(services.db.read), []);
}

const titles = ['One', 'one', 'Zwei Übungen', 'Tres <b>más</b>', '', '東京', 'Feed', '<script>x</script>'];
const slugs = ['one', 'one-2', 'Zwei', 'one__trashed', 'page', ''];
const texts = ['', 'Text', 'Ein Text <i>zwei</i>', '<script>1</script>', 'a & b'];
const dates = ['2027-03-01 10:00:00', '2026-03-08 02:30:00', '2027-03-02', 'soon', '2025-11-02 01:30:00'];
const title = fc.constantFrom(...titles);
const slug = fc.constantFrom(...slugs);
const text = fc.constantFrom(...texts);
const language = fc.constantFrom(...languages);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const status = fc.constantFrom<Status>('publish', 'draft', 'pending', 'private', 'future');
const translations = fc.dictionary(language, fc.record({ title, description: text, excerpt: text, slug }), {
  maxKeys: 3,
});

test('events made together are those made one after the other', async () => {
  const [alone, together] = await openBoth();
  const terms: number[] = [];
  const venues: number[] = [];
  for (const { actor } of [alone, together]) {
    terms.length = 0;
    venues.length = 0;
    for (const name of ['A', 'B', 'Gone']) terms.push((await createTerm(actor, 'categories', { name })).id);
    for (const name of ['T', 'U']) terms.push((await createTerm(actor, 'tags', { name })).id);
    await removeTerm(actor, 'categories', terms[2] ?? 0);
    for (const name of ['Hall', 'Park']) venues.push((await createLinked(actor, venue, { venue: name })).id);
  }
  const linked = (ids: readonly number[]) =>
    fc.array(
      fc.constantFrom(...ids).map((id) => ({ id })),
      { maxLength: 3 },
    );
  const event = fc.record({
    sent: fc.record(
      {
        title,
        start_date: fc.constantFrom(...dates.filter((date) => date !== 'soon')),
        end_date: fc.constantFrom('2027-03-02', '2027-03-01 12:00:00'),
        description: text,
        excerpt: text,
        slug,
        status,
        date: fc.constantFrom('2026-01-01 00:00:00', '2027-01-01 00:00:00'),
        timezone: fc.constantFrom('Europe/Berlin', 'UTC+2'),
        all_day: fc.boolean(),
        sticky: fc.boolean(),
        website: fc.constantFrom('', 'https://example.org/'),
        cost: fc.constantFrom<string[]>([], ['5'], ['$5 - $10']),
        categories: linked(terms.slice(0, 3)),
        tags: linked(terms.slice(3)),
        venue: linked(venues),
      },
      { requiredKeys: ['title', 'start_date', 'end_date'] },
    ),
    origin: fc.record(
      {
        language,
        translations,
        global_id: fc.constant('x?id=1'),
        utc_start_date: fc.constant('2027-03-01 09:00:00'),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<EventOrigin>,
    wantedId: maybe(fc.integer({ min: -1, max: 60 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (events, named) => {
        const made: (number | string)[] = [];
        for (const { sent, origin, wantedId } of events)
          try {
            const { id } = await writeBatch(alone.services.db, (batch) =>
              insertEvent(batch, alone.actor, buildEvent(alone.actor, sent, origin), sent, {
                pictures: new Map(),
                origin: { ...origin, id: wantedId },
              }),
            );
            made.push(id);
          } catch (error) {
            assert.ok(error instanceof KalendsError, String(error));
            made.push(error.code);
          }
        const present = { categories: new Set(terms.filter((_, at) => at !== 2)), tags: new Set(terms) };
        const ids = await writeBatch(together.services.db, async (batch) => {
          if (named)
            await batch.prefetch({
              texts: [
                { column: 'slug', table: 'events', texts: events.map(({ sent }) => sent.slug ?? 'one') },
              ],
              ids: events.map(({ wantedId }) => wantedId),
            });
          const ids: (number | string)[] = [];
          for (const { sent, origin, wantedId } of events)
            try {
              const draft = buildEvent(together.actor, sent, origin);
              const made = await insertEvent(batch, together.actor, draft, sent, {
                pictures: new Map(),
                origin: { ...origin, id: wantedId },
                terms: present,
              });
              ids.push(made.id);
            } catch (error) {
              assert.ok(error instanceof KalendsError, String(error));
              ids.push(error.code);
            }
          return ids;
        });
        assert.deepEqual(ids, made);
        await assertSame(alone, together);
        const [first] = made;
        if (typeof first === 'number')
          for (const { actor } of [alone, together]) await trashEvent(actor, first);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});

/** A source that gives each item by itself. */
function oneByOne(source: ImportSource): ImportSource {
  return {
    ...source,
    async *batches(checkpoint) {
      for await (const { items, remarks, progress } of source.batches(checkpoint)) {
        const alone = (of: Partial<ImportBatch['items']>): ImportBatch => ({
          items: { ...noItems(), ...of },
          remarks: [],
          progress,
        });
        yield { ...alone({}), remarks };
        for (const item of items.categories) yield alone({ categories: [item] });
        for (const item of items.tags) yield alone({ tags: [item] });
        for (const item of items.venues) yield alone({ venues: [item] });
        for (const item of items.organizers) yield alone({ organizers: [item] });
        for (const item of items.events) yield alone({ events: [item] });
      }
    },
  };
}

test('a file imported at once gives what its items give that come one by one', async () => {
  const [alone, together] = await openBoth();
  const id = fc.integer({ min: 1, max: 30 });
  const ids = (from: number, to: number) => fc.array(fc.integer({ min: from, max: to }), { maxLength: 2 });
  const told = (name: string) =>
    fc.dictionary(language, fc.record({ [name]: title, description: text, slug }), { maxKeys: 3 });
  const post = { description: text, slug: maybe(slug), status, author: fc.constantFrom('1', '7', '9', 'x') };
  const event = fc.record(
    {
      id,
      title,
      ...post,
      global_id: fc.constantFrom('a.org?id=5', 'a.org?id=6', 'urn:x'),
      excerpt: text,
      start_date: fc.constantFrom(...dates),
      end_date: fc.constantFrom('2027-03-02', '2027-03-01 12:00:00', '2020-01-01'),
      timezone: fc.constantFrom('Europe/Berlin', 'Mars/Olympus'),
      cost_pieces: fc.constantFrom([], ['5']),
      categories: ids(41, 45),
      tags: ids(51, 53),
      venue: ids(61, 64),
      organizer: ids(71, 73),
      post_parent: id,
      language,
      translations: told('title'),
    },
    { requiredKeys: ['id', 'title', 'start_date', 'end_date'] },
  );
  const linked = (name: 'venue' | 'organizer', low: number) =>
    fc
      .record(
        {
          id: fc.integer({ min: low, max: low + 4 }),
          name: title,
          ...post,
          geo_lat: fc.constantFrom(null, 52.5),
          geo_lng: fc.constantFrom(null, 13.25),
          language,
          translations: told(name),
        },
        { requiredKeys: ['id', 'name'] },
      )
      .map(({ name: named, ...others }) => ({ ...others, [name]: named }));
  const term = (low: number, taxonomy: string) =>
    fc.record(
      {
        id: fc.integer({ min: low, max: low + 4 }),
        taxonomy: fc.constant(taxonomy),
        name: title,
        slug,
        description: text,
        parent: fc.integer({ min: 41, max: 46 }),
        language,
        translations: told('name'),
      },
      { requiredKeys: ['id', 'taxonomy', 'name', 'slug'] },
    );
  const some = <T>(item: fc.Arbitrary<T>, most: number) => fc.array(item, { maxLength: most });
  const file = fc.record({
    kalends: fc.constant(1),
    events: some(event, 12),
    venues: some(linked('venue', 61), 3),
    organizers: some(linked('organizer', 71), 3),
    categories: some(term(41, 'tribe_events_cat'), 4),
    tags: some(term(51, 'post_tag'), 3),
  });
  await fc.assert(
    fc.asyncProperty(file, maybe(language), fc.boolean(), async (content, asked, isRaw) => {
      const { kalends: _, ...shown } = content;
      const bytes = bytesFromMemory(Buffer.from(JSON.stringify(isRaw ? content : shown)));
      const source = await fileSource(bytes, {
        name: 'random.json',
        shown: 'random.json',
        requestedLanguage: asked,
      });
      const reports = [
        await runImport(alone.services, oneByOne(source), { viewer }),
        await runImport(together.services, source, { viewer }),
      ].map((report) => report.shown('en'));
      // What can't be read is told before what is refused.
      const told = reports.map(({ left_out }) => left_out.map((remark) => JSON.stringify(remark)).sort());
      assert.deepEqual(told[0], told[1]);
      assert.deepEqual(reports[0]?.counts, reports[1]?.counts);
      await assertSame(alone, together);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
