// `kalends history` and `kalends undo`: what was changed, and taking it back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
});
after(() => service?.stop());

const entries = async (...args: string[]) => {
  const listed = await service.cli(['history', '--json', ...args]);
  assert.equal(listed.code, 0, listed.stderr);
  return JSON.parse(listed.stdout) as { id: number; action: string; title: string; undone: boolean }[];
};

test('history lists what was changed, the latest first, and is narrowed', async () => {
  const editor = service.as('editor');
  const venue = (await service.as('admin').post('/venues', { venue: 'Hall' })).expect(201).id();
  (await editor.put(`/venues/${venue}`, { city: 'Bonn' })).expect(200);
  const all = await entries('--kind', 'venue', '--id', String(venue));
  assert.deepEqual(
    all.map(({ action, title }) => [action, title]),
    [
      ['updated', 'Hall'],
      ['created', 'Hall'],
    ],
  );
  assert.deepEqual(
    (await entries('--by', 'editor', '--kind', 'venue')).map(({ id }) => id),
    [all[0]?.id],
  );
  assert.equal((await entries('--until', '2026-11-19')).length, 0);
  assert.equal((await entries('--limit', '1')).length, 1);
  const shown = await service.cli(['history', '--kind', 'venue']);
  assert.match(
    shown.stdout,
    /^ID +DATE +USER +ACTION +ITEM +TITLE +FIELDS\n\d+ .*changed +venue \d+ +Hall +city$/m,
  );
  assert.match(shown.stderr, /2 of 2 entries/);
  for (const wrong of [
    ['--since', 'never'],
    ['--id', 'x'],
    ['--limit', '0'],
    ['--kind', 'song'],
  ])
    assert.notEqual((await service.cli(['history', ...wrong])).code, 0, wrong.join(' '));
});

test('undo takes an entry back, tries it before, and tells what is kept', async () => {
  const admin = service.as('admin');
  const tag = (await admin.post('/tags', { name: 'Green', description: 'One' })).expect(201).id();
  (await admin.put(`/tags/${tag}`, { description: 'Two' })).expect(200);
  const [change] = await entries('--kind', 'tag');
  const described = async () => (await admin.get(`/tags/${tag}`)).at('description');
  const tried = await service.cli(['undo', String(change?.id), '--dry-run']);
  assert.equal(tried.stdout, '1 change would be undone.\n', tried.stderr);
  assert.equal(await described(), 'Two');
  const done = await service.cli(['undo', String(change?.id)]);
  assert.equal(done.stdout, '1 change undone.\n', done.stderr);
  assert.equal(await described(), 'One');
  const again = await service.cli(['undo', String(change?.id)]);
  assert.equal(again.stdout, 'No changes undone.\n');
  const [undoing] = await entries('--kind', 'tag');
  assert.equal(undoing?.action, 'undone');
  assert.equal((await service.cli(['undo', String(undoing?.id)])).code, 0);
  assert.equal(await described(), 'Two');
});

test('undo takes back what a person has changed, and leaves what others did', async () => {
  const [admin, author] = [service.as('admin'), service.as('editor')];
  const one = (await author.post('/organizers', { organizer: 'One' })).expect(201).id();
  const two = (await admin.post('/organizers', { organizer: 'Two', phone: '1' })).expect(201).id();
  (await author.put(`/organizers/${two}`, { phone: '2', website: 'https://example.org/' })).expect(200);
  (await admin.put(`/organizers/${two}`, { phone: '3' })).expect(200);
  const undone = await service.cli(['undo', '--by', 'editor', '--json']);
  const result = JSON.parse(undone.stdout) as {
    undone: number;
    kept: { reason: string; fields?: string[] }[];
  };
  assert.ok(result.undone >= 2, undone.stdout);
  assert.ok(
    result.kept.some(({ reason, fields }) => reason === 'changed_since' && fields?.includes('phone')),
  );
  assert.equal((await admin.get(`/organizers/${one}`)).at('status'), 'trash');
  const left = (await admin.get(`/organizers/${two}`)).expect(200);
  assert.deepEqual([left.at('phone'), left.at('website') ?? ''], ['3', '']);
  for (const wrong of [[], ['1', '--by', 'editor'], ['--by', 'nobody'], ['--as', 'nobody', '1'], ['x']])
    assert.notEqual((await service.cli(['undo', ...wrong])).code, 0, wrong.join(' '));
});
