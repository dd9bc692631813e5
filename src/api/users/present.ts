import { scopeOf } from '#api/access/scopes.ts';
import type { TokenRow, User } from '#api/access/store.ts';
import type { TokenAnswer, UserAnswer } from './schema.ts';

/** Returns a user as answered, without anything of the password. */
export function presentUser(user: User): UserAnswer {
  return {
    id: user.id,
    login: user.login,
    email: user.email,
    name: user.name,
    role: user.role,
    has_password: user.password_hash !== null,
    created_utc: user.created_utc,
  };
}

/** Returns a token as answered, without its secret. */
export function presentToken(token: TokenRow): TokenAnswer {
  return {
    id: token.id,
    name: token.name,
    scope: scopeOf(token.scope),
    created_utc: token.created_utc,
    last_used_utc: token.last_used_utc,
  };
}
