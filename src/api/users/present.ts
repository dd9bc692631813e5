import { scopeOf } from '#api/access/scopes.ts';
import type { TokenRow, User } from '#api/access/store.ts';
import { languageOf } from '#foundation/i18n/catalogue.ts';
import type { TokenAnswer, UserAnswer } from './schema.ts';

/** Returns a user as answered, without anything of the password. */
export function presentUser(user: User): UserAnswer {
  return {
    id: user.id,
    login: user.login,
    email: user.email,
    name: user.name,
    role: user.role,
    language: languageOf(user.language) ?? null,
    has_password: user.password_hash !== null,
    second_factor: Number(user.second_factors) > 0,
    created_utc: user.created_utc,
    last_seen_utc: user.last_seen_utc,
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
