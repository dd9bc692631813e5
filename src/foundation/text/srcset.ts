const CANDIDATE = /[, \t\n\r\f]*([^ \t\n\r\f]+)/y;
const WIDTH = /^0*[1-9][0-9]*w$/;
const HEIGHT = /^0*[1-9][0-9]*h$/;
const DENSITY = /^(?:[0-9]+|[0-9]*\.[0-9]+)(?:[eE][+-]?[0-9]+)?x$/;

interface Candidate {
  readonly url: string;
  readonly descriptors: readonly string[];
}

/**
 * A `srcset` with the candidates that a browser would take (HTML, "parsing a srcset attribute"); as it is written where
 * it takes them all, `''` where it takes none. The sanitizer's own parser prints each of the others to the console.
 */
export function soundSrcset(value: string): string {
  const candidates = candidatesOf(value);
  const sound = candidates.filter(({ descriptors }) => areSound(descriptors));
  if (sound.length === candidates.length) return value;
  return sound.map(({ url, descriptors }) => [url, ...descriptors].join(' ')).join(', ');
}

function candidatesOf(value: string): Candidate[] {
  const found: Candidate[] = [];
  for (let at = 0; ; ) {
    CANDIDATE.lastIndex = at;
    const [, written] = CANDIDATE.exec(value) ?? [];
    if (written === undefined) return found;
    at = CANDIDATE.lastIndex;
    if (written.endsWith(',')) {
      const url = written.replace(/,+$/, '');
      if (url !== '') found.push({ url, descriptors: [] });
      continue;
    }
    const read = readDescriptors(value, at);
    found.push({ url: written, descriptors: read.descriptors });
    at = read.end;
  }
}

// Commas and blanks within parentheses belong to a descriptor; none that has them is valid.
function readDescriptors(value: string, from: number): { descriptors: string[]; end: number } {
  const descriptors: string[] = [];
  let start = from;
  let inParentheses = false;
  let at = from;
  const take = () => {
    if (at > start) descriptors.push(value.slice(start, at));
    start = at + 1;
  };
  for (; at < value.length; at += 1) {
    const character = value.charAt(at);
    if (inParentheses) {
      if (character === ')') inParentheses = false;
    } else if (character === '(') inParentheses = true;
    else if (/[ \t\n\r\f]/.test(character)) take();
    else if (character === ',') break;
  }
  take();
  return { descriptors, end: at + 1 };
}

function areSound(descriptors: readonly string[]): boolean {
  const kinds = descriptors.map((one) =>
    WIDTH.test(one) ? 'w' : HEIGHT.test(one) ? 'h' : DENSITY.test(one) ? 'x' : '?',
  );
  return /^(|w|x|wh|hw)$/.test(kinds.join(''));
}
