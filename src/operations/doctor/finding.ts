import { type Message, type MessageKey, message, type Values } from '#foundation/i18n/catalogue.ts';

/** What is looked at, in the order in which it is told. */
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
  'port',
  'proxy',
] as const;
/** One of the things that are looked at. */
export type Check = (typeof checks)[number];

/** `error`: something doesn't work, or will be lost. `warning`: it works, and should be otherwise. */
export type Severity = 'ok' | 'warning' | 'error';

/** Something that was found, with what to do about it unless it is as it should be. */
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

/** Returns that all is well with something. */
export const fine = (check: Check, name: FineName, values?: Values): Finding => ({
  check,
  severity: 'ok',
  what: message(`doctor.fine.${name}`, values),
});

/** Returns what is wrong with something; its remedy stands beside it in the catalogues. */
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

/** Bytes as whole mebibytes, as findings tell them. */
export const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
