import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes a second that a client has to send, or read, on average; the slowest lines that people use bring ten times that. */
const LEAST_RATE = 512;
/** The least rate over a whole body that takes longer than twice the time. */
const LEAST_RATE_OF_LONG = 4_096;
/** The fraction of the time for which a client may go on sending after its answer, so that it can read it first. */
const LINGER_PARTS = 4;
/** Number of checks of the bytes moved within the time. */
const LOOKS = 12;
/** The shortest interval between looks for idle connections. */
const LEAST_IDLE_LOOK_MS = 250;

/** Bytes that a connection had sent: those of complete writes, and what is left of the present one. */
export interface SentBytes {
  readonly written: number;
  readonly queued: number;
}

/** The bytes that a connection had moved when it was last found quick enough, and its direction. */
interface TransferState extends SentBytes {
  readonly atMs: number;
  /** The request whose body is awaited; undefined: an answer waits for being read. */
  readonly receiving: IncomingMessage | undefined;
  readonly read: number;
}

interface Connection {
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  mark: TransferState | undefined;
  /** When the headers of the request had arrived, and the bytes read by then. */
  beganMs: number;
  beganRead: number;
  /** When the answer was first found sent while the client still sends. */
  answeredMs: number | undefined;
  /** When the connection was first found idle. */
  idleMs: number | undefined;
}

/** The time limits of a connection. */
export interface StallTimeouts {
  /** Milliseconds within which a body has to move on, or an answer. */
  readonly stallMs: number;
  /** Milliseconds between an answer and the next request. */
  readonly keepAliveMs: number;
}

/** The watch over a server's connections. */
export interface Stalls {
  /** Refuses requests whose bodies are still being sent, as a `clientError` with the code `ERR_SERVER_STOPPING`. */
  endReceiving(): void;
}

/** Returns the bytes of the present write that the system hasn't taken yet, which Node has only in an internal member. */
function queuedIn(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const size: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : undefined;
  return typeof size === 'number' ? size : socket.writableLength;
}

/** Returns what a connection has sent. */
export const sentBytes = (socket: Socket): SentBytes => ({
  written: socket.bytesWritten - socket.writableLength,
  queued: queuedIn(socket),
});

/** Returns the bytes that a connection sent between two looks at it. */
export function sentBetween(before: SentBytes, now: SentBytes): number {
  const whole = now.written - before.written;
  return whole > 0 ? whole : before.queued - now.queued;
}

/** Returns Node's internal list of idle connections: nothing else knows which are between two messages. */
function trackedBy(server: Server): (() => Iterable<unknown>) | undefined {
  const symbol = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'http.server.connections',
  );
  const list: unknown = symbol && Reflect.get(server, symbol);
  const idle: unknown = typeof list === 'object' && list !== null ? Reflect.get(list, 'idle') : undefined;
  return typeof idle === 'function' ? () => idle.call(list) : undefined;
}

/** Returns the sockets of a server on which no byte of a request line has come since the last request; blank lines are none. */
function socketsBetweenRequests(server: Server): ReadonlySet<unknown> {
  const sockets = new Set<unknown>();
  for (const parser of trackedBy(server)?.() ?? [])
    if (typeof parser === 'object' && parser !== null) sockets.add(Reflect.get(parser, 'socket'));
  return sockets;
}

function markOf(socket: Socket, { request }: Connection, atMs: number): TransferState | undefined {
  const sending = socket.writableLength > 0;
  // Bytes that have arrived and weren't read yet are no fault of the client.
  const receiving = request && !request.complete && request.readableLength === 0 ? request : undefined;
  if (!sending && !receiving) return undefined;
  return {
    atMs,
    receiving: sending ? undefined : receiving,
    read: socket.bytesRead,
    ...sentBytes(socket),
  };
}

const movedBetween = (before: TransferState, now: TransferState): number =>
  now.receiving ? now.read - before.read : sentBetween(before, now);

/**
 * Disconnects clients that send half a body, or don't read their answer: within `withinMs` each has to move as much as
 * the slowest honest line does (RFC 9110 §15.5.9), and more over a long body. Also disconnects clients that go on sending
 * after their answer, and those that send no request within `keepAliveMs`: Node bounds that time too, but takes a blank
 * line for a request. Node itself bounds headers.
 */
export function endStalls(server: Server, { stallMs: withinMs, keepAliveMs }: StallTimeouts): Stalls {
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
      idleMs: undefined,
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
    connection.idleMs = undefined;
  });

  /** Returns whether a long body arrives too slowly. */
  const dawdles = ({ beganMs, beganRead }: Connection, { receiving, read, atMs }: TransferState) => {
    const tookMs = atMs - beganMs;
    return (
      receiving !== undefined &&
      tookMs > 2 * withinMs - withinMs / LOOKS &&
      read - beganRead < (LEAST_RATE_OF_LONG * tookMs) / 1000
    );
  };
  /** Returns whether a client still sends long after its answer. */
  const lingers = (connection: Connection, nowMs: number) => {
    const { request, response } = connection;
    if (!request || request.complete || !response?.writableFinished) return false;
    connection.answeredMs ??= nowMs;
    return nowMs - connection.answeredMs >= withinMs / LINGER_PARTS;
  };

  const refuse = (socket: Socket, code: string) =>
    server.emit('clientError', Object.assign(new Error('The request is not complete.'), { code }), socket);
  const end = (socket: Socket, { response }: Connection, { receiving }: TransferState) => {
    connections.delete(socket);
    if (!receiving || response?.headersSent) socket.resetAndDestroy();
    else refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
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
  const lookForIdle = () => {
    const nowMs = performance.now();
    let between: ReadonlySet<unknown> | undefined;
    for (const [socket, connection] of connections) {
      const { request, response } = connection;
      if (!request?.complete || !response?.writableFinished) continue;
      connection.idleMs ??= nowMs;
      if (nowMs - connection.idleMs < keepAliveMs) continue;
      between ??= socketsBetweenRequests(server);
      if (!between.has(socket)) continue;
      connections.delete(socket);
      socket.destroy();
    }
  };
  const timers = [
    setInterval(look, withinMs / LOOKS).unref(),
    setInterval(lookForIdle, Math.max(LEAST_IDLE_LOOK_MS, keepAliveMs / LOOKS)).unref(),
  ];
  server.once('close', () => timers.forEach(clearInterval));
  return {
    endReceiving() {
      for (const [socket, connection] of connections) {
        const { request, response } = connection;
        if (!request || request.complete || response?.headersSent) continue;
        connections.delete(socket);
        refuse(socket, 'ERR_SERVER_STOPPING');
      }
    },
  };
}
