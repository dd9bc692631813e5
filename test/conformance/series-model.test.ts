import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Answer } from '../support/client.ts';
import { creation, LINKS, step } from '../support/series-arbitraries.ts';
import type { LinkIds } from '../support/series-changes.ts';
import { SeriesComparison } from '../support/series-compare.ts';
import { HORIZON, NOW } from '../support/series-items.ts';
import { ModelCalendar } from '../support/series-model.ts';
import { type Ask, SeriesSteps } from '../support/series-steps.ts';
import { people, type Service, startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

/** `npm run test:series` takes more. */
const RUNS = Number(process.env['KALENDS_TEST_SERIES'] ?? 4);
const SEED = Number(process.env['KALENDS_TEST_SEED'] ?? 14);

/** One answers lists from its index and what it keeps, the other one from the database. */
let services: Service[] = [];
before(async () => {
  const env = { KALENDS_HORIZON: HORIZON };
  const clock = `${NOW.replace(' ', 'T')}Z`;
  services = await Promise.all([
    startService({ clock, env }),
    startService({ clock, env: { ...env, KALENDS_CACHE: '0' } }),
  ]);
  await Promise.all(services.map(people));
});
after(() => Promise.all(services.map((service) => service.stop())));

/** An answer without what is each service's own. */
function common(service: Service, text: string): string {
  return text
    .replaceAll(service.url, 'ORIGIN')
    .replaceAll(JSON.stringify(service.url).slice(1, -1), 'ORIGIN')
    .replaceAll(service.url.slice(7), 'HOST')
    .replaceAll(/"uid":"[^"]*"/g, '"uid":""');
}

async function onAll(work: (service: Service) => Promise<Answer>): Promise<Answer> {
  const answers = await Promise.all(
    services.map(async (service) => ({ service, answer: await work(service) })),
  );
  const [one, other] = answers;
  assert.ok(one && other);
  assert.equal(common(other.service, other.answer.text), common(one.service, one.answer.text));
  assert.equal(other.answer.status, one.answer.status);
  return one.answer;
}

const ask: Ask = (method, path, body) => onAll((service) => service.as('editor').send(method, path, body));

/** Makes what events may link to. */
async function makeLinks(): Promise<LinkIds> {
  const make = async (path: string, name: string) => {
    const ids: number[] = [];
    for (let n = 1; n <= LINKS; n++)
      ids.push((await ask('POST', path, { [name]: `Linked ${n}` })).expect(201).id());
    return ids;
  };
  return {
    venue: await make('/venues', 'venue'),
    organizer: await make('/organizers', 'organizer'),
    categories: await make('/categories', 'name'),
    tags: await make('/tags', 'name'),
  };
}

/** Trashes what is left, so that the next calendar begins empty. */
async function empty(calendar: ModelCalendar): Promise<void> {
  for (const { id, trashed } of calendar.series) if (!trashed) await ask('DELETE', `/events/${id}`);
  for (const { id } of calendar.singles) await ask('DELETE', `/events/${id}`);
}

test(`${RUNS} random histories of series are those of a model`, async (t) => {
  const links = await makeLinks();
  const read = (path: string, role?: 'editor') =>
    onAll((service) => (role ? service.as(role) : service.anonymous).get(path));
  const comparison = new SeriesComparison(read, links);
  const restart = async () => {
    await Promise.all(services.map((service) => service.restart()));
  };
  let [done, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(creation, fc.array(step, { minLength: 4, maxLength: 16 }), async (first, steps) => {
      const calendar = new ModelCalendar();
      const by = new SeriesSteps(ask, links, calendar, restart);
      try {
        for (const [at, one] of [first, ...steps].entries()) {
          try {
            await by.do(one);
            await comparison.compare(calendar, { isLast: at === steps.length });
          } catch (error) {
            throw new Error(JSON.stringify(one), { cause: error });
          }
        }
      } finally {
        done += calendar.done;
        refused += calendar.refused;
      }
      await empty(calendar);
      await comparison.assertEmpty();
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: process.env['KALENDS_TEST_SHRINK'] === undefined },
  );
  t.diagnostic(`${done} writes, ${refused} refused`);
  assert.ok(refused * 4 < done, `${refused} of ${done} were refused`);
  for (const service of services) {
    await assertSound(service);
  }
});
