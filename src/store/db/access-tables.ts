import type { Generated } from 'kysely';

/** Row of `users`; passwords are hashes. */
export interface UsersTable {
  id: number;
  login: string;
  login_key: string;
  email: string;
  email_key: string | null;
  name: string;
  role: string;
  password_hash: string | null;
  created_utc: string;
  /** In which the user is spoken to; '' for what the browser asks. */
  language: Generated<string>;
  /** When a session of the user was last used, right to the minute. */
  last_seen_utc: Generated<string | null>;
}

/** Row of `tokens`: a user's API token, of which only a hash is stored. */
export interface TokensTable {
  id: number;
  user_id: number;
  name: string;
  hash: string;
  created_utc: string;
  last_used_utc: string | null;
  /** The scope: how far it goes (api/access/scopes.ts). */
  scope: Generated<string>;
}

/** Row of `sessions`: somebody signed in with a browser, of whose secret only a hash is stored. Times are UTC texts. */
export interface SessionsTable {
  id: number;
  user_id: number;
  hash: string;
  /** That of the secret before this one; null: there was none. */
  previous_hash: string | null;
  /** When it got its present secret. */
  rotated_utc: string;
  /** When the present secret was first used, so that its receiver has it; null: not yet. */
  received_utc: string | null;
  /** By what its user has signed in, with commas. */
  methods: string;
  /** null: it wasn't begun with a password. */
  password_confirmed_utc: string | null;
  /** Whether it outlives the browser's window. */
  remembered: 0 | 1;
  created_utc: string;
  /** Right to the minute. */
  last_used_utc: string;
  /** When it ends unless it is used before. */
  idle_until_utc: string;
  /** When it ends however much it is used. */
  expires_utc: string;
  /** The browser as it names itself. */
  agent: string;
  /** The client's address when it was last used. */
  address: string;
}

/** Row of `feeds`: a secret address of a feed, of whose secret only a hash is stored. */
export interface FeedsTable {
  id: number;
  user_id: number;
  name: string;
  /** The parameters of the list, as a query string. */
  query: string;
  form: string;
  hash: string;
  created_utc: string;
  /** null: never. */
  expires_utc: string | null;
}

/** Row of `saved_filters`: a list of events that somebody has named. */
export interface SavedFiltersTable {
  id: number;
  user_id: number;
  name: string;
  /** The name without case and accents, unique among those of its user. */
  name_key: string;
  /** The parameters of the list, as a query string. */
  query: string;
  /** The columns of its table, with commas; null: whatever the table shows without it. */
  columns: string | null;
}

/** Wrong passwords tried until a moment of the machine's clock, UTC text; `key` is a digest of who tried and for what. */
export interface GuessesTable {
  key: string;
  tries: number;
  until_utc: string;
  /** How often in a row the limit was reached, which makes each pause longer than the one before. */
  pauses: number;
  /** When the pauses are forgotten; '' where there was none. */
  forget_utc: string;
}
