import Type from 'typebox';
import { can } from '#api/access/permissions.ts';
import { positiveInteger, required } from '#api/routing/parameter.ts';
import { type Route, route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { takeBackMerge } from './take-back.ts';

/** Schema of a merge that was taken back. */
export const UndoneMergeAnswer = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['venues', 'organizers', 'categories', 'tags']),
  into: Type.Integer(),
  restored: Type.Array(Type.Integer()),
  kept: Type.Array(Type.String()),
});

const mayAsk = ({ viewer }: Call): boolean => can(viewer, 'create');

/** The routes of merges that were done. */
export const mergeRoutes: readonly Route[] = [
  route({
    operation: 'undoMerge',
    methods: ['POST'],
    url: '/kalends/v1/merges/{id}/undo',
    path: { id: required(positiveInteger()) },
    accepts: {},
    scope: 'write',
    answers: { 200: UndoneMergeAnswer },
    errors: ['rest_merge_not_found'],
    allows: mayAsk,
    allowsUnknown: mayAsk,
    async handle(call, { path: { id } }) {
      const { merge, undone } = await takeBackMerge(call, id);
      return { body: { id, kind: merge.kind, ...undone } };
    },
  }),
];
