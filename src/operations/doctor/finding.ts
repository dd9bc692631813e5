import { type Message, type MessageKey, message, type Values } from '#foundation/i18n/catalogue.ts';

/** The checks, in the order in which they are reported. */
export const checks = [
  'settings',
  'program',
  'memory',
  'files',
  'folder',
  'permissions',
  'disk',
  'database',
  'clock',
  'backups',
  'mail',
  'port',
  'proxy',
] as const;
/** The name of a check. */
export type Check = (typeof checks)[number];

/** `error`: something does not work or will be lost. `warning`: it works but should be changed. */
export type Severity = 'ok' | 'warning' | 'error';

/** The result of a check, with a remedy unless all is well. */
export interface Finding {
  readonly check: Check;
  readonly severity: Severity;
  readonly what: Message;
  readonly remedy?: Message;
}

type RemediedName = keyof {
  [K in MessageKey as K extends `doctor.${infer Name}.remedy` ? Name : never]: true;
} &
  string;
type FineName = keyof {
  [K in MessageKey as K extends `doctor.fine.${infer Name}` ? Name : never]: true;
} &
  string;

/** Returns a finding that all is well. */
export const fine = (check: Check, name: FineName, values?: Values): Finding => ({
  check,
  severity: 'ok',
  what: message(`doctor.fine.${name}`, values),
});

/** Returns a finding with the remedy from the catalogues. */
export const wrong = (
  severity: 'warning' | 'error',
  check: Check,
  name: RemediedName,
  values?: Values,
): Finding => ({
  check,
  severity,
  what: message(`doctor.${name}`, values),
  remedy: message(`doctor.${name}.remedy`, values),
});

/** Rounds bytes to mebibytes. */
export const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
