import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import type { Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

/* No text can break a line or a property of a feed (contract F3). */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

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
