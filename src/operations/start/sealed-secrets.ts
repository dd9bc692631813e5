import { listLostApps, sealStoredSecrets } from '#api/second-factor/sealed-secrets.ts';
import type { Services } from '#context.ts';

/**
 * Seals the secrets of authenticator apps that an older version kept as they are. Logs a warning where that isn't possible, and
 * where the key of some is missing: the service goes on, and recovery codes work.
 */
export async function sealAtStart(services: Services): Promise<void> {
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
