// The page of an event as a write would leave it: `POST {base_url}/kalends/v1/events[/<id>]/preview`.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer } from '../support/client.ts';
import { people, type Service, startService } from '../support/service.ts';
import { type Watch, watch } from '../support/watch.ts';

let service: Service;
let watched: Watch;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
  watched = await watch(service);
});
after(async () => {
  await watched?.close();
  await service?.stop();
});

const EVENT = {
  title: 'Lantern walk',
  description: '<p>Bring <b>candles</b>.</p>',
  start_date: '2027-01-11 17:30:00',
  end_date: '2027-01-11 19:00:00',
  venue: { venue: 'Lower meadow', city: 'Bonn' },
};

type Sender = Parameters<Service['as']>[0] | 'nobody';

/** Asks for a preview, which must change nothing. @param path after `/kalends/v1/events` */
async function preview(
  path: string,
  body: Readonly<Record<string, unknown>>,
  { by = 'editor', headers = {} }: { by?: Sender; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const sender = by === 'nobody' ? service.anonymous : service.as(by);
  const answers: Answer[] = [];
  await watched.withoutChange('a preview', async () =>
    answers.push(await sender.post(`${service.url}/kalends/v1/events${path}`, body, headers)),
  );
  assert.ok(answers[0]);
  return answers[0];
}

const pageOf = (answer: Answer): string => String(answer.expect(200).at('html'));

test('the page of a new event is shown with all that was sent, without scripts, and nothing is made', async () => {
  const page = pageOf(await preview('/preview', EVENT));
  assert.match(page, /<h1[^>]*>Lantern walk<\/h1>/);
  assert.match(page, /Bring <b>candles<\/b>/);
  assert.match(page, /Lower meadow/);
  assert.match(page, /<base target="_blank">/);
  assert.doesNotMatch(page, /<script(?! type="application\/ld\+json")/);
  const venues = await service.as('editor').get('/venues?search=meadow');
  assert.deepEqual(venues.rows('venues'), []);
});

test('the page is in the language selected, with the texts of that language', async () => {
  const german = pageOf(
    await preview('/preview?translation_language=de', { ...EVENT, title: 'Laternenlauf' }),
  );
  assert.match(german, /<html lang="de">/);
  assert.match(german, /<h1 lang="de" dir="auto">Laternenlauf/);
  const spanish = pageOf(await preview('/preview', EVENT, { headers: { 'accept-language': 'es' } }));
  assert.match(spanish, /<html lang="es">/);
  assert.match(spanish, /<h1 lang="en" dir="auto">Lantern walk/, 'texts are still those of the site');
});

test('the page of a changed event has the change, which is taken back', async () => {
  const editor = service.as('editor');
  const id = (await editor.post('/events', EVENT)).expect(201).id();
  const page = pageOf(await preview(`/${id}/preview`, { title: 'Lantern run', password: 'sesame' }));
  assert.match(page, /<h1[^>]*>Lantern run<\/h1>/);
  assert.match(page, /candles/, 'who sets a password sees what is behind it');
  assert.equal((await editor.get(`/events/${id}`)).at('title'), 'Lantern walk');
  const trashed = pageOf(await preview(`/${id}/preview`, { status: 'trash' }));
  assert.doesNotMatch(trashed, /candles/);
});

test('a preview of some dates of a series shows these', async () => {
  const editor = service.as('editor');
  const series = (
    await editor.post('/events', { ...EVENT, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5' } })
  ).expect(201);
  const dates = await editor.get(`/events?series=${series.id()}&start_date=2027-01-01&per_page=5`);
  const [, second] = dates.rows('events');
  const page = pageOf(
    await preview(`/${second?.id}/preview`, { title: 'Shorter walk', end_date: '2027-01-18 18:00:00' }),
  );
  assert.match(page, /Shorter walk/);
  assert.match(page, /18:00|6:00/);
  const following = pageOf(
    await preview(`/${second?.id}/preview`, { title: 'From now on', scope: 'following' }),
  );
  assert.match(following, /From now on/);
});

test('those who may not write get no preview, and refusals name the field', async () => {
  const editor = service.as('editor');
  const draft = (await editor.post('/events', { ...EVENT, status: 'draft' })).expect(201).id();
  (await preview('/preview', EVENT, { by: 'nobody' })).expect(401);
  (await preview('/preview', EVENT, { by: 'subscriber' })).expect(403);
  (await preview(`/${draft}/preview`, {}, { by: 'nobody' })).expect(401);
  for (const by of ['author', 'contributor'] as const)
    (await preview(`/${draft}/preview`, { title: 'Mine now' }, { by })).expect(403);
  assert.match(pageOf(await preview('/preview', EVENT, { by: 'contributor' })), /Lantern walk/);
  (await preview('/999999/preview', {})).expect(404);
  const wrong = await preview('/preview', { ...EVENT, start_date: 'never', venue: 999_999 });
  assert.deepEqual(Object.keys(Object(wrong.expect(400).at('data.params'))).sort(), ['start_date', 'venue']);
});

test('a preview asked for as a trial is a preview', async () => {
  assert.match(pageOf(await preview('/preview?dry_run=true', EVENT)), /Lantern walk/);
});
