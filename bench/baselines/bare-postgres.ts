// node:http, named prepared statements of pg, JSON.stringify: a list of events or one, from the calendar's database.
import { createServer } from 'node:http';
import pg from 'pg';
import { answer, asked, originOf } from './asked.ts';
import {
  type CategoryRow,
  type EventRow,
  event,
  list,
  type MediaRow,
  type OrganizerRow,
  type Rows,
  type TagRow,
  type VenueRow,
} from './event.ts';
import { listening } from './listening.ts';
import { aboutEvents, page, revision, total } from './statements.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const texts = aboutEvents((column) => `${column} = any($1)`);

async function all<T extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<T[]> {
  return (await pool.query<T>({ name, text, values })).rows;
}

async function rowsOf(ids: readonly number[]): Promise<Rows> {
  const [events, venues, organizers, categories, tags] = await Promise.all([
    all<EventRow>('events', texts.events, [ids]),
    all<VenueRow>('venues', texts.venues, [ids]),
    all<OrganizerRow>('organizers', texts.organizers, [ids]),
    all<CategoryRow>('categories', texts.categories, [ids]),
    all<TagRow>('tags', texts.tags, [ids]),
  ]);
  const pictures = events.flatMap(({ image_id }) => image_id ?? []);
  const media = pictures.length > 0 ? await all<MediaRow>('media', texts.media, [pictures]) : [];
  return { events, venues, organizers, categories, tags, media };
}

const pageText = page(['$1', '$2', '$3']);
const totalText = total(['$1', '$2', '$3']);
const revisionText = revision('$1');

const server = createServer(async (request, response) => {
  const wanted = asked(request);
  const origin = originOf(request);
  if ('id' in wanted) {
    const [rows, [changed]] = await Promise.all([
      rowsOf([wanted.id]),
      all<{ revision: number }>('revision', revisionText, [wanted.id]),
    ]);
    const [row] = rows.events;
    answer(response, row && event(row, rows, origin, { revision: changed?.revision ?? 1 }));
    return;
  }
  const { start, end, days, perPage } = wanted;
  const [found, counted] = await Promise.all([
    all<{ event_id: number }>('page', pageText, [start, end, perPage]),
    // Its sums come as texts.
    all<{ total: string }>('total', totalText, [start, end, days]),
  ]);
  const ids = found.map(({ event_id }) => event_id);
  answer(response, list(wanted, ids, await rowsOf(ids), Number(counted[0]?.total ?? 0), origin));
});
server.listen(0, '127.0.0.1', () =>
  listening(server, async () => {
    server.close();
    await pool.end();
  }),
);
