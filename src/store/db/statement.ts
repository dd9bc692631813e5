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

/** A query whose text comes again and again, which an engine may remember. */
export interface KnownQuery<R = unknown> extends CompiledQuery<R> {
  readonly isKnown: true;
}

export const isKnown = (query: CompiledQuery): query is KnownQuery => 'isKnown' in query;

/** A statement as the engine knows it, ready to be run. */
export const runnable = (text: string, values: readonly unknown[]): KnownQuery => ({
  sql: text,
  query: NODE,
  parameters: values,
  queryId,
  isKnown: true,
});
