// node:http, prepared statements of node:sqlite, JSON.stringify: a list of events or one, from the calendar's own file.
import { createServer } from 'node:http';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
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

const database = new DatabaseSync(path.join(process.env['KALENDS_DATA'] ?? '', 'kalends.db'), {
  readOnly: true,
});
database.exec('pragma cache_size = -65536');

// The rows are those of the statements; SQLite itself has no static types to check them against.
const all = <T>(statement: StatementSync, ...values: SQLInputValue[]) => statement.all(...values) as T[];

const prepared = new Map<number, Record<keyof Rows, StatementSync>>();

function statementsFor(count: number): Record<keyof Rows, StatementSync> {
  const known = prepared.get(count);
  if (known) return known;
  const marks = Array.from({ length: count }, () => '?').join(',');
  const texts = aboutEvents((column) => `${column} in (${marks})`);
  const made = {
    events: database.prepare(texts.events),
    venues: database.prepare(texts.venues),
    organizers: database.prepare(texts.organizers),
    categories: database.prepare(texts.categories),
    tags: database.prepare(texts.tags),
    media: database.prepare(texts.media),
  };
  prepared.set(count, made);
  return made;
}

function rowsOf(ids: readonly number[]): Rows {
  const statements = statementsFor(ids.length);
  const events = all<EventRow>(statements.events, ...ids);
  const pictures = events.flatMap(({ image_id }) => image_id ?? []);
  return {
    events,
    venues: all<VenueRow>(statements.venues, ...ids),
    organizers: all<OrganizerRow>(statements.organizers, ...ids),
    categories: all<CategoryRow>(statements.categories, ...ids),
    tags: all<TagRow>(statements.tags, ...ids),
    media: pictures.length > 0 ? all<MediaRow>(statementsFor(pictures.length).media, ...pictures) : [],
  };
}

const pageStatement = database.prepare(page(['?1', '?2', '?3']));
const totalStatement = database.prepare(total(['?1', '?2', '?3']));
const revisionStatement = database.prepare(revision('?1'));

const server = createServer((request, response) => {
  const wanted = asked(request);
  const origin = originOf(request);
  if ('id' in wanted) {
    const rows = rowsOf([wanted.id]);
    const [row] = rows.events;
    const [changed] = all<{ revision: number }>(revisionStatement, wanted.id);
    answer(response, row && event(row, rows, origin, { revision: changed?.revision ?? 1 }));
    return;
  }
  const { start, end, days, perPage } = wanted;
  const ids = all<{ event_id: number }>(pageStatement, start, end, perPage).map(({ event_id }) => event_id);
  const [counted] = all<{ total: number }>(totalStatement, start, end, days);
  answer(response, list(wanted, ids, rowsOf(ids), counted?.total ?? 0, origin));
});
server.listen(0, '127.0.0.1', () => listening(server, () => server.close()));
