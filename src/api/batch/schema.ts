import Type from 'typebox';

/** Answer to one request of a batch, as an envelope has it. */
export const BatchedAnswer = Type.Object({
  body: Type.Unknown(),
  status: Type.Integer(),
  headers: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())]),
});

/** Answer to a batch (contract W6); null stands for requests that weren't done. */
export const BatchAnswer = Type.Object({
  failed: Type.Optional(Type.Enum(['validation', 'atomic'])),
  responses: Type.Array(Type.Union([BatchedAnswer, Type.Null()])),
});
