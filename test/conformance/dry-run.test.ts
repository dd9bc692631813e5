// Writes that are tried out and change nothing: `dry_run` (contract W3).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer } from '../support/client.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Service, startService } from '../support/service.ts';
import { type Watch, watch } from '../support/watch.ts';

let service: Service;
let watched: Watch;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
  watched = await watch(service);
});
after(async () => {
  await watched?.close();
  await service?.stop();
});

/** Sends something that must change nothing, and returns its answer. */
async function unchanged(send: () => Promise<Answer>): Promise<Answer> {
  const answers: Answer[] = [];
  await watched.withoutChange('a trial', async () => answers.push(await send()));
  assert.ok(answers[0]);
  return answers[0];
}

const EVENT = {
  title: 'Tried out',
  start_date: '2027-06-19 19:30:00',
  end_date: '2027-06-19 22:00:00',
  venue: { venue: 'New hall', city: 'Bonn' },
  organizer: [{ organizer: 'New people' }],
  categories: ['New music'],
  tags: ['new'],
};
const PHOTO = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

test('an event that is tried out is answered as it would be, without IDs and addresses, and isn’t there', async () => {
  const admin = service.as('admin');
  const answer = await unchanged(() => admin.post('/events?dry_run=true', EVENT));
  answer.expect(201);
  assert.equal(answer.headers['location'], undefined);
  assert.deepEqual(
    [answer.at('dry_run'), answer.at('id'), answer.at('url'), answer.at('rest_url'), answer.at('global_id')],
    [true, null, null, null, null],
  );
  assert.deepEqual([answer.at('title'), answer.at('slug')], ['Tried out', 'tried-out']);
  assert.deepEqual(
    [answer.at('venue.id'), answer.at('venue.venue'), answer.at('venue.url')],
    [null, 'New hall', null],
  );
  assert.deepEqual([answer.at('organizer.0.id'), answer.at('organizer.0.organizer')], [null, 'New people']);
  assert.deepEqual([answer.at('categories.0.id'), answer.at('categories.0.urls')], [null, null]);
  const made = (await admin.post('/events', EVENT)).expect(201);
  assert.equal(made.at('slug'), 'tried-out');
  const kept = await unchanged(() =>
    admin.post('/events', { ...EVENT, dry_run: true, venue: made.at('venue.id') }),
  );
  assert.equal(kept.expect(201).at('venue.id'), made.at('venue.id'));
});

test('a term that is tried out has no address, in any form', async () => {
  const answer = (await service.as('admin').post('/tags?dry_run=true', { name: 'Tried' })).expect(201);
  assert.deepEqual([answer.at('id'), answer.at('url'), answer.at('_links')], [null, null, null]);
});

test('what would be a secret is null, and a session that would begin has no ID', async () => {
  const admin = service.as('admin');
  const kalends = `${service.url}/kalends/v1`;
  const me = `${kalends}/users/${(await admin.get(`${kalends}/users/me`)).id()}`;
  const password = { current_password: passwordOf('admin') };
  const tried = async (path: string, body: object) =>
    (await unchanged(() => admin.post(`${path}?dry_run=true`, body))).expect(
      path.endsWith('options') ? 200 : 201,
    );
  const token = await tried(`${me}/tokens`, { name: 'Tried', ...password });
  assert.deepEqual([token.at('id'), token.at('name'), token.at('token')], [null, 'Tried', null]);
  assert.equal((await tried(`${kalends}/feeds`, { name: 'Tried' })).at('url'), null);
  assert.equal((await tried(`${kalends}/invitations`, { role: 'author' })).at('url'), null);
  const app = await tried(`${me}/second-factor/totp`, password);
  assert.deepEqual([app.at('secret'), app.at('uri'), app.at('qr')], [null, null, null]);
  const options = await tried(`${me.replace('127.0.0.1', 'localhost')}/passkeys/options`, password);
  assert.deepEqual([options.at('options.challenge'), options.at('options.rp.id')], [null, 'localhost']);
  const credentials = { login: 'admin', password: passwordOf('admin') };
  // It counts as a try of the password.
  const session = await service.anonymous.post(`${kalends}/sessions?dry_run=true`, credentials);
  session.expect(201);
  assert.deepEqual([session.at('session.id'), session.at('user.login')], [null, 'admin']);
  assert.equal(session.headers['set-cookie'], undefined);
});

test('changes, deletions, merges, files and settings are tried out as well', async () => {
  const admin = service.as('admin');
  const event = (await admin.post('/events', { ...EVENT, title: 'There' })).expect(201);
  const one = (await admin.post('/venues', { venue: 'One' })).expect(201).id();
  const two = (await admin.post('/venues', { venue: 'Two' })).expect(201).id();
  const kalends = `${service.url}/kalends/v1`;
  const headers = { 'content-type': 'image/gif', 'content-disposition': 'attachment; filename="dot.gif"' };
  const stored = (await admin.post(`${kalends}/media`, PHOTO, headers)).expect(201);
  const file = stored.id();
  await watched.withoutChange('dry_run', async () => {
    const changed = (await admin.put(`/events/${event.id()}`, { title: 'Changed', dry_run: true })).expect(
      200,
    );
    assert.deepEqual(
      [changed.at('title'), changed.at('id'), changed.at('dry_run')],
      ['Changed', event.id(), true],
    );
    const trashed = (await admin.delete(`/events/${event.id()}?dry_run=1`)).expect(200);
    assert.equal(trashed.at('status'), 'trash');
    (await admin.post(`${kalends}/venues/${one}/merge`, { from: [two], dry_run: true })).expect(200);
    const uploaded = await admin.post(`${kalends}/media?dry_run=true`, PHOTO, headers);
    assert.equal(uploaded.expect(201).at('id'), null);
    assert.notEqual(uploaded.at('source_url'), stored.at('source_url'));
    (await admin.get(String(uploaded.at('source_url')))).expect(404);
    (await admin.delete(`${kalends}/media/${file}?dry_run=true`)).expect(200);
    (await admin.patch(`${kalends}/settings?dry_run=true`, { name: 'Tried' })).expect(200);
    const user = { login: 'tried', role: 'author', password: 'correct horse battery', dry_run: true };
    assert.equal((await admin.post(`${kalends}/users`, user)).expect(201).at('id'), null);
    const undone = await admin.post(`${kalends}/history/undo`, { since: '2020-01-01', dry_run: true });
    assert.ok(Number(undone.expect(200).at('undone')) > 0);
  });
  assert.equal((await admin.get(`/events/${event.id()}`)).at('title'), 'There');
  assert.equal((await admin.get(String(stored.at('source_url')))).status, 200, 'the file is still there');
});

test('refusals are those of the write itself', async () => {
  const admin = service.as('admin');
  await watched.withoutChange('refused', async () => {
    const wrong = await admin.post('/events', { ...EVENT, start_date: 'never', dry_run: 'perhaps' });
    assert.deepEqual(Object.keys(Object(wrong.expect(400).at('data.params'))).sort(), [
      'dry_run',
      'start_date',
    ]);
    (await service.anonymous.post('/events?dry_run=true', EVENT)).expect(401);
    (await admin.put('/events/999999?dry_run=true', { title: 'x' })).expect(404);
  });
});

test('trials use no key, and others write beside them', async () => {
  const admin = service.as('admin');
  const headers = { 'idempotency-key': 'trial' };
  (await admin.post('/venues', { venue: 'Tried', dry_run: true }, headers)).expect(201);
  const made = (await admin.post('/venues', { venue: 'Done' }, headers)).expect(201);
  assert.equal(made.headers['idempotency-replayed'], undefined);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      admin.post('/venues', { venue: `Beside ${index}`, dry_run: index % 2 === 0 }),
    ),
  );
  const ids = answers.map((answer) => answer.expect(201).at('id'));
  assert.equal(ids.filter((id) => id === null).length, 6);
  for (const id of ids) if (id !== null) (await admin.get(`/venues/${id}`)).expect(200);
  assert.equal((await admin.get('/venues?search=Beside&per_page=50')).at('total'), 6);
});
