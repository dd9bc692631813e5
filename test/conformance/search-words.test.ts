import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { openCalendar } from '../support/engine.ts';
import { makeEvent } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

// The words of names that a misspelt search is compared with: public ones alone (migration 0043).

let service: Service;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
});
after(() => service.stop());

/** Returns which of some words the calendar offers for misspelt ones; what is counted must be what the names have. */
async function offered(...words: readonly string[]): Promise<string[]> {
  const calendar = await openCalendar(service.data);
  try {
    const { rows } = await sql<{ word: string }>`select word from search_words`.execute(calendar.read);
    const wrong = await sql`select word from (select word, n from search_words
      union all select word, -n from public_words) both_sides group by word having sum(n) <> 0`.execute(
      calendar.read,
    );
    assert.deepEqual(wrong.rows, []);
    const all = new Set(rows.map(({ word }) => word));
    return words.filter((word) => all.has(word));
  } finally {
    await calendar.close();
  }
}

describe('Words for misspelt searches', () => {
  test('come from titles in every language, names and cities, folded and without signs', async () => {
    const by = service.as('editor');
    const made = await makeEvent(by, {
      title: 'Größenwahn: “Abendlied”, 3fach (Zugabe)',
      venue: { venue: 'Kachelbau', city: 'Würzburg', district: 'Sanderau' },
      organizer: { organizer: 'Laufmasche e. V.' },
      categories: ['Handwerkszeug'],
      tags: ['Barrierearm'],
    });
    (await by.patch(`/events/${made.id()}?translation_language=es`, { title: 'Canción nocturna' })).expect(
      200,
    );
    const words = ['grossenwahn', 'abendlied', 'zugabe', 'kachelbau', 'wurzburg', 'sanderau', 'laufmasche'];
    const more = ['handwerkszeug', 'barrierearm', 'cancion', 'nocturna'];
    assert.deepEqual(await offered(...words, ...more, '3fach', '(zugabe)', 'v'), [...words, ...more]);
  });

  test('leave with the last public name that has them, and come back with it', async () => {
    const by = service.as('editor');
    const made = await makeEvent(by, { title: 'Sirenengesang' });
    const id = made.id();
    (await by.patch(`/events/${id}?translation_language=de`, { title: 'Heulbojen' })).expect(200);
    const words = ['sirenengesang', 'heulbojen'];
    assert.deepEqual(await offered(...words), words);
    const steps: readonly [Record<string, unknown>, boolean][] = [
      [{ status: 'draft' }, false],
      [{ status: 'publish' }, true],
      [{ password: 'x' }, false],
      [{ password: '' }, true],
      [{ status: 'private' }, false],
      [{ status: 'pending' }, false],
      [{ status: 'publish', hide_from_listings: true }, false],
      [{ hide_from_listings: false }, true],
    ];
    for (const [fields, isPublic] of steps) {
      (await by.patch(`/events/${id}`, fields)).expect(200);
      assert.deepEqual(await offered(...words), isPublic ? words : [], JSON.stringify(fields));
    }
    (await by.delete(`/events/${id}`)).expect(200);
    assert.deepEqual(await offered(...words), []);
    (await by.patch(`/events/${id}`, { status: 'publish', title: 'Nebelhorn' })).expect(200);
    assert.deepEqual(await offered(...words, 'nebelhorn'), ['heulbojen', 'nebelhorn']);
    (await by.patch(`/events/${id}?translation_language=de`, { title: null })).expect(200);
    assert.deepEqual(await offered(...words), []);
    (await by.delete(`/events/${id}?force=true`)).expect(200);
    assert.deepEqual(await offered('nebelhorn'), []);
  });

  test('leave with hidden and merged venues, and with deleted tags', async () => {
    const by = service.as('editor');
    const venue = (await by.post('/venues', { venue: 'Siebenschläfer', city: 'Passau' })).expect(201).id();
    assert.deepEqual(await offered('siebenschlafer', 'passau'), ['siebenschlafer', 'passau']);
    (await by.patch(`/venues/${venue}`, { password: 'x' })).expect(200);
    assert.deepEqual(await offered('siebenschlafer', 'passau'), []);
    (await by.patch(`/venues/${venue}`, { password: '', city: 'Bamberg' })).expect(200);
    assert.deepEqual(await offered('siebenschlafer', 'passau', 'bamberg'), ['siebenschlafer', 'bamberg']);
    const tag = (await by.post('/tags', { name: 'Kuriosum' })).expect(201).id();
    assert.deepEqual(await offered('kuriosum'), ['kuriosum']);
    (await by.delete(`/tags/${tag}`)).expect(200);
    assert.deepEqual(await offered('kuriosum'), []);
  });
});
