import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { listLostApps, sealStoredSecrets } from '#api/second-factor/sealed-secrets.ts';
import { shutDown } from '#api/server/shutdown.ts';
import type { ServiceLog } from '#foundation/logging/log.ts';
import { isPostgres } from '#foundation/network/database-address.ts';
import { warnOfTiles } from '#operations/doctor/map-tiles.ts';
import { startBackups } from '#operations/jobs/backups.ts';
import { startChangeLogTrimming } from '#operations/jobs/change-log-trimming.ts';
import { startHorizon } from '#operations/jobs/horizon.ts';
import { startTrimmingAnswers } from '#operations/jobs/idempotency.ts';
import { startImports } from '#operations/jobs/imports.ts';
import { startMails } from '#operations/jobs/mails.ts';
import { startSweeping } from '#operations/jobs/media-sweeping.ts';
import { startPictureForms } from '#operations/jobs/picture-forms.ts';
import { startPublication } from '#operations/jobs/publication.ts';
import { startErasing } from '#operations/jobs/submissions.ts';
import { portProblem } from '#operations/start/port.ts';
import { Lease } from '#store/db/lease.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { type Opening, openCalendar } from './main.ts';

/** A service with its calendar and its jobs; a process may have several. */
export interface Service {
  /** Listens, and returns the port. */
  listen(port: number): Promise<number>;
  /** Finishes requests under way and closes everything, `delayMs` later; again it only waits for that. */
  close(delayMs?: number): Promise<void>;
  /** Closes everything, and removes a calendar that this start created. */
  abandon(): Promise<void>;
}

/** Prepares everything that a service needs, without listening yet. @throws StartError, ConfigError as `openCalendar` */
export async function prepareService(
  config: Config,
  serviceLog: ServiceLog,
  opening: Opening = {},
): Promise<Service> {
  const { logger: log } = serviceLog;
  const { services, discard } = await openCalendar(config, log, opening);
  // Starts the periodic check whether the database can be reached.
  services.db.known();
  log.info(
    {
      version: manifest.version,
      node: process.version,
      engine: services.db.dialect.name,
      workers: config.workers,
    },
    'The service starts.',
  );
  const isFirst = !cluster.isWorker || cluster.worker?.id === 1;
  if (isFirst) {
    await warnOfTiles(services);
    await sealAtStart(services);
  }
  const app = await buildApp(services, serviceLog);
  const isAlone = config.workers === 1 && !(config.databaseUrl && isPostgres(config.databaseUrl));
  const lease = isAlone
    ? undefined
    : new Lease(services.db, 'jobs', (error) =>
        log.error({ err: error }, 'The lease of scheduled work could not be kept; it is tried again.'),
      );
  const isOurs = () => lease?.held ?? true;
  const jobs = [
    startPublication(services, isOurs),
    await startSweeping(services, isOurs),
    startChangeLogTrimming(services, isOurs),
    startBackups({ ...services, log }, isOurs),
    startHorizon(services, isOurs),
    startPictureForms(services, isOurs),
    startErasing(services, isOurs),
    startMails(services, isOurs),
    startImports(services, isOurs),
    startTrimmingAnswers(services, isOurs),
  ];

  let closing: Promise<void> | undefined;
  const closeAll = async (delayMs: number) => {
    const beganMs = performance.now();
    log.info({ delay_ms: delayMs }, 'The service stops; requests under way are finished.');
    // Another node takes the scheduled work over meanwhile.
    const idle = Promise.all(jobs.map((job) => job?.stop())).then(() => lease?.close().catch(() => {}));
    await shutDown(services.lifecycle, delayMs);
    await Promise.all([app.close(), idle]);
    await services.close();
    log.info({ duration_ms: Math.round(performance.now() - beganMs) }, 'The service has stopped.');
  };
  const close = (delayMs = 0) => {
    closing ??= closeAll(delayMs);
    return closing;
  };
  return {
    async listen(port) {
      try {
        await app.listen({ host: config.host, port });
      } catch (error) {
        throw portProblem(error, config);
      }
      return (app.server.address() as AddressInfo).port;
    },
    close,
    abandon: () => close().then(discard),
  };
}

/**
 * Seals the secrets of authenticator apps that an older version kept as they are. Logs a warning where that isn't possible, and
 * where the key of some is missing: the service goes on, and recovery codes work.
 */
async function sealAtStart(services: Services): Promise<void> {
  const { log, config, db } = services;
  try {
    await sealStoredSecrets(services);
  } catch (error) {
    log.warn(
      { err: error, file: config.keyFile },
      'The secrets of authenticator apps could not be encrypted.',
    );
  }
  const lost = await listLostApps(db, config.keyFile);
  if (lost.length > 0)
    log.warn(
      { file: config.keyFile, users: lost },
      'The key file is missing, or has another key than that of these users’ authenticator apps.',
    );
}
