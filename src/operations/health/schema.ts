import Type, { type Static } from 'typebox';

/** That the process runs. */
export const Health = Type.Object({ status: Type.Literal('ok'), version: Type.String() });

/** How the parts of a node are. */
export const NodeChecks = Type.Object({
  database: Type.Enum(['ok', 'slow', 'unreachable']),
  data_folder: Type.Enum(['ok', 'missing', 'read_only']),
  list_index: Type.Enum(['ready', 'loading', 'not_loaded']),
  replica: Type.Optional(Type.Enum(['ok', 'away'])),
});

/** What was looked at, and what was found. */
export type Checks = Static<typeof NodeChecks>;

/** That a node can answer, and how its parts are. */
export const Readiness = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String(),
  checks: NodeChecks,
});

/** Why a node isn't to be asked now. */
export const reasonCodes = ['closing', 'database_slow', 'database_unreachable', 'data_folder'] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** What the error of a node that isn't ready says beside every other error's members. */
export const HealthProblem = Type.Object({
  status: Type.Literal('unavailable'),
  version: Type.String(),
  reasons: Type.Array(Type.Object({ code: Type.Enum([...reasonCodes]), message: Type.String() })),
  checks: NodeChecks,
});
