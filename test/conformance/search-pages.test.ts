import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeEvent } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

// Searches on the public pages: all languages and names, umlauts in both spellings, and what a misspelt word may mean.

let service: Service;
const START = { start_date: '2026-12-05 19:00', end_date: '2026-12-05 21:00' };

const page = async (path: string) =>
  (await service.anonymous.get(service.url + path, undefined, { accept: 'text/html' })).expect(200).text;
const searched = (search: string, more = '', segment = '') =>
  page(`${segment}/events/list/?search=${encodeURIComponent(search)}${more}`);

/** Returns the titles of the rows of a page, in their order. */
const titlesOn = (text: string): string[] =>
  [...text.matchAll(/<h3 class="ev-h"><a [^>]*>([^<]*)<\/a>/g)].map(([, title = '']) => title);
/** Returns the links below “Did you mean”, each with what stands behind it. */
function meantOn(text: string): string[] {
  const [, section = ''] = /<h2>Did you mean<\/h2><p>(.*?)<\/p>/s.exec(text) ?? [];
  return section.split('<br>').map((line) => line.replace(/<[^>]*>/g, ''));
}

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  await people(service);
  const by = service.as('editor');
  const furniture = await makeEvent(by, {
    ...START,
    title: 'Möbelmarkt im Hof',
    venue: { venue: 'Grüne Remise', address: 'Lange Straße 4', city: 'Köln', district: 'Südstadt' },
    organizer: { organizer: 'Verein für Trödelkunst' },
    categories: ['Flohmärkte'],
    tags: ['Überdacht'],
  });
  (
    await by.patch(`/events/${furniture.id()}?translation_language=es`, {
      title: 'Rastro de muebles',
      description: 'Sillas y lámparas.',
    })
  ).expect(200);
  await makeEvent(by, {
    ...START,
    title: 'Mueller liest Goethe',
    description: 'Aus dem Westöstlichen Divan',
  });
  await makeEvent(by, {
    title: 'Poets of Potsdam',
    start_date: '2026-06-05 19:00',
    end_date: '2026-06-05 21:00',
  });
  await makeEvent(by, { ...START, title: 'Klavierabend', cost: 'Free' });
  await makeEvent(by, { ...START, title: 'Kammermusik', cost: '12' });
  await makeEvent(by, {
    title: 'Harmonium weekly',
    start_date: '2026-11-21 10:00',
    end_date: '2026-11-21 11:00',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=8' },
  });
});
after(() => service.stop());

describe('A search on the pages', () => {
  test('finds umlauts in both spellings', async () => {
    for (const search of [
      'Möbel',
      'mobel',
      'Moebel',
      'MÖBELMARKT',
      'moebelmarkt',
      'Straße',
      'Strasse',
      'Köln',
      'Koeln',
    ])
      assert.deepEqual(titlesOn(await searched(search)), ['Möbelmarkt im Hof'], search);
    for (const search of [
      'Suedstadt',
      'südstadt',
      'Troedelkunst',
      'Flohmaerkte',
      'ueberdacht',
      'Gruene Remise',
    ])
      assert.deepEqual(titlesOn(await searched(search)), ['Möbelmarkt im Hof'], search);
    for (const search of ['Müller', 'Mueller', 'westöstlich', 'westoestlich'])
      assert.deepEqual(titlesOn(await searched(search)), ['Mueller liest Goethe'], search);
  });

  test('finds all languages of an event, whatever the page’s language', async () => {
    for (const [segment, title] of [
      ['', 'Möbelmarkt im Hof'],
      ['/de', 'Möbelmarkt im Hof'],
      ['/es', 'Rastro de muebles'],
    ] as const)
      for (const search of ['Möbelmarkt', 'rastro', 'lamparas'])
        assert.deepEqual(titlesOn(await searched(search, '', segment)), [title], `${search} in ${segment}`);
  });

  test('finds words spread over title, venue, city, organizer, category and tag, and excludes by them', async () => {
    for (const search of [
      'möbelmarkt köln',
      'remise südstadt hof',
      'flohmärkte überdacht',
      'muebles trödelkunst köln',
      'der Möbelmarkt in der Lange Straße',
    ])
      assert.deepEqual(titlesOn(await searched(search)), ['Möbelmarkt im Hof'], search);
    assert.deepEqual(titlesOn(await searched('hof -remise')), []);
    assert.deepEqual(titlesOn(await searched('hof -"nicht da"')), ['Möbelmarkt im Hof']);
    const rows = (
      await service.anonymous.get('/events', { search: 'möbelmarkt köln', search_everywhere: 'true' })
    ).rows('events');
    assert.equal(rows.length, 1, 'the interface searches so when it is asked to');
    assert.deepEqual(
      (await service.anonymous.get('/events', { search: 'möbelmarkt köln' })).rows('events'),
      [],
    );
  });

  test('has a feed with the same events', async () => {
    const text = await searched('remise köln');
    const [, address = ''] = /href="(http[^"]*events\.ics[^"]*)"/.exec(text) ?? [];
    const feed = await service.anonymous.get(address.replaceAll('&amp;', '&'));
    assert.match(feed.expect(200).text, /SUMMARY:Möbelmarkt im Hof/);
    const short = await service.anonymous.get(`${service.url}/events.ics?search=remise`);
    assert.match(short.text, /SUMMARY:Möbelmarkt im Hof/);
  });
});

describe('A misspelt search', () => {
  test('finds the nearest title, venue, city, organizer, category and tag', async () => {
    for (const [search, meant] of [
      ['Mobelmarckt', 'Möbelmarkt'],
      ['Klavirabend', 'Klavierabend'],
      ['Klaveirabend', 'Klavierabend'],
      ['Kamermusik', 'Kammermusik'],
      ['Remisse', 'Remise'],
      ['Kölln', 'Köln'],
      ['Trödelkunnst', 'Trödelkunst'],
      ['Flomärkte', 'Flohmärkte'],
      ['Überdahct', 'Überdacht'],
      ['Rastor', 'Rastro'],
    ] as const) {
      const text = await searched(search);
      const title = meant.startsWith('K') && meant !== 'Köln' ? meant : 'Möbelmarkt im Hof';
      assert.match(text, /<h1>No results for/, search);
      assert.equal(meantOn(text)[0], `${meant}, 1 event`, search);
      assert.equal(titlesOn(text)[0], title, search);
    }
  });

  test('names venues, organizers, categories and tags that are near, also without events', async () => {
    const by = service.as('editor');
    (await by.post('/venues', { venue: 'Sternwarte Nord' })).expect(201);
    (await by.post('/organizers', { organizer: 'Zirkusschule' })).expect(201);
    const text = await searched('Sternwrate');
    assert.ok(meantOn(text).includes('Sternwarte Nord, venue'), text.slice(0, 200));
    assert.match(text, /href="[^"]*\/venue\/sternwarte-nord\/"/);
    assert.ok(meantOn(await searched('Zirkuschule')).includes('Zirkusschule, organizer'));
    assert.ok(meantOn(await searched('Flomärkte')).includes('Flohmärkte, category'));
    assert.ok(meantOn(await searched('Überdahct')).includes('Überdacht, tag'));
  });

  test('mends several words, parts words that were typed as one, and leaves out what means nothing', async () => {
    assert.equal(meantOn(await searched('Remisse Möbelmrakt'))[0], 'Remise Möbelmarkt, 1 event');
    assert.equal(meantOn(await searched('grüneremise'))[0], 'Grüne Remise, 1 event');
    assert.equal(titlesOn(await searched('Klavierabend xqxqxq'))[0], 'Klavierabend');
    assert.equal(titlesOn(await searched('Klavierabend Remise'))[0], 'Möbelmarkt im Hof');
  });

  test('shows of a series its next date alone, and counts them all', async () => {
    const text = await searched('Harmonuim');
    assert.deepEqual(titlesOn(text), ['Harmonium weekly']);
    assert.equal(meantOn(text)[0], 'Harmonium, 8 events');
  });

  test('offers the same search without the filters, and what is over', async () => {
    const filtered = await searched('Kammermusik', '&free=true');
    assert.match(
      filtered,
      /Without filters<\/h2><p><a [^>]*>1 event for “Kammermusik”<\/a>, the next one on /,
    );
    const weekend = await page('/events/weekend/?search=Kammermusik');
    assert.match(weekend, /Without filters<\/h2><p><a [^>]*>1 event for “Kammermusik”<\/a>/);
    const past = await searched('Potsdam');
    assert.match(past, /Past events<\/h2><p><a [^>]*eventDisplay=past[^>]*>1 event until June 2026<\/a>/);
    const misspelt = await searched('Potsdma');
    assert.equal(meantOn(misspelt)[0], 'Potsdam, 1 past event');
    assert.match(misspelt, /Nearest matches in the past/);
    assert.deepEqual(titlesOn(misspelt), ['Poets of Potsdam']);
  });

  test('takes any text', async () => {
    for (const search of [
      'x'.repeat(200),
      '%',
      '_',
      '"',
      '-',
      '\\',
      "'; --",
      '東京',
      '🎉🎉🎉',
      'a'.repeat(33),
      '-remise',
    ])
      await searched(search);
  });

  test('says nothing of what is hidden', async () => {
    const by = service.as('editor');
    const hidden = { ...START, title: 'Geheimkonklave', venue: { venue: 'Verborgenheim' } };
    const before = await searched('Geheimkonklavo');
    for (const fields of [
      { status: 'draft' },
      { status: 'private' },
      { status: 'pending' },
      { password: 'x' },
      { hide_from_listings: true },
    ]) {
      const { password, ...sent } = { password: '', ...fields };
      const made = await makeEvent(by, {
        ...hidden,
        venue: { venue: 'Verborgenheim', status: 'draft' },
        ...sent,
      });
      if (password) (await by.patch(`/events/${made.id()}`, { password })).expect(200);
      assert.equal(await searched('Geheimkonklavo'), before, JSON.stringify(fields));
      for (const search of ['Geheimkonklave', 'Verborgenheim', 'Verborgenhiem'])
        assert.doesNotMatch(
          (await searched(search)).replaceAll(search, ''),
          /Geheimkonklave|Verborgenheim/i,
          JSON.stringify(fields),
        );
      (await by.delete(`/events/${made.id()}?force=true`)).expect(200);
    }
    const secret = (await by.post('/venues', { venue: 'Verborgenheim' })).expect(201).id();
    (await by.patch(`/venues/${secret}`, { password: 'x' })).expect(200);
    const event = await makeEvent(by, { ...START, title: 'Offenes Tor', venue: secret });
    for (const search of ['Verborgenheim', 'Verborgenhiem'])
      assert.deepEqual(titlesOn(await searched(search)), [], search);
    (await by.delete(`/events/${event.id()}?force=true`)).expect(200);
  });
});
