import Type, { type Static } from 'typebox';

/** Body of `/live`: the process runs. */
export const Health = Type.Object({ status: Type.Literal('ok'), version: Type.String() });

/** State of each part of a node. */
export const NodeChecks = Type.Object({
  database: Type.Enum(['ok', 'slow', 'unreachable']),
  data_folder: Type.Enum(['ok', 'missing', 'read_only']),
  list_index: Type.Enum(['ready', 'loading', 'not_loaded']),
  replica: Type.Optional(Type.Enum(['ok', 'away'])),
});

/** State of each part of a node. */
export type Checks = Static<typeof NodeChecks>;

/** Body of `/ready`: the node can answer, with the state of its parts. */
export const Readiness = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String(),
  checks: NodeChecks,
});

/** Codes for why a node is not ready. */
export const reasonCodes = ['closing', 'database_slow', 'database_unreachable', 'data_folder'] as const;
/** A code for why a node is not ready. */
export type ReasonCode = (typeof reasonCodes)[number];

/** Members that the error of a node that is not ready adds to those of every error. */
export const HealthProblem = Type.Object({
  status: Type.Literal('unavailable'),
  version: Type.String(),
  reasons: Type.Array(Type.Object({ code: Type.Enum([...reasonCodes]), message: Type.String() })),
  checks: NodeChecks,
});
