import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { assertRefused, makeEvent, SOMEDAY } from '../support/events.ts';
import { isObject, type JsonObject, parseJson } from '../support/json.ts';
import { removeAtExit } from '../support/program.ts';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Client;
const folder = mkdtempSync(path.join(tmpdir(), 'kalends-uid-'));
removeAtExit(folder);

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  admin = service.as('admin');
});
after(() => service?.stop());

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const uidOf = async (id: number) => (await admin.get(`/events/${id}`)).expect(200).at('uid');
const create = (fields: object, by = admin) => by.post('/events', { title: 'Event', ...SOMEDAY, ...fields });

function assertDuplicate(answer: Answer): void {
  answer.expect(409);
  assert.equal(answer.at('code'), 'rest_duplicate_uid');
  assert.doesNotMatch(answer.text.replace('"status":409', ''), /\d/, 'a number is told');
}

test('a uid is made up where none is sent: another for each event, and the same for good', async () => {
  const made = [await makeEvent(admin), await makeEvent(admin, { uid: null })];
  const [one, other] = made.map((answer) => answer.at('uid'));
  assert.match(String(one), UUID);
  assert.match(String(other), UUID);
  assert.notEqual(one, other);
  const id = made[0]?.id() ?? 0;
  for (const fields of [{ title: 'Another' }, { start_date: '2026-12-01 09:00:00' }, { slug: 'another' }]) {
    (await admin.patch(`/events/${id}`, fields)).expect(200);
    assert.equal(await uidOf(id), one);
  }
  (await admin.delete(`/events/${id}`)).expect(200);
  (await admin.patch(`/events/${id}`, { status: 'publish' })).expect(200);
  assert.equal(await uidOf(id), one);
});

test('a uid that is sent is kept as it is, and may be changed by whoever may edit the event', async () => {
  const uids = [
    '19960401T080045Z-4000F192713-0052@example.com',
    'Ünï, "code"; \\ 東京',
    'x'.repeat(255),
    '{A-B}',
  ];
  for (const uid of uids) {
    const made = await makeEvent(admin, { uid });
    assert.equal(made.at('uid'), uid);
    assert.equal(await uidOf(made.id()), uid);
  }
  const trimmed = await makeEvent(admin, { uid: ' trimmed@example.org ' });
  assert.equal(trimmed.at('uid'), 'trimmed@example.org');
  const id = trimmed.id();
  (await admin.patch(`/events/${id}`, { uid: 'changed@example.org' })).expect(200);
  assert.equal(await uidOf(id), 'changed@example.org');
  (await admin.patch(`/events/${id}`, { uid: 'changed@example.org' })).expect(200);
  const { slug } = Object((await admin.get(`/events/${id}`)).body);
  (await admin.patch(`/events/by-slug/${slug}`, { uid: 'by-slug@example.org' })).expect(200);
  assert.equal(await uidOf(id), 'by-slug@example.org');
  (await service.as('author').patch(`/events/${id}`, { uid: 'stolen@example.org' })).expect(403);
  // What was given up may be taken.
  await makeEvent(admin, { uid: 'changed@example.org' });
  await makeEvent(admin, { uid: 'Changed@example.org' });
});

test('a uid that is none is refused', async () => {
  const id = (await makeEvent(admin)).id();
  for (const uid of [
    '',
    '  ',
    'x'.repeat(256),
    'a\nb',
    'a\tb',
    'a\u0000b',
    'a\u0085b',
    'a\u2028b',
    '\ud800',
    5,
    ['a'],
    true,
  ]) {
    assertRefused(await create({ uid }), ['uid']);
    assertRefused(await admin.patch(`/events/${id}`, { uid }), ['uid']);
  }
  assertRefused(await admin.patch(`/events/${id}`, { uid: null }), ['uid']);
});

test('a uid that another event has is refused, whatever that is and whoever asks, and changes nothing', async () => {
  const statuses = { publish: {}, draft: {}, private: {}, trash: {} };
  const other = (await makeEvent(admin)).id();
  const before = await uidOf(other);
  for (const status of Object.keys(statuses)) {
    const uid = `${status}@example.org`;
    const id = (await makeEvent(admin, { uid, ...(status === 'trash' ? {} : { status }) })).id();
    if (status === 'trash') (await admin.delete(`/events/${id}`)).expect(200);
    for (const by of [admin, service.as('author'), service.as('contributor')])
      assertDuplicate(await create({ uid }, by));
    assertDuplicate(await admin.patch(`/events/${other}`, { uid, title: 'Changed' }));
    const kept = (await admin.get(`/events/${other}`)).expect(200);
    assert.deepEqual([kept.at('uid'), kept.at('title')], [before, 'Event']);
  }
  const languages = { de: /andere Veranstaltung/, es: /Otro evento/ };
  for (const [language, text] of Object.entries(languages)) {
    const query = `?translation_language=${language}`;
    const refused = await admin.post(`/events${query}`, { title: 'E', ...SOMEDAY, uid: 'draft@example.org' });
    assertDuplicate(refused);
    assert.match(String(refused.at('message')), text);
  }
  const venues = (await service.anonymous.get('/venues')).at('total');
  const refused = await create({ uid: 'draft@example.org', venue: { venue: 'Never made' } });
  assertDuplicate(refused);
  assert.equal((await service.anonymous.get('/venues')).at('total'), venues);
});

test('of many that ask for a uid at once one gets it, by creation and by update', async () => {
  const creations = await Promise.all(
    Array.from({ length: 12 }, (_, n) => create({ title: `Race ${n}`, uid: 'race@example.org' })),
  );
  const won = creations.filter(({ status }) => status === 201);
  assert.equal(won.length, 1);
  for (const answer of creations) if (answer !== won[0]) assertDuplicate(answer);
  const ids: number[] = [];
  for (let n = 0; n < 6; n++) ids.push((await makeEvent(admin)).id());
  const updates = await Promise.all([
    ...ids.map((id) => admin.patch(`/events/${id}`, { uid: 'late@example.org' })),
    create({ uid: 'late@example.org' }),
  ]);
  assert.equal(updates.filter(({ status }) => status < 300).length, 1);
  for (const answer of updates) if (answer.status >= 300) assertDuplicate(answer);
  // They were written side by side with others, which it does no harm.
  const mixed = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      create(n % 3 === 0 ? { uid: 'late@example.org' } : { uid: `own-${n}@example.org` }),
    ),
  );
  for (const [n, answer] of mixed.entries()) answer.expect(n % 3 === 0 ? 409 : 201);
});

test('the database itself refuses a uid that is there, and the refusal is told as any other', async () => {
  const db = await openCalendar(service.data);
  try {
    const first = (await makeEvent(admin, { uid: 'unique@example.org' })).id();
    const second = (await makeEvent(admin)).id();
    const steal = () =>
      db.write((trx) =>
        trx.updateTable('events').set({ uid: 'unique@example.org' }).where('id', '=', second).execute(),
      );
    await assert.rejects(steal, { code: 'rest_duplicate_uid' });
    assert.equal(await uidOf(first), 'unique@example.org');
    assert.match(String(await uidOf(second)), UUID);
  } finally {
    await db.close();
  }
});

async function run(of: Service, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await of.cli(args);
  assert.equal(code, 0, stderr + stdout);
  return stdout;
}

test('an event from before there were uids has one of its own, which nobody else gets', async () => {
  const old = (await makeEvent(admin)).id();
  const older = (await makeEvent(admin)).id();
  const shared = ' 11111111-2222-4333-8444-555555555555-';
  const db = await openCalendar(service.data);
  await db.write((trx) =>
    trx.updateTable('events').set({ uid: shared }).where('id', 'in', [old, older]).execute(),
  );
  await db.close();
  // Whatever was kept of them is dropped.
  for (const id of [old, older]) (await admin.patch(`/events/${id}`, { sticky: true })).expect(200);
  await restoreShared([old, older], shared);
  const uid = `${shared.trim()}${old}`;
  assert.equal((await service.anonymous.get(`/events/${old}?context=edit`)).at('uid'), uid);
  assertDuplicate(await create({ uid }));
  assertDuplicate(await admin.patch(`/events/${older}`, { uid }));
  await makeEvent(admin, { uid: `${shared.trim()}999999` });
  (await admin.patch(`/events/${old}`, { uid })).expect(200);
  assert.equal(await uidOf(old), uid);
  assertDuplicate(await create({ uid }));
  (await admin.patch(`/events/${older}`, { title: 'Written' })).expect(200);
  assert.equal(await uidOf(older), `${shared.trim()}${older}`);
});

/** Makes events what they were before there were uids, as the migration leaves them. */
async function restoreShared(ids: readonly number[], uid: string): Promise<void> {
  const db = await openCalendar(service.data);
  try {
    await db.write((trx) => trx.updateTable('events').set({ uid }).where('id', 'in', ids).execute());
  } finally {
    await db.close();
  }
}

test('an export and an import keep uids; an item whose uid is taken is left out, and spoils no other', async (t) => {
  const file = path.join(folder, 'export.json');
  await run(service, ['export', '--out', file, '--base', service.url]);
  const document = parseJson(readFileSync(file, 'utf8'));
  assert.ok(isObject(document) && Array.isArray(document['events']));
  const events = document['events'].filter(isObject);
  const other = await startService({ clock: '2026-11-21T18:00:00Z', timezone: 'America/New_York' });
  t.after(() => other.stop());
  await people(other);
  const uids = async () => {
    const all = parseJson(await run(other, ['export', '--base', service.url]));
    assert.ok(isObject(all) && Array.isArray(all['events']));
    return new Map(all['events'].filter(isObject).map(({ id, uid }) => [id, uid]));
  };
  await run(other, ['import', 'tec', file]);
  assert.deepEqual(await uids(), new Map(events.map(({ id, uid }) => [id, uid])));
  assert.match(
    await run(other, ['import', 'tec', file]),
    new RegExp(`^events +0 +0 +${events.length} +0$`, 'm'),
  );

  const [model] = events;
  assert.ok(model);
  const item = (n: number, uid: string | undefined): JsonObject => {
    const { uid: _, ...rest } = model;
    const id = 5000 + n;
    return {
      ...rest,
      ...(uid === undefined ? {} : { uid }),
      id,
      slug: `new-${n}`,
      title: `New ${n}`,
      global_id: `elsewhere.example.org?id=${id}`,
      global_id_lineage: [],
    };
  };
  const batch = [
    item(1, 'first@example.org'),
    item(2, 'first@example.org'),
    item(3, String(model['uid'])),
    item(4, undefined),
    item(5, 'not\na uid'),
    item(6, 'sixth@example.org'),
  ];
  const more = path.join(folder, 'more.json');
  writeFileSync(
    more,
    JSON.stringify({
      kalends: 1,
      events: batch,
      venues: [],
      organizers: [],
      categories: [],
      tags: [],
      media: [],
    }),
  );
  const report = await run(other, ['import', 'tec', more]);
  assert.match(report, /New 2.*uid|uid.*New 2/s);
  const after = await uids();
  assert.equal(after.get(5001), 'first@example.org');
  assert.equal(after.get(5006), 'sixth@example.org');
  assert.deepEqual([after.has(5002), after.has(5003)], [false, false]);
  assert.match(String(after.get(5004)), UUID);
  assert.match(String(after.get(5005)), UUID);

  // An update that takes another's is left out too, and the others of its batch are changed.
  const changed = [item(1, 'sixth@example.org'), { ...item(6, 'sixth@example.org'), title: 'Sixth again' }];
  writeFileSync(
    more,
    JSON.stringify({
      kalends: 1,
      events: changed,
      venues: [],
      organizers: [],
      categories: [],
      tags: [],
      media: [],
    }),
  );
  await run(other, ['import', 'tec', more]);
  const again = await uids();
  assert.deepEqual([again.get(5001), again.get(5006)], ['first@example.org', 'sixth@example.org']);
  assert.equal((await other.anonymous.get('/events/5006')).at('title'), 'Sixth again');
});

test('check finds uids that two have, online addresses that are none, and what has moved online and is not virtual', async () => {
  assert.match(await run(service, ['check']), /No problems found/);
  const shared = ' 66666666-2222-4333-8444-555555555555-';
  const [old, twin, address, moved] = [
    (await makeEvent(admin)).id(),
    (await makeEvent(admin)).id(),
    (await makeEvent(admin)).id(),
    (await makeEvent(admin)).id(),
  ];
  const db = await openCalendar(service.data);
  await db.write(async (trx) => {
    const set = (id: number, values: Record<string, string>) =>
      trx.updateTable('events').set(values).where('id', '=', id).execute();
    await set(old, { uid: shared });
    await set(twin, { uid: `${shared.trim()}${old}` });
    await set(address, { virtual_url: 'javascript:alert(1)' });
    await set(moved, { event_status: 'moved-online' });
  });
  await db.close();
  const { code, stdout } = await service.cli(['check', '--json']);
  assert.equal(code, 1);
  const findings = parseJson(stdout);
  assert.ok(Array.isArray(findings));
  assert.deepEqual(
    findings.map((one) => (isObject(one) ? [one['rule'], one['id']] : one)),
    [
      ['uid', twin],
      ['moved_online', moved],
      ['virtual_url', address],
    ],
  );
});
