// A calendar with a value in every field of every kind, exported and imported: the interface shows all of it as before.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { ResourceDescription } from '#api/routing/field-description.ts';
import { eventDescription } from '#calendar/events/fields.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { isObject, type Json, parseJson } from '../support/json.ts';
import { photo as proposed } from '../support/pictures.ts';
import { removeAtExit } from '../support/program.ts';
import { userIds } from '../support/rights.ts';
import { eventSamples, type Named, organizerSamples, type Sample, venueSamples } from '../support/samples.ts';
import { people, type Service, startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';
import { workFor } from '../support/submissions.ts';

const SITE = { clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' };
const BASE = 'https://calendar.example.org';
const service = await startService({
  ...SITE,
  env: { KALENDS_PROOF_OF_WORK: '1', KALENDS_PUBLIC_URL: BASE },
});
after(() => service.stop());
await people(service);
const admin = service.as('admin');
const kalends = (rest: string) => `${service.url}/kalends/v1${rest}`;

const make = async (url: string, body: object) => (await admin.post(url, body)).expect(201).id();
const both = async (url: string, body: (n: number) => object) =>
  [await make(url, body(1)), await make(url, body(2))] as const;

async function upload(name: string): Promise<number> {
  const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
  const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` };
  const query = 'title=A%20title%20of%20its%20own&credit=Somebody&alt_text=Something';
  const id = (await admin.post(kalends(`/media?${query}`), photo, headers)).expect(201).id();
  (await admin.patch(kalends(`/media/${id}`), { focal_point: { x: 0.25, y: 0.75 } })).expect(200);
  const german = { alt_text: 'Etwas', credit: 'Jemand' };
  (await admin.patch(kalends(`/media/${id}?translation_language=de`), german)).expect(200);
  return id;
}

/** A picture of the library that nothing shows. */
const unused = await upload('unused.png');

const TIMES = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const named: Named = {
  users: [userIds.editor, userIds.author],
  pictures: [await upload('one.png'), await upload('other.png')],
  categories: await both('/categories', (n) => ({
    name: `Category ${n}`,
    description: `About ${n}`,
    slug: `category-slug-${n}`,
    color: n === 1 ? 'amber' : 'pink',
    mark: n === 1 ? 'ring' : 'bars',
  })),
  tags: await both('/tags', (n) => ({ name: `Tag ${n}`, description: `About ${n}`, slug: `tag-slug-${n}` })),
  venues: await both('/venues', (n) => ({ venue: `Linked venue ${n}` })),
  organizers: await both('/organizers', (n) => ({ organizer: `Linked organizer ${n}` })),
  events: await both('/events', (n) => ({ ...TIMES, title: `Parent ${n}` })),
};
(await admin.patch(`/categories/${named.categories[1]}`, { parent: named.categories[0] })).expect(200);
for (const kind of ['categories', 'tags'] as const)
  for (const id of named[kind])
    (
      await admin.patch(`/${kind}/${id}?translation_language=es`, {
        name: `Nombre ${id}`,
        description: `Acerca de ${id}`,
        slug: `nombre-${id}`,
      })
    ).expect(200);

const sampleOf = { events: eventSamples, venues: venueSamples, organizers: organizerSamples } as const;
type Kind = keyof typeof sampleOf;
const samples = (kind: Kind): Readonly<Record<string, Sample>> => sampleOf[kind](named);
const values = (kind: Kind, which: 'one' | 'other') =>
  Object.fromEntries(Object.entries(samples(kind)).map(([name, sample]) => [name, sample[which]]));
const nameField = { events: 'title', venues: 'venue', organizers: 'organizer' } as const;

/** Gives an item texts and a slug in two more languages. */
async function translate(kind: Kind, id: number, { slug = true } = {}): Promise<void> {
  const texts = [
    'description',
    ...(kind === 'events' ? ['excerpt', 'event_status_reason', 'accessibility_note'] : []),
  ];
  for (const language of ['de', 'es']) {
    const own = Object.fromEntries(
      [nameField[kind], ...texts].map((name) => [name, `${language} ${name} ${id}`]),
    );
    const sent = { ...own, ...(slug ? { slug: `${language}-${kind}-${id}` } : {}) };
    (await admin.patch(`/${kind}/${id}?translation_language=${language}`, sent)).expect(200);
  }
}

/** Makes an item with the values of a sample, each status in turn. */
async function makeWhole(kind: Kind, which: 'one' | 'other', more: object): Promise<number> {
  const { password, ...sent } = values(kind, which);
  const id = await make(`/${kind}`, { ...sent, ...more });
  await translate(kind, id);
  (await admin.patch(`/${kind}/${id}`, { slug: `later-${kind}-${id}` })).expect(200);
  if (which === 'one') (await admin.patch(`/${kind}/${id}`, { password })).expect(200);
  return id;
}

for (const kind of ['venues', 'organizers'] as const) {
  await makeWhole(kind, 'one', {});
  await makeWhole(kind, 'other', { status: 'draft' });
}
await makeWhole('events', 'one', {});
await makeWhole('events', 'other', { status: 'private' });

// A series, and a date of it that sets every field that a date may.
const series = await make('/events', {
  title: 'Series',
  ...TIMES,
  recurrence: { rrule: 'FREQ=DAILY;COUNT=4', exdate: ['2027-05-03'] },
});
await translate('events', series);
const dates = (await admin.get(`/events?post_parent=${series}&start_date=2027-04-01`))
  .expect(200)
  .rows('events');
const [first, second] = dates.map(({ id }) => Number(id));
const NOT_OF_A_DATE = ['uid', 'post_parent', 'password'];
const { password } = values('events', 'one');
const ofDate = Object.fromEntries(
  Object.entries(values('events', 'one')).filter(([name]) => !NOT_OF_A_DATE.includes(name)),
);
(await admin.patch(`/events/${second}`, { ...ofDate, is_virtual: true })).expect(200);
await translate('events', second ?? 0, { slug: false });
(await admin.patch(`/events/${second}`, { password })).expect(200);
(await admin.patch(`/events/${first}`, { cost: '3' })).expect(200);

// A proposal waits, whose author is nobody, with a picture.
(await admin.patch(kalends('/settings'), { submissions: true })).expect(200);
const proposal = {
  title: 'Proposed',
  ...TIMES,
  contact_name: 'Ada',
  contact_email: 'ada@example.org',
  ...(await workFor(service.anonymous, service.url)),
};
const sent = new FormData();
for (const [name, value] of Object.entries(proposal)) sent.set(name, value);
sent.set('file', new Blob([new Uint8Array(proposed)], { type: 'image/png' }), 'table.png');
(await service.anonymous.post(kalends('/submissions'), sent)).expect(201);

// One venue is merged into another.
const [into, from] = [
  await make('/venues', { venue: 'Stays' }),
  await make('/venues', { venue: 'Goes', city: 'Bonn' }),
];
(await admin.post(kalends(`/venues/${into}/merge`), { from: [from] })).expect(200);

/** Returns all that the interface shows to an administrator, by address, without what belongs to the installation. */
async function shownBy(of: Service): Promise<Map<string, Json>> {
  const client = of.as('admin');
  const shown = new Map<string, Json>();
  const idsIn = async (list: string, name: string) => {
    const answer = (await client.get(list)).expect(200);
    assert.equal(answer.at('total_pages'), 1, list);
    return answer.rows(name).map(({ id }) => Number(id));
  };
  const far =
    'start_date=2020-01-01&end_date=2035-01-01&context=edit&status=publish,draft,pending,private&per_page=50';
  const lists = [...(await idsIn(`/events?${far}`, 'events')), series].map((id) => `/events/${id}`);
  for (const kind of ['venues', 'organizers'] as const)
    for (const id of await idsIn(`/${kind}?status=publish,draft,pending,private&per_page=50`, kind))
      lists.push(`/${kind}/${id}`);
  for (const kind of ['categories', 'tags'] as const)
    for (const id of await idsIn(`/${kind}?hide_empty=false&per_page=50`, kind)) lists.push(`/${kind}/${id}`);
  for (const id of [...named.pictures, unused]) lists.push(`${of.url}/kalends/v1/media/${id}`);
  for (const address of lists)
    for (const language of languages) {
      const answer = await client.get(`${address}?context=edit&translation_language=${language}`);
      const text = answer.expect(200).text;
      const here = text.replaceAll(of.url, BASE);
      shown.set(`${address.replace(of.url, '')} ${language}`, parseJson(here) ?? null);
    }
  const merged = await client.get(`/venues/${from}`);
  shown.set('merged', [
    merged.status,
    String(merged.headers['location']).replace(of.url, '').replace(BASE, ''),
  ]);
  const former = await of.anonymous.get('/organizers/by-slug/one-club');
  shown.set('former', [
    former.status,
    String(former.headers['location']).replace(of.url, '').replace(BASE, ''),
  ]);
  return shown;
}

/** The folder of a picture, which each installation has of its own. */
const FOLDER = /\b2026\/11\/[0-9a-f]{20}\//g;
/** Members that belong to the installation: how often an item was written here, and where its picture's file lies. */
const OF_INSTALLATION = /^(revision|source|file|url|source_url|link|original_image|latest)$/;

function compare(is: Json | undefined, was: Json | undefined, where: string, differences: string[]): void {
  if (Array.isArray(is) && Array.isArray(was) && is.length === was.length) {
    for (const [index, one] of was.entries()) compare(is[index], one, `${where}.${index}`, differences);
    return;
  }
  if (isObject(is) && isObject(was)) {
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)]))
      if (
        !OF_INSTALLATION.test(name) ||
        (typeof was[name] === 'string' && !String(was[name]).includes('/media/'))
      )
        compare(is[name], was[name], `${where}.${name}`, differences);
    return;
  }
  const placeless = (value: Json | undefined) =>
    typeof value === 'string' ? value.replace(FOLDER, '') : value;
  try {
    assert.deepEqual(placeless(is), placeless(was));
  } catch {
    differences.push(
      `${where}: ${JSON.stringify(was)?.slice(0, 80)} became ${JSON.stringify(is)?.slice(0, 80)}`,
    );
  }
}

test('everything that the interface shows comes along', async () => {
  // Whoever adds a field adds a sample; each is set by itself in the date of the series.
  const described = Object.keys(eventDescription as ResourceDescription);
  assert.ok(Object.keys(ofDate).every((name) => described.includes(name)));
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-whole-'));
  removeAtExit(folder);
  const file = path.join(folder, 'export.json');
  const exported = await service.cli(['export', '--out', file, '--media', folder, '--base', BASE]);
  assert.equal(exported.code, 0, exported.stderr);
  const before = await shownBy(service);
  const other = await startService(SITE);
  try {
    const imported = await other.cli(['import', 'tec', file, '--media', folder]);
    assert.equal(imported.code, 0, imported.stderr);
    assert.doesNotMatch(imported.stdout, /Skipped:/);
    const after = await shownBy(other);
    const differences: string[] = [];
    for (const [address, was] of before) compare(after.get(address), was, address, differences);
    assert.deepEqual(differences.slice(0, 40), []);
    assert.deepEqual([...after.keys()], [...before.keys()]);
    const again = await other.cli(['import', 'tec', file, '--media', folder]);
    assert.match(again.stdout, /Everything is up to date/);
    await assertSound(other);
  } finally {
    await other.stop();
  }
});
