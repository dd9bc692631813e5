import qs from 'qs';

/** Query and form texts as PHP reads them: `a[]=1`, `venue[city]=X`, the last of a repeated name wins (reference 1.3). */
export function parseQuery(text: string): Record<string, unknown> {
  if (!NESTED.test(text)) return parseFlat(text);
  return qs.parse(text, {
    depth: 6,
    arrayLimit: 1000,
    parameterLimit: MOST,
    duplicates: 'last',
    ignoreQueryPrefix: true,
  });
}

const MOST = 2000;
const NESTED = /[[\]]|%5[bd]/i;

/** The same of a text without brackets, as nearly all have none: the library takes six times as long. */
function parseFlat(text: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const pairs = text.startsWith('?') ? text.slice(1) : text;
  for (const pair of pairs.split('&', MOST)) {
    const mark = pair.indexOf('=');
    const name = decoded(mark < 0 ? pair : pair.slice(0, mark));
    if (name === '' || name in Object.prototype) continue;
    values[name] = mark < 0 ? '' : decoded(pair.slice(mark + 1));
  }
  return values;
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
