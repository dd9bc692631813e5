import type { Config } from '#config.ts';
import { isUnavailable, KalendsError } from '#errors.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { isPostgres } from '#foundation/network/database-address.ts';
import { StartError } from './error.ts';
import { postgresProblem } from './postgres-problem.ts';
import { sqliteProblem } from './sqlite-problem.ts';

/**
 * Runs work that first touches the configured database, and translates driver and system errors.
 * @throws StartError naming the setting, its value and the remedy
 */
export async function explainDatabaseErrors<T>(config: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserFacingError || (error instanceof KalendsError && !isUnavailable(error)))
      throw error;
    const cause = error instanceof KalendsError ? error.cause : error;
    const { databaseUrl } = config;
    const problem =
      databaseUrl && isPostgres(databaseUrl)
        ? postgresProblem(cause, config, databaseUrl)
        : sqliteProblem(cause, config);
    throw problem ? new StartError(problem, { cause: error }) : error;
  }
}
