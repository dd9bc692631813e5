/**
 * A one-time link of which only a hash is stored: `setup` of the first start, `invitation`, `reset` of a password. `user_id`
 * has the account that it opens, `role` and `email` what an invitation gives.
 */
export interface AccountLinksTable {
  id: number;
  purpose: string;
  hash: string;
  user_id: number | null;
  role: string | null;
  email: string;
  /** null: a command, or the service itself. */
  made_by: number | null;
  created_utc: string;
  /** null: never. */
  expires_utc: string | null;
}

/** The secret of a user's authenticator app; it counts once it's confirmed. `last_step` is the latest step whose code was taken. */
export interface TotpSecretsTable {
  user_id: number;
  secret: string;
  confirmed_utc: string | null;
  last_step: number;
}

/** A passkey: the public key of an authenticator, in base64url as its ID and the handle of its user. */
export interface PasskeysTable {
  id: number;
  user_id: number;
  name: string;
  credential_id: string;
  public_key: string;
  /** How often it signed, as the authenticator counts; a decimal number. */
  counter: string;
  /** JSON list of the ways to reach it. */
  transports: string;
  user_handle: string;
  /** The host for which it was made. */
  relying_party: string;
  is_backed_up: number;
  created_utc: string;
  last_used_utc: string | null;
}
