import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/service.ts';

let service: Service;

before(async () => {
  service = await startService({ clock: '2026-09-17T13:20:00Z', timezone: 'Europe/Berlin' });
});
after(() => service.stop());

const make = async (title: string, start: string, end: string, more: object = {}) =>
  (await service.as('admin').post('/events', { title, start_date: start, end_date: end, ...more })).expect(
    201,
  );
const page = (path: string) => service.anonymous.get(service.url + path, undefined, { accept: 'text/html' });

test('GET /events/ begins with what comes where there is nothing for weeks', async () => {
  await make('Far away', '2027-02-01 10:00:00', '2027-02-01 11:00:00');
  assert.match((await page('/events/')).expect(200).text, /id="d-2027-02-01".*Far away/s);
});

test('GET /events/ shows what is on now, however long ago it began, beside the days', async () => {
  await make('Since last year', '2025-11-01 00:00:00', '2027-03-01 23:59:59', { all_day: true });
  await make('Since yesterday night', '2026-09-16 23:00:00', '2026-09-17 17:00:00');
  await make('Ended yesterday night', '2026-09-16 20:00:00', '2026-09-17 02:00:00');
  await make('This morning', '2026-09-17 09:00:00', '2026-09-17 10:00:00');
  const { text } = (await page('/events/')).expect(200);
  const [days = '', beside = ''] = text.split('<aside');
  assert.match(beside, /Since last year/);
  assert.ok(!days.includes('Since last year'));
  assert.match(days, /id="d-2026-09-17".*This morning.*Since yesterday night.*class="now"/s);
  assert.ok(!text.includes('Ended yesterday night'));
});

test('GET /events/ takes filters, a day and the parameters of the reference', async () => {
  await make('Only this', '2026-09-20 10:00:00', '2026-09-20 11:00:00', { categories: ['Chosen'] });
  const { text } = (await page('/events/list/?categories=chosen')).expect(200);
  assert.ok(text.includes('Only this') && !text.includes('Since last year') && !text.includes('Far away'));
  assert.ok(!(await page('/events/list/?tribe-bar-date=2026-09-21')).expect(200).text.includes('Only this'));
  const moved = (await page('/events/?tribe-bar-search=only')).expect(301);
  assert.equal(moved.headers['location'], `${service.url}/events/?search=only`);
  (await page('/events/nothing/')).expect(404);
  assert.match((await page('/events/?search=nowhere')).expect(200).text, /class="none"/);
});

test('GET /events/ runs nothing, and loads style and font from the site alone', async () => {
  const { headers } = (await page('/events/')).expect(200);
  const policy = headers['content-security-policy'] ?? '';
  assert.match(policy, /default-src 'none'.*style-src 'self'; font-src 'self'/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
  assert.doesNotMatch((await page('/events/')).text, / style="|<style|<script/);
});
