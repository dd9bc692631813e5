import { readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from '#config.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { SETTINGS_FILE } from '#store/data-folder.ts';
import { type Environment, isVariable } from '../settings.ts';

/** Permission bits that admit others than the owner. */
const OTHERS = 0o077;
/** Permission bits that admit others to a file that this user can read only through its group, such as root's in /etc. */
const OTHERS_THAN_GROUP = 0o037;

/** The contents of a settings file. */
export interface SettingsFile {
  readonly file: string;
  readonly values: Environment;
  /** Line number of each variable. */
  readonly lines: ReadonlyMap<string, number>;
  readonly warnings: readonly Message[];
}

/**
 * Reads a settings file, `NAME=VALUE` per line in Node's syntax: comments after `#`, quotes around values.
 * @param origin how the file was named; undefined for the data folder's, which may be missing `anyMode`: accepts a
 * file that others may read
 * @throws ConfigError if it is unreadable, readable by others, or a line is invalid
 */
export function readSettingsFile(
  file: string,
  origin: string | undefined,
  { anyMode = false } = {},
): SettingsFile | undefined {
  const text = textOf(file, origin, anyMode);
  if (text === undefined) return undefined;
  const lines = linesOf(text, file);
  const warnings = [...lines]
    .filter(([name]) => !isVariable(name) && !/^(KALENDS|DATABASE)_/.test(name))
    .map(([name, line]) => message('config.file_other', { name, file, line: String(line) }));
  return { file, values: parseEnv(text), lines, warnings };
}

function textOf(file: string, origin: string | undefined, anyMode: boolean): string | undefined {
  const unreadable = (error: unknown) =>
    new ConfigError(
      message('config.file_unreadable', { name: origin ?? SETTINGS_FILE, file, reason: reasonOf(error) }),
    );
  let found: Stats;
  try {
    found = statSync(file);
  } catch (error) {
    // Problems of the data folder are reported when it is used.
    if (origin === undefined) return undefined;
    throw unreadable(error);
  }
  const others = found.uid === process.getuid?.() ? OTHERS : OTHERS_THAN_GROUP;
  // The file contains passwords.
  if (!anyMode && found.isFile() && process.getuid !== undefined && (found.mode & others) !== 0)
    throw new ConfigError(message('config.file_open', { file, mode: (found.mode & 0o777).toString(8) }));
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw unreadable(error);
  }
}

/** Returns the last line number of each variable. @throws ConfigError naming an invalid line */
function linesOf(text: string, file: string): Map<string, number> {
  const found = new Map<string, number>();
  const lines = text.split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === undefined)
      throw new ConfigError(message('config.file_line', { file, line: String(at + 1) }));
    found.set(name, at + 1);
    const [quote = ''] = /^["'`]/.exec(value) ?? [];
    if (quote === '' || value.indexOf(quote, 1) > 0) continue;
    const end = lines.findIndex((later, n) => n > at && later.includes(quote));
    if (end < 0) throw new ConfigError(message('config.file_quote', { file, line: String(at + 1), name }));
    at = end;
  }
  return found;
}

/** Returns the path of the settings file in a data folder. */
export const settingsFileIn = (data: string): string => path.join(path.resolve(data), SETTINGS_FILE);
