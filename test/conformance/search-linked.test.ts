import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Client } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { people, type Service, startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

// What searches of venues and organizers look in, and which words they leave out (contract D39).

let service: Service;
let admin: Client;
let anyone: Client;
before(async () => {
  service = await startService();
  await people(service);
  admin = service.as('admin');
  anyone = service.anonymous;
});
after(() => service.stop());

const fields = {
  venues: {
    venue: 'Grüner Saal',
    description: '<p>An <em>ancient</em> vault</p>',
    address: '100, Avenue du Temple',
    city: 'Zürich',
    state: 'Illinois',
    province: 'Appenzell',
    stateprovince: 'Innerrhoden',
    country: 'Ruritania',
    zip: 'QX-8001',
    phone: '0041-333',
    website: 'https://wherever.example.org/path?a=1&b=cafe',
  },
  organizers: {
    organizer: 'Löwe & Partner',
    description: 'A merry band',
    phone: '0049-777',
    website: 'https://band.example.net/uber-uns',
    email: 'Post@Lowen.example',
  },
} as const;
const words = {
  venues: {
    venue: ['gruner saal', 'SAAL grün'],
    description: ['ancient vault', 'cient'],
    address: ['temple avenue', '100'],
    city: ['zurich', 'ZÜR'],
    state: ['illinois'],
    province: ['appenzell'],
    stateprovince: ['rhoden'],
    country: ['ruritania', 'RURI'],
    zip: ['qx-8001', '8001'],
    phone: ['0041-333'],
    website: ['wherever.example.org', 'https://wherever', 'path cafe', 'example path'],
  },
  organizers: {
    organizer: ['lowe partner'],
    description: ['merry'],
    phone: ['0049-777'],
    website: ['band.example.net', 'uber-uns'],
    email: ['post@lowen.example', 'löwen.example'],
  },
} as const;

/** IDs that a search finds. */
async function found(by: Client, kind: string, text: string, more = ''): Promise<unknown[]> {
  const answer = (await by.get(`/${kind}?per_page=50&search=${encodeURIComponent(text)}${more}`)).expect(200);
  const ids = answer.rows(kind).map((row) => row['id']);
  assert.equal(answer.at('total'), ids.length);
  return ids;
}

for (const kind of ['venues', 'organizers'] as const)
  describe(`A search of ${kind}`, () => {
    let id: number;
    let locked: number;
    before(async () => {
      const name = kind === 'venues' ? 'venue' : 'organizer';
      id = (await admin.post(`/${kind}`, fields[kind])).expect(201).id();
      locked = (await admin.post(`/${kind}`, { ...fields[kind], [name]: 'Locked', password: 'x' }))
        .expect(201)
        .id();
    });

    for (const [name, texts] of Object.entries(words[kind]))
      test(`looks in ${name}`, async () => {
        for (const text of texts) {
          assert.ok((await found(anyone, kind, text)).includes(id), text);
          assert.ok((await found(anyone, kind, text, '&translation_language=de')).includes(id), text);
          // What a password hides tells nothing.
          assert.ok(!(await found(anyone, kind, text)).includes(locked), text);
          if (name === 'venue' || name === 'organizer') continue;
          assert.ok((await found(anyone, kind, text, '&password=x')).includes(locked), text);
        }
      });

    test('looks for all words in one and the same field, and follows a change', async () => {
      const across = kind === 'venues' ? 'temple ruritania' : 'merry lowen';
      assert.deepEqual(await found(anyone, kind, across), []);
      const change =
        kind === 'venues' ? { country: 'Syldavia', website: null } : { email: 'new@syldavia.example' };
      (await admin.patch(`/${kind}/${id}`, change)).expect(200);
      assert.deepEqual(await found(anyone, kind, 'syldavia'), [id]);
      assert.deepEqual(await found(anyone, kind, kind === 'venues' ? 'wherever' : 'lowen.example'), []);
      (await admin.patch(`/${kind}/${id}`, fields[kind])).expect(200);
    });

    test('leaves out the stop words of its language, where other words remain', async () => {
      const field = kind === 'venues' ? 'address' : 'phone';
      const name = kind === 'venues' ? 'venue' : 'organizer';
      const make = async (title: string, line: string) =>
        (await admin.post(`/${kind}`, { [name]: `${title} ${kind}`, [field]: line })).expect(201).id();
      const house = await make('Schauspielhaus', 'Lindenplatz 1');
      const casa = await make('Casa Ríos', 'Calle 7');
      const the = await make('Theatre', 'Elbe');
      const search = (text: string, language: string) =>
        found(anyone, kind, text, `&translation_language=${language}`);
      assert.deepEqual(await search('the schauspielhaus', 'en'), [house]);
      assert.deepEqual(await search('the schauspielhaus', 'de'), []);
      assert.deepEqual(await search('das Schauspielhaus', 'de'), [house]);
      assert.deepEqual(await search('das Schauspielhaus', 'en'), []);
      assert.deepEqual(await search('lindenplatz am der', 'de'), [house]);
      assert.deepEqual(await search('la casa de los ríos', 'es'), [casa]);
      assert.deepEqual(await search('la casa de los ríos', 'de'), []);
      assert.deepEqual(await search('the', 'en'), [the]);
      assert.deepEqual(await search('el', 'es').then((ids) => ids.includes(the)), true);
      // By the language of the request, however it is said.
      const german = (
        await anyone.get(`/${kind}?search=das+schauspielhaus`, undefined, { 'accept-language': 'de' })
      ).expect(200);
      assert.equal(german.at('total'), 1);
      const spanish = await anyone.get(`${service.url}/es/calendar/events/v1/${kind}?search=calle+y+7`);
      assert.equal(spanish.expect(200).at('total'), 1);
    });
  });

test('A search of events leaves out the stop words of its language', async () => {
  const event = { start_date: 'tomorrow 8pm', end_date: 'tomorrow 9pm' };
  const id = (await admin.post('/events', { title: 'Sommerabend', description: 'Musik', ...event }))
    .expect(201)
    .id();
  const search = (text: string, language: string) =>
    found(anyone, 'events', text, `&translation_language=${language}`);
  assert.deepEqual(await search('ein Sommerabend mit Musik', 'de'), [id]);
  assert.deepEqual(await search('ein Sommerabend mit Musik', 'en'), []);
  assert.deepEqual(await search('the sommerabend', 'en'), [id]);
  assert.deepEqual(await search('the sommerabend', 'es'), []);
  assert.deepEqual(await search('el sommerabend con musik', 'es'), [id]);
  assert.deepEqual(await search('mit', 'de'), []);
});

describe('A calendar from before', () => {
  /** Search texts as the version before kept them, and the calendar as it left it. */
  async function turnBack(calendar: Service): Promise<void> {
    const db = await openCalendar(calendar.data);
    try {
      await db.write(async (trx) => {
        for (const [table, key] of [
          ['venues', 'id'],
          ['translations', 'resource_id'],
        ] as const) {
          const kept = trx.selectFrom(table).select([sql.ref<number>(key).as('id'), 'search_text']);
          for (const { id, search_text } of await kept.execute()) {
            const old = search_text.replace(/\n10:.*$/s, '\n10:');
            await sql`update ${sql.table(table)} set search_text = ${old} where ${sql.ref(key)} = ${id}`.execute(
              trx,
            );
          }
        }
        await sql`delete from migrations where name = '0005_search_texts'`.execute(trx);
      });
    } finally {
      await db.close();
    }
  }

  test('has all its venues found by country and website after the next start, in every language', async () => {
    const calendar = await startService();
    try {
      await people(calendar);
      const editor = calendar.as('editor');
      const ids: number[] = [];
      for (let at = 0; at < 7; at++)
        ids.push((await editor.post('/venues', { ...fields.venues, venue: `Hall ${at}` })).expect(201).id());
      (await editor.patch(`/venues/${ids[0]}?translation_language=de`, { venue: 'Halle' })).expect(200);
      (await editor.delete(`/venues/${ids[6]}`)).expect(200);
      await turnBack(calendar);
      assert.equal((await calendar.cli(['migrate'])).code, 0);
      const before = await calendar.cli(['check', '--json']);
      assert.equal(before.code, 0, before.stdout);
      await turnBack(calendar);
      await calendar.restart();
      const shown = ids.slice(0, 6).reverse();
      for (const text of ['ruritania', 'wherever', 'avenue temple'])
        assert.deepEqual(await found(calendar.anonymous, 'venues', text), shown, text);
      const german = '&translation_language=de';
      assert.deepEqual(await found(calendar.anonymous, 'venues', 'ruritania', german), shown);
      await assertSound(calendar);
    } finally {
      await calendar.stop();
    }
  });

  test('is told by check of texts that are not those of the fields', async () => {
    const calendar = await startService();
    try {
      await people(calendar);
      const editor = calendar.as('editor');
      const venue = (await editor.post('/venues', fields.venues)).expect(201).id();
      const organizer = (await editor.post('/organizers', fields.organizers)).expect(201).id();
      (await editor.patch(`/organizers/${organizer}?translation_language=es`, { organizer: 'León' })).expect(
        200,
      );
      await assertSound(calendar);
      const db = await openCalendar(calendar.data);
      await db.write(async (trx) => {
        await sql`update venues set search_text = search_text || 'x'`.execute(trx);
        await sql`update translations set search_text = '' where language = 'es'`.execute(trx);
      });
      await db.close();
      const checked = await calendar.cli(['check', '--json']);
      assert.equal(checked.code, 1);
      const told: { what: string; id: number }[] = JSON.parse(checked.stdout);
      assert.deepEqual(
        told.map(({ id }) => id),
        [venue, organizer],
      );
      for (const { what } of told) assert.match(what, /search text/);
    } finally {
      await calendar.stop();
    }
  });
});
