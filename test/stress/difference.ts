import type { Both } from './pair.ts';
import type { WireAnswer } from './wire.ts';

/** Headers of the transport, the time at which an answer was sent, and the mark that a proxy gave its request. */
const ASIDE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'x-request-id']);
const AROUND = 160;

const isFailure = ({ status }: WireAnswer) => status >= 500;

/** What a new token, a secret address or a uid is made of is chance, and what a process has in memory its own affair. */
const shown = ({ bytes }: WireAnswer) =>
  bytes
    .toString('latin1')
    .replace(/("token":\s*)"[A-Za-z0-9]{24}"/g, '$1"…"')
    .replace(/(\/feeds\/secret\/|\/submit\/|\?code=)[A-Za-z0-9]{24}/g, '$1…')
    .replace(/("challenge":\s*)"[\w.-]+"/g, '$1"…"')
    .replace(/("uid":\s*)"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/g, '$1"…"')
    .replace(/("list_index":)"(loading|not_loaded|ready)"/, '$1"…"');

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - AROUND), at + AROUND));
  return `bodies differ from byte ${at} on\n  sqlite:   ${part(one)}\n  postgres: ${part(other)}`;
}

/** In what two answers to the same request differ, times aside; a failure of both counts too. undefined: in nothing. */
export function differenceOf({ sqlite, postgres }: Both<WireAnswer>): string | undefined {
  if (sqlite.status !== postgres.status)
    return `status ${sqlite.status} on sqlite, ${postgres.status} on postgres\n  sqlite:   ${shown(sqlite).slice(0, 300)}\n  postgres: ${shown(postgres).slice(0, 300)}`;
  if (isFailure(sqlite)) return `status ${sqlite.status} on both: ${shown(sqlite).slice(0, 300)}`;
  const [one, other] = [shown(sqlite), shown(postgres)];
  if (one !== other) return firstDifference(one, other);
  const masked = one.length !== sqlite.bytes.length || /"(token|list_index|challenge)"|[?]code=/.test(one);
  for (const name of new Set([...Object.keys(sqlite.headers), ...Object.keys(postgres.headers)])) {
    // The tag and the length of an answer differ with what is chance in it.
    if (ASIDE.has(name) || (masked && (name === 'etag' || name === 'content-length'))) continue;
    if (sqlite.headers[name] !== postgres.headers[name])
      return `header ${name}: "${sqlite.headers[name]}" on sqlite, "${postgres.headers[name]}" on postgres`;
  }
  return undefined;
}
