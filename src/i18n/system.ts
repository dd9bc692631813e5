import { isMessageKey, type Message, message } from './catalogue.ts';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What went wrong in the operating system or on the network, by the error's code; undefined for any other error. */
export function knownReason(error: unknown): Message | undefined {
  const key = `system.${codeOf(error)}`;
  return isMessageKey(key) ? message(key) : undefined;
}

/** The same, or the error's own words: those of libraries are English. */
export function reasonOf(error: unknown): Message | string {
  const own = error instanceof Error ? error.message || error.name : String(error);
  return knownReason(error) ?? own.replace(/\s*\n\s*/g, ' ');
}
