import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../support/service.ts';

const service = await startService({ clock: '2026-11-20T18:00:00Z' });
after(() => service.stop());
const { anonymous } = service;
const admin = service.as('admin');

const jane = {
  organizer: 'Jane Doe',
  description: 'Promoter',
  phone: '555-0123',
  website: 'https://jane.example.org',
  email: 'jane@example.org',
};
const made = (await admin.post('/organizers', jane)).expect(201);

test('an organizer has its members in the order of the interface, empty ones left out', async () => {
  assert.deepEqual(Object.keys(JSON.parse(made.text)).slice(0, 16), [
    ...[
      'id',
      'author',
      'status',
      'date',
      'date_utc',
      'modified',
      'modified_utc',
      'url',
      'organizer',
      'description',
    ],
    ...['slug', 'phone', 'website', 'email', 'global_id', 'global_id_lineage'],
  ]);
  assert.equal((await admin.patch(`/organizers/${made.id()}`, {})).at('email'), jane.email);
});

test('the e-mail address is any text, and venue fields are ignored', async () => {
  const odd = (
    await admin.post('/organizers', { organizer: 'Odd', email: 'nope', city: 'Bern', geo_lat: 1 })
  ).expect(201);
  assert.deepEqual([odd.at('email'), odd.at('city'), odd.at('geo_lat')], ['nope', undefined, undefined]);
});

test('search looks in phone, e-mail address and website', async () => {
  for (const text of ['@example.org', 'http://jane.example', '555-0123', 'promoter'])
    assert.deepEqual(
      (await anonymous.get(`/organizers?search=${encodeURIComponent(text)}`))
        .rows('organizers')
        .map((row) => row['id']),
      [made.id()],
      text,
    );
  assert.equal((await anonymous.get('/organizers?search=jane+promoter')).at('total'), 0);
});

test('JSON-LD of an organizer is an Organization', async () => {
  assert.deepEqual((await anonymous.get(`/organizers/${made.id()}`)).at('json_ld'), {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Jane Doe',
    description: 'Promoter',
    url: made.at('url'),
    sameAs: jane.website,
    telephone: jane.phone,
    email: jane.email,
  });
});
