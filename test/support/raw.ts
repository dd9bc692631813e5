import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A connection of bytes, for what no HTTP client would send. */
export async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  // Refused, it is closed at once.
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}

/** Sends bytes on a connection of its own and gives all that comes until it is closed. */
export async function exchange(origin: string, bytes: string | Uint8Array): Promise<string> {
  const socket = await open(origin);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  await closed;
  return text;
}

/** The headers of an answer as it came over the wire, names in lower case. */
export function headersIn(answer: string): Record<string, string> {
  const [head = ''] = answer.split('\r\n\r\n', 1);
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Resolves once nobody takes connections there any more. */
export async function closed(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const taken = await new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (taken !== true) return;
    await pause(10);
  }
}
