/** Elements that stand on lines of their own, as in the reference's editor. */
const BLOCKS = new Set(
  'table thead tfoot caption col colgroup tbody tr td th div dl dd dt ul ol li pre form map area blockquote address style p h1 h2 h3 h4 h5 h6 hr fieldset legend section article aside hgroup header footer nav figure details menu summary'.split(
    ' ',
  ),
);
const VOID_BLOCKS = new Set(['hr', 'col', 'area']);
/** Blocks that can't hold paragraphs. */
const PHRASING = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'caption', 'summary', 'legend', 'dt']);
const TAG = /<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?\/?>/gi;
// Blank as the reference counts it: a no-break space is content.
const BLANK = /^[ \t\n\f\v]*$/;
const BLANKS = ' \t\n\f\v';
const NEWLINE_IN_TAG = '\u0000';

type MarkupToken =
  | { kind: 'open' | 'close' | 'whole'; name: string; text: string }
  | { kind: 'text'; text: string };

/**
 * A stored description or excerpt as it is shown: blocks of text between blank lines become `<p>`, single
 * newlines `<br />`, block elements stand on their own lines, all of it trimmed (reference 2.9). What is
 * shown so already comes back unchanged. Expects sanitized HTML; `''` gives `''`.
 */
export function paragraphs(stored: string): string {
  const text = stored.replaceAll(NEWLINE_IN_TAG, '').replace(/\r\n?/g, '\n');
  if (BLANK.test(text)) return '';
  if (!text.includes('<')) return trim(split(text).map(paragraph).join('\n'));
  if (isBlockEditorText(text)) return trim(text);
  const lines = new Lines();
  for (const token of tokens(text)) {
    if (token.kind === 'text') lines.text(token.text);
    else if (token.kind === 'open') lines.open(token.name, token.text);
    else if (token.kind === 'close') lines.close(token.name, token.text);
    else lines.whole(token.text);
  }
  return trim(lines.end().replaceAll(NEWLINE_IN_TAG, '\n'));
}

/**
 * The block editor writes its own paragraphs, which the reference shows untouched: the comments around
 * its blocks leave their blank lines behind, or its classes tell.
 */
function isBlockEditorText(text: string): boolean {
  if (!/>\n{4}</.test(text) && !/ class="(?:[^"<>]* )?wp-block-/.test(text)) return false;
  let depth = 0;
  for (const token of tokens(text)) {
    if (token.kind === 'open') depth++;
    else if (token.kind === 'close') depth--;
    else if (token.kind === 'text' && depth === 0 && !BLANK.test(token.text)) return false;
  }
  return true;
}

function* tokens(text: string): Generator<MarkupToken> {
  let inline = '';
  let at = 0;
  TAG.lastIndex = 0;
  for (const match of text.matchAll(TAG)) {
    if (match.index < at) continue;
    inline += text.slice(at, match.index);
    at = match.index + match[0].length;
    const name = (match[2] ?? '').toLowerCase();
    const tag = match[0].replaceAll('\n', NEWLINE_IN_TAG);
    if (!BLOCKS.has(name)) {
      inline += tag;
      continue;
    }
    if (inline !== '') yield { kind: 'text', text: inline };
    inline = '';
    if (match[1] === '/') yield { kind: 'close', name, text: tag };
    else if (name === 'pre') {
      const end = text.indexOf('</pre>', at);
      const stop = end === -1 ? text.length : end + '</pre>'.length;
      yield { kind: 'whole', name, text: tag + text.slice(at, stop).replaceAll('\n', NEWLINE_IN_TAG) };
      at = stop;
    } else yield { kind: VOID_BLOCKS.has(name) ? 'whole' : 'open', name, text: tag };
  }
  inline += text.slice(at);
  if (inline !== '') yield { kind: 'text', text: inline };
}

/** The output by lines. A block stays open on its line as long as it holds nothing but text. */
class Lines {
  readonly #out: string[] = [];
  /** Names of the blocks that are open. */
  readonly #stack: string[] = [];
  #line: { tag: string; name: string; body: string } | undefined;
  #loose = '';
  #prefix = '';
  #lastClosed = '';

  text(text: string): void {
    if (this.#line !== undefined) this.#line.body += text;
    else this.#loose += text;
    this.#lastClosed = '';
  }

  open(name: string, tag: string): void {
    this.#settle(name);
    this.#line = { tag, name, body: '' };
    this.#stack.push(name);
    this.#lastClosed = '';
  }

  whole(tag: string): void {
    this.#settle();
    this.#push(tag);
    this.#lastClosed = '';
  }

  close(name: string, tag: string): void {
    const line = this.#line;
    const isJoined = name === 'blockquote' && this.#lastClosed === 'p';
    const before = this.#out.length;
    if (line?.name === name) {
      this.#line = undefined;
      this.#writeBlock(line.tag, name, line.body, tag);
    } else this.#settle();
    this.#lastClosed = this.#out.length > before ? name : '';
    const depth = this.#stack.lastIndexOf(name);
    if (depth === -1) return;
    this.#stack.length = depth;
    // A paragraph that something inside it has ended has its closing tag already.
    if (line?.name === name || name === 'p') return;
    if (isJoined && this.#prefix === '') this.#append(tag);
    else this.#push(tag);
  }

  end(): string {
    this.#settle();
    return this.#out.join('\n');
  }

  #push(line: string): void {
    if (this.#prefix !== '' && !/^<p[ >]/.test(line)) this.#out.push(this.#prefix, line);
    else this.#out.push(this.#prefix + line);
    this.#prefix = '';
  }

  /** Puts the tag of a quote before the paragraph that comes next. */
  #joinTo(tag: string): void {
    if (this.#prefix !== '') this.#out.push(this.#prefix);
    this.#prefix = tag;
  }

  #append(text: string): void {
    this.#out.push((this.#out.pop() ?? '') + text);
  }

  /** Writes what stands before a boundary: the open line with its text, or loose text as paragraphs. */
  #settle(next = ''): void {
    const line = this.#line;
    this.#line = undefined;
    if (line !== undefined) {
      // A quote's paragraph stays on the line of the quote where it stands there.
      if (line.name === 'blockquote' && line.body === '' && next === 'p') this.#joinTo(line.tag);
      else this.#writeBlock(line.tag, line.name, line.body, '');
      return;
    }
    const loose = this.#loose;
    this.#loose = '';
    const holder = this.#stack.at(-1) ?? '';
    for (const part of split(loose)) {
      if (isInvisible(part)) this.#push(trim(part));
      else if (holder !== 'p' && PHRASING.has(holder)) this.#push(broken(part));
      else this.#push(paragraph(part));
    }
  }

  /** A block with the text that follows its tag; `closing` is `''` where another block comes before its end. */
  #writeBlock(tag: string, name: string, body: string, closing: string): void {
    const parts = split(body);
    const [only = ''] = parts;
    if (name === 'p') {
      for (const part of parts) this.#push(`${tag}${broken(part)}</p>`);
      if (parts.length === 0 && closing !== '' && tag !== '<p>') this.#push(tag + closing);
    } else if (name === 'blockquote' && parts.length > 0) {
      this.#joinTo(tag);
      for (const part of parts) this.#push(paragraph(part));
      this.#append(closing);
    } else if (parts.length > 1 && !PHRASING.has(name)) {
      this.#push(tag);
      for (const part of parts) this.#push(paragraph(part));
      if (closing !== '') this.#push(closing);
    } else if (parts.length > 1) this.#push(tag + parts.map(broken).join('<br />\n') + closing);
    else if (closing === '') this.#push(tag + trimEnd(broken(only)));
    else if (parts.length === 1) this.#push(tag + broken(only) + closing);
    else this.#push(tag + (body.includes('\n') ? '\n' : body) + closing);
  }
}

/** The paragraphs of a run of inline markup; several line breaks in a row part them like a blank line. */
function split(run: string): string[] {
  return run
    .replace(/<br ?\/?>[ \t\n\f\v]*<br ?\/?>/gi, '\n\n')
    .split(/\n[ \t\n\f\v]*\n/)
    .filter((part) => !BLANK.test(part));
}

function paragraph(part: string): string {
  return `<p>${broken(part.replace(/^\n|\n$/g, ''))}</p>`;
}

/** Newlines as line breaks, except where only the tags around stand on the line. */
function broken(part: string): string {
  if (!part.includes('\n') && !part.includes('<')) return part;
  const [first = '', ...lines] = part.replace(/<br ?\/?>/gi, '<br />').split('\n');
  // In pieces: looking at the end of one growing text costs its whole length for each line.
  const out = [first];
  for (const [index, line] of lines.entries()) {
    const isEdge = (index === 0 && BLANK.test(first)) || (index === lines.length - 1 && BLANK.test(line));
    if (!isEdge) {
      const before = trimLast(out);
      if (!before.endsWith('<br />') && !trim(line).startsWith('<br />')) out.push('<br />');
    }
    out.push('\n', line);
  }
  return out.join('');
}

/** Trims the end of a text in pieces; gives the last piece that is left. */
function trimLast(pieces: string[]): string {
  for (let last = pieces.pop(); last !== undefined; last = pieces.pop()) {
    const trimmed = trimEnd(last);
    if (trimmed === '') continue;
    pieces.push(trimmed);
    return trimmed;
  }
  return '';
}

/** Whether a run holds nothing that a reader would see, such as a link that opens around a block. */
function isInvisible(part: string): boolean {
  return BLANK.test(part.replace(/<(?!img|audio|video|picture|source|br)[^<>]*>/gi, ''));
}

function trim(text: string): string {
  let start = 0;
  while (start < text.length && BLANKS.includes(text.charAt(start))) start++;
  return trimEnd(text.slice(start));
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && BLANKS.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
