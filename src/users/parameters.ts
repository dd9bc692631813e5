import Type from 'typebox';
import { integerOf, type Parameter, parameter, refuse } from '#http/parameter.ts';
import { findUser } from './store.ts';

/** The ID of an existing user (reference 3.0, USER). */
export const existingUser: Parameter<number, false> = parameter<number>(
  Type.Integer({ minimum: 1 }),
  async (value, { call }) => {
    const id = integerOf(value);
    return id !== undefined && id > 0 && (await findUser(call.deps.db.read, id))
      ? { value: id }
      : refuse('problem.user');
  },
);
