// What a write batch gathers and writes: IDs, slugs and rows of one transaction, and nothing of one that fails.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { IdAllocator, SlugAllocator } from '#store/db/allocators.ts';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { ID_MAX, lastId } from '#store/db/sequence.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { dropCalendar, openCalendar } from '../support/engine.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-batch-'));
let db: Database;

before(async () => {
  db = await openCalendar(folder);
  await migrate(db);
});

after(async () => {
  await db.close();
  await dropCalendar(folder);
  rmSync(folder, { recursive: true, force: true });
});

const AT = '2027-03-01 10:00:00';

/** Adds an organizer to a batch. Returns its ID and the slug that it got. */
async function addOrganizer(batch: WriteBatch, slug: string, wantedId?: number) {
  const id = await batch.postIds.claim(wantedId);
  const free = await batch.slugs.free('organizers', slug, id);
  batch.slugs.note('organizers', free, id);
  batch.insert('organizers', {
    id,
    author_id: 0,
    status: 'publish',
    password: '',
    date: AT,
    date_utc: AT,
    modified: AT,
    modified_utc: AT,
    description: '',
    excerpt: '',
    slug: free,
    image_id: null,
    global_id: null,
    global_id_lineage: null,
    language: 'en',
    translations: '',
    name: slug,
    name_key: slug,
    phone: '',
    website: '',
    email: '',
    search_text: slug,
  });
  batch.log({ kind: 'organizer', resource_id: id, action: 'create', at_utc: AT, user_id: null });
  return { id, slug: free };
}

/** Rows as plain objects: those of SQLite have no prototype. */
const plain = <Row extends object>(rows: readonly Row[]) => rows.map((row) => ({ ...row }));

/** Reads all that a batch of organizers may change. */
const stored = async () => ({
  organizers: plain(await db.read.selectFrom('organizers').select(['id', 'slug']).orderBy('id').execute()),
  changes: plain(
    await db.read.selectFrom('changes').select(['resource_id', 'version']).orderBy('id').execute(),
  ),
  last: await lastId(db.read, 'post'),
  version: (await db.version()).number,
});

test('slugs that clash inside one batch, and with the database, are numbered', async () => {
  const slugs = async (...wanted: string[]) =>
    writeBatch(db, async (batch) => {
      await batch.prefetch({ texts: [{ column: 'slug', table: 'organizers', texts: wanted }] });
      const made: string[] = [];
      for (const slug of wanted) made.push((await addOrganizer(batch, slug)).slug);
      return made;
    });
  assert.deepEqual(await slugs('choir', 'choir', 'band'), ['choir', 'choir-2', 'band']);
  assert.deepEqual(await slugs('choir', 'choir'), ['choir-3', 'choir-4']);
  // Without a prefetch each is looked up by itself.
  const alone = await writeBatch(db, (batch) => addOrganizer(batch, 'band'));
  assert.equal(alone.slug, 'band-2');
});

test('many slugs are looked up at once as few are', async () => {
  const texts = [...Array.from({ length: 1_200 }, (_, n) => `club-${n}`), 'choir'];
  const made = await writeBatch(db, async (batch) => {
    await batch.prefetch({ texts: [{ column: 'slug', table: 'organizers', texts }] });
    const slugs: string[] = [];
    for (const slug of ['club-0', 'club-1199', 'choir', 'club-0'])
      slugs.push((await addOrganizer(batch, slug)).slug);
    return slugs;
  });
  assert.deepEqual(made, ['club-0', 'club-1199', 'choir-5', 'club-0-2']);
});

test('an item keeps its own slug, and nobody else gets it in any language', async () => {
  const slugs = new SlugAllocator(db.read);
  const owner = await db.read
    .selectFrom('organizers')
    .select('id')
    .where('slug', '=', 'band')
    .executeTakeFirstOrThrow();
  assert.equal(await slugs.free('organizers', 'band', owner.id), 'band');
  assert.equal(await slugs.free('organizers', 'band', 0), 'band-3');
  assert.equal(await slugs.free('venues', 'band', 0), 'band');
  assert.equal(await slugs.free('organizers', 'feed', 0), 'feed-2');
});

test('an ID that is wanted and free is given, any other is the next', async () => {
  const before = await stored();
  const taken = before.organizers[0]?.id;
  const ids = new IdAllocator(db.read, 'post');
  assert.equal(await ids.claim(taken), before.last + 1);
  assert.equal(await ids.claim(before.last + 10), before.last + 10);
  assert.equal(await ids.claim(before.last + 10), before.last + 11);
  for (const wanted of [0, -1, ID_MAX + 1]) assert.ok((await ids.claim(wanted)) > before.last + 10);
  assert.equal((await stored()).last, before.last, 'only a flush moves the sequence');
});

test('a batch moves sequence and version once, and logs each of its writes under that version', async () => {
  const before = await stored();
  const ids = await writeBatch(db, async (batch) => [
    (await addOrganizer(batch, 'one')).id,
    (await addOrganizer(batch, 'two', before.last + 5)).id,
    (await addOrganizer(batch, 'three')).id,
  ]);
  assert.deepEqual(ids, [before.last + 1, before.last + 5, before.last + 6]);
  const now = await stored();
  assert.equal(now.last, before.last + 6);
  assert.equal(now.version, before.version + 1);
  assert.deepEqual(
    now.changes.slice(before.changes.length),
    ids.map((id) => ({ resource_id: id, version: now.version })),
  );
});

test('a batch that fails leaves nothing, whether it was flushed or not', async () => {
  const before = await stored();
  for (const isFlushed of [false, true])
    await assert.rejects(
      writeBatch(db, async (batch) => {
        await addOrganizer(batch, 'lost');
        if (isFlushed) await batch.flush();
        throw new Error('no');
      }),
      /^Error: no$/,
    );
  assert.deepEqual(await stored(), before);
});

test('an attempt that fails takes back its own part, and gives its IDs and slugs to who comes next', async () => {
  const before = await stored();
  const made = await writeBatch(db, async (batch) => {
    const first = await addOrganizer(batch, 'kept');
    await assert.rejects(
      batch.attempt(async () => {
        await addOrganizer(batch, 'lost');
        throw new Error('no');
      }),
    );
    return [first, await addOrganizer(batch, 'lost'), await addOrganizer(batch, 'kept')];
  });
  assert.deepEqual(made, [
    { id: before.last + 1, slug: 'kept' },
    { id: before.last + 2, slug: 'lost' },
    { id: before.last + 3, slug: 'kept-2' },
  ]);
  assert.deepEqual((await stored()).organizers.slice(before.organizers.length), made);
});

test('a name is new until it was flushed', async () => {
  await writeBatch(db, async (batch) => {
    const texts = ['kept', 'never seen'];
    await batch.prefetch({ texts: [{ column: 'name_key', table: 'organizers', texts }] });
    assert.deepEqual(
      texts.map((name) => batch.isNewName('organizers', name)),
      [false, true],
    );
    assert.equal(batch.writesTo('organizers'), false);
    await addOrganizer(batch, 'never seen');
    assert.equal(batch.writesTo('organizers'), true);
    await batch.flush();
    assert.equal(batch.isNewName('organizers', 'never seen'), false);
  });
});
