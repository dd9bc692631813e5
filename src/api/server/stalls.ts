import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes a second that a client has to send, or read, on average; the slowest lines that people use bring ten times that. */
const LEAST_RATE = 512;
/** The same over a whole body that takes longer than twice the time. */
const LEAST_RATE_OF_LONG = 4_096;
/** After an answer a client may go on sending for so many parts of the time, so that it can read the answer first. */
const LINGER_PARTS = 4;
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
  /** When the headers of the request had come, and what had been read by then. */
  beganMs: number;
  beganRead: number;
  /** When it was first seen that the answer had gone while the client still sent. */
  answeredMs: number | undefined;
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
 * the slowest honest line does (RFC 9110 §15.5.9), and more over a long body. Who has an answer and goes on sending is
 * disconnected too. Headers, and the time between requests, are Node's own to bound.
 */
export function endStalls(server: Server, withinMs: number): void {
  const connections = new Map<Socket, Connection>();
  const enough = (LEAST_RATE * withinMs) / 1000;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, {
      request: undefined,
      response: undefined,
      mark: undefined,
      beganMs: 0,
      beganRead: 0,
      answeredMs: undefined,
    });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.request = request;
    connection.response = response;
    connection.beganMs = performance.now();
    connection.beganRead = request.socket.bytesRead;
    connection.answeredMs = undefined;
  });

  /** Whether a body has taken long, and hardly came. */
  const dawdles = ({ beganMs, beganRead }: Connection, { receiving, read, atMs }: Mark) => {
    const tookMs = atMs - beganMs;
    return (
      receiving !== undefined &&
      tookMs > 2 * withinMs - withinMs / LOOKS &&
      read - beganRead < (LEAST_RATE_OF_LONG * tookMs) / 1000
    );
  };
  /** Whether a client sends what nobody waits for any more. */
  const lingers = (connection: Connection, nowMs: number) => {
    const { request, response } = connection;
    if (!request || request.complete || !response?.writableFinished) return false;
    connection.answeredMs ??= nowMs;
    return nowMs - connection.answeredMs >= withinMs / LINGER_PARTS;
  };

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
      if (lingers(connection, nowMs)) {
        connections.delete(socket);
        socket.destroy();
      } else if (now && dawdles(connection, now)) end(socket, connection, now);
      else if (!now || !before || now.receiving !== before.receiving || movedBetween(before, now) >= enough)
        connection.mark = now;
      else if (nowMs - before.atMs >= withinMs) end(socket, connection, now);
    }
  };
  const timer = setInterval(look, withinMs / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
}
