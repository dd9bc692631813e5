import type { Environment } from '../../settings.ts';
import { checkBackups } from './backups.ts';
import { checkClock, checkDatabase } from './database.ts';
import { type Check, checks, type Finding, fine } from './finding.ts';
import { checkDisk, checkFolder, checkKeyFile, checkPermissions } from './folder.ts';
import { checkMemory, checkOpenFiles, checkProgram } from './machine.ts';
import { checkMail } from './mail.ts';
import { checkTiles } from './map-tiles.ts';
import { checkPort, checkProxy } from './network.ts';
import { checkSettings, readSettings } from './settings.ts';

/**
 * Checks everything the service depends on: settings, machine, files, database, network. Changes nothing, creates no
 * calendar, and may run beside the service.
 * @param begin called with each check before it runs
 * @returns findings in the order of `checks`
 */
export async function diagnose(
  env: Environment,
  version: string,
  begin: (check: Check) => void,
): Promise<Finding[]> {
  const { config, findings } = readSettings(env);
  begin('database');
  const { findings: ofDatabase, state, aheadMs } = await checkDatabase(config);
  begin('settings');
  const ofSettings = checkSettings(env, config, (state?.users ?? 0) > 0);
  findings.push(
    ...(findings.length > 0 ? ofSettings.filter(({ severity }) => severity !== 'ok') : ofSettings),
  );
  findings.push(...checkProgram(version), ...checkMemory(config), ...checkOpenFiles(config));
  begin('folder');
  findings.push(...checkFolder(config), ...checkTiles(config, state?.mapTiles ?? ''));
  findings.push(...checkKeyFile(config, state?.apps ?? []));
  const { olderPictures: count = 0 } = state ?? {};
  if (count > 0) findings.push(fine('folder', 'older_pictures', { count }));
  begin('permissions');
  findings.push(...checkPermissions(config), ...checkDisk(config), ...ofDatabase);
  findings.push(...checkClock(config, aheadMs));
  if (state?.applied !== undefined) findings.push(...checkBackups(config));
  begin('mail');
  findings.push(...(await checkMail(config, state)));
  begin('port');
  findings.push(...(await checkPort(config, version)));
  begin('proxy');
  findings.push(...(await checkProxy(config)));
  return findings.sort((a, b) => checks.indexOf(a.check) - checks.indexOf(b.check));
}
