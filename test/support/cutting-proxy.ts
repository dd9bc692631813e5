import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The fate of the next commit of a transaction whose statements contain some text. */
export interface Cut {
  /** Part of a statement by which the transaction is known. */
  readonly after: string;
  /** `answer`: the commit is done and its answer lost. `commit`: the commit itself is lost. */
  readonly loses: 'answer' | 'commit';
  /** No new connection for so long afterwards, in milliseconds. */
  readonly awayMs?: number;
}

/** A proxy before a PostgreSQL server that breaks connections at the end of a transaction. */
export interface CuttingProxy {
  /** The server's address, by way of the proxy. */
  readonly url: string;
  /** Breaks the next transaction that fits; resolves once it did. */
  cut(cut: Cut): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy before the database of an address. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: { cut: Cut; done(): void } | undefined;
  let awayUntilMs = 0;

  const server = createServer((client) => {
    if (performance.now() < awayUntilMs) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let fits = false;
    let isCutting = false;
    const finish = () => {
      awayUntilMs = performance.now() + (armed?.cut.awayMs ?? 0);
      armed?.done();
      armed = undefined;
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (armed && text.includes(armed.cut.after)) fits = true;
      if (fits && armed && /\bcommit\b/.test(text)) {
        isCutting = true;
        if (armed.cut.loses === 'commit') {
          finish();
          return;
        }
      } else if (/\b(rollback|begin)\b/.test(text)) fits = false;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (isCutting) finish();
      else client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: (cut) =>
      new Promise((resolve) => {
        armed = { cut, done: resolve };
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
