import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Services } from '#context.ts';
import { listBackups } from '#transfer/backup/backup-files.ts';
import { listSeries } from '#transfer/backup/series.ts';
import { calendarName } from '#transfer/exporters/store.ts';
import { type Job, startJob } from './job.ts';

const LOOK_EVERY_MS = 1_000;
/** Longest time between checks whether a backup is due: the folder may have been emptied meanwhile. */
const REST_MS = 60_000;
const AGAIN_MS = 60_000;
/** Lower priority than requests. */
const NICENESS = 5;
/** Characters kept of a failed backup's error output. */
const STDERR_KEPT = 2_000;

type BackupJobServices = Pick<Services, 'db' | 'config' | 'metrics'> & {
  readonly log: Services['log'] & { info(details: object, text: string): void };
};

/**
 * Starts the job that makes scheduled backups while `isOurs` returns true. Each runs in a process of its own, so that
 * no request waits. The age of the last backup decides when the next is due, whatever restarts lie between. Failures
 * are logged and retried after a minute; old backups are removed after a new one is complete.
 * @returns undefined if no interval is set
 */
export function startBackups(services: BackupJobServices, isOurs: () => boolean): Job | undefined {
  const { backupEveryMs: everyMs, backupDir } = services.config;
  if (everyMs === undefined) return undefined;
  const stopping = new AbortController();
  const untilDue = async (): Promise<number> => {
    const nowMs = Temporal.Now.instant().epochMilliseconds;
    const [own] = await listSeries(services.db.read, await calendarName(services.db));
    const backups = await listBackups(backupDir, [own]);
    // Skips backups dated in the future by a wrong clock, and those before migrations, which lack pictures.
    const last = backups.find(({ kind, madeMs }) => kind !== 'migration' && madeMs <= nowMs);
    return last === undefined ? 0 : last.madeMs + everyMs - nowMs;
  };
  const job = startJob(async (isStopped) => {
    try {
      if (!isOurs()) return LOOK_EVERY_MS;
      const leftMs = await untilDue();
      if (leftMs > 0) return Math.min(leftMs, REST_MS);
      await services.metrics.jobs.run('backup', () => backUp(services, stopping.signal));
      return LOOK_EVERY_MS;
    } catch (error) {
      if (!isStopped()) services.log.error({ err: error }, 'A backup could not be made; it is tried again.');
      return AGAIN_MS;
    }
  }, LOOK_EVERY_MS);
  return {
    async stop() {
      stopping.abort();
      await job.stop();
    },
  };
}

async function backUp({ config, log }: BackupJobServices, signal: AbortSignal): Promise<void> {
  const [, program = ''] = process.argv;
  const to = config.backupTo === undefined ? [] : ['--to', config.backupTo];
  const keep = ['--keep', String(config.backupKeep)];
  const args = ['backup', `${config.backupDir}/`, '--kind', 'scheduled', '--json', ...keep, ...to];
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    // The log is in English.
    env: { ...process.env, LC_ALL: 'C', KALENDS_DATA: config.data, DATABASE_URL: config.databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGTERM',
  });
  let [result, words] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    result += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-STDERR_KEPT);
  });
  // An aborted process fails whether it had started or not.
  const ended = once(child, 'close');
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // The process may have ended already.
  }
  const [code]: unknown[] = await ended;
  if (code !== 0) throw new Error(words.trim() || `The process for the backup ended with ${String(code)}.`);
  const { file, bytes, late_copies, removed }: Record<string, unknown> = JSON.parse(result);
  log.info({ file, bytes, late_copies, removed }, 'A backup was made.');
}
