import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import type { Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import { makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';

/* Texts, numbers and rules in feeds as others read them: no text can break a line or a property (contract F3). */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

/** Returns the properties of the only event of a calendar. */
async function propertiesOf(path: string): Promise<ICAL.Component> {
  const calendar = new ICAL.Component(ICAL.parse((await anyone.get(path)).expect(200).text));
  const event = calendar.getFirstSubcomponent('vevent');
  assert.ok(event);
  return event;
}

test('a description as text keeps the targets of links and marks list items', async () => {
  for (const [description, wanted] of [
    [
      '<p>See <a href="https://example.org/a?b=1&amp;copy=2">the page</a>.</p>',
      'See the page (https://example.org/a?b=1&copy=2).',
    ],
    [
      '<a href="https://example.org/" title="x"><strong>Bold</strong> link</a> here',
      'Bold link (https://example.org/) here',
    ],
    ['<a href="https://example.org/">https://example.org/</a>', 'https://example.org/'],
    ['<a href="mailto:a@example.org">a@example.org</a>', 'a@example.org'],
    ['<a href="mailto:a@example.org">Write</a>', 'Write (mailto:a@example.org)'],
    [
      '<a href="https://example.org/x"><img src="https://example.org/i.png" alt=""></a>',
      'https://example.org/x',
    ],
    ['<a name="top">No target</a> <b>here</b>', 'No target here'],
    [
      '<p>Bring:</p><ul><li>Water</li><li><p>A <em>hat</em></p></li>\n<li><a href="https://example.org/m">Map</a></li></ul><p>End</p>',
      'Bring:\n\n- Water\n- A hat\n\n- Map (https://example.org/m)\n\nEnd',
    ],
    ['<ol><li>One</li><li>Two</li></ol>', '- One\n- Two'],
  ] as const) {
    const made = await makeEvent(admin, { description });
    const event = await propertiesOf(`/events/${made.id()}.ics`);
    assert.equal(String(event.getFirstPropertyValue('description')), wanted, description);
    assert.match(String(event.getFirstPropertyValue('x-alt-desc')), /<(a|ol)/);
  }
  const made = await makeEvent(admin, { description: '<a href="/venue/hall/">Hall</a>' });
  const event = await propertiesOf(`/events/${made.id()}.ics`);
  assert.equal(event.getFirstPropertyValue('description'), `Hall (${service.url}/venue/hall/)`);
});

test('a rule begins with FREQ whatever order was sent', async () => {
  for (const [sent, wanted] of [
    ['COUNT=3;INTERVAL=2;FREQ=WEEKLY', 'FREQ=WEEKLY;COUNT=3;INTERVAL=2'],
    ['BYDAY=MO;UNTIL=20270401T120000Z;FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20270401T120000Z'],
    ['INTERVAL=1;COUNT=3;FREQ=WEEKLY;BYDAY=TH', /^FREQ=WEEKLY;.*UNTIL=20270311T150000Z/],
  ] as const) {
    const id = (await makeSeries(admin, { recurrence: { rrule: sent } })).id();
    const { text } = (await anyone.get(`/events/${id}.ics`)).expect(200);
    const rule = /^BEGIN:VEVENT\r$.*?^RRULE:(.*?)\r$/ms.exec(text)?.[1] ?? '';
    if (typeof wanted === 'string') assert.equal(rule, wanted);
    else assert.match(rule, wanted);
    const csv = (await anyone.get(`/events/${id}.csv`)).expect(200).text;
    assert.match(csv, /[,"]FREQ=WEEKLY;/);
    assert.match(String((await anyone.get(`/events/${id}`)).at('recurrence.rrule.0')), /^FREQ=/);
  }
});

test('no number has an exponent', async () => {
  const venue = { venue: 'Null Island', geo_lat: 5e-7, geo_lng: -1.25e-7 };
  const id = (await makeEvent(admin, { title: 'Tiny', venue })).id();
  const { text } = (await anyone.get(`/events/${id}.ics`)).expect(200);
  assert.match(text, /^GEO:0\.0000005;-0\.000000125\r$/m);
  for (const form of ['ics', 'csv', 'rss', 'atom', 'jsonfeed', 'jsonld'])
    assert.doesNotMatch((await anyone.get(`/events/${id}.${form}`)).text, /\d(\.\d+)?e-\d+[^\w-]/, form);
});

test('a file of one event has its slug for a name', async () => {
  const id = (await makeEvent(admin, { title: 'Night of Music', slug: 'night-of-music' })).id();
  for (const [form, name] of [
    ['ics', 'inline; filename="night-of-music.ics"'],
    ['csv', 'attachment; filename="night-of-music.csv"'],
    ['rss', 'inline; filename="night-of-music.rss"'],
    ['jsonfeed', 'inline; filename="night-of-music.json"'],
  ])
    for (const path of [
      `/events/${id}`,
      '/events/by-slug/night-of-music',
      `${service.url}/event/night-of-music`,
    ])
      assert.equal(
        (await anyone.get(`${path}.${form}`)).expect(200).headers['content-disposition'],
        name,
        path,
      );
  const arabic = (await makeEvent(admin, { title: 'ليلة' })).id();
  const named = (await anyone.get(`/events/${arabic}.ics`)).expect(200).headers['content-disposition'];
  assert.equal(named, `inline; filename="event-${arabic}.ics"`);
  const date = (await makeSeries(admin, { title: 'Choir', slug: 'choir' })).at('recurrence.next.id');
  const own = (await anyone.get(`/events/${date}.ics`)).expect(200).headers['content-disposition'];
  assert.equal(own, 'inline; filename="choir.ics"');
});

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r', '\n', '\r\n', ';', ',', '\\', ':', '"', '^', '\t', "'", '=', '\u2028', '\u0085'),
      fc.constantFrom('BEGIN:VEVENT', 'END:VCALENDAR', '\\n', '&amp;', '<b>', ']]>', '😀', 'ü', '漢'),
      fc.string({ unit: 'grapheme-composite', maxLength: 8 }),
      fc.constantFrom('a'.repeat(200), 'word '.repeat(40)),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `x${parts.join('')}`.replaceAll('\0', ''));

const RUNS = Number(process.env['KALENDS_TEST_FEEDS'] ?? 60);

test('texts of any kind are read by others as JSON has them, in lines of 75 octets', async () => {
  const fields = fc.record({ title: hostile, name: hostile, place: hostile, street: hostile, term: hostile });
  await fc.assert(
    fc.asyncProperty(fields, hostile, async ({ title, name, place, street, term }, text) => {
      const made = await makeEvent(admin, {
        title,
        description: `${text}${'long '.repeat(2_000)}`,
        venue: { venue: place, address: street, city: term, zip: name.slice(0, 20).toWellFormed() },
        event_status_reason: street,
        accessibility_note: term,
        organizer: [{ organizer: name, email: 'someone@example.org' }, { organizer: `Other ${term}` }],
        categories: [term.slice(0, 100).toWellFormed()],
      });
      const file = (await anyone.get(`/events/${made.id()}.ics`)).expect(200).text;
      assert.ok(file.endsWith('END:VCALENDAR\r\n'));
      for (const line of file.split('\r\n')) {
        assert.ok(Buffer.byteLength(line) <= 75, line);
        assert.doesNotMatch(line, /[\x00-\x08\x0a-\x1f\x7f]/, line);
        assert.ok(line.isWellFormed());
      }
      const calendar = new ICAL.Component(ICAL.parse(file));
      const events = calendar.getAllSubcomponents('vevent');
      assert.equal(events.length, 1);
      const [event] = events;
      const seen = Object.values(nodeIcal.sync.parseICS(file)).filter((one) => one?.type === 'VEVENT');
      assert.equal(seen.length, 1);
      // What is shown as plain text, whichever blanks it is written with.
      const plain = (html: unknown) =>
        String(html)
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&')
          .replace(/[\s\u0085]+/gu, ' ')
          .trim();
      const summary = String(event?.getFirstPropertyValue('summary')).replace(/\s+/gu, ' ').trim();
      if (!/[<&]/.test(title)) assert.equal(summary, plain(made.at('title')).replace(/[\x00-\x1f\x7f]/g, ''));
      // Whichever blanks and control characters stand in them.
      const bare = (value: string) => value.replace(/[\s\u0085\x00-\x1f\x7f]+/gu, '');
      const read = (name: string) => bare(String(event?.getFirstPropertyValue(name)));
      const written = (value: string) => bare(plain(value));
      // The venue may be one of the same words that an earlier event has brought, with other markup.
      const names = [place, street, term, name, String(made.at('venue.venue'))];
      if (!names.some((one) => /[<&]/.test(one))) {
        const parts = ['venue', 'address', 'city', 'zip'].map((member) => plain(made.at(`venue.${member}`)));
        assert.equal(read('location'), written(parts.filter(Boolean).join(', ')));
        assert.equal(read('comment'), written(String(made.at('event_status_reason'))));
        assert.equal(read('categories'), written(String(made.at('categories.0.name'))));
      }
      assert.equal(event?.getFirstPropertyValue('uid'), made.at('uid'));
      assert.equal(event?.getAllProperties('organizer').length, 1);
      assert.equal(event?.getAllProperties('contact').length, 1);
      assert.equal(event?.getAllProperties('location').length, 1);
      for (const form of ['rss', 'atom']) {
        const xml = (await anyone.get(`/events/${made.id()}.${form}`)).expect(200).text;
        assert.doesNotMatch(xml, /[\x00-\x08\x0b\x0c\x0e-\x1f]/);
        assert.equal(xml.match(form === 'rss' ? /<item>/g : /<entry>/g)?.length, 1);
      }
      JSON.parse((await anyone.get(`/events/${made.id()}.jsonfeed`)).expect(200).text);
    }),
    { numRuns: RUNS },
  );
});
