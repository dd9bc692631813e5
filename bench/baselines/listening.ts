import type { Server } from 'node:http';

/** Prints the port of a baseline, and ends it on SIGTERM. */
export function listening(server: Server, close: () => unknown): void {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The baseline does not listen.');
  process.on('SIGTERM', async () => {
    await close();
    process.exit(0);
  });
  process.stdout.write(`listening at http://127.0.0.1:${address.port}\n`);
}
