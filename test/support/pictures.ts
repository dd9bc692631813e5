import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { PictureError, type PictureReason } from '#store/pictures/errors.ts';
import type { FetchRules } from '#store/pictures/fetch.ts';
import type { Answer } from './client.ts';
import { openCalendar } from './engine.ts';

/** A small PNG. */
export const photo = readFileSync(new URL('../samples/media/photo.png', import.meta.url));

/** A server on a free port of this machine until a test ends, which counts its connections. */
export async function serve(t: TestContext, listener: RequestListener) {
  const server = createServer(listener);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  // On every address of this machine, so that no way of reaching it goes unnoticed.
  server.listen(0);
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const { port } = address;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    connections: () => connections,
  };
}

/** Rules for fetching that allow hosts of this machine, `name:port` each. */
export function rulesFor(...allowHosts: string[]): FetchRules {
  return { allowHosts, maxBytes: 100_000, timeoutMs: 5000 };
}

/** Holds that fetching fails for a reason, with a sentence. @param hint names the case where there are several */
export function refuses(
  promise: Promise<unknown>,
  reason: PictureReason,
  hint: string = reason,
): Promise<void> {
  const check = (error: unknown) => {
    assert.ok(error instanceof PictureError, `${hint}: ${error}`);
    assert.equal(error.reason, reason, hint);
    assert.match(error.message, /^[A-Z].*\.$/);
    return true;
  };
  return assert.rejects(promise, check);
}

/** Answers with the photo. */
export function sendPhoto(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, headers).end(photo);
}

/**
 * Moves an uploaded picture to another folder below the media folder, behind the service's back: a running one has to be started
 * again. Returns the paths of its files.
 */
export async function movePicture(data: string, uploaded: Answer, to: string): Promise<string[]> {
  const from = path.posix.dirname(String(uploaded.at('media_details.file')));
  const place = (file: string) => path.join(data, 'media', file);
  const names = readdirSync(place(from));
  mkdirSync(place(to), { recursive: true });
  for (const name of names) renameSync(place(`${from}/${name}`), place(`${to}/${name}`));
  rmdirSync(place(from));
  const db = await openCalendar(data);
  try {
    await db.write(async (trx) => {
      const row = await trx
        .selectFrom('media')
        .selectAll()
        .where('id', '=', uploaded.id())
        .executeTakeFirst();
      assert.ok(row);
      const moved = (text: string) => text.replaceAll(`${from}/`, `${to}/`);
      const columns = { file: moved(row.file), sizes: moved(row.sizes) };
      await trx.updateTable('media').set(columns).where('id', '=', row.id).execute();
    });
  } finally {
    await db.close();
  }
  return names.map((name) => `${to}/${name}`);
}
