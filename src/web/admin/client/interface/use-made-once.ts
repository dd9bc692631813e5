import { useRef } from 'react';
import { isUnanswered } from './client.ts';

/** Returns another key for a write that is to be done once (`Idempotency-Key`). */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Something that was made, and of what. */
export interface Made<T, R> {
  readonly made: R;
  /** Values of which it was made, older than what was asked for last where the first answer was lost. */
  readonly sent: T;
}

/**
 * Returns what makes something once: where no answer came, the next attempt sends the same again, so that whatever was made by the
 * first one is found and not made twice.
 */
export function useMadeOnce<T, R>(
  make: (values: T, key: string) => Promise<R>,
): (values: T) => Promise<Made<T, R>> {
  const attempt = useRef<{ readonly key: string; readonly values: T }>(undefined);
  return async (values) => {
    attempt.current ??= { key: newKey(), values };
    const { key, values: sent } = attempt.current;
    try {
      const made = await make(sent, key);
      attempt.current = undefined;
      return { made, sent };
    } catch (error) {
      if (!isUnanswered(error)) attempt.current = undefined;
      throw error;
    }
  };
}
