import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { servePictures } from './pictures.ts';
import type { Known } from './values.ts';

/** A service with a made-up calendar, its people, and what it holds. */
export interface StressCalendar {
  service: ServiceProcess;
  known: Known;
  stop(): Promise<void>;
}

async function idsAndSlugs(service: ServiceProcess, kind: keyof Known['slugs'], pages: number) {
  const ids: number[] = [];
  const slugs: string[] = [];
  for (let page = 1; page <= pages; page++) {
    const answer = await service.as('admin').get(`/${kind}?per_page=50&page=${page}&start_date=2000-01-01`);
    if (answer.status !== 200) break;
    for (const { id, slug } of answer.rows(kind)) {
      if (typeof id === 'number') ids.push(id);
      if (typeof slug === 'string') slugs.push(slug);
    }
  }
  return { ids, slugs };
}

/** Starts a service on so many seeded events. Its clock stands, so that the same requests meet the same calendar. */
export async function startStressCalendar(
  events: number,
  env: Record<string, string> = {},
): Promise<StressCalendar> {
  const pictures = await servePictures();
  const service = await startProcess({
    clock: '2026-11-20T18:00:00Z',
    timezone: 'America/New_York',
    env: { KALENDS_FETCH_ALLOW: pictures.host, ...env },
  });
  await people(service);
  const seeded = await service.cli(['seed', '--events', String(events), '--seed', '1']);
  if (seeded.code !== 0) throw new Error(seeded.stderr);
  const found = {
    events: await idsAndSlugs(service, 'events', 6),
    venues: await idsAndSlugs(service, 'venues', 2),
    organizers: await idsAndSlugs(service, 'organizers', 2),
    categories: await idsAndSlugs(service, 'categories', 1),
    tags: await idsAndSlugs(service, 'tags', 1),
  };
  const last = Math.max(...found.events.ids);
  return {
    service,
    known: {
      ids: {
        events: found.events.ids,
        venues: found.venues.ids,
        organizers: found.organizers.ids,
        categories: found.categories.ids,
        tags: found.tags.ids,
        // Pictures come with the run; their numbers follow those of the events.
        media: Array.from({ length: 60 }, (_, i) => last + 1 + i),
      },
      slugs: {
        events: found.events.slugs,
        venues: found.venues.slugs,
        organizers: found.organizers.slugs,
        categories: found.categories.slugs,
        tags: found.tags.slugs,
      },
      pictures: `http://${pictures.host}`,
    },
    stop: async () => {
      pictures.close();
      await service.stop();
    },
  };
}
