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

const EVENTS = { count: 200, most: 100_000 };
const PICTURES = 12;
/** Days around today, so that every day of a first look has events. */
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
      translateText('cli.seed.events'),
      wholeNumber(1, EVENTS.most),
      EVENTS.count,
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
  const config: Config = {
    ...given,
    port,
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
  await interruptible({ describe }, () => fill(config, options.events));
  await serve(config, { endsWithParent: options.endWithParent === true });
  const address = originAt(config.host, port);
  process.stdout.write(
    `\n${translateText('cli.demo.serves', { count: options.events, address, password })}\n${translateText('cli.demo.stop', { folder: data })}\n`,
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

async function fill(config: Config, events: number): Promise<void> {
  const [{ ensureAdministrator, openDeps }, { seedCalendar }, { findFirstAdministrator }, { showProgress }] =
    await Promise.all([
      import('#main.ts'),
      import('#transfer/seed/seed.ts'),
      import('#api/access/store.ts'),
      import('./progress.ts'),
    ]);
  const [{ drawPictures }, { Random }, { uploadFile }] = await Promise.all([
    import('#transfer/seed/pictures.ts'),
    import('#transfer/seed/random.ts'),
    import('#api/media/actions.ts'),
  ]);
  const print = (_details: object, text: string) => process.stderr.write(`kalends: ${text}\n`);
  const deps = await openDeps(config, { warn: print, error: print });
  try {
    await ensureAdministrator(deps.db, config);
    const viewer = (await findFirstAdministrator(deps.db.read)) ?? null;
    const actor = { deps, viewer, now: config.clock() };
    const drawn = await drawPictures(new Random(1), PICTURES);
    const pictures: number[] = [];
    for (const [at, bytes] of drawn.entries()) {
      const file = { name: `poster-${at + 1}.jpg`, type: 'image/jpeg', bytes };
      pictures.push((await uploadFile(actor, file, {})).id);
    }
    const progress = showProgress('events', events);
    await seedCalendar(actor, { events, seed: 1 }, (done) => progress.to(done), { days: DAYS, pictures });
    progress.end();
  } finally {
    await deps.db.close();
  }
}
