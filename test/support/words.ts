import { parseAst } from 'rolldown/parseAst';

/** A text in the program that reads as if it were for people. */
export interface Words {
  line: number;
  text: string;
}

type AstNode = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value &&
  typeof value.start === 'number';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Stands for a `${…}`: letters beside it belong to a sentence around it. */
const GAP = '\u0000';
const WORDS = new RegExp(
  String.raw`\p{L}{2,}['’]?\p{L}*[.,:;!?”"')]*\s+[“"'(]*(?:\p{L}{2,}|${GAP})|${GAP}[.,:;!?”"')]*\s+[“"'(]*\p{L}{2,}`,
  'u',
);

/** `log.error`, `sql`, `process.stdout.write`; '' for what has no such name. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'PrivateIdentifier') return `#${node['name']}`;
  if (node.type === 'ThisExpression') return 'this';
  if (node.type !== 'MemberExpression' || node['computed'] === true) return '';
  return `${nameOf(node['object'])}.${nameOf(node['property'])}`;
}

/** The text of a template literal with a gap for each expression. */
function textOf(template: unknown): string {
  if (!isNode(template)) return '';
  return listOf(template['quasis'])
    .map((quasi) => {
      const value = isNode(quasi) ? quasi['value'] : undefined;
      return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
    })
    .join(GAP);
}

/** Letters that a page shows: those outside tags, and in the attributes that browsers show. */
function shownInHtml(html: string): string {
  const outside = html.replace(/<(script|style)\b.*?<\/\1>/gs, '<>').replace(/<[^>]*(>|$)/g, '\n');
  const attributes = [...html.matchAll(/\b(?:alt|title|placeholder|aria-label)="([^"]*)"/g)];
  return [outside.replace(/&\w+;/g, ''), ...attributes.map(([, value = '']) => value)].join('\n');
}

/** Contexts in which letters are no text for people wherever they stand in the program, each with its reason. */
const never: readonly ((node: AstNode) => boolean)[] = [
  // Names of modules.
  ({ type }) => /^(Import|ExportAll)/.test(type),
  ({ type, source }) => type === 'ExportNamedDeclaration' && isNode(source),
  // Types are gone when the program runs.
  ({ type }) => /^TS(Type|Interface|Literal)/.test(type),
  // SQL.
  ({ type, tag }) => type === 'TaggedTemplateExpression' && nameOf(tag) === 'sql',
  ({ type, callee }) => type === 'CallExpression' && /^sql\.(raw|ref|table)$/.test(nameOf(callee)),
  // Sources of regular expressions.
  ({ type, tag }) => type === 'TaggedTemplateExpression' && nameOf(tag) === 'String.raw',
  ({ type, callee }) => type === 'NewExpression' && nameOf(callee) === 'RegExp',
  // Errors that only a bug can raise: those for people carry a Message.
  ({ type, callee }) => type === 'NewExpression' && /^(Type|Range)?Error$/.test(nameOf(callee)),
  // The log is English.
  ({ type, callee }) =>
    type === 'CallExpression' && /(^|\.)log\.(debug|info|warn|error)$/.test(nameOf(callee)),
];

/** Calls whose arguments people see, so that a single word is one too many. */
const SHOWN =
  /(^|\.)(stdout\.write|stderr\.write|description|summary|addHelpText|option|requiredOption|argument)$/;

/** The texts for people in a module's source: several words, or any letters in HTML and in what is printed. */
export function wordsIn(source: string): Words[] {
  const found: Words[] = [];
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const note = (node: AstNode, text: string) => {
    found.push({ line: lineOf(node.start), text: text.replaceAll(GAP, '…').trim() });
  };
  const look = (node: AstNode, text: string, shown: boolean) => {
    const plain = text
      .replace(/\u001b\[[\d;]*[A-Za-z]/g, '')
      // Options are names.
      .replace(/(?<!\S)--[a-z][a-z-]*/g, GAP);
    if (WORDS.test(plain) || (shown && /(?<![-\w])\p{L}{2,}/u.test(plain))) note(node, text);
  };
  const walk = (node: AstNode, shown: boolean): void => {
    if (never.some((isNever) => isNever(node))) return;
    const { type } = node;
    if (type === 'Literal' && typeof node['value'] === 'string') look(node, node['value'], shown);
    else if (type === 'TaggedTemplateExpression' && nameOf(node['tag']) === 'html') {
      const text = shownInHtml(textOf(node['quasi']));
      if (/\p{L}/u.test(text)) note(node, text.replace(/\s+/g, ' '));
      // What stands in its gaps is looked at by itself.
      for (const one of listOf(isNode(node['quasi']) ? node['quasi']['expressions'] : []))
        if (isNode(one)) walk(one, false);
      return;
    } else if (type === 'TemplateLiteral') look(node, textOf(node), shown);
    const isShown =
      type === 'CallExpression'
        ? SHOWN.test(nameOf(node['callee']))
        : shown && /^(TemplateLiteral|ConditionalExpression|BinaryExpression|ArrayExpression)$/.test(type);
    for (const [name, value] of Object.entries(node)) {
      // Keys of objects are names, as members are.
      if (name === 'key' && (type === 'Property' || type === 'PropertyDefinition')) continue;
      for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) walk(one, isShown);
    }
  };
  const program: unknown = parseAst(source, { lang: 'ts' });
  if (isNode(program)) walk(program, false);
  return found;
}
