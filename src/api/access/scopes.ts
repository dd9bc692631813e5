/**
 * Scopes of tokens, from the one with which least may be done; each goes as far as those before it, and none further than its user
 * (contract W7). read: whatever the user may read. write-own: make and change own content, upload. write: all content, terms,
 * media, merging, undo, imports. admin: users, tokens, sessions, secret addresses, settings.
 */
export const scopes = ['read', 'write-own', 'write', 'admin'] as const;
/** The scope of a token (contract W7). */
export type TokenScope = (typeof scopes)[number];

/** The scope of new tokens for which none is asked. */
export const DEFAULT_SCOPE: TokenScope = 'write';

/** Returns whether a scope goes as far as another one. */
export const covers = (held: TokenScope, needed: TokenScope): boolean =>
  scopes.indexOf(held) >= scopes.indexOf(needed);

/** Returns the scope that a row of the database names; one that is unknown is the smallest. */
export const scopeOf = (text: string): TokenScope => scopes.find((one) => one === text) ?? 'read';
