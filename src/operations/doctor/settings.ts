import { availableParallelism } from 'node:os';
import { type Config, ConfigError, readConfig } from '#config.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { unknownSettings } from '#operations/start/unknown-settings.ts';
import type { Environment } from '../../settings.ts';
import { type Finding, fine, wrong } from './finding.ts';

const LOCAL = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/i;
/** Returns whether a host name means only this machine. */
export const isLocal = (host: string): boolean => LOCAL.test(host.replace(/^\[|\]$/g, ''));

/**
 * Reads the settings, and returns a finding for each invalid one, for which the default is used so that the rest can
 * be checked.
 */
export function readSettings(given: Environment): { config: Config; findings: Finding[] } {
  const env = { ...given };
  const findings: Finding[] = [];
  for (;;)
    try {
      return { config: readConfig(env), findings };
    } catch (error) {
      const name = error instanceof ConfigError ? error.userMessage.values?.['name'] : undefined;
      // Each round must remove another setting, or the loop would not end.
      if (!(error instanceof ConfigError) || typeof name !== 'string' || env[name] === undefined) throw error;
      delete env[name];
      findings.push({
        check: 'settings',
        severity: 'error',
        what: error.userMessage,
        remedy: message('doctor.wrong_setting_remedy', { name }),
      });
    }
}

/** Checks the settings, one by one and in combination. */
export function checkSettings(env: Environment, config: Config, isStarted: boolean): Finding[] {
  const findings: Finding[] = [];
  const warn = (...[name, values]: [Parameters<typeof wrong>[2], Parameters<typeof wrong>[3]?]) =>
    findings.push(wrong('warning', 'settings', name, values));
  for (const { name, meant } of unknownSettings(env)) {
    if (meant === undefined) warn('unknown_setting', { name });
    else warn('misspelt_setting', { name, nearest: meant });
  }
  const { host, publicUrl, trustProxy, workers } = config;
  if (config.clockStands) warn('clock_stands');
  if (trustProxy === true) warn('trusts_all');
  if (!isLocal(host) && trustProxy === false && !publicUrl?.startsWith('https:')) warn('no_tls', { host });
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (url?.protocol === 'http:' && !isLocal(url.hostname)) warn('public_http', { url: url.href });
  if (url?.protocol === 'https:' && trustProxy === false) warn('proxy_untrusted');
  if (workers > availableParallelism()) warn('many_workers', { workers, cores: availableParallelism() });
  if (isStarted && config.adminPassword !== undefined) warn('password_left');
  if (findings.length === 0) findings.push(fine('settings', 'settings'));
  return findings;
}
