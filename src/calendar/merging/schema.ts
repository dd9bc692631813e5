import Type, { type Static } from 'typebox';
import { positiveIntegers, required } from '#api/routing/parameter.ts';

/** Schema of what a merge has done: its ID, by which it is taken back, and the IDs of those that are gone. */
export const MergeResult = Type.Object({ id: Type.Integer(), merged: Type.Array(Type.Integer()) });
/** Result of a merge. */
export type MergeResult = Static<typeof MergeResult>;

/** Request fields of a merge: the IDs of those that are merged into the one in the path. */
export const mergeFields = { from: required(positiveIntegers) };
