import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { findUser, listUsers } from '#api/access/store.ts';
import type { Actor } from '#api/routing/actor.ts';
import { readConfig } from '#config.ts';
import { KalendsError } from '#errors.ts';
import { ensureAdministrator, openServices } from '#main.ts';
import { nextId } from '#store/db/sequence.ts';
import { changeUser, createUser, removeUser } from './actions.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-users-'));
const config = readConfig({
  KALENDS_DATA: folder,
  KALENDS_CLOCK: '2027-03-01T10:00:00Z',
  KALENDS_ADMIN_PASSWORD: 'first password',
});
const services = await openServices(config, { warn() {}, error() {} });
const { db } = services;
await ensureAdministrator(db, config);
after(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const actor: Actor = { services, viewer: { id: 1, role: 'administrator' }, now: config.clock() };
const at = '2027-03-01 10:00:00';

async function addVenue(author_id: number): Promise<number> {
  return db.write(async (trx) => {
    const id = await nextId(trx, 'post');
    const dates = { date: at, date_utc: at, modified: at, modified_utc: at };
    const empty = {
      password: '',
      description: '',
      excerpt: '',
      slug: '',
      image_id: null,
      global_id: null,
      global_id_lineage: null,
      language: 'en',
      translations: '',
      address: '',
      district: '',
      city: '',
      country: '',
      province: '',
      state: '',
      zip: '',
      phone: '',
      stateprovince: '',
      website: '',
      search_text: '',
      geo_lat: null,
      geo_lng: null,
    };
    await trx
      .insertInto('venues')
      .values({
        ...empty,
        ...dates,
        id,
        author_id,
        status: 'trash',
        name: 'Hall',
        name_key: 'hall',
        show_map: 0,
        show_map_link: 0,
      })
      .execute();
    return id;
  });
}

const refusal = (code: string) => (error: unknown) => error instanceof KalendsError && error.code === code;

test('a user who owns something goes only if somebody takes it, trashed or not', async () => {
  const leaving = await createUser(actor, { login: 'leaving', role: 'author' });
  const heir = await createUser(actor, { login: 'heir', role: 'author' });
  const [venue, own] = [await addVenue(leaving.id), await addVenue(heir.id)];
  await assert.rejects(
    removeUser(actor, leaving.id),
    (error) =>
      error instanceof KalendsError &&
      error.code === 'rest_user_has_content' &&
      error.extras.values?.['count'] === 1,
  );
  const removed = await removeUser(actor, leaving.id, heir.id);
  assert.deepEqual([removed.user.login, removed.moved], ['leaving', 1]);
  assert.equal(await findUser(db.read, leaving.id), undefined);
  const venues = await db.read
    .selectFrom('venues')
    .select(['id', 'author_id', 'modified_utc'])
    .where('id', 'in', [venue, own])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    venues.map(({ id, author_id, modified_utc }) => [id, author_id, modified_utc]),
    [venue, own].map((id) => [id, heir.id, at]),
  );
  const changes = await db.read.selectFrom('changes').selectAll().orderBy('id', 'desc').limit(2).execute();
  assert.deepEqual(
    changes.map(({ kind, resource_id, action, at_utc, user_id }) => [
      kind,
      resource_id,
      action,
      at_utc,
      user_id,
    ]),
    [
      ['user', leaving.id, 'delete', at, 1],
      ['venue', venue, 'update', at, 1],
    ],
  );
});

test('of two administrators who leave at once, one stays', async () => {
  const other = await createUser(actor, { login: 'other chief', role: 'administrator' });
  const ends = await Promise.allSettled([
    changeUser(actor, 1, { role: 'editor' }),
    removeUser(actor, other.id),
  ]);
  assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const left = (await listUsers(db.read)).filter(({ role }) => role === 'administrator');
  assert.equal(left.length, 1);
});

test('numbers of removed users are never given again', async () => {
  const first = await createUser(actor, { login: 'one', role: 'subscriber' });
  await removeUser(actor, first.id);
  const second = await createUser(actor, { login: 'one', role: 'subscriber' });
  assert.ok(second.id > first.id);
});

test('a user may keep the own address, in other letters', async () => {
  const user = await createUser(actor, {
    login: 'mail@example.org',
    email: 'mail@example.org',
    role: 'author',
  });
  assert.equal((await changeUser(actor, user.id, { email: 'Mail@example.org' })).email, 'Mail@example.org');
  await assert.rejects(changeUser(actor, 4711, { name: 'x' }), refusal('rest_user_invalid_id'));
});
