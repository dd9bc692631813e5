import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { PictureError, type PictureReason } from '#store/pictures/errors.ts';
import type { FetchRules } from '#store/pictures/fetch.ts';

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
