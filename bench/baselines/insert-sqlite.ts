// node:http and node:sqlite: a creation's rows by prepared statements in one transaction, on the disk when it's answered.
import { createServer } from 'node:http';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { json } from 'node:stream/consumers';
import { answer } from './asked.ts';
import { NUMBERS, nextNumber, nextVersion, type Sent, type Step, searched, steps } from './insert.ts';
import { listening } from './listening.ts';

const database = new DatabaseSync(path.join(process.env['KALENDS_DATA'] ?? '', 'kalends.db'));
for (const setting of [
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
  'cache_size = -65536',
])
  database.exec(`pragma ${setting}`);

const statements = new Map<string, StatementSync>();

function run({ name, text, values }: Step): void {
  let statement = statements.get(name);
  if (!statement) {
    statement = database.prepare(text);
    statements.set(name, statement);
  }
  statement.run(...values);
}

const number = database.prepare(nextNumber);
const version = database.prepare(nextVersion);

function create(sent: Sent): number {
  database.exec('begin immediate');
  try {
    const [event = 0, venue = 0, organizer = 0] = Array.from({ length: NUMBERS }, () =>
      Number(number.get()?.['value']),
    );
    const numbers = { event, venue, organizer, version: Number(version.get()?.['version']) };
    const index = (): Step[] => [
      {
        name: 'search',
        text: 'insert into event_search (rowid, title, description, excerpt) values (?, ?, ?, ?)',
        values: [event, ...searched(sent)],
      },
      {
        name: 'place',
        text: 'insert into venue_locations values (?, ?, ?, ?, ?)',
        values: [venue, sent.venue.geo_lat, sent.venue.geo_lat, sent.venue.geo_lng, sent.venue.geo_lng],
      },
    ];
    for (const step of steps(sent, numbers, index)) run(step);
    database.exec('commit');
    return event;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

const server = createServer(async (request, response) => {
  // What is sent is the measurement's own.
  const sent = (await json(request)) as Sent;
  answer(response, { id: create(sent) }, 201);
});
server.listen(0, '127.0.0.1', () => listening(server, () => server.close()));
