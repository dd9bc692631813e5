import type { OpenApi, Operation, PathItem, Verb } from './types.ts';

const values: Readonly<Record<string, string>> = { id: '13', slug: 'summer-concert', token: '2' };

/** A text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A call of an operation that can be copied, on the address under which the document was asked for. */
export function curlExample(
  document: OpenApi,
  item: PathItem,
  path: string,
  verb: Verb,
  operation: Operation,
): string {
  const base = (item.servers ?? document.servers)[0]?.url.replace(/\/$/, '') ?? '';
  const url =
    base + (path === '/' ? '' : path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1'));
  const words = ['curl'];
  if (verb !== 'get' && verb !== 'post') words.push('-X', verb.toUpperCase());
  if (!operation.security.some((scheme) => Object.keys(scheme).length === 0))
    words.push('-u', quoted('LOGIN:TOKEN'));
  words.push(quoted(url));
  const content = operation.requestBody?.content ?? {};
  const example = content['application/json']?.example;
  if (example !== undefined)
    words.push(
      '\\\n  -H',
      quoted('Content-Type: application/json'),
      '\\\n  -d',
      quoted(JSON.stringify(example)),
    );
  else if (!content['application/json'] && content['multipart/form-data'])
    words.push('-F', quoted('file=@photo.jpg'));
  return words.join(' ');
}
