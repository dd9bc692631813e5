import { feedForms } from '#api/http/negotiation.ts';
import { subjectOf } from '#foundation/i18n/descriptions.ts';
import type { SampleTargets } from './store.ts';
import type { OpenApi, Operation, PathItem, Verb } from './types.ts';

/** Quotes a text as one word for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Operations that accept only the password itself (W7). */
const BY_PASSWORD =
  /^(createToken|beginTotp|confirmTotp|renewRecoveryCodes|disableSecondFactor|beginPasskey|createPasskey|updatePasskey)$/;

/** Operations on the session of the request itself. */
const IN_SESSION = /^endCurrentSession$/;

/** Subjects that lie below a user. */
const OF_USERS: ReadonlySet<string> = new Set(['tokens', 'second-factor', 'passkeys']);

/** Returns sample IDs and slugs by the names of a path's placeholders. */
export function sampleValues(path: string, { id, slug }: SampleTargets): Record<string, string> {
  const subject = subjectOf(path);
  const sampleOf = (name: string): string => {
    if (name === 'slug') return slug[subject] ?? '';
    if (name === 'form') return feedForms[0] ?? '';
    // Their parent is a user.
    const of =
      name === 'token' || name === 'passkey' ? `${name}s` : OF_USERS.has(subject) ? 'users' : subject;
    return String(id[of] ?? 1);
  };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, sampleOf(name)]));
}

/** Replaces the placeholders of a path by sample IDs and slugs. */
function fillPath(path: string, targets: SampleTargets): string {
  const values = sampleValues(path, targets);
  return path.replace(/\{(\w+)\}/g, (place, name: string) => values[name] || place);
}

/** Returns a curl command for an operation that can be pasted, on the address at which the document was requested. */
export function curlExample(
  document: OpenApi,
  shown: { item: PathItem; path: string; verb: Verb; operation: Operation },
  sampled: SampleTargets,
): string {
  const { item, path, verb, operation } = shown;
  const base = (item.servers ?? document.servers)[0]?.url ?? '';
  const url = base + (path === '/' ? '' : fillPath(path, sampled));
  const content = operation.requestBody?.content ?? {};
  const example = content['application/json']?.example;
  const words = ['curl'];
  const isUpload = !content['application/json'] && content['multipart/form-data'] !== undefined;
  // curl posts what has a body by itself.
  if (verb !== 'get' && (verb !== 'post' || (example === undefined && !isUpload)))
    words.push('-X', verb.toUpperCase());
  if (IN_SESSION.test(operation.operationId))
    words.push('-b', quoted('kalends-session=SECRET'), '-H', quoted('Sec-Fetch-Site: same-origin'));
  else if (!operation.security.some((scheme) => Object.keys(scheme).length === 0))
    words.push('-u', quoted(BY_PASSWORD.test(operation.operationId) ? 'LOGIN:PASSWORD' : 'LOGIN:TOKEN'));
  words.push(quoted(url));
  if (example !== undefined)
    words.push(
      '\\\n  -H',
      quoted('Content-Type: application/json'),
      '\\\n  -d',
      quoted(JSON.stringify(example)),
    );
  else if (isUpload) words.push('-F', quoted('file=@photo.jpg'));
  return words.join(' ');
}
