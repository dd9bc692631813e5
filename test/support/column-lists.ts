// Finds lists of names of columns and fields in the files of src. `src/fields.test.ts` holds the rule.
import ts from 'typescript5';
import type { ResourceDescription } from '#api/routing/field-description.ts';
import { dateDescription, seriesDescription } from '#calendar/events/series/fields.ts';
import { descriptions } from '#calendar/posts/described-columns.ts';
import type { Breach, SourceFile } from './conventions.ts';

/** Names of the fields of items that have columns, and of these, by table. */
const namesByTable = Object.entries<Readonly<Record<string, Partial<ResourceDescription[string]>>>>({
  ...descriptions,
  series: seriesDescription,
  occurrences: dateDescription,
}).map(([table, fields]) => {
  const names = Object.entries(fields).flatMap(([field, { columns = [], derived = [], counters = [] }]) =>
    columns.length > 0 ? [field, ...columns, ...derived, ...counters] : [],
  );
  return [table, new Set(names)] as const;
});

/** Returns the table of whose columns or fields all names are; undefined: none, or there is one name alone. */
const tableOf = (names: readonly string[]): string | undefined =>
  new Set(names).size < 2
    ? undefined
    : namesByTable.find(([, all]) => names.every((name) => all.has(name)))?.[0];

/** Methods of Kysely and of dialects to which columns are given as names: SQL. */
const SQL = /^(select|returning|columns|column|groupBy|insertRows|onConflict)$/;

function isSql(node: ts.Node): boolean {
  const call = node.parent;
  if (ts.isArrowFunction(call)) return isSql(call);
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
  return SQL.test(call.expression.name.text);
}

/** Returns the names in the alternatives of a regular expression, or in a text between commas, bars or blanks. */
const wordsOf = (text: string): string[] => text.match(/[A-Za-z_]+/g) ?? [];

/** Returns the names that a part of a file lists; none where it is no list. */
function listedBy(node: ts.Node): string[] {
  if (ts.isArrayLiteralExpression(node) && !isSql(node))
    return node.elements.every((one) => ts.isStringLiteral(one) || ts.isSpreadElement(one))
      ? node.elements.flatMap((one) => (ts.isStringLiteral(one) ? one.text : []))
      : [];
  if (ts.isRegularExpressionLiteral(node) && node.text.includes('|')) return wordsOf(node.text);
  if (ts.isStringLiteral(node) && /^\w+(?:[ ,|]+\w+)+$/.test(node.text)) return wordsOf(node.text);
  return [];
}

/** Names each list of columns or fields of a resource in a file, unless it is that resource's description. Types and SQL are none. */
export function columnLists({ file, lines }: SourceFile): Breach[] {
  if (/^(calendar|api)\/.*\/fields\.ts$/.test(file)) return [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, lines.join('\n'), ts.ScriptTarget.Latest, true, kind);
  const breaches: Breach[] = [];
  const visit = (node: ts.Node): void => {
    const names = listedBy(node);
    const table = tableOf(names);
    if (table) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const remedy = `“${names.join(', ')}” are listed by name: give them a trait in the fields.ts of ${table}, and take the list from there (namesWith, namesHaving)`;
      breaches.push({ file, line, remedy });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return breaches;
}
