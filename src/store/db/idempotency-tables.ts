/** Row of `idempotency_keys`: a request that is done once (contract W2). */
export interface IdempotencyKeysTable {
  /** Digest of the sender and the key. */
  key_hash: string;
  /** Digest of method, path, query and body. */
  request_hash: string;
  /** The process that is at it; null: it is done. */
  holder: string | null;
  /** Unix milliseconds until which that is believed without asking. */
  held_until_ms: number;
  /** The answer, compressed and encrypted with the key; null: it isn't known yet; '': it was dropped. */
  answer: string | null;
  /** Whose it is: `user` and an ID, or `client` for everybody without credentials. */
  sender: string;
  /** The length of `answer`. */
  bytes: number;
  /** Unix milliseconds. */
  expires_ms: number;
}
