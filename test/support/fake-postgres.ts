import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const SSL_REQUEST = 80_877_103;
const TYPE_TEXT = 25;

/** A server that speaks PostgreSQL's protocol as far as a start needs it, and goes wrong as it's told. */
export interface FakePostgres {
  readonly address: string;
  stop(): Promise<void>;
}

/** The server's behaviour: refuse everybody with an error, report another version, or never answer. */
export type Behaviour = { state: string; says: string } | { version: string } | 'silent' | 'hang up' | 'http';

/** Starts one on a free port. */
export async function startFakePostgres(behaviour: Behaviour): Promise<FakePostgres> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (data: Buffer) => answer(socket, data, behaviour));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `postgres://someone:hush-hush@127.0.0.1:${port}/events`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(socket: Socket, data: Buffer, behaviour: Behaviour): void {
  if (behaviour === 'silent') return;
  if (behaviour === 'hang up') return void socket.destroy();
  if (behaviour === 'http') return void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  if (data.length === 8 && data.readInt32BE(4) === SSL_REQUEST) return void socket.write('N');
  if ('state' in behaviour) {
    const { state, says } = behaviour;
    return void socket.end(packet('E', `SFATAL\0VFATAL\0C${state}\0M${says}\0\0`));
  }
  const ready = packet('Z', 'I');
  // The first message of a connection has no letter.
  if (data[0] === 0) {
    const welcome = [packet('R', int32(0)), packet('S', `server_version\0${behaviour.version}\0`), ready];
    return void socket.write(Buffer.concat(welcome));
  }
  const isAsked = /version\(\)/.test(data.toString('latin1'));
  const text = Buffer.from(`PostgreSQL ${behaviour.version} on x86_64-pc-linux-gnu`);
  const row = [
    packet(
      'T',
      Buffer.concat([
        int16(1),
        Buffer.from('version\0'),
        int32(0),
        int16(0),
        int32(TYPE_TEXT),
        int16(-1),
        int32(-1),
        int16(0),
      ]),
    ),
    packet('D', Buffer.concat([int16(1), int32(text.length), text])),
  ];
  socket.write(Buffer.concat([...(isAsked ? row : []), packet('C', 'SELECT 1\0'), ready]));
}

function packet(letter: string, body: string | Buffer): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return Buffer.concat([Buffer.from(letter), int32(bytes.length + 4), bytes]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
