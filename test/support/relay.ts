import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A relay between a program and a server, whose connections can be cut. */
export interface Relay {
  /** The address of a server as it's reached through here. */
  through(url: string): string;
  /** From now on nothing gets through in either direction, while all connections stay open, new ones too. */
  silence(): void;
  /** Cuts in the same way once the program has sent something with this text, which still gets through; or `before` it does. */
  silenceAt(text: string, options?: { before?: boolean }): void;
  /** Resolves once that has happened. */
  silent(): Promise<void>;
  /** Lets through what comes from now on; connections of before stay as they were, as if their packets were lost. */
  resume(): void;
  /** Leads new connections elsewhere, in turn where these are several, and ends all others. */
  retarget(...urls: string[]): void;
  /** Connections that were taken so far, and how many bytes programs have sent on them. */
  readonly taken: number;
  readonly bytes: number;
  close(): Promise<void>;
}

/** A connection's first message, which names its database, with another. */
function renamed(chunk: Buffer, from: string, to: string): Buffer {
  if (from === to) return chunk;
  const changed = Buffer.from(chunk.toString('latin1').replace(`\0${from}\0`, `\0${to}\0`), 'latin1');
  changed.writeInt32BE(changed.length, 0);
  return changed;
}

/** Starts one that leads to a server. */
export async function startRelay(
  url: string,
  /** Names of databases on that server, as long as its own: connections get one of them in turn. */
  { rename }: { rename?: readonly string[] } = {},
): Promise<Relay> {
  const own = new URL(url).pathname.slice(1);
  let targets = [url];
  let isSilent = false;
  let trap: { text: string; before: boolean } | undefined;
  let taken = 0;
  let bytes = 0;
  const silenced = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  /** Moves on with each silence: what was open then never gets through again. */
  let generation = 0;
  const silence = () => {
    isSilent = true;
    generation++;
    silenced.resolve();
  };
  const server = createServer((client) => {
    const target = new URL(targets[taken % targets.length] ?? '');
    const name = rename?.[taken % rename.length] ?? own;
    taken++;
    let isFirst = true;
    const since = generation;
    const far = connect(Number(target.port), target.hostname);
    const isCut = () => isSilent || since !== generation;
    for (const [from, to] of [
      [client, far],
      [far, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        if (from === client) {
          bytes += chunk.length;
        }
        const isTrapped = from === client && trap !== undefined && chunk.includes(trap.text);
        const { before } = trap ?? {};
        if (isTrapped) trap = undefined;
        if (isTrapped && before) silence();
        if (!isCut()) to.write(isFirst && from === client ? renamed(chunk, own, name) : chunk);
        if (from === client) isFirst = false;
        if (isTrapped && !before) silence();
      });
      from.on('error', () => {});
      from.on('end', () => !isCut() && to.end());
      from.on('close', () => {
        sockets.delete(from);
        // Whoever is cut off doesn't hear that the other has gone.
        if (!isCut()) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    through: (address) => {
      const led = new URL(address);
      led.hostname = '127.0.0.1';
      led.port = String(port);
      return led.href;
    },
    silence,
    silenceAt: (text, { before = false } = {}) => {
      trap = { text, before };
    },
    silent: () => silenced.promise,
    resume: () => {
      isSilent = false;
    },
    retarget: (...urls) => {
      targets = urls;
      for (const socket of [...sockets]) socket.destroy();
    },
    get taken() {
      return taken;
    },
    get bytes() {
      return bytes;
    },
    close: async () => {
      for (const socket of [...sockets]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
