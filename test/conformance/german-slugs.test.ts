import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { makeEvent, SOMEDAY } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';
import { sendIn } from '../support/translated.ts';

/* Slugs of German texts: ae, oe, ue and ss, as a German WordPress makes them. */

const named: Readonly<Record<string, (title: string) => object>> = {
  events: (title) => ({ title, ...SOMEDAY }),
  venues: (venue) => ({ venue }),
  organizers: (organizer) => ({ organizer }),
  categories: (name) => ({ name }),
  tags: (name) => ({ name }),
};
const slugOf = (answer: Answer, code = 201) => String(answer.expect(code).at('slug'));

describe('On a German site', () => {
  let service: Service;
  let admin: Client;
  let anyone: Client;
  const inEnglish = (method: string, target: string, body: object) =>
    sendIn(admin, { origin: service.url, way: 'query', language: 'en' }, method, target, body);

  before(async () => {
    service = await startService({ env: { KALENDS_LANGUAGE: 'de' } });
    await people(service);
    admin = service.as('admin');
    anyone = service.anonymous;
  });
  after(() => service?.stop());

  for (const [kind, body] of Object.entries(named))
    test(`${kind} have the slugs of German texts`, async () => {
      const pairs = [
        ['Bälle für Übermütige', 'baelle-fuer-uebermuetige'],
        ['ÄRGER, ÖL & ÜBEL', 'aerger-oel-uebel'],
        ['Große STRAẞE', 'grosse-strasse'],
        ['Bälle zerlegt'.normalize('NFD'), 'baelle-zerlegt'],
        ['Café Çà Ñandú', 'cafe-ca-nandu'],
      ] as const;
      for (const [title, slug] of pairs)
        assert.equal(slugOf(await admin.post(`/${kind}`, body(title))), slug, title);
      const again = body('Frühstück');
      assert.equal(
        slugOf(await admin.post(`/${kind}`, { ...again, slug: 'Frühstücks-Fuß' })),
        'fruehstuecks-fuss',
      );
    });

  for (const [kind, body] of Object.entries(named))
    test(`${kind} in another language keep that one’s slugs`, async () => {
      assert.equal(slugOf(await inEnglish('POST', `/${kind}`, body('Über the Öresund'))), 'uber-the-oresund');
    });

  test('two titles that come to one slug are told apart', async () => {
    assert.equal(String((await makeEvent(admin, { title: 'Grün' })).at('slug')), 'gruen');
    assert.equal(String((await makeEvent(admin, { title: 'Gruen' })).at('slug')), 'gruen-2');
    assert.equal(String((await makeEvent(admin, { title: 'Grün' })).at('slug')), 'gruen-3');
  });

  test('a draft gets its slug when it is published', async () => {
    const draft = await makeEvent(admin, { title: 'Später Gruß', status: 'draft' });
    assert.equal(draft.at('slug'), '');
    const published = await admin.patch(`/events/${draft.id()}`, { status: 'publish' });
    assert.equal(slugOf(published, 200), 'spaeter-gruss');
  });

  test('a slug that is there stays, and one that is asked for is German', async () => {
    const made = await makeEvent(admin, { title: 'Küche', slug: 'kuche' });
    const target = `/events/${made.id()}`;
    assert.equal(slugOf(await admin.patch(target, { title: 'Küchenöfen', slug: 'kuche' }), 200), 'kuche');
    assert.equal(slugOf(await admin.patch(target, { description: 'neu' }), 200), 'kuche');
    (await admin.delete(target)).expect(200);
    assert.equal(slugOf(await admin.patch(target, { status: 'publish' }), 200), 'kuche');
    assert.equal(slugOf(await admin.patch(target, { slug: 'Küchenöfen' }), 200), 'kuechenoefen');
    assert.equal(slugOf(await inEnglish('PATCH', target, { title: 'Stoves', slug: 'Öfen' }), 200), 'ofen');
  });

  test('terms made by name through events are German, and found by name whichever slug they have', async () => {
    const old = (await admin.post('/categories', { name: 'Bälle & Feste', slug: 'balle' })).expect(201).id();
    const made = await makeEvent(admin, { categories: ['Bälle & Feste', 'Märkte'], tags: ['Süßes'] });
    assert.deepEqual(
      made.rows('categories').map(({ slug }) => slug),
      ['balle', 'maerkte'],
    );
    assert.equal(made.at('categories.0.id'), old);
    assert.equal(made.at('tags.0.slug'), 'suesses');
    const again = await makeEvent(admin, { categories: ['märkte', 'MÄRKTE', 'maerkte'], tags: ['süsses'] });
    assert.deepEqual(
      again.rows('categories').map(({ id }) => id),
      [made.at('categories.1.id')],
    );
    assert.equal(again.at('tags.0.id'), made.at('tags.0.id'));
  });

  test('venues and organizers made within an event are German', async () => {
    const made = await makeEvent(admin, {
      venue: { venue: 'Müllers Scheune' },
      organizer: [{ organizer: 'Jörg Weiß' }],
    });
    assert.equal(made.at('venue.slug'), 'muellers-scheune');
    assert.equal(made.at('organizer.0.slug'), 'joerg-weiss');
  });

  test('addresses with umlauts lead to the German slug and to an older one', async () => {
    const german = await makeEvent(admin, { title: 'Möwen' });
    const older = await makeEvent(admin, { title: 'Füchse', slug: 'fuchse' });
    for (const [typed, made] of [
      ['möwen', german],
      ['MÖWEN', german],
      ['füchse', older],
    ] as const) {
      const read = await anyone.get(`/events/by-slug/${encodeURIComponent(typed)}`);
      assert.equal(read.expect(200).id(), made.id(), typed);
      (await anyone.get(`${service.url}/event/${encodeURIComponent(typed)}/`)).expect(200);
    }
    (await admin.post('/categories', { name: 'Vögel' })).expect(201);
    (await anyone.get(`${service.url}/events/category/${encodeURIComponent('vögel')}/`)).expect(200);
  });

  test('files uploaded are named in German', async () => {
    const form = new FormData();
    const bytes = readFileSync(new URL('../samples/media/photo.png', import.meta.url));
    form.append('file', new File([bytes], 'Bäckerei Weiß.png', { type: 'image/png' }));
    const made = (await admin.post(`${service.url}/wp-json/wp/v2/media`, form)).expect(201);
    assert.equal(made.at('slug'), 'baeckerei-weiss');
    assert.match(String(made.at('source_url')), /\/Baeckerei-Weiss[^/]*\.png$/);
  });

  test('an import keeps the slugs it brings, and makes German ones where it brings none', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kalends-german-'));
    try {
      const file = path.join(folder, 'events.json');
      const event = (id: number, title: string, slug?: string) => ({
        id,
        global_id: `sample.example?id=${id}`,
        title,
        ...(slug === undefined ? {} : { slug }),
        status: 'publish',
        timezone: 'UTC',
        ...SOMEDAY,
        categories: [
          { id: 900 + id, name: `Ölbilder ${id}`, slug: `olbilder-${id}`, taxonomy: 'tribe_events_cat' },
        ],
      });
      writeFileSync(file, JSON.stringify({ events: [event(801, 'Hüte', 'hute'), event(802, 'Mützen')] }));
      const done = await service.cli(['import', 'tec', file]);
      assert.equal(done.code, 0, done.stderr);
      const slugs = async (query: string) =>
        (await anyone.get(`/events?search=${encodeURIComponent(query)}`)).expect(200).rows('events')[0];
      assert.equal((await slugs('Hüte'))?.['slug'], 'hute');
      const second = await slugs('Mützen');
      assert.equal(second?.['slug'], 'muetzen');
      const again = await service.cli(['import', 'tec', file]);
      assert.equal(again.code, 0, again.stderr);
      assert.equal((await slugs('Mützen'))?.['slug'], 'muetzen');
      const terms = (await anyone.get('/categories?hide_empty=false&per_page=50')).expect(200);
      const bilder = terms.rows('categories').filter(({ name }) => String(name).startsWith('Ölbilder'));
      assert.deepEqual(
        bilder.map(({ slug }) => slug),
        ['olbilder-801', 'olbilder-802'],
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('On an English site', () => {
  let service: Service;
  let admin: Client;

  before(async () => {
    service = await startService();
    await people(service);
    admin = service.as('admin');
  });
  after(() => service?.stop());

  for (const [kind, body] of Object.entries(named))
    test(`${kind} have German slugs for German texts alone`, async () => {
      assert.equal(slugOf(await admin.post(`/${kind}`, body('Grüße vom Öl'))), 'gruse-vom-ol');
      const by = (way: 'query' | 'segment') => ({ origin: service.url, way, language: 'de' }) as const;
      const first = await sendIn(admin, by('query'), 'POST', `/${kind}`, body('Schöne Grüße'));
      assert.equal(slugOf(first), 'schoene-gruesse');
      const second = await sendIn(admin, by('segment'), 'POST', `/${kind}`, body('Süße Träume'));
      assert.equal(slugOf(second), 'suesse-traeume');
      // A German browser doesn't make an English calendar's texts German (decision 0006).
      const browser = await admin.post(`/${kind}`, body('Hüte'), { 'accept-language': 'de' });
      assert.equal(slugOf(browser), 'hute');
      const made = (await admin.post(`/${kind}`, body('Winter concert'))).expect(201).id();
      const translated = await sendIn(admin, by('query'), 'PATCH', `/${kind}/${made}`, {
        ...body('Weihnachtsgrüße'),
        slug: 'Weihnachtsgrüße',
      });
      assert.equal(slugOf(translated, 200), 'weihnachtsgruesse');
      assert.equal(slugOf(await admin.get(`/${kind}/${made}`), 200), 'winter-concert');
    });

  test('a German draft gets a German slug, whoever publishes it', async () => {
    const by = { origin: service.url, way: 'query', language: 'de' } as const;
    const body = { title: 'Fröhlich', ...SOMEDAY, status: 'draft' };
    const made = (await sendIn(admin, by, 'POST', '/events', body)).expect(201);
    assert.equal(slugOf(await admin.patch(`/events/${made.id()}`, { status: 'publish' }), 200), 'froehlich');
  });
});
