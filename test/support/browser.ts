import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { rolldown } from 'rolldown';

/** Names of programs, the first one found is used. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell'];

const given = process.env['KALENDS_TEST_BROWSER'];
const folders = process.env['PATH']?.split(path.delimiter) ?? [];
const places = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
const program = (given ? [given] : places).find((place) => existsSync(place));

/** The longest wait for anything in a browser, on a busy machine too. */
const WITHIN_MS = 120_000;

/** The reason to skip tests in a browser; false: there is one, or they have to fail without one (`CI=true`). */
export const withoutBrowser: string | false =
  program === undefined && process.env['CI'] !== 'true' ? 'no browser found' : false;

/** Starts Chromium; whoever starts it closes it. */
export async function launch(): Promise<Browser> {
  if (program === undefined)
    throw new Error('No browser found: install Chromium, or name one in KALENDS_TEST_BROWSER.');
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  const browser = await chromium.launch({ executablePath: program, args });
  return browser.on('context', (context) => context.setDefaultTimeout(WITHIN_MS));
}

/** Returns `@wordpress/api-fetch` as a script that sets `wp.apiFetch`, as WordPress serves it. */
export async function apiFetchScript(): Promise<string> {
  const bundle = await rolldown({
    input: 'kalends:api-fetch',
    cwd: path.join(import.meta.dirname, '..', '..'),
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'kalends:api-fetch' ? id : null),
        load: (id) =>
          id === 'kalends:api-fetch'
            ? "import apiFetch from '@wordpress/api-fetch'; globalThis.wp = { apiFetch };"
            : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  return output[0].code;
}

/** A site of one page with a script, on a free port. */
export async function serveSite(script: string): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url === '/script.js') response.setHeader('Content-Type', 'text/javascript').end(script);
    else
      response
        .setHeader('Content-Type', 'text/html')
        .end(
          '<!doctype html><title>Site</title><link rel="icon" href="data:,"><script src="/script.js"></script>',
        );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
