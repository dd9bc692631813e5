// node:http and pg: a creation's rows by named prepared statements, a transaction for each request.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { answer } from './asked.ts';
import { NUMBERS, nextNumber, nextVersion, type Sent, type Step, searched, steps } from './insert.ts';
import { listening } from './listening.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

async function create(sent: Sent): Promise<number> {
  const client = await pool.connect();
  const run = ({ name, text, values }: Step) => {
    let n = 0;
    return client.query({ name, text: text.replaceAll('?', () => `$${++n}`), values });
  };
  const ask = async (name: string, text: string, member: string): Promise<number> =>
    Number((await run({ name, text, values: [] })).rows[0]?.[member]);
  try {
    await client.query('begin');
    const numbers: number[] = [];
    for (let i = 0; i < NUMBERS; i++) numbers.push(await ask('number', nextNumber, 'value'));
    const [event = 0, venue = 0, organizer = 0] = numbers;
    const version = await ask('version', nextVersion, 'version');
    const index = (): Step[] => [
      {
        name: 'search',
        text: 'insert into event_search (event_id, text) values (?, ?)',
        values: [event, searched(sent).join('\n')],
      },
    ];
    for (const step of steps(sent, { event, venue, organizer, version }, index)) await run(step);
    await client.query('commit');
    return event;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const server = createServer(async (request, response) => {
  // What is sent is the measurement's own.
  const sent = (await json(request)) as Sent;
  answer(response, { id: await create(sent) }, 201);
});
server.listen(0, '127.0.0.1', () =>
  listening(server, async () => {
    server.close();
    await pool.end();
  }),
);
