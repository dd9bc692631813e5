import assert from 'node:assert/strict';
import type { Services } from '#context.ts';
import type { Service } from './service.ts';

/** Returns what `kalends export` prints of a service's calendar, without a process for it. */
export function exportOf(service: Service): Promise<string> {
  return readCalendar(service, async (services) => {
    const { exportCalendar } = await import('#transfer/exporters/export.ts');
    const pieces: string[] = [];
    const write = async (text: string) => void pieces.push(text);
    await exportCalendar(services, services.config.publicUrl, { write, progress: () => {} });
    return pieces.join('');
  });
}

/** Holds that a service's calendar has no fault that `kalends check` finds, without a process for it. */
export async function assertSound(service: Service): Promise<void> {
  const faults = await readCalendar(service, async ({ db, media, now, config }) => {
    const { findFaults } = await import('#transfer/check/check.ts');
    const has = async (file: string) => Boolean(await media.files.stat(file));
    const { keyFile, publicUrl } = config;
    return findFaults({ db, now, keyFile, publicUrl, media: { folder: media.folder, has } }, () => {});
  });
  assert.deepEqual(faults, []);
}

/** Opens a service's calendar beside it, as a command does that only reads. */
async function readCalendar<T>({ env }: Service, work: (services: Services) => Promise<T>): Promise<T> {
  const { readConfig } = await import('#config.ts');
  const { openServices } = await import('#main.ts');
  const said: string[] = [];
  const print = (_details: object, text: string) => void said.push(text);
  const services = await openServices(
    readConfig(env),
    { warn: print, error: print },
    { use: 'read', tell: () => {} },
  );
  try {
    return await work(services);
  } finally {
    await services.db.close();
    assert.deepEqual(said, []);
  }
}
