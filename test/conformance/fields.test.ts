import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { ResourceDescription } from '#api/routing/field-description.ts';
import { eventDescription, textColumns } from '#calendar/events/fields.ts';
import { organizerDescription } from '#calendar/organizers/fields.ts';
import { describedColumn } from '#calendar/posts/described-columns.ts';
import { venueDescription } from '#calendar/venues/fields.ts';
import { engine, openCalendar } from '../support/engine.ts';
import { isObject, type JsonObject, parseJson } from '../support/json.ts';
import { removeAtExit } from '../support/program.ts';
import { userIds } from '../support/rights.ts';
import { eventSamples, type Named, organizerSamples, type Sample, venueSamples } from '../support/samples.ts';
import { people, type Service, startService } from '../support/service.ts';

/*
 * What the descriptions of events, venues and organizers say of each field, held against the service: it is kept, changed
 * and emptied; hidden behind a password unless it is marked as shown; told in each language; exported and imported.
 */

const kinds = {
  events: { name: 'title', fields: eventDescription as ResourceDescription, samplesOf: eventSamples },
  venues: { name: 'venue', fields: venueDescription as ResourceDescription, samplesOf: venueSamples },
  organizers: {
    name: 'organizer',
    fields: organizerDescription as ResourceDescription,
    samplesOf: organizerSamples,
  },
} as const;
type Kind = keyof typeof kinds;
const everyKind = ['events', 'venues', 'organizers'] as const satisfies Kind[];

const WHEN = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00', timezone: 'UTC' };
const bareFields = (kind: Kind, name: string) => ({
  [kinds[kind].name]: name,
  ...(kind === 'events' ? WHEN : {}),
});

let service: Service;
let named: Named;
const samples = (kind: Kind): Readonly<Record<string, Sample>> => kinds[kind].samplesOf(named);
const valuesOf = (kind: Kind) =>
  Object.fromEntries(Object.entries(samples(kind)).map(([name, { one }]) => [name, one]));

let made = 0;

/** Makes one with a value in every field, and a name and a uid of its own, without the password: that needs the item to be there. */
async function makeFull(kind: Kind, more: object = {}): Promise<number> {
  const { password: _, ...sent } = valuesOf(kind);
  made++;
  const uid = kind === 'events' ? { uid: `whole-${made}@example.org` } : {};
  const values = { ...sent, [kinds[kind].name]: `Whole ${kind} ${made}`, ...uid };
  return (await service.as('admin').post(`/${kind}`, { ...values, ...more })).expect(201).id();
}
const makeBare = async (kind: Kind, name: string): Promise<number> =>
  (await service.as('admin').post(`/${kind}`, bareFields(kind, name))).expect(201).id();

async function read(by: 'admin' | 'stranger', kind: Kind, rest: string): Promise<JsonObject> {
  const client = by === 'admin' ? service.as('admin') : service.anonymous;
  const { body } = (await client.get(`/${kind}/${rest}`)).expect(200);
  assert.ok(isObject(body));
  return body;
}
const edited = (kind: Kind, id: number) => read('admin', kind, `${id}?context=edit`);

/** What an answer shows of a field that was sent; a password is among the raw members alone. */
const shownOf = (answer: JsonObject, name: string) =>
  name === 'password' && isObject(answer['raw']) ? answer['raw']['password'] : answer[name];

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  const admin = service.as('admin');
  const make = async (url: string, body: object) => (await admin.post(url, body)).expect(201).id();
  const both = async (url: string, body: (n: number) => object) =>
    [await make(url, body(1)), await make(url, body(2))] as const;
  const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
  const upload = async (name: string) => {
    const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` };
    return (await admin.post(`${service.url}/kalends/v1/media`, photo, headers)).expect(201).id();
  };
  named = {
    users: [userIds.editor, userIds.author],
    pictures: [await upload('one.png'), await upload('other.png')],
    categories: await both('/categories', (n) => ({ name: `Category ${n}` })),
    tags: await both('/tags', (n) => ({ name: `Tag ${n}` })),
    venues: await both('/venues', (n) => ({ venue: `Linked venue ${n}` })),
    organizers: await both('/organizers', (n) => ({ organizer: `Linked organizer ${n}` })),
    events: await both('/events', (n) => ({ ...WHEN, title: `Parent ${n}` })),
  };
});
after(() => service?.stop());

interface Column {
  readonly name: string;
  readonly mayBeNull: boolean;
  /** On PostgreSQL, of texts. */
  readonly collation: string | null;
}

test('each column of the descriptions is one of the tables, and the other way round', async () => {
  const db = await openCalendar(service.data);
  const source = readFileSync(path.join(import.meta.dirname, '../../src/store/db/tables.ts'), 'utf8');
  const nullable = new Set(
    [...source.matchAll(/^\s+(\w+): [^;\n]*\bnull\b[^;\n]*;/gm)].map(([, name]) => name),
  );
  try {
    const columnsOf = async (table: string): Promise<Map<string, Column>> => {
      const { rows } = await (engine === 'postgres'
        ? sql<Column>`select column_name as name, is_nullable = 'YES' as "mayBeNull", case data_type
            when 'text' then coalesce(collation_name, 'default') end as collation from information_schema.columns
            where table_schema = current_schema() and table_name = ${table}`
        : sql<Column>`select name, "notnull" = 0 and pk = 0 as "mayBeNull", null as collation
            from pragma_table_info(${table})`
      ).execute(db.read);
      for (const { name, mayBeNull, collation } of rows) {
        const column = `${table}.${name}`;
        assert.ok(
          !mayBeNull || nullable.has(name),
          `${column} may be null in the database and not in src/store/db/tables.ts: let its migration say notNull and a default`,
        );
        assert.ok(
          (collation ?? 'C') === 'C',
          `${column} sorts by “${collation}” on PostgreSQL: let its migration say collate "C"`,
        );
      }
      return new Map(rows.map((row) => [row.name, row]));
    };
    for (const kind of everyKind) {
      const described = Object.values(kinds[kind].fields).flatMap(
        ({ columns = [], derived = [], counters = [] }): readonly string[] => [
          ...columns,
          ...derived,
          ...counters,
        ],
      );
      const columns = await columnsOf(kind);
      for (const name of described)
        assert.ok(columns.has(name), `${kind}.${name}: no migration in src/store/db/migrations makes it`);
      for (const name of columns.keys())
        assert.ok(described.includes(name), `${kind}.${name}: the description doesn't have it`);
    }
    const columns = await columnsOf('translations');
    for (const name of textColumns)
      assert.ok(columns.has(name), `translations.${name}: no migration in src/store/db/migrations makes it`);
  } finally {
    await db.close();
  }
});

for (const kind of everyKind)
  describe(`The fields of ${kind}`, () => {
    const { fields, name: nameField } = kinds[kind];

    test('are kept, changed by an update, kept by others, and emptied by null', async () => {
      const admin = service.as('admin');
      const id = await makeFull(kind);
      const patch = async (body: object) => (await admin.patch(`/${kind}/${id}`, body)).expect(200);
      await patch({ password: samples(kind)['password']?.one });
      const full = await edited(kind, id);
      const bare = await edited(kind, await makeBare(kind, `Bare ${kind}`));
      for (const [name, { one, other, empties }] of Object.entries(samples(kind))) {
        // Of the others what comes of nothing depends on when it was sent.
        if (empties)
          assert.notDeepEqual(shownOf(full, name), shownOf(bare, name), `${name} isn't kept on create`);
        const sent = /^geo_/.test(name)
          ? { geo_lat: samples(kind)['geo_lat']?.other, geo_lng: samples(kind)['geo_lng']?.other }
          : { [name]: other };
        await patch(sent);
        const changed = await edited(kind, id);
        assert.notDeepEqual(
          shownOf(changed, name),
          shownOf(full, name),
          `${name} isn't changed by an update`,
        );
        await patch({ [nameField]: 'A name' });
        const kept = shownOf(await edited(kind, id), name);
        if (name !== nameField)
          assert.deepEqual(kept, shownOf(changed, name), `${name} isn't kept by an update`);
        if (empties) {
          await patch({ [name]: null });
          const emptied = shownOf(await edited(kind, id), name);
          // The page of an event stands in for a website that was never told.
          const nothing = name === 'website' && kind === 'events' ? '' : shownOf(bare, name);
          assert.deepEqual(emptied, nothing, `${name} isn't emptied by null`);
        }
        await patch({ [name]: one });
      }
    });

    test('are hidden behind a password unless they are marked as shown', async () => {
      const admin = service.as('admin');
      // What is hidden from lists is in none.
      const listed = kind === 'events' ? { hide_from_listings: false } : {};
      const ids = [await makeFull(kind, listed), await makeBare(kind, `Bare protected ${kind}`)] as const;
      const texts = Object.keys(samples(kind)).filter((name) => fields[name]?.translated);
      const german = Object.fromEntries(texts.map((name) => [name, `Deutsch ${name}`]));
      (await admin.patch(`/${kind}/${ids[0]}?translation_language=de`, german)).expect(200);
      (await admin.patch(`/${kind}/${ids[1]}?translation_language=de`, { [nameField]: 'Deutsch' })).expect(
        200,
      );
      for (const id of ids) (await admin.patch(`/${kind}/${id}`, { password: 'sesame' })).expect(200);
      const inList = async (id: number, query: string): Promise<JsonObject> => {
        const far = kind === 'events' ? 'start_date=2020-01-01&' : '';
        const list = (await service.anonymous.get(`/${kind}?${far}per_page=50${query}`)).expect(200);
        const found = list.rows(kind).find((one) => one['id'] === id);
        assert.ok(found, `${kind} ${id} is in no list`);
        return found;
      };
      const alone = (id: number, query: string) => read('stranger', kind, `${id}?x=1${query}`);
      // A protected event is there by ID for nobody without the password.
      const ways = kind === 'events' ? [inList] : [inList, alone];
      for (const query of ['', '&translation_language=de'])
        for (const way of ways) {
          const whole = await read('stranger', kind, `${ids[0]}?password=sesame${query}`);
          // Twice: as it is made, and as it is kept.
          for (let time = 0; time < 2; time++) {
            const full = await way(ids[0], query);
            const bare = await way(ids[1], query);
            // It stands in answers about one alone, and tells nothing of what is in it.
            for (const [name, { protected: shown }] of Object.entries(fields))
              if (name === 'revision') continue;
              else if (shown !== 'shown')
                assertHidden(full[name], bare[name], whole[name], `${name} is shown${query}`);
              else if (name !== 'post_parent')
                assert.deepEqual(full[name], whole[name], `${name} is hidden${query}`);
          }
        }
    });

    test('that are texts are told in each language, and fall back where one has none', async () => {
      const admin = service.as('admin');
      const id = await makeFull(kind);
      const texts = Object.keys(samples(kind)).filter((name) => fields[name]?.translated);
      const inGerman = `/${kind}/${id}?translation_language=de`;
      const german = async () => read('admin', kind, `${id}?translation_language=de`);
      const english = await read('admin', kind, String(id));
      (
        await admin.patch(inGerman, Object.fromEntries(texts.map((name) => [name, `Deutsch ${name}`])))
      ).expect(200);
      for (const name of texts) {
        assert.match(
          String((await german())[name]),
          new RegExp(`Deutsch ${name}`),
          `${name} isn't told in German`,
        );
        const alone = await read('admin', kind, `${id}?translation_language=de&_fields=${name}`);
        assert.deepEqual(alone[name], (await german())[name], `${name} alone is another`);
        assert.deepEqual(
          (await read('admin', kind, String(id)))[name],
          english[name],
          `${name} is German in English`,
        );
      }
      for (const name of texts.filter((one) => one !== nameField)) {
        (await admin.patch(inGerman, { [name]: null })).expect(200);
        assert.deepEqual((await german())[name], english[name], `${name} doesn't fall back`);
      }
    });
  });

/** Returns the row of an item as it is stored, without what each write moves. */
async function storedRow(kind: Kind, id: number): Promise<Readonly<Record<string, unknown>>> {
  const db = await openCalendar(service.data);
  try {
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(kind)} where id = ${id}`.execute(db.read);
    return Object.fromEntries(
      Object.entries(rows[0] ?? {}).filter(([column]) => {
        const described = describedColumn(kind, column);
        return !described?.traits.bookkeeping && !described?.traits.counters?.includes(column);
      }),
    );
  } finally {
    await db.close();
  }
}

const MEND =
  'say in its fields.ts which columns follow from it (“derived”, “follows”, “group”), and renew the triggers of SQLite in the migration that makes a column (0044_opening_hours.ts)';

for (const kind of everyKind)
  test(`an undo brings all columns of ${kind} back that a write of a field has changed, whole and by the field`, async () => {
    const admin = service.as('admin');
    const id = await makeFull(kind);
    const ours = (path: string) => `${service.url}/kalends/v1${path}`;
    const latest = async () =>
      (await admin.get(ours(`/history?kind=${kind.slice(0, -1)}&id=${id}`))).expect(200).rows('history')[0];
    for (const [name, { other }] of Object.entries(samples(kind))) {
      const partner = name === 'geo_lat' ? 'geo_lng' : name === 'geo_lng' ? 'geo_lat' : undefined;
      for (const isWhole of [true, false]) {
        const before = await storedRow(kind, id);
        const sent = { [name]: other, ...(partner ? { [partner]: samples(kind)[partner]?.other } : {}) };
        (await admin.patch(`/${kind}/${id}`, sent)).expect(200);
        const fields = [
          name,
          ...(partner ? [partner] : []),
          ...Object.keys((await latest())?.['changes'] ?? {}),
        ];
        await admin.post(ours(`/history/${(await latest())?.['id']}/undo`), isWhole ? {} : { fields });
        const after = await storedRow(kind, id);
        for (const [column, was] of Object.entries(before))
          assert.deepEqual(
            after[column],
            was,
            `${kind}.${column} isn't brought back by an undo of ${name}${isWhole ? '' : ' alone'}: ${MEND}`,
          );
      }
    }
  });

/** The item of a number in an export. */
function itemIn(document: JsonObject, kind: Kind, id: number): JsonObject | undefined {
  const items = document[kind];
  return Array.isArray(items) ? items.filter(isObject).find((one) => one['id'] === id) : undefined;
}

/** A hidden member is what it is where nothing was sent, or as empty as that where nothing is missing. */
function assertHidden(full: unknown, bare: unknown, whole: unknown, said: string): void {
  // Answers leave out what is empty, and show what is hidden as empty.
  const isEmpty = full === '' || full === 0 || full === false;
  if (bare === undefined && isEmpty) return;
  assert.deepEqual(full, bare, said);
  if (whole !== undefined && bare !== undefined && typeof full !== 'object')
    assert.notDeepEqual(full, whole, said);
}

test('an export and an import bring every field along that the descriptions say, from a file and from a service', async () => {
  const admin = service.as('admin');
  const all: Record<Kind, readonly [number, number, number]> = {
    events: [0, 0, 0],
    venues: [0, 0, 0],
    organizers: [0, 0, 0],
  };
  for (const kind of everyKind) {
    const ids = [
      await makeFull(kind, { slug: `whole-${kind}` }),
      await makeFull(kind, {
        slug: `polyglot-${kind}`,
      }),
      await makeBare(kind, `Bare exported ${kind}`),
    ] as const;
    const texts = Object.keys(samples(kind)).filter((name) => kinds[kind].fields[name]?.translated);
    const german = Object.fromEntries(texts.map((name) => [name, `Deutsch ${name}`]));
    (await admin.patch(`/${kind}/${ids[1]}?translation_language=de`, german)).expect(200);
    (await admin.patch(`/${kind}/${ids[0]}`, { password: 'sesame' })).expect(200);
    all[kind] = ids;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-fields-'));
  removeAtExit(folder);
  const run = async (of: Service, args: string[]) => {
    const { code, stdout, stderr } = await of.cli(args);
    assert.equal(code, 0, stderr + stdout);
    return stdout;
  };
  const base = ['--base', service.url];
  const file = path.join(folder, 'export.json');
  await run(service, ['export', '--out', file, '--media', folder, ...base]);
  const written = readFileSync(file, 'utf8');
  const document = parseJson(written);
  assert.ok(isObject(document));
  for (const kind of everyKind) {
    const [whole, , nothing] = all[kind];
    const full = itemIn(document, kind, whole);
    const bare = itemIn(document, kind, nothing);
    assert.ok(full && bare);
    for (const [name, { exported }] of Object.entries(kinds[kind].fields)) {
      const isThere = !['no', 'derived'].includes(exported);
      if (samples(kind)[name]) assert.ok(isThere, `${kind}: ${name} can be sent, and is not to be exported`);
      assert.equal(isThere && !(name in full), false, `${kind}: ${name} isn't exported`);
      // A sample that says no more than nothing would hold nothing.
      if (isThere && samples(kind)[name])
        assert.notDeepEqual(full[name], bare[name], `${kind}: ${name} is exported as nothing`);
    }
  }
  const [login = '', token = ''] = service.credentials('admin').split(':');
  for (const source of [
    [file, '--media', folder],
    [service.url, '--login', login, '--token', token],
  ]) {
    const other = await startService({ clock: '2026-11-21T18:00:00Z', timezone: 'America/New_York' });
    try {
      assert.doesNotMatch(await run(other, ['import', 'tec', ...source]), /Skipped:/);
      const again = parseJson(await run(other, ['export', ...base]));
      assert.ok(isObject(again));
      // A service tells the texts of one language only, and users and pictures get numbers of their own.
      const isFile = source[0] === file;
      for (const kind of everyKind) {
        for (const id of all[kind]) {
          const was = itemIn(document, kind, id);
          const is = itemIn(again, kind, id);
          assert.ok(was && is, `${kind} ${id} is missing`);
          for (const name of Object.keys(was))
            if (name !== 'author' && (isFile || name !== 'translations'))
              assert.deepEqual(
                is[name],
                was[name],
                `${kind}: ${name} isn't imported from ${isFile ? 'a file' : 'a service'}`,
              );
        }
      }
    } finally {
      await other.stop();
    }
  }
});
