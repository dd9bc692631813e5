import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const sample = (name: string) => readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', name));

/** A server of good and bad pictures, for the service to fetch from. Gives its `host:port`. */
export async function servePictures(): Promise<{ host: string; close(): void }> {
  const png = sample('photo.png');
  const jpeg = sample('small.jpg');
  const server = createServer((request, response) => {
    switch (request.url) {
      case '/good.png':
        return response.writeHead(200, { 'content-type': 'image/png' }).end(png);
      case '/good.jpg':
        return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg);
      case '/garbage':
        return response.writeHead(200, { 'content-type': 'image/png' }).end('not a picture');
      case '/cut.png':
        return response.writeHead(200, { 'content-type': 'image/png' }).end(png.subarray(0, 600));
      case '/redirect':
        return response.writeHead(302, { location: '/good.png' }).end();
      case '/loop':
        return response.writeHead(302, { location: '/loop' }).end();
      case '/away':
        return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      case '/closed':
        return request.socket.destroy();
      case '/empty':
        return response.writeHead(200).end();
      case '/lies':
        response.writeHead(200, { 'content-length': String(png.length * 2) });
        response.write(png, () => request.socket.destroy());
        return;
      default:
        return response.writeHead(404).end('nothing');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
