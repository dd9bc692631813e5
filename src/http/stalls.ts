import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes a second that a client has to send, or read, on average; the slowest lines that people use bring ten times that. */
const LEAST_RATE = 512;
/** How often within the time it is looked whether enough was moved. */
const LOOKS = 4;

/** What a connection has moved when it was last found to be quick enough, and what it was at. */
interface Mark {
  readonly atMs: number;
  /** The request whose body is awaited; undefined: an answer waits for being read. */
  readonly receiving: IncomingMessage | undefined;
  readonly read: number;
  /** Bytes of whole writes, and those that the present one still has to go. */
  readonly written: number;
  readonly queued: number;
}

interface Connection {
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  mark: Mark | undefined;
}

/** Bytes that the system hasn't taken yet of what is being written: Node tells it of no socket but in this member. */
function queuedIn(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const size: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : undefined;
  return typeof size === 'number' ? size : socket.writableLength;
}

function markOf(socket: Socket, { request }: Connection, atMs: number): Mark | undefined {
  const sending = socket.writableLength > 0;
  // What has come and wasn't taken yet is no fault of the client.
  const receiving = request && !request.complete && request.readableLength === 0 ? request : undefined;
  if (!sending && !receiving) return undefined;
  return {
    atMs,
    receiving: sending ? undefined : receiving,
    read: socket.bytesRead,
    written: socket.bytesWritten - socket.writableLength,
    queued: queuedIn(socket),
  };
}

function movedBetween(before: Mark, now: Mark): number {
  if (now.receiving) return now.read - before.read;
  const whole = now.written - before.written;
  return whole > 0 ? whole : before.queued - now.queued;
}

/**
 * Disconnects clients that send half a body, or don't read their answer: within `withinMs` each has to move as much as
 * the slowest honest line does (RFC 9110 §15.5.9). How large the whole is makes no difference. Headers, and the time
 * between requests, are Node's own to bound.
 */
export function endStalls(server: Server, withinMs: number): void {
  const connections = new Map<Socket, Connection>();
  const enough = (LEAST_RATE * withinMs) / 1000;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { request: undefined, response: undefined, mark: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.request = request;
    connection.response = response;
  });

  const end = (socket: Socket, { response }: Connection, { receiving }: Mark) => {
    connections.delete(socket);
    if (!receiving || response?.headersSent) socket.resetAndDestroy();
    else
      server.emit(
        'clientError',
        Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      );
  };
  const look = () => {
    const nowMs = performance.now();
    for (const [socket, connection] of connections) {
      const now = markOf(socket, connection, nowMs);
      const before = connection.mark;
      if (!now || !before || now.receiving !== before.receiving || movedBetween(before, now) >= enough)
        connection.mark = now;
      else if (nowMs - before.atMs >= withinMs) end(socket, connection, now);
    }
  };
  const timer = setInterval(look, withinMs / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
}
