import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import type { Config } from '#config.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { type SettingName, settings } from '../settings.ts';
import { interruptible } from './interrupt.ts';
import { originAt } from './open-calendar.ts';
import { wholeNumber } from './seed.ts';
import { serve } from './serve.ts';
import { configOf, withSettings } from './settings.ts';
import { placeholder, translateText } from './translate.ts';

/** Further events that may be asked for beside the town's. */
const MOST_EVENTS = 100_000;
/** Days around today on which further events are. */
const DAYS = { back: 10, ahead: 60 };

/** Settings that the demonstration chooses itself. */
const OWN_SETTINGS: readonly SettingName[] = [
  'KALENDS_DATA',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'KALENDS_LISTEN_URL',
  'KALENDS_WORKERS',
  'KALENDS_ADMIN_PASSWORD',
];

interface DemoOptions {
  events: number;
  endWithParent?: true;
}

/** Registers `demo`: a filled calendar to try out, removed when it ends. */
export function register(program: Command): void {
  const command = withSettings(program.command('demo'), { but: OWN_SETTINGS });
  const endWithParent = command.createOption('--end-with-parent');
  endWithParent.hidden = true;
  command
    .description(translateText('cli.demo'))
    .option(
      `--events ${placeholder('count')}`,
      translateText('cli.demo.events'),
      wholeNumber(0, MOST_EVENTS),
      0,
    )
    .addOption(endWithParent)
    .action(demo);
}

async function demo(options: DemoOptions, command: Command): Promise<void> {
  const given = configOf(command);
  const isPortGiven =
    command.getOptionValue('port') !== undefined || (process.env['KALENDS_PORT'] ?? '').trim() !== '';
  const port = await portFor(given, isPortGiven);
  const data = mkdtempSync(path.join(tmpdir(), 'kalends-demo-'));
  const remove = () => rmSync(data, { recursive: true, force: true });
  process.on('exit', remove);
  const password = randomBytes(12).toString('hex');
  const { TOWN } = await import('#transfer/seed/town.ts');
  const config: Config = {
    ...given,
    port,
    timezone: given.timezoneGiven ? given.timezone : TOWN.timezone,
    timezoneGiven: true,
    data,
    databaseUrl: undefined,
    replicaUrl: undefined,
    listenUrl: undefined,
    workers: 1,
    shutdownDelayMs: 0,
    adminPassword: password,
    // The port may belong to a service running beside the demonstration.
    metricsPort: undefined,
    backupDir: path.join(data, 'backups'),
    backupEveryMs: undefined,
    backupTo: undefined,
  };
  const describe = () => message('cli.demo.interrupted');
  const count = await interruptible({ describe }, () => fill(config, options.events));
  await serve(config, { endsWithParent: options.endWithParent === true });
  const address = originAt(config.host, port);
  process.stdout.write(
    `\n${translateText('cli.demo.serves', { count, address, password })}\n${translateText('cli.demo.stop', { folder: data })}\n`,
  );
}

/** Returns the given port; without one, the default port or a free one if that is taken. */
async function portFor({ host, port }: Config, isGiven: boolean): Promise<number> {
  if (isGiven) return probe(host, port);
  const usual = Number(settings.find(([name]) => name === 'KALENDS_PORT')?.[1]);
  return probe(host, usual).catch(() => probe(host, 0));
}

/** Returns the port, or one chosen by the system for 0; rejects if it is not available. */
async function probe(host: string, port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const free = (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  return free;
}

/** Fills the calendar with the made-up town, and further events if they are asked for. Returns how many there are. */
async function fill(config: Config, further: number): Promise<number> {
  const [
    { ensureAdministrator, openServices },
    { seedTown, townEvents },
    { findFirstAdministrator },
    { showProgress },
  ] = await Promise.all([
    import('#main.ts'),
    import('#transfer/seed/town.ts'),
    import('#api/access/store.ts'),
    import('./progress.ts'),
  ]);
  const { seedCalendar } = await import('#transfer/seed/seed.ts');
  const print = (_details: object, text: string) => process.stderr.write(`kalends: ${text}\n`);
  const services = await openServices(config, { warn: print, error: print });
  try {
    await ensureAdministrator(services.db, config);
    const viewer = (await findFirstAdministrator(services.db.read)) ?? null;
    const actor = { services, viewer, now: config.clock() };
    const today = actor.now.toZonedDateTimeISO(services.config.timezone).toPlainDate();
    const total = townEvents.length + further;
    const progress = showProgress('events', total);
    await seedTown(actor, today, (done) => progress.to(done));
    if (further > 0)
      await seedCalendar(
        actor,
        { events: further, seed: 1 },
        (done) => progress.to(townEvents.length + done),
        { days: DAYS },
      );
    progress.end();
    return total;
  } finally {
    await services.close();
  }
}
