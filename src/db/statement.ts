import { CompiledQuery, RawNode } from 'kysely';

/**
 * A statement that gives nothing back. `?` stands for each value, whichever the engine; there are few texts, so that each
 * is known again.
 */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** What writes further rows: what stands in the text for each, and their values. */
  readonly more?: { readonly tuple: string; readonly rows: readonly (readonly unknown[])[] };
}

// Drivers look at the text alone; made for each statement it would cost more than some of them do.
const NODE = RawNode.createWithSql('');
const { queryId } = CompiledQuery.raw('');

/** A statement as the engine knows it, ready to be run. */
export const runnable = (text: string, values: readonly unknown[]): CompiledQuery => ({
  sql: text,
  query: NODE,
  parameters: values,
  queryId,
});
