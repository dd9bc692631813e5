// A process with two services: a calendar on SQLite and another on PostgreSQL, which have nothing in common but their IDs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer } from '../support/client.ts';
import { photo } from '../support/pictures.ts';
import { type Service, type ServiceOptions, startService } from '../support/service.ts';

interface Calendar {
  readonly service: Service;
  /** In all of its texts, and in none of the other's. */
  readonly mark: string;
  readonly language: 'de' | 'es';
  readonly zone: string;
  readonly currency: string;
}

const settings = [
  { mark: 'hafenblau', language: 'de', zone: 'Asia/Tokyo', currency: 'EUR' },
  { mark: 'olivares', language: 'es', zone: 'Pacific/Honolulu', currency: 'JPY' },
] as const;
const ROUNDS = 12;
const DAY = '2026-12-0';

const open: Calendar[] = [];

/** Sends a picture with a name that has the calendar's mark. */
function upload({ service, mark }: Calendar, name: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), `${name}-${mark}.png`);
  return service.as('admin').post(`${service.url}/kalends/v1/media`, form);
}

before(async () => {
  for (const setting of settings) {
    const { mark, language, zone, currency } = setting;
    const env = {
      KALENDS_LANGUAGE: language,
      KALENDS_TIMEZONE: zone,
      KALENDS_CURRENCY: currency,
      KALENDS_SUBMISSIONS: 'true',
      KALENDS_ADMIN_PASSWORD: `password of ${mark}`,
      // The first is a file in its folder.
      ...(open.length === 0 ? { DATABASE_URL: undefined } : {}),
    } satisfies ServiceOptions['env'];
    const service = await startService({ clock: '2026-11-20T18:00:00Z', env });
    const named = { name: `Calendar ${mark}` };
    (await service.as('admin').put(`${service.url}/kalends/v1/settings`, named)).expect(200);
    open.push({ service, ...setting });
  }
});
after(async () => {
  for (const { service } of open) await service.stop();
});

/** Holds that an answer speaks of one calendar and not of the other. */
function assertOwn(text: string, { mark }: Calendar, what: string): void {
  const other = settings.find((one) => one.mark !== mark)?.mark ?? '';
  assert.ok(text.includes(mark), `${what} lacks ${mark}: ${text.slice(0, 500)}`);
  assert.ok(!text.includes(other), `${what} has ${other} of the other calendar`);
}

const event = ({ mark }: Calendar, round: number) => ({
  title: `Concert ${mark} ${round}`,
  start_date: `${DAY}${1 + (round % 9)} 20:00:00`,
  end_date: `${DAY}${1 + (round % 9)} 22:00:00`,
  cost: '5',
  venue: { venue: `Hall ${mark} ${round}`, city: mark },
  tags: [`Tag ${mark}`],
});

/** Writes and reads one calendar, whose items have the IDs that those of the other have too. */
async function use(calendar: Calendar, round: number): Promise<void> {
  const { service, mark, language, zone, currency } = calendar;
  const admin = service.as('admin');
  const { anonymous } = service;
  const made = (await admin.post('/events', event(calendar, round))).expect(201);
  assertOwn(made.text, calendar, 'an event that was made');
  assert.equal(made.at('timezone'), zone);
  assert.equal(made.at('cost_details.currency_code'), currency);
  const id = made.id();

  const batched = await admin.post(`${service.url}/batch/v1`, {
    atomic: round % 2 === 0,
    requests: [
      { path: '/calendar/events/v1/organizers', body: { organizer: `Band ${mark} ${round}` } },
      { method: 'PUT', path: `/calendar/events/v1/events/${id}`, body: { description: `More of ${mark}` } },
    ],
  });
  batched.expect(207);
  for (const { status } of batched.rows('responses')) assert.ok(Number(status) < 300, batched.text);
  assertOwn(batched.text, calendar, 'a batch');
  const failed = await admin.post(`${service.url}/batch/v1`, {
    atomic: true,
    requests: [
      { path: '/calendar/events/v1/venues', body: { venue: `Gone ${mark} ${round}` } },
      { method: 'PUT', path: '/calendar/events/v1/events/999999', body: { title: 'x' } },
    ],
  });
  assert.equal(failed.at('failed'), 'atomic');
  const key = { 'idempotency-key': `same-key-${round}` };
  const once = await admin.post('/venues', { venue: `Once ${mark} ${round}` }, key);
  assertOwn(once.expect(201).text, calendar, 'a write that is done once');

  const filter = `starts_after=2026-11-25&per_page=50&round=${round}`;
  const reads = await Promise.all(
    [
      `/events?${filter}`,
      `/events?${filter}&search=concert`,
      `/events?${filter}&tags=tag-${mark}`,
      `/events?${filter}&orderby=title`,
      `/events/${id}`,
      '/venues?per_page=50',
      '/organizers',
      '/tags',
      '/events.ics?per_page=50',
      '/events.atom?per_page=50',
    ].map(async (path) => [path, await anonymous.get(path)] as const),
  );
  for (const [path, answer] of reads) assertOwn(answer.expect(200).text, calendar, path);
  const list = reads[0]?.[1];
  assert.equal(list?.at('total'), round + 1);
  assert.equal(list?.headers['content-language'], language);
  for (const { timezone } of list?.rows('events') ?? []) assert.equal(timezone, zone);

  for (const path of ['/', '/events/month/2026-12/', '/docs']) {
    const page = await anonymous.get(`${service.url}${path}`, undefined, { accept: 'text/html' });
    assertOwn(page.expect(200).text, calendar, path);
  }
  const site = await admin.get(`${service.url}/kalends/v1/settings`);
  assertOwn(site.expect(200).text, calendar, 'the settings');
  const missing = await anonymous.get('/events/999999');
  assert.equal(missing.headers['content-language'], language);
}

test('two calendars that are written and read at once share nothing', async () => {
  const [first, second] = open;
  assert.ok(first && second);
  for (let round = 0; round < ROUNDS; round++) await Promise.all([use(first, round), use(second, round)]);
  const ids = open.map(async ({ service }) => (await service.anonymous.get('/events')).rows('events'));
  const [one, other] = (await Promise.all(ids)).map((events) => events.map(({ id }) => Number(id)));
  assert.deepEqual(one, other, 'the same IDs name other events');

  // Who is somebody here is nobody there.
  const foreign = {
    authorization: `Basic ${Buffer.from(`admin:password of ${first.mark}`).toString('base64')}`,
  };
  (await second.service.anonymous.get('/events', undefined, foreign)).expect(401);
  (await first.service.anonymous.get('/events', undefined, foreign)).expect(200);
});

test('settings, challenges and pictures of one are not those of the other', async () => {
  const [first, second] = open;
  assert.ok(first && second);
  const path = ({ service }: Calendar, rest: string) => `${service.url}/kalends/v1${rest}`;
  const renamed = `Renamed ${first.mark}`;
  (await first.service.as('admin').put(path(first, '/settings'), { name: renamed })).expect(200);
  const [front, theirs] = await Promise.all(
    [first, second].map(({ service }) => service.anonymous.get(`${service.url}/`)),
  );
  assert.ok(front?.text.includes(renamed));
  assertOwn(theirs?.expect(200).text ?? '', second, 'the front page');

  const challenge = (await first.service.anonymous.get(path(first, '/submissions/challenge'))).expect(200);
  const sent = {
    title: 'Proposal',
    start_date: `${DAY}9 10:00:00`,
    end_date: `${DAY}9 11:00:00`,
    contact_name: 'Somebody',
    contact_email: 'somebody@example.org',
    challenge: String(challenge.at('challenge')),
  };
  const refused = (await second.service.anonymous.post(path(second, '/submissions'), sent)).expect(400);
  assert.ok(refused.at('data.params.challenge'), refused.text);

  const pictures = [first, second].map(async (one) => [one, await upload(one, 'picture')] as const);
  for (const [one, answer] of await Promise.all(pictures))
    assertOwn(answer.expect(201).text, one, 'a picture');
});

test('closing one leaves the other untouched', async () => {
  const [first, second] = open;
  assert.ok(first && second);
  const reading = Array.from({ length: 20 }, (_, day) =>
    second.service.anonymous.get(`/events?starts_after=2026-11-${String(day + 1).padStart(2, '0')}`),
  );
  open.shift();
  const { url } = first.service;
  const [answers] = await Promise.all([Promise.all(reading), first.service.stop()]);
  for (const answer of answers) assertOwn(answer.expect(200).text, second, 'a list');
  await assert.rejects(fetch(`${url}/calendar/events/v1/events`));
  for (let round = ROUNDS; round < ROUNDS + 3; round++) await use(second, round);
  assertOwn((await upload(second, 'later')).expect(201).text, second, 'a picture');
});
