import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';

/* Zones, times and prices as people of a language read them, and as programs do. */

const FRIDAY = { start_date: '2026-12-04 19:00:00', end_date: '2026-12-04 21:00:00' };

for (const site of ['en', 'de', 'es'] as const)
  describe(`On a site in ${site}`, () => {
    let service: Service;
    let admin: Client;

    before(async () => {
      service = await startService({
        env: { KALENDS_LANGUAGE: site, KALENDS_CURRENCY: 'EUR' },
        clock: '2026-11-20T18:00:00Z',
        timezone: 'Europe/Berlin',
      });
      admin = service.as('admin');
    });
    after(() => service?.stop());

    /** The page of an event in a language, without markup. */
    const pageOf = async (slug: unknown, language: string) => {
      const page = await service.anonymous.get(`${service.url}/${language}/event/${String(slug)}/`);
      return page
        .expect(200)
        .text.replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/gu, ' ');
    };

    test('a zone is called as the reader’s language does, and as ever on the wire', async () => {
      const zones: readonly (readonly [zone: string, start: string, wire: string, de: string, es: string])[] =
        [
          ['Europe/Berlin', '2026-12-04', 'CET', 'MEZ', 'CET'],
          ['Europe/Vienna', '2027-07-02', 'CEST', 'MESZ', 'CEST'],
          ['Europe/Athens', '2026-12-04', 'EET', 'OEZ', 'EET'],
          ['Europe/London', '2026-12-04', 'GMT', 'GMT', 'GMT'],
          ['America/New_York', '2026-12-04', 'EST', 'GMT-5', 'GMT-5'],
          ['UTC', '2026-12-04', 'UTC', 'UTC', 'UTC'],
          ['UTC+2', '2026-12-04', 'UTC+2', 'UTC+2', 'UTC+2'],
        ];
      for (const [timezone, day, wire, de, es] of zones) {
        const times = { start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00`, timezone };
        const made = await makeEvent(admin, { title: `Zone ${timezone} ${day}`, ...times });
        for (const language of ['en', 'de', 'es']) {
          const read = await admin.get(`/events/${made.id()}?translation_language=${language}`);
          assert.equal(read.expect(200).at('timezone_abbr'), wire);
        }
        const slug = made.at('slug');
        // A zone whose clock is the site's is not said.
        const said = (name: string) => (/^Europe\/(Berlin|Vienna)$/.test(timezone) ? '' : ` ${name}`);
        for (const [language, text] of [
          ['en', `19:00 – 21:00${said(wire)} `],
          ['de', `19:00 – 21:00 Uhr${said(de)} `],
          ['es', `19:00 – 21:00${said(es)} `],
        ] as const) {
          const page = await pageOf(slug, language);
          assert.ok(page.includes(text), `${timezone} ${language}`);
          if (!said('x')) assert.doesNotMatch(page, /\b(CES?T|MES?Z)\b/);
        }
      }
    });

    test('times of several days have their zone once, and those of whole days none', async () => {
      const end_date = '2026-12-05 02:00:00';
      for (const [timezone, zone] of [
        ['Europe/Berlin', ''],
        ['Europe/Athens', ' OEZ'],
      ] as const) {
        const long = await makeEvent(admin, {
          title: `Lange Nacht ${timezone}`,
          ...FRIDAY,
          end_date,
          timezone,
        });
        const page = await pageOf(long.at('slug'), 'de');
        assert.ok(page.includes(`Freitag 4 Dezember 2026 Wann 19:00 – 02:00 Uhr +1${zone} `), page);
        const days = await makeEvent(admin, {
          title: `Langes Wochenende ${timezone}`,
          ...FRIDAY,
          end_date: '2026-12-06 12:00:00',
          timezone,
        });
        const several = await pageOf(days.at('slug'), 'de');
        assert.ok(several.includes(`19:00 Uhr bis Sonntag, 6. Dezember, 12:00 Uhr${zone} `), several);
      }
      const day = await makeEvent(admin, { title: 'Ganzer Tag', ...FRIDAY, all_day: true });
      assert.doesNotMatch(await pageOf(day.at('slug'), 'de'), /Uhr|MEZ/);
    });

    test('lists of coming events say the same', async () => {
      await makeEvent(admin, { title: 'In der Liste', ...FRIDAY });
      const page = await service.anonymous.get(`${service.url}/de/`);
      const { text } = page.expect(200);
      assert.match(text, /<b>19:00<\/b><span class="t-end">–21:00<\/span><\/time>/u);
      // The zone is said once, since it is the site's.
      assert.match(text, /Zeiten in der Zeitzone Europe\/Berlin/);
      await makeEvent(admin, { title: 'Anderswo', ...FRIDAY, timezone: 'Europe/Athens' });
      const other = await service.anonymous.get(`${service.url}/de/`);
      assert.match(other.expect(200).text, /–21:00<\/span> <span class="t-end t-zone">OEZ<\/span>/u);
    });

    const costs: readonly (readonly [
      cost: unknown,
      wire: Record<string, string>,
      en: string,
      de: string,
      es: string,
    ])[] = [
      ['12', { en: '€12', de: '12 €', es: '12 €' }, '€12', '12 €', '12 €'],
      [[10, '20'], { en: '€10 – €20', de: '10 – 20 €', es: '10 – 20 €' }, '€10–20', '10–20 €', '10–20 €'],
      ['12,50 €', { en: '12,50€', de: '12,50 €', es: '12,50 €' }, '€12.50', '12,50 €', '12,50 €'],
      [
        '1.200,00 €',
        { en: '1.200,00€', de: '1.200,00 €', es: '1.200,00 €' },
        '€1,200.00',
        '1.200,00 €',
        '1200,00 €',
      ],
      ['$5', { en: '$5', de: '$5', es: '$5' }, '$5', '$5', '$5'],
      ['ab 12 €', { en: 'ab 12 €', de: 'ab 12 €', es: 'ab 12 €' }, 'ab 12 €', 'ab 12 €', 'ab 12 €'],
      [
        ['gratis', '20 €'],
        { en: 'Free – 20€', de: 'Free – 20 €', es: 'Free – 20 €' },
        'Free – €20',
        'Kostenlos – 20 €',
        'Gratis – 20 €',
      ],
    ];
    test('tickets are told with price, what is left, and when they are sold', async () => {
      const url = 'https://tickets.example.org/gala';
      const made = await makeEvent(admin, {
        title: 'Gala',
        ...FRIDAY,
        cost: '14,50 – 64 €',
        tickets: [
          { name: 'Parkett', price: 64, currency: 'EUR', url, capacity: 1 },
          { name: 'Rang', price: 38, capacity: 0, url },
          { name: 'Galerie', price: 14.5, url, capacity: 41, sales_end: '2026-12-03 18:00' },
          { name: 'Jugend', price: 0, sales_start: '2026-11-30 10:00', sales_end: '2026-12-04' },
          { name: 'Frühbucher', price: 30, url, sales_end: '2026-11-01' },
        ],
      });
      for (const [language, ...texts] of [
        [
          'en',
          'Tickets from €14.50 ',
          ' €14.50–64 ',
          ' Tickets Parkett €64 1 left ',
          ' Rang €38 Sold out ',
          ' Galerie €14.50 41 left · on sale until Thursday, 3 December, 18:00 ',
          ' Jugend Free On sale from Monday, 30 November, 10:00 · on sale until Friday, 4 December ',
          ' Frühbucher €30 Sales have ended ',
        ],
        [
          'de',
          'Karten ab 14,50 € ',
          ' 14,50–64 € ',
          ' Karten Parkett 64 € noch 1 Karte ',
          ' Rang 38 € Ausverkauft ',
          ' Galerie 14,50 € noch 41 Karten · Verkauf bis Donnerstag, 3. Dezember, 18:00 Uhr ',
          ' Jugend Kostenlos Verkauf ab Montag, 30. November, 10:00 Uhr · Verkauf bis Freitag, 4. Dezember ',
        ],
        [
          'es',
          'Entradas desde 14,50 € ',
          ' 14,50–64 € ',
          ' Entradas Parkett 64 € queda 1 ',
          ' Rang 38 € Agotado ',
          ' Galerie 14,50 € quedan 41 · a la venta hasta el jueves, 3 de diciembre, 18:00 ',
        ],
      ] as const) {
        const page = await pageOf(made.at('slug'), language);
        for (const text of texts) assert.ok(page.includes(text), `${text} in ${page}`);
      }
      const page = await service.anonymous.get(`${service.url}/en/event/${String(made.at('slug'))}/`);
      assert.match(page.text, new RegExp(`<a class="btn btn-l" href="${url}"`));
      assert.equal(
        page.text.split(`href="${url}"`).length - 1,
        4,
        'the button, at the foot of phones too, and each kind that is sold',
      );
    });

    test('tickets in another currency look as the cost does, and a sale that is over or sold out has no button', async () => {
      const url = 'https://tickets.example.org/dollars';
      const made = await makeEvent(admin, {
        title: 'Dollars',
        ...FRIDAY,
        cost: '$10 - $20',
        tickets: [{ name: 'Seat', price: 10, currency: 'USD', url }],
      });
      for (const language of ['en', 'de', 'es']) {
        const page = await pageOf(made.at('slug'), language);
        assert.match(page, /\$10–20 .* Seat \$10 /, language);
      }
      for (const tickets of [
        [{ name: 'Seat', price: 10, url, capacity: 0 }],
        [{ name: 'Seat', price: 10, url, sales_end: '2026-11-19 10:00' }],
      ]) {
        (await admin.patch(`/events/${made.id()}`, { tickets })).expect(200);
        const page = await service.anonymous.get(`${service.url}/en/event/${String(made.at('slug'))}/`);
        assert.ok(!page.expect(200).text.includes(`href="${url}"`));
      }
      (
        await admin.patch(`/events/${made.id()}`, {
          tickets: [{ name: 'Seat', url, sales_start: '2026-11-22' }],
        })
      ).expect(200);
      const page = await service.anonymous.get(`${service.url}/en/event/${String(made.at('slug'))}/`);
      assert.match(page.text, /class="btn btn-l"[^>]*>.*Tickets<\/a>/);
      assert.match(page.text, /On sale from Sunday, 22 November</);
    });

    for (const [cost, wire, en, de, es] of costs)
      test(`the cost ${JSON.stringify(cost)} is told in the reader’s way`, async () => {
        const made = await makeEvent(admin, { title: `Cost ${JSON.stringify(cost)}`, ...FRIDAY, cost });
        assert.equal(made.at('cost'), wire[site]);
        const query = `/events?search=${encodeURIComponent(String(made.at('title')))}`;
        for (let time = 0; time < 2; time++) {
          assert.equal(
            (await service.anonymous.get(`/events/${made.id()}`)).expect(200).at('cost'),
            wire[site],
          );
          assert.equal((await service.anonymous.get(query)).expect(200).at('events.0.cost'), wire[site]);
        }
        const slug = made.at('slug');
        for (const [language, text] of [
          ['en', en],
          ['de', de],
          ['es', es],
        ] as const)
          assert.ok(
            (await pageOf(slug, language)).includes(` ${text} `),
            `${text}: ${await pageOf(slug, language)}`,
          );
      });

    test('thousands with dots are what they are where people write them so', async () => {
      const made = await makeEvent(admin, { cost: '1.200 €' });
      assert.deepEqual(made.at('cost_details.values'), [site === 'en' ? '1.200' : '1200']);
      assert.match(String(made.at('cost')), /^1\.200 ?€$/);
    });
  });

test('Where the operator says on which side the currency stands, no language does', async () => {
  const env = { KALENDS_LANGUAGE: 'de', KALENDS_CURRENCY: 'EUR', KALENDS_CURRENCY_POSITION: 'prefix' };
  const service = await startService({ env });
  try {
    const made = await makeEvent(service.as('admin'), { title: 'Preis', cost: '12.5' });
    assert.equal(made.at('cost'), '€12.5');
    const page = await service.anonymous.get(`${service.url}/event/preis/`);
    assert.match(page.expect(200).text, /<dd><b>€12,50<\/b><\/dd>/);
  } finally {
    await service.stop();
  }
});
