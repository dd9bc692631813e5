import Type from 'typebox';
import { can } from '#api/access/permissions.ts';
import { findUser } from '#api/access/store.ts';
import { integerOf } from '#api/http/coercion.ts';
import { type Parameter, parameter, refuse } from '#api/routing/parameter.ts';

/**
 * Reads the ID of an existing user (reference 3.0, USER). To callers who may name nobody else it doesn't tell who exists:
 * any number is accepted, and refused as another user's by the action (contract D21).
 */
export const existingUser: Parameter<number, false> = parameter<number>(
  Type.Integer({ minimum: 1 }),
  async (value, { call }) => {
    const id = integerOf(value);
    if (id === undefined || id <= 0) return refuse('problem.user');
    const isKnown =
      !can(call.viewer, 'edit_others') || (await findUser(call.services.db.read, id)) !== undefined;
    return isKnown ? { value: id } : refuse('problem.user');
  },
);
