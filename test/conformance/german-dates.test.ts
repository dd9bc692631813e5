import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Client } from '../support/client.ts';
import { assertRefused, listEvents, makeEvent } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';
import { type SampleLanguage, sampleLanguages, sendIn, type Way, ways } from '../support/translated.ts';

/* Dates that people type in German and Spanish, in the requests of those languages. */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  // A Friday, 19:00 in Berlin.
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  admin = service.as('admin');
  anyone = service.anonymous;
});
after(() => service?.stop());

const within = (way: Way, language: Language) => ({ origin: service.url, way, language });

const typed: Readonly<Record<SampleLanguage, readonly [start: string, end: string, past: string]>> = {
  en: ['next friday 7pm', 'January 15, 2027 9pm', 'yesterday'],
  de: ['nächsten Freitag 19 Uhr', '15. Januar 2027 21:00 Uhr', 'gestern'],
  es: ['el próximo viernes a las 19', '15 de enero de 2027 21:00 h', 'ayer'],
};
const [START, END] = ['2026-11-27 19:00:00', '2027-01-15 21:00:00'];

describe('Dates in words', () => {
  for (const language of sampleLanguages)
    for (const way of ways)
      test(`are understood in writes in ${language}, said by ${way}`, async () => {
        const [start_date, end_date, date] = typed[language];
        const said = within(way, language);
        const tickets = [{ name: 'Seat', price: 5, sales_start: date, sales_end: start_date }];
        const body = { title: `Typed ${language} ${way}`, start_date, end_date, date, tickets };
        const made = (await sendIn(admin, said, 'POST', '/events', body)).expect(201);
        assert.deepEqual([made.at('start_date'), made.at('end_date')], [START, END]);
        assert.equal(made.at('date'), '2026-11-19 00:00:00');
        assert.equal(made.at('tickets.0.sales_start'), '2026-11-19 00:00:00');
        assert.equal(made.at('tickets.0.sales_end'), START);
        const english = { start_date: 'tomorrow 9am', end_date: '2026-11-21T09:30:00Z' };
        const changed = await sendIn(admin, said, 'PATCH', `/events/${made.id()}`, english);
        assert.equal(changed.expect(200).at('start_date'), '2026-11-21 09:00:00');
        assert.equal(changed.at('end_date'), '2026-11-21 10:30:00');
        const venue = { venue: `House ${language} ${way}`, date };
        const house = (await sendIn(admin, said, 'POST', '/venues', venue)).expect(201);
        assert.equal(house.at('date'), '2026-11-19 00:00:00');
        (await admin.delete(`/events/${made.id()}`)).expect(200);
      });

  test('are on the clock of the event’s zone', async () => {
    const said = within('query', 'de');
    const dates = { start_date: 'morgen 8 Uhr', end_date: 'morgen 10 Uhr MEZ', timezone: 'America/New_York' };
    const refused = await sendIn(admin, said, 'POST', '/events', { title: 'Fern', ...dates });
    assertRefused(refused, ['end_date']);
    const fern = { title: 'Fern', ...dates, end_date: 'morgen 18 Uhr MEZ' };
    const made = (await sendIn(admin, said, 'POST', '/events', fern)).expect(201);
    assert.equal(made.at('start_date'), '2026-11-21 08:00:00');
    assert.equal(made.at('end_date'), '2026-11-21 12:00:00');
    (await admin.delete(`/events/${made.id()}`)).expect(200);
  });

  test('filter lists, with and without strict dates, as their English does', async () => {
    const day = (start: string) => ({ start_date: `${start} 10:00:00`, end_date: `${start} 12:00:00` });
    for (const start of ['2026-11-21', '2026-11-27', '2026-12-04', '2027-01-15'])
      await makeEvent(admin, { title: start, ...day(start) });
    const filters: readonly (readonly [Language, string, string, string])[] = [
      ['de', 'start_date', 'morgen', 'tomorrow'],
      ['de', 'starts_after', 'nächsten Freitag', 'next friday'],
      ['de', 'starts_before', '4.12.2026', '2026-12-04'],
      ['de', 'ends_before', 'in zwei Wochen', '+2 weeks'],
      ['de', 'ends_after', '15. Januar 2027 11 Uhr', '2027-01-15 11:00'],
      ['es', 'start_date', 'mañana', 'tomorrow'],
      ['es', 'starts_after', 'el próximo viernes', 'next friday'],
      ['es', 'ends_before', 'dentro de 2 semanas', '+2 weeks'],
      ['es', 'starts_before', '15 de enero de 2027 a las 10:30', '2027-01-15 10:30'],
    ];
    for (const strict of ['false', 'true'])
      for (const [language, name, text, english] of filters) {
        const query = (value: string) =>
          `per_page=2&strict_dates=${strict}&${name}=${encodeURIComponent(value)}`;
        const wanted = await listEvents(anyone, query(english));
        const paths = [
          `/events?translation_language=${language}&${query(text)}`,
          `${service.url}/${language}/wp-json/tribe/events/v1/events?${query(text)}`,
        ];
        const titles = (rows: { title?: unknown }[]) => rows.map(({ title }) => title);
        for (const target of [...paths, ...paths]) {
          const found = (await anyone.get(target)).expect(200);
          assert.deepEqual(titles(found.rows('events')), titles(wanted), target);
          // What the address of the list repeats finds the same.
          const again = (await anyone.get(String(found.at('rest_url')))).expect(200);
          assert.deepEqual(titles(again.rows('events')), titles(wanted), String(found.at('rest_url')));
          const next = found.at('next_rest_url');
          if (typeof next === 'string') (await anyone.get(next)).expect(200);
        }
        const asked = await anyone.get(`/events?${query(text)}`, undefined, { 'accept-language': language });
        assert.deepEqual(titles(asked.expect(200).rows('events')), titles(wanted));
      }
  });

  test('are refused in requests of other languages, and where they mean nothing or two days', async () => {
    const refused: readonly (readonly [Language, string])[] = [
      ['en', 'morgen'],
      ['en', 'mañana'],
      ['es', 'morgen'],
      ['de', 'mañana'],
      ['de', 'heute Morgen'],
      ['de', '32. Januar 2027'],
      ['de', '15.01'],
      ['es', '5/3/2027'],
      ['es', 'el 15'],
    ];
    for (const [language, text] of refused) {
      const said = within('query', language);
      const body = { title: 'Never', start_date: text, end_date: '2027-01-01', date: text };
      assertRefused(await sendIn(admin, said, 'POST', '/events', body), ['start_date', 'date']);
      const query = `translation_language=${language}&start_date=${encodeURIComponent(text)}`;
      assertRefused(await anyone.get(`/events?${query}`), ['start_date']);
    }
  });
});

test('On a German site people need not say their language', async () => {
  const german = await startService({
    env: { KALENDS_LANGUAGE: 'de' },
    clock: '2026-11-20T18:00:00Z',
    timezone: 'Europe/Berlin',
  });
  try {
    const dates = { start_date: 'übermorgen 20 Uhr', end_date: '22.11.26 22:00' };
    const made = await makeEvent(german.as('admin'), { title: 'Ball', ...dates });
    assert.equal(made.at('start_date'), '2026-11-22 20:00:00');
    assert.equal(made.at('end_date'), '2026-11-22 22:00:00');
  } finally {
    await german.stop();
  }
});
