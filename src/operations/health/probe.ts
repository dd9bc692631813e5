import { access, constants } from 'node:fs/promises';
import type { Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import type { Checks, ReasonCode } from './schema.ts';

/** Time after which a part counts as unavailable. */
const ANSWER_WITHIN_MS = 2_000;

/** The state of a node and its parts. */
export interface NodeProbe {
  readonly checks: Checks;
  /** Reasons for which the node should get no requests now; empty if it is ready. */
  readonly reasons: readonly ReasonCode[];
  /** The database's error, for the log. */
  readonly cause: unknown;
}

const TIMED_OUT = Symbol('late');

/** Waits for work up to the time limit; the work itself continues. */
async function withTimeout<T>(work: Promise<T>): Promise<T | typeof TIMED_OUT> {
  const late = Promise.withResolvers<typeof TIMED_OUT>();
  const timer = setTimeout(() => late.resolve(TIMED_OUT), ANSWER_WITHIN_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function probeDatabase({ db }: Services): Promise<{ found: Checks['database']; cause?: unknown }> {
  // Writes need the primary: a node with only a replica is not ready.
  const { read } = db.origin ?? db;
  try {
    const answer = await withTimeout(read.selectFrom('calendar').select('version').executeTakeFirst());
    return { found: answer === TIMED_OUT ? 'slow' : 'ok' };
  } catch (error) {
    if (!(error instanceof KalendsError)) throw error;
    return { found: 'unreachable', cause: error.cause };
  }
}

async function probeDataFolder(folder: string): Promise<Checks['data_folder']> {
  const may = (mode: number) =>
    withTimeout(
      access(folder, mode).then(
        () => true,
        () => false,
      ),
    );
  // A network folder that does not answer counts as missing.
  if ((await may(constants.R_OK | constants.X_OK)) !== true) return 'missing';
  return (await may(constants.W_OK)) === true ? 'ok' : 'read_only';
}

/** Checks a node and its parts; takes a few seconds at most. */
export async function probeNode(services: Services): Promise<NodeProbe> {
  const [database, folder] = await Promise.all([
    probeDatabase(services),
    probeDataFolder(services.config.data),
  ]);
  const { replica } = services.db.stats;
  const reasons: ReasonCode[] = [];
  if (services.lifecycle.isStopping) reasons.push('closing');
  if (database.found !== 'ok') {
    reasons.push(`database_${database.found}`);
    // Without the folder only uploads fail.
    if (folder !== 'ok') reasons.push('data_folder');
  }
  return {
    checks: {
      database: database.found,
      data_folder: folder,
      list_index: services.listIndex.state,
      ...(replica ? { replica: replica.isAway ? ('away' as const) : ('ok' as const) } : {}),
    },
    reasons,
    cause: database.cause,
  };
}
