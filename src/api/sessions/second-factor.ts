import type { User } from '#api/access/store.ts';
import type { Input } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import type { SignInMethod, signInFields } from './schema.ts';

/**
 * Asks whoever has given the right password for what else their account needs. Returns what they proved beside it, nothing where
 * the account needs nothing. Throws a KalendsError where something is missing or wrong: nobody is signed in then.
 */
export type SecondFactor = (
  call: Call,
  user: User,
  input: Input<typeof signInFields>,
) => Promise<readonly SignInMethod[]>;

let registered: SecondFactor | undefined;

/** Sets what is asked for after a right password, once, as the service is put together. */
export function registerSecondFactor(factor: SecondFactor): void {
  registered = factor;
}

/** Returns what was proved beside the password. @throws KalendsError of the factor that is registered */
export const checkSecondFactor: SecondFactor = async (call, user, input) =>
  registered ? registered(call, user, input) : [];
