import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeAtExit } from '../support/program.ts';
import { people, type Role, type Service, startProcess } from '../support/service.ts';
import type { Databases } from './databases.ts';
import { servePictures } from './pictures.ts';
import { exchange, type WireAnswer, type WireRequest } from './wire.ts';

/** The same calendar on both engines, at first without a difference. */
export interface Pair {
  /** Sends a request to both at once, to each with the credentials that are good there. */
  send(requests: Both<WireRequest>): Promise<Both<WireAnswer>>;
  /** What `check` finds on both, and what they printed beyond what they say at their start. */
  inspect(): Promise<Both<{ check: string; log: string }>>;
  /** What they printed so far. */
  logs(): Both<string>;
  stop(): Promise<void>;
}

/** One of each engine. */
export interface Both<T> {
  sqlite: T;
  postgres: T;
}

/** A pair that stands still and is copied. */
export interface PairBase {
  start(): Promise<Pair>;
  credentials: Both<(role: Role) => string>;
  /** Origin of the pictures that both may fetch. */
  pictures: string;
  remove(): Promise<void>;
}

const ANSWER_WITHIN_MS = 60_000;

/** Works on both at once. */
export async function onBoth<T, R>(
  both: Both<T>,
  work: (one: T, engine: keyof Both<T>) => Promise<R>,
): Promise<Both<R>> {
  const [sqlite, postgres] = await Promise.all([
    work(both.sqlite, 'sqlite'),
    work(both.postgres, 'postgres'),
  ]);
  return { sqlite, postgres };
}

/** Makes two calendars with the same people and the same made-up events. */
export async function makePairBase(databases: Databases, events: number): Promise<PairBase> {
  const pictures = await servePictures();
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-pair-'));
  const removal = removeAtExit(folder);
  const options = (databaseUrl?: string) => ({
    clock: '2026-11-20T18:00:00Z',
    timezone: 'America/New_York',
    env: { KALENDS_FETCH_ALLOW: pictures.host, DATABASE_URL: databaseUrl },
  });
  const template = await databases.make();
  const urls: Both<string | undefined> = { sqlite: undefined, postgres: template };
  const bases: Both<Service> = await onBoth(urls, async (url, engine) => {
    const data = path.join(folder, engine);
    mkdirSync(data);
    const service = await startProcess({ ...options(url), data });
    await people(service);
    const seeded = await service.cli(['seed', '--events', String(events), '--seed', '1']);
    if (seeded.code !== 0) throw new Error(seeded.stderr);
    // The first use of a token is noted beside the answer, and must not come in between.
    for (const role of ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const)
      (await service.as(role).get('/events?per_page=1')).expect(200);
    await service.stop();
    return service;
  });

  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let copies = 0;
  const start = async (): Promise<Pair> => {
    const copy = path.join(folder, `copy-${++copies}`);
    const url = await databases.make(template);
    const services = await onBoth({ sqlite: undefined, postgres: url }, async (databaseUrl, engine) => {
      const data = path.join(copy, engine);
      cpSync(path.join(folder, engine), data, { recursive: true });
      return startProcess({ ...options(databaseUrl), data });
    });
    return {
      send: (requests) =>
        onBoth(services, (service, engine) =>
          exchange(agent, service.url, requests[engine], ANSWER_WITHIN_MS),
        ),
      inspect: () =>
        onBoth(services, async (service) => ({
          check: (await service.cli(['check'])).stdout,
          log: service.log(),
        })),
      logs: () => ({ sqlite: services.sqlite.log(), postgres: services.postgres.log() }),
      stop: async () => {
        await onBoth(services, (service) => service.stop());
        await databases.drop(url);
        rmSync(copy, { recursive: true, force: true });
      },
    };
  };
  return {
    start,
    credentials: { sqlite: bases.sqlite.credentials, postgres: bases.postgres.credentials },
    pictures: `http://${pictures.host}`,
    remove: async () => {
      agent.destroy();
      pictures.close();
      await databases.drop(template);
      rmSync(folder, { recursive: true, force: true });
      removal.forget();
    },
  };
}
