import { printableInLine } from '#foundation/text/printable.ts';

/** Returns rows below their headings, in columns as wide as their longest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((line) => line.map(printableInLine));
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => [...(line[column] ?? '')].length)),
  );
  const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - [...text].length));
  return lines
    .map((line) => `${line.map((text, column) => padded(text, widths[column] ?? 0)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}
