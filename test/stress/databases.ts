import pg from 'pg';
import { startDurableServer } from './server.ts';

/** A PostgreSQL server on which databases are made for a while. */
export interface Databases {
  /** Makes an empty database, or a copy of one that nobody uses; gives its address. */
  make(template?: string): Promise<string>;
  drop(url: string): Promise<void>;
  /** Runs one statement in a database of it. */
  run(url: string, statement: string): Promise<pg.QueryResult<Record<string, unknown>>>;
  /** Drops what is left, and the server where it is ours. */
  close(): Promise<void>;
}

const VARIABLE = 'KALENDS_TEST_POSTGRES_URL';
let made = 0;

const nameOf = (url: string) => new URL(url).pathname.slice(1);

function at(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * The server that KALENDS_TEST_POSTGRES_URL names, where databases may be made; else one of our own.
 * @throws where there is neither
 */
export async function openDatabases(): Promise<Databases> {
  const given = process.env[VARIABLE];
  const own = given ? undefined : await startOwn();
  return databasesOn(given ?? own?.url ?? '', async () => own?.remove());
}

async function startOwn() {
  try {
    return await startDurableServer();
  } catch (error) {
    throw new Error(`There is no PostgreSQL: ${VARIABLE} is not set, and none of our own starts.`, {
      cause: error,
    });
  }
}

/** Databases on a server whose address leads to its database for administration. */
export function databasesOn(server: string, close: () => Promise<void> = async () => {}): Databases {
  const urls = new Set<string>();
  const run: Databases['run'] = async (url, statement) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const drop = async (url: string) => {
    await run(server, `drop database if exists ${nameOf(url)} with (force)`);
    urls.delete(url);
  };
  return {
    run,
    drop,
    make: async (template) => {
      const url = at(server, `kalends_stress_${process.pid}_${++made}`);
      urls.add(url);
      await run(server, `create database ${nameOf(url)}${template ? ` template ${nameOf(template)}` : ''}`);
      return url;
    },
    close: async () => {
      for (const url of urls) await drop(url);
      await close();
    },
  };
}
