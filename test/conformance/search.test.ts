import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { assertRefused, makeEvent, titles } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
let anyone: Client;
const id: Record<string, number> = {};

const texts: Record<string, { title?: string; description?: string; excerpt?: string; status?: string }> = {
  jazz: {
    title: 'Weekly Jazz Night',
    description: 'Live music at the <em>Blue</em> Note',
    excerpt: 'Every Friday',
  },
  rock: { title: 'Rock Night', description: 'Loud music', excerpt: 'Bring earplugs' },
  accents: { title: 'Größe, Straße & Señor Éclair', description: 'Ærø Ångström naïve ﬁne' },
  tokyo: { title: '東京で会う', description: '日本語のイベントです。', excerpt: '夏祭り' },
  cyrillic: { title: 'Концерт в Москве', description: 'Ёлка' },
  emoji: { title: 'Party 🎉🎊', description: 'x' },
  percent: { title: '100% off', description: 'a_b "quoted" words, it\'s C:\\path' },
  plain: { title: '100 percent off', description: 'axb' },
  markup: {
    title: 'Marked',
    description:
      '<p class="highlight">One</p><a href="https://example.org/linked">two&nbsp;three</a> R&amp;D &lt;tag&gt; am<b>big</b>uous<br>line',
  },
  zero: { title: 'Nothing', description: 'Room 0815' },
  ab: { title: 'Ab', description: 'b' },
  protected: { title: 'Veiled mystery', description: 'hiddenword' },
  draft: { title: 'Draft mystery', description: 'draftword', status: 'draft' },
  private: { title: 'Private mystery', description: 'privateword', status: 'private' },
  trashed: { title: 'Trashed mystery', description: 'trashword' },
};

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  anyone = service.anonymous;
  for (const [name, fields] of Object.entries(texts)) {
    const minute = String(Object.keys(id).length).padStart(2, '0');
    const times = { start_date: `2026-12-01 10:${minute}`, end_date: '2026-12-01 12:00' };
    id[name] = (await makeEvent(service.as('author'), { ...times, ...fields })).id();
  }
  (await service.as('author').patch(`/events/${id['protected']}`, { password: 'open' })).expect(200);
  (await service.as('author').delete(`/events/${id['trashed']}`)).expect(200);
});
after(() => service.stop());

/** The names of the events that a search finds, in the order of their dates. */
async function found(search: string, by = anyone, more = ''): Promise<string[]> {
  const rows = (await by.get(`/events?per_page=50&search=${encodeURIComponent(search)}${more}`)).expect(200);
  const names = new Map(Object.entries(id).map(([name, number]) => [number, name]));
  return rows.rows('events').map((row) => names.get(Number(row['id'])) ?? '');
}

const cases: Record<string, readonly (readonly [search: string, expected: readonly string[]])[]> = {
  'parts of words, in title, description or excerpt, in any case': [
    ['jazz', ['jazz']],
    ['AZZ', ['jazz']],
    ['music', ['jazz', 'rock']],
    ['usi', ['jazz', 'rock']],
    ['friday', ['jazz']],
    ['earplug', ['rock']],
    ['nothing like that', []],
  ],
  'all words, wherever each of them is': [
    ['night friday', ['jazz']],
    ['music,night', ['jazz', 'rock']],
    ['night+loud', ['rock']],
    ['  night   loud  ', ['rock']],
    ['the night', ['jazz', 'rock']],
  ],
  'phrases as one': [
    ['"jazz night"', ['jazz']],
    ['"night jazz"', []],
    ['"Jazz  Night', ['jazz']],
    ['"live music" weekly', ['jazz']],
  ],
  'without what a minus excludes': [
    ['night -jazz', ['rock']],
    ['night -"jazz night"', ['rock']],
    ['night -rock -jazz', []],
    ['- night', ['jazz', 'rock']],
  ],
  'words of one and two letters': [
    ['会', ['tokyo']],
    ['東京', ['tokyo']],
    ['日本', ['tokyo']],
    ['京で', ['tokyo']],
    ['ab', ['ab']],
    ['のイ', ['tokyo']],
    ['🎉', ['emoji']],
    ['🎉🎊', ['emoji']],
    ['в', ['cyrillic']],
    ['-b ab', ['ab']],
    ['fr jazz', ['jazz']],
  ],
  'other scripts': [
    ['日本語', ['tokyo']],
    ['夏祭り', ['tokyo']],
    ['москве', ['cyrillic']],
    ['КОНЦЕРТ', ['cyrillic']],
    ['елка', ['cyrillic']],
  ],
  'accents as their letters': [
    ['grosse', ['accents']],
    ['GRÖSSE', ['accents']],
    ['strasse', ['accents']],
    ['straße', ['accents']],
    ['senor', ['accents']],
    ['señor', ['accents']],
    ['sen\u0303or', ['accents']],
    ['eclair', ['accents']],
    ['aero angstrom naive fine', ['accents']],
    ['jázz', ['jazz']],
  ],
  'signs as they are': [
    ['100%', ['percent']],
    ['00% o', ['percent']],
    ['a_b', ['percent']],
    ['a%b', []],
    ['_', ['percent']],
    ['%', ['percent']],
    ['\\', ['percent']],
    ['c:\\path', ['percent']],
    ["it's", ['percent']],
    ['r&d', ['markup']],
    ['*', []],
    ['jazz*', []],
    ['jazz OR rock', []],
    ['title:jazz', []],
    ['NEAR(jazz rock)', []],
    ['^weekly', []],
    ['(', []],
    ["';--", []],
    ['0815', ['zero']],
  ],
  'the text that is shown, not its markup': [
    ['highlight', []],
    ['class', []],
    ['href', []],
    ['linked', []],
    ['nbsp', []],
    ['two three', ['markup']],
    ['"two three"', ['markup']],
    ['ambiguous', ['markup']],
    ['<tag>', ['markup']],
    ['"blue note"', ['jazz']],
    ['oneline', []],
    ['onetwo', []],
  ],
};

for (const [what, searches] of Object.entries(cases))
  describe(`GET /events?search finds ${what}`, () => {
    for (const [search, expected] of searches)
      test(`${search} → ${expected.join(', ') || 'nothing'}`, async () => {
        const answer = (await anyone.get(`/events?search=${encodeURIComponent(search)}`)).expect(200);
        assert.deepEqual(await found(search), expected);
        assert.equal(answer.at('total'), expected.length, 'the total counts what was found');
      });
  });

describe('What a search may see', () => {
  test('protected events are found only by those with the password, or who edit them and say so', async () => {
    for (const word of ['hiddenword', 'veiled', 'mystery']) {
      assert.deepEqual(await found(word), [], word);
      assert.deepEqual(await found(word, anyone, '&password=wrong'), []);
      assert.deepEqual(await found(word, anyone, '&password=open'), ['protected']);
      assert.deepEqual(await found(word, anyone, '&context=edit'), []);
      assert.deepEqual(await found(word, service.as('contributor'), '&context=edit'), []);
    }
    assert.deepEqual(await found('hiddenword', service.as('author'), '&context=edit'), ['protected']);
    assert.deepEqual(await found('hiddenword', service.as('editor'), '&context=edit'), ['protected']);
    assert.deepEqual(await found('-hiddenword veiled'), [], 'nor is it told by exclusion');
  });

  test('unreadable events are found by nobody else', async () => {
    for (const [by, expected] of [
      [anyone, []],
      [service.as('subscriber'), []],
      [service.as('contributor'), []],
      [service.as('author'), ['draft', 'private']],
      [service.as('editor'), ['draft', 'private']],
    ] as const)
      assert.deepEqual(
        await found('"draft mystery"', by).then(async (one) => [...one, ...(await found('privateword', by))]),
        expected,
      );
    assert.deepEqual(await found('trashword', service.as('editor')), []);
    assert.deepEqual(await found('trashword', service.as('editor'), '&status=trash'), ['trashed']);
  });

  test('venues, organizers, terms and slugs are no text of the event', async () => {
    const made = await makeEvent(service.as('editor'), {
      title: 'Linked',
      slug: 'slugword',
      venue: { venue: 'Venueword' },
      organizer: { organizer: 'Organizerword' },
      categories: ['Categoryword'],
      tags: ['Tagword'],
      website: 'https://websiteword.example/',
    });
    for (const word of ['slugword', 'venueword', 'organizerword', 'categoryword', 'tagword', 'websiteword'])
      assert.deepEqual(await titles(anyone, `search=${word}`), [], word);
    (await service.as('editor').delete(`/events/${made.id()}`)).expect(200);
  });
});

describe('The search index', () => {
  test('follows every change of the texts', async () => {
    const by = service.as('editor');
    const made = await makeEvent(by, {
      title: 'Firsttitle',
      description: 'firstbody',
      excerpt: 'firstexcerpt',
    });
    const finds = async (...words: string[]) => {
      const hits = [];
      for (const word of words) if ((await titles(anyone, `search=${word}`)).length > 0) hits.push(word);
      return hits;
    };
    const first = ['firsttitle', 'firstbody', 'firstexcerpt'];
    assert.deepEqual(await finds(...first), first);
    (await by.patch(`/events/${made.id()}`, { title: 'Secondtitle' })).expect(200);
    assert.deepEqual(await finds('firsttitle', 'secondtitle', 'firstbody'), ['secondtitle', 'firstbody']);
    (await by.patch(`/events/${made.id()}`, { description: '', excerpt: 'secondexcerpt' })).expect(200);
    assert.deepEqual(await finds('firstbody', 'firstexcerpt', 'secondexcerpt'), ['secondexcerpt']);
    (await by.delete(`/events/${made.id()}`)).expect(200);
    assert.deepEqual(await finds('secondtitle'), []);
    (await by.patch(`/events/${made.id()}`, { status: 'publish' })).expect(200);
    assert.deepEqual(await finds('secondtitle'), ['secondtitle']);
    (await by.delete(`/events/${made.id()}`)).expect(200);
  });

  test('takes texts of up to 200 characters, whatever they are', async () => {
    (await anyone.get(`/events?search=${'x'.repeat(200)}`)).expect(200);
    (await anyone.get(`/events?search=${encodeURIComponent('語'.repeat(200))}`)).expect(200);
    (await anyone.get(`/events?search=${encodeURIComponent('a b c d '.repeat(25))}`)).expect(200);
    (await anyone.get(`/events?search=${encodeURIComponent('"'.repeat(200))}`)).expect(200);
    for (const wrong of ['x'.repeat(201), '', 'a%00b', '%00'])
      assertRefused(await anyone.get(`/events?search=${wrong}`), ['search']);
    for (const odd of ['\ud800', '\u200b', '\u0301', '%', '"', '-', '--', '-"', '\u0007', '﷽', 'ﬀ'])
      (await anyone.get('/events', { search: odd })).expect(200);
    assert.deepEqual(await found('0'), ['percent', 'plain', 'zero'], 'the text 0 is text (D33)');
  });
});
