import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { photo } from '../support/pictures.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';

let service: ServiceProcess;

before(async () => {
  service = await startProcess();
});
after(() => service?.stop());

/** Returns how many files of the media folder the service has open. */
function openPictures(): number {
  const folder = `/proc/${service.pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).includes('/media/');
    } catch {
      return false;
    }
  }).length;
}

test('a picture whose client goes away before or while it is sent is closed at once', {
  skip: process.platform === 'linux' ? false : 'looks at open files in /proc',
}, async () => {
  const form = new FormData();
  form.set('file', new File([photo], 'photo.png', { type: 'image/png' }));
  const made = (await service.as('admin').post(`${service.url}/kalends/v1/media`, form)).expect(201);
  const { hostname, port, pathname } = new URL(String(made.at('source_url')));
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  for (let round = 0; round < 20; round++)
    await Promise.all(
      Array.from({ length: 15 }, (_, place) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const socket = connect(Number(port), hostname, () => {
          socket.write(request);
          setTimeout(() => socket.destroy(), place % 5);
        });
        socket.on('error', () => resolve());
        socket.on('close', () => resolve());
        return promise;
      }),
    );
  // Whatever comes after is answered, and nothing stays open.
  (await service.anonymous.get(String(made.at('source_url')))).expect(200);
  while (openPictures() > 0) (await service.anonymous.get('/events')).expect(200);
  assert.equal(openPictures(), 0);
});
